import type { Convention, DiffRules } from "./diff-rule.js";
import { lifeCycleRules } from "./life-cycle-rules.js";

const errorsAreOpen: Convention = {
  level: "compatible",
  reason: "Any server may respond with any error. Clients handle errors that the contract does not list.",
};

/** Section F of the catalogue, without what is in the schema of a header: there the rules of schemas count (F8, F9). */
export const responseRules = {
  "status.success-removed": {
    catalogue: "F1",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request: "The API no longer accepts this response from the receiver.",
      response: "Callers wait for a response that no longer comes, and know no other success.",
    },
    runtime: "Calls that succeed end with another status, which released clients do not read.",
    convention: {
      response: {
        level: "breaking",
        reason: "Callers read what it has, and no other success that they know comes in its place.",
      },
    },
    mirror: "status.success-added",
  },
  "status.success-alternative-removed": {
    catalogue: "F1",
    directed: true,
    title: "{element:text} was removed. Another success stays.",
    why: {
      request: "The API no longer accepts this response from the receiver.",
      response: "Callers read the other success, as they do today.",
    },
    mirror: "status.success-added",
  },
  "status.success-added": {
    catalogue: "F2",
    directed: true,
    title: "{element:text} was added.",
    why: {
      request: "Receivers go on responding as they do.",
      response: "Released clients may take this status for an error, or read it as another one.",
    },
    runtime: "A call may succeed with a status that released clients do not know.",
    convention: {
      response: {
        level: "risky",
        reason:
          "Clients read a 2xx that they do not know like any other (RFC 9110, section 15), but not its content.",
      },
    },
    mirror: "status.success-removed",
  },
  "status.became-address": {
    catalogue: "F2",
    directed: true,
    title: "{element:text} is a success now: calls give its address.",
    why: {
      request: "No client reads responses to what the API sends.",
      response: "Released clients take it for an error, and may read content that it no longer has.",
    },
    convention: {
      level: "risky",
      reason: "Clients of both contracts know the status, but read it differently.",
    },
    mirror: "status.became-error",
  },
  "status.became-error": {
    catalogue: "F1",
    directed: true,
    title: "{element:text} is an error now: calls no longer give its address.",
    why: {
      request: "No client reads responses to what the API sends.",
      response: "Released clients take it for a success, and give its address.",
    },
    convention: {
      level: "risky",
      reason: "Clients of both contracts know the status, but read it differently.",
    },
    mirror: "status.became-address",
  },
  "status.error-added": {
    catalogue: "F3",
    directed: true,
    title: "{element:text} was added.",
    why: {
      request: "Receivers go on responding as they do.",
      response: "Released clients handle it like any response that the contract does not list.",
    },
    convention: { response: errorsAreOpen },
    mirror: "status.error-removed",
  },
  "status.error-removed": {
    catalogue: "F3",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request: "The API no longer accepts this response from the receiver.",
      response: "Clients handle errors that the contract does not list.",
    },
    mirror: "status.error-added",
  },
  "header.required-added": {
    catalogue: "F7",
    directed: true,
    title: "{element:text} was added, and it is always there.",
    why: {
      request: "Released code does not send it.",
      response: "Callers ignore headers that they do not know.",
    },
    mirror: "header.required-removed",
  },
  "header.optional-added": {
    catalogue: "F7",
    directed: true,
    title: "{element:text} was added.",
    why: {
      request: "Messages without it stay valid.",
      response: "Callers ignore headers that they do not know.",
    },
    convention: {
      response: {
        level: "compatible",
        reason: "Recipients ignore header fields that they do not know (RFC 9110, section 5.1).",
      },
    },
    mirror: "header.optional-removed",
  },
  "header.required-removed": {
    catalogue: "F5",
    directed: true,
    title: "{element:text} was removed, and it was always there before.",
    why: {
      request: "It may still be sent.",
      response: "Callers that read it no longer get it.",
    },
    mirror: "header.required-added",
  },
  "header.optional-removed": {
    catalogue: "F6",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request: "The API no longer reads it where it is sent.",
      response: "Callers that read it no longer get it. The contract never promised that it comes.",
    },
    convention: {
      level: "risky",
      reason: "The header was optional: readers had to work without it, but may have used it.",
    },
    mirror: "header.optional-added",
  },
  "header.became-required": {
    catalogue: "F5",
    directed: true,
    title: "{element:text} is always there.",
    why: {
      request: "Messages without it break the contract.",
      response: "Callers can rely on it.",
    },
    mirror: "header.became-optional",
  },
  "header.became-optional": {
    catalogue: "F5",
    directed: true,
    title: "{element:text} became optional.",
    why: {
      request: "Messages can omit it.",
      response: "Callers cannot rely on it any longer.",
    },
    mirror: "header.became-required",
  },
  "header.format-changed": {
    catalogue: "F8",
    directed: true,
    title: "{element:text} is written as {new}, no longer as {old}.",
    why: {
      request: "Released code writes it in the old format.",
      response: "Released clients read it in the old format.",
    },
    mirror: "header.format-changed",
  },
  "header.serialisation-changed": {
    catalogue: "F8",
    directed: true,
    title: "{element:text} is written in another way: {members:list}.",
    why: {
      request: "Receivers write it in the old way.",
      response: "Released clients read it in the old way.",
    },
    mirror: "header.serialisation-changed",
  },
  "header.schema-added": {
    catalogue: "F9",
    directed: true,
    title: "{element:text} got a schema.",
    why: {
      request: "Values that receivers send may be refused.",
      response: "Values follow the schema. Before, they could be anything.",
    },
    mirror: "header.schema-removed",
  },
  "header.schema-removed": {
    catalogue: "F8",
    directed: true,
    title: "{element:text} lost its schema.",
    why: {
      request: "Any value is allowed now.",
      response: "Any value may come now.",
    },
    mirror: "header.schema-added",
  },
  ...lifeCycleRules({ key: "header", deprecated: "B7" }),
} satisfies DiffRules;
