import type { Rules } from "../rule.js";

/** Diagnostics of bodies, responses, media types and streams. */
export const contentRules = {
  "body/not-sent": {
    level: "warning",
    message: "The client omits the body: `fetch` sends no body with {method:text}.",
    remedy: "Use another method, or describe the data as query parameters.",
    changesClient: true,
  },
  "body/without-content": {
    level: "warning",
    message: "The client omits the body: the contract describes no content for it.",
    remedy: "Describe the content of the body.",
    changesClient: true,
  },
  "body/bytes-in-json": {
    level: "warning",
    message: "{part:text} of {operation} is JSON with bytes inside; the client refuses to send such a value.",
    remedy: "Describe the bytes as a part of their own, or as text.",
    changesClient: true,
  },
  "body/object-in-text-part": {
    level: "warning",
    message:
      "The part {part} of {operation} is {mediaType}, which the client does not write; it refuses objects there.",
    remedy: "Describe the part as a string.",
    changesClient: true,
  },
  "body/part-headers": {
    level: "warning",
    message: "The client sends {part:text} without {headers:list}: the contract fixes no value for them.",
    remedy: "Give each header one value, with `const` or a single `enum` value.",
    changesClient: true,
  },
  "body/parts-without-names": {
    level: "warning",
    message: "The parts of this form are elements of a list and have no names; servers can hardly read them.",
    remedy: "Describe an object whose members are the parts (RFC 7578, section 4.2).",
  },
  "body/part-style": {
    level: "warning",
    message: "The part {part} cannot have the style {style}; the client ignores the style.",
    remedy: "Correct `style`, or remove it.",
    changesClient: true,
  },
  "body/parts-described-twice": {
    level: "info",
    message: "The parts are described by name and by position; the type of the schema decides.",
    remedy: "Keep `encoding` for an object, or `prefixEncoding` and `itemEncoding` for a list.",
  },
  "response/no-content": {
    level: "warning",
    message: "{operation} describes no content for a success; the call returns nothing.",
    remedy: "Describe the content; a file is `application/octet-stream`.",
    changesClient: true,
  },
  "response/bare-success": {
    level: "warning",
    message:
      "{operation} describes content of its {described}, but not of its {status}; after a {status} the call returns nothing.",
    remedy: "Describe the content of both, or remove the response that the server does not give.",
    changesClient: true,
  },
  "response/default-for-errors": {
    level: "warning",
    message: "`default` is the only response for a success and describes errors; the call returns nothing.",
    remedy: "Describe the 2xx response.",
    changesClient: true,
  },
  "response/default-like-errors": {
    level: "warning",
    message:
      "`default` is the only response for a success and describes errors; the call returns its content.",
    remedy: "Describe the 2xx response.",
    changesClient: true,
  },
  "response/default-beside-redirects": {
    level: "warning",
    message:
      "`default` beside redirects and no 2xx also describes a 2xx. The call returns its content or the redirect's address.",
    remedy: "Describe the 2xx. If `default` is an error, describe a 4XX and a 5XX instead.",
    changesClient: true,
  },
  "response/redirect-beside-success": {
    level: "info",
    message:
      "This redirect beside a 2xx is not a return value: it has content, or the call returns more than the content of the 2xx.",
    remedy: "Where the client does not follow it, read the address from `allHeaders` of the `ResponseError`.",
  },
  "response/content-of-empty": {
    level: "info",
    message: "A {status:text} response has no body; the client ignores the described content.",
    remedy: "Remove the content.",
  },
  "response/invalid-status": {
    level: "warning",
    message: "{status} is not a status code or a range of them; the client ignores the response.",
    remedy: "Write a code (`200`), a range (`2XX`) or `default`.",
    changesClient: true,
  },
  "response/invalid-header-name": {
    level: "warning",
    message: "{name} is not a valid header name; the client omits the header.",
    remedy: "Correct the name (RFC 9110, section 5.6.2).",
  },
  "media/invalid-type": {
    level: "warning",
    message: "{name} is not a media type; the client ignores its content.",
    remedy: "Write a media type, for example `application/json`.",
    changesClient: true,
  },
  "media/any-type": {
    level: "warning",
    message: "{name} is not a media type; the client takes its content for any media type.",
    remedy: "Write a media type, for example `application/json`.",
    changesClient: true,
  },
  "media/untyped": {
    level: "info",
    message: "{mediaType} of {operation} is {as:text}; its schema is not in the types.",
    remedy: "Parse or write the value in your code, or offer the content as JSON.",
  },
  "stream/event-without-data": {
    level: "warning",
    message:
      "An event of {operation} has no `data`; readers drop such events unless the server sends an empty line.",
    remedy: "Add `data` to the event (WHATWG HTML, section 9.2.6).",
  },
  "stream/data-as-text": {
    level: "warning",
    message: "The data of an event of {operation} is JSON by `contentSchema`; the client gives it as text.",
    remedy: "Describe `data` with `type: string`, `contentMediaType` and `contentSchema` in one schema.",
  },
  "stream/item-as-data": {
    level: "warning",
    message: "`itemSchema` of {operation} describes no event; the client takes it for the JSON in `data`.",
    remedy: "Describe the event with its members `event`, `data`, `id` and `retry`.",
  },
  "type/too-many-combinations": {
    level: "warning",
    message:
      "The alternatives of `allOf` combine to {count:text} types, too many for TypeScript. The type omits {omitted} of {total} parts.",
    remedy: "Use fewer alternatives in the parts of `allOf`.",
    changesClient: true,
  },
  "type/circular": {
    level: "warning",
    message: "The type {type} consists of {other}, which consists of {type}; {type} omits {other}.",
    remedy: "Remove one of the references between the two schemas.",
    changesClient: true,
  },
  "type/discriminator-not-narrowed": {
    level: "warning",
    message:
      "The alternatives of the union are too many for TypeScript; {property} does not narrow the type.",
    remedy: "Use fewer unions inside of the union.",
    changesClient: true,
  },
} as const satisfies Rules;
