import type { Convention, DiffRules } from "./diff-rule.js";

const readByItsHeaders: Convention = {
  level: "risky",
  reason: "Most readers decode a part by its own headers, which the message has.",
};

const chosenByCaller: Convention = {
  level: "compatible",
  reason: "The caller chooses among the media types of a response (RFC 9110, section 12.5.1).",
};

/** Section E of the catalogue. */
export const bodyRules = {
  "body.required-added": {
    catalogue: "E1",
    directed: true,
    title: "{element:text} was added, and it is required.",
    why: {
      request: "Released clients send no body.",
      response: "Receivers ignore a body that they do not know.",
    },
    runtime: "The server refuses the call, usually with 400.",
    mirror: "body.removed",
  },
  "body.optional-added": {
    catalogue: "E2",
    directed: true,
    title: "{element:text} was added, and it is optional.",
    why: {
      request: "Calls without a body go on working.",
      response: "Receivers ignore a body that they do not know.",
    },
    convention: {
      response: { level: "compatible", reason: "Receivers ignore a body that they do not know." },
    },
    mirror: "body.removed",
  },
  "body.removed": {
    catalogue: "E3",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request: "The API refuses or ignores what callers send.",
      response: "Receivers no longer get the data.",
    },
    runtime: "The server refuses the body, or does not act on it.",
    convention: {
      response: { level: "breaking", reason: "Receivers no longer get the data that they read." },
    },
    mirror: "body.optional-added",
  },
  "body.became-required": {
    catalogue: "E4",
    directed: true,
    title: "{element:text} became required.",
    why: {
      request: "Calls without a body are refused.",
      response: "Receivers get it every time.",
    },
    runtime: "The server refuses calls without a body, usually with 400.",
    mirror: "body.became-optional",
  },
  "body.became-optional": {
    catalogue: "E4",
    directed: true,
    title: "{element:text} became optional.",
    why: {
      request: "Calls that send it go on working.",
      response: "Receivers cannot rely on getting it.",
    },
    mirror: "body.became-required",
  },
  "media-type.added": {
    catalogue: "E5 E6",
    directed: true,
    title: "{element:text} was added.",
    why: {
      request: "Callers go on sending the media type that they know.",
      response: "Callers go on requesting the media type that they know.",
    },
    convention: { response: chosenByCaller },
    mirror: "media-type.removed",
  },
  "media-type.removed": {
    catalogue: "E5 E6",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request: "Released clients that send this media type are refused.",
      response: "Released clients that read this media type no longer get it.",
    },
    runtime: {
      request: "The server refuses the body, usually with 415.",
      response: "The server responds with 406, or with content that clients cannot read.",
    },
    convention: {
      response: {
        level: "breaking",
        reason:
          "The caller chooses among the media types of a response: a choice that is gone breaks its callers.",
      },
    },
    mirror: "media-type.added",
  },
  "delivered-type.added": {
    catalogue: "E5 B18",
    directed: true,
    direction: "response",
    title: "{element:text} was added.",
    why: "The API chooses what it sends. Receivers cannot read a media type that they do not know.",
    mirror: "delivered-type.removed",
  },
  "delivered-type.removed": {
    catalogue: "E5 B18",
    directed: true,
    direction: "response",
    title: "{element:text} was removed.",
    why: "Receivers get only media types that they know.",
    mirror: "delivered-type.added",
  },
  "media-type.generalised": {
    catalogue: "E7",
    directed: true,
    title: "{element:text} became more general: {new}, no longer {old}.",
    why: {
      request: "What callers send is still among it.",
      response: "Content may come that released clients cannot read.",
    },
    mirror: "media-type.specialised",
  },
  "media-type.specialised": {
    catalogue: "E7",
    directed: true,
    title: "{element:text} became more specific: {new}, no longer {old}.",
    why: {
      request: "Part of what callers were allowed to send is refused.",
      response: "What comes was allowed before.",
    },
    mirror: "media-type.generalised",
  },
  "media-type.parameters-changed": {
    catalogue: "E7",
    directed: true,
    title: "The parameters of {element:text} changed: {new}, no longer {old}.",
    why: "Readers and writers choose their format by the type itself.",
    convention: {
      level: "compatible",
      reason: "Parameters such as `charset` change no format that JSON readers and writers have.",
    },
    mirror: "media-type.parameters-changed",
  },
  "media-type.schema-added": {
    catalogue: "E8",
    directed: true,
    title: "{element:text} got a schema.",
    why: {
      request: "Content that was allowed before may be refused.",
      response: "Content that comes follows the schema. Before, it could be anything.",
    },
    mirror: "media-type.schema-removed",
  },
  "media-type.schema-removed": {
    catalogue: "E8",
    directed: true,
    title: "{element:text} lost its schema.",
    why: {
      request: "Any content is allowed now.",
      response: "Any content may come now.",
    },
    mirror: "media-type.schema-added",
  },
  "encoding.changed": {
    catalogue: "E9",
    directed: true,
    title: "{element:text} is encoded in another way: {members:list}.",
    why: {
      request: "Released clients encode it in the old way.",
      response: "Receivers decode it in the old way.",
    },
    runtime: "The receiver reads another value, or refuses the body.",
    convention: { response: readByItsHeaders },
    mirror: "encoding.changed",
  },
  "encoding.types-widened": {
    catalogue: "E9",
    directed: true,
    title: "{element:text} may have more media types: {new}, not only {old}.",
    why: {
      request: "Released clients go on sending the media type that they know.",
      response: "Receivers may get a media type that they do not know.",
    },
    convention: { response: readByItsHeaders },
    mirror: "encoding.types-narrowed",
  },
  "encoding.types-narrowed": {
    catalogue: "E9",
    directed: true,
    title: "{element:text} may have fewer media types: {new}, no longer all of {old}.",
    why: {
      request: "Released clients may send a media type that is refused now.",
      response: "Receivers get only media types that they know.",
    },
    runtime: "The receiver refuses the part, usually with 415.",
    mirror: "encoding.types-widened",
  },
  "xml.changed": {
    catalogue: "E9",
    directed: true,
    title: "{element:text} is written in another way as XML.",
    why: {
      request: "Released clients write the old names, which the server does not know.",
      response: "Released clients look for the old names.",
    },
    mirror: "xml.changed",
  },
} satisfies DiffRules;
