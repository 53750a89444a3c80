import type { Rules } from "../rule.js";

/** Diagnostics of paths, operations, parameters and links. */
export const operationRules = {
  "operation/method-not-sent": {
    level: "warning",
    message: "The client omits {operation}: `fetch` refuses to send {method:text}.",
    remedy: "Offer the operation under another method.",
    changesClient: true,
  },
  "operation/path-without-slash": {
    level: "warning",
    message: "The client omits {operation}: a path must start with `/`.",
    remedy: "Start the path with `/`.",
    changesClient: true,
  },
  "operation/repeated-id": {
    level: "warning",
    message:
      "Several operations have the `operationId` {id}: {operations:list}. Words of method and path distinguish their names; a link by this id has no target.",
    remedy: "Give each operation its own `operationId`.",
  },
  "operation/name-taken": {
    level: "info",
    message: "{operation} is named {name}: {preferred} is the name of {owner}.",
    remedy:
      "Give the operations distinct `operationId`s or tags, or each a `name` in cabinetry.yaml, if you prefer other names.",
  },
  "path/fragment": {
    level: "warning",
    message:
      "The text after `#` in a path is never sent. The server distinguishes such operations by parameters and body only.",
    remedy: "Remove the fragment from the path.",
    changesClient: true,
  },
  "path/query": {
    level: "info",
    message: "OpenAPI does not allow a query in a path; the client sends it before the query parameters.",
    remedy: "Describe the query as parameters.",
  },
  "path/undeclared-parameters": {
    level: "warning",
    message: "The contract does not describe the path parameters {names:list}; the client takes strings.",
    remedy: "Describe each path parameter.",
  },
  "parameter/not-in-path": {
    level: "warning",
    message: "The path {path} does not contain {name}; the client omits the parameter.",
    remedy: "Add the parameter to the path, or remove it.",
    changesClient: true,
  },
  "parameter/null-in-path": {
    level: "warning",
    message:
      "The path parameter {name} of {operation} allows only null, which has no text; the client takes a string.",
    remedy: "Describe the parameter as a string, number or boolean.",
    changesClient: true,
  },
  "parameter/invalid-header-name": {
    level: "warning",
    message: "{name} is not a valid header name; the client omits the parameter.",
    remedy: "Correct the name (RFC 9110, section 5.6.2).",
    changesClient: true,
  },
  "parameter/quoted-text": {
    level: "warning",
    message:
      "The parameter {name} of {operation} is text described as JSON (`content`); the client sends it in quotes.",
    remedy: "Describe it with `schema` if the server expects plain text.",
  },
  "parameter/style": {
    level: "warning",
    message: "A parameter in {location:text} cannot have the style {style}; the client uses {used}.",
    remedy: "Correct `style`.",
    changesClient: true,
  },
  "parameter/repeated-query": {
    level: "warning",
    message: "Several parameters describe the query: {names:list}. The client sends all of them.",
    remedy: "Describe the query by one `querystring` parameter or by `query` parameters.",
  },
  "parameter/repeated": {
    level: "info",
    message: "The list has the parameter {name} in {location:text} twice; the client uses one.",
    remedy: "Remove one of the two.",
  },
  "parameter/transport-header": {
    level: "info",
    message: "The client omits the header parameter {name}: the transport sends that header itself.",
    remedy: "Remove the parameter.",
  },
  "parameter/ignored-header": {
    level: "info",
    message: "OpenAPI ignores the header parameter {name}; the client omits it.",
    remedy: "Use the media types of bodies and responses, or a security scheme.",
  },
  "link/unknown-operation": {
    level: "info",
    message:
      "The link {link} leads to {target}, which is not an operation of this contract; the client ignores it.",
    remedy: "Correct `operationId` or `operationRef`.",
  },
  "link/ambiguous-operation": {
    level: "info",
    message:
      "The link {link} leads to {target}, the `operationId` of several operations; the client ignores it.",
    remedy: "Give each operation its own `operationId`.",
  },
  "link/without-operation": {
    level: "info",
    message: "The link {link} names no operation; the client ignores it.",
    remedy: "Add `operationId` or `operationRef`.",
  },
  "webhook/invalid-header-name": {
    level: "warning",
    message: "{name} is not a valid header name; the client omits the parameter of the webhook {webhook}.",
    remedy: "Correct the name (RFC 9110, section 5.6.2).",
  },
  "webhook/untyped-parameter": {
    level: "info",
    message: "The {location:text} parameter {name} of the webhook {webhook} has no type in the client.",
    remedy: "Read it from the request.",
  },
  "webhook/untyped-response": {
    level: "info",
    message: "The response to a webhook or callback has no type in the client.",
    remedy: "Write the response as the contract describes it.",
  },
  "webhook/unnamed-members": {
    level: "info",
    message:
      "Members that the query parameter {name} of the webhook {webhook} does not name have no type in the client.",
    remedy: "Read them from the query: each is a parameter of its own.",
  },
} as const satisfies Rules;
