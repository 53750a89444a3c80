import type { Convention, DiffRules } from "./diff-rule.js";
import { lifeCycleRules } from "./life-cycle-rules.js";

const unknownIsIgnored: Convention = {
  level: "compatible",
  reason: "Receivers ignore parameters that they do not know.",
};

const noLongerSent: Convention = {
  level: "breaking",
  reason: "Receivers that read it no longer get it.",
};

/** Section D of the catalogue, without what is in the schema of a parameter: there the rules of schemas count (D10 to D21). */
export const parameterRules = {
  "parameter.required-added": {
    catalogue: "D1",
    directed: true,
    title: "{element:text} was added, and it is required.",
    why: {
      request: "Released clients do not send it.",
      response: "Receivers ignore parameters that they do not know.",
    },
    runtime: "The server refuses the call, usually with 400.",
    mirror: "parameter.removed",
  },
  "parameter.optional-added": {
    catalogue: "D2",
    directed: true,
    title: "{element:text} was added, and it is optional.",
    why: {
      request: "Calls without it go on working.",
      response: "Receivers ignore parameters that they do not know.",
    },
    convention: { response: unknownIsIgnored },
    mirror: "parameter.removed",
  },
  "parameter.removed": {
    catalogue: "D3",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request: "The API refuses it, or ignores it and responds to another question than the caller's.",
      response: "Receivers that read it no longer get it.",
    },
    runtime: "Calls that send it get an error, or a response as if they did not.",
    convention: { response: noLongerSent },
    mirror: "parameter.optional-added",
  },
  "parameter.header-removed": {
    catalogue: "D3",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request: "The API ignores it. What callers wanted to achieve with it no longer happens.",
      response: "Receivers that read it no longer get it.",
    },
    runtime: "Calls that send it get a response as if they did not.",
    convention: {
      request: {
        level: "risky",
        reason:
          "Servers ignore header fields that they do not know (RFC 9110, section 5.1), and cookies likewise. Calls go on working.",
      },
      response: noLongerSent,
    },
    mirror: "parameter.optional-added",
  },
  "parameter.removed-before-sunset": {
    catalogue: "B4",
    directed: true,
    title: "{element:text} was removed before its sunset date {date}.",
    why: {
      request: "The API refuses or ignores it, although the contract promised it until that date.",
      response: "Receivers no longer get it, although the contract promised it until that date.",
    },
    convention: { response: noLongerSent },
    mirror: "parameter.optional-added",
  },
  "parameter.became-required": {
    catalogue: "D4",
    directed: true,
    title: "{element:text} became required.",
    why: {
      request: "Calls that omit it are refused.",
      response: "Receivers get it every time.",
    },
    runtime: "The server refuses calls without it, usually with 400.",
    mirror: "parameter.became-optional",
  },
  "parameter.became-optional": {
    catalogue: "D5",
    directed: true,
    title: "{element:text} became optional.",
    why: {
      request: "Calls that send it go on working.",
      response: "Receivers cannot rely on getting it.",
    },
    mirror: "parameter.became-required",
  },
  "parameter.location-changed": {
    catalogue: "D6",
    directed: true,
    title: "{element:text} is sent as {new:text}, no longer as {old:text}.",
    why: {
      request: "Released clients send it where the API no longer reads it.",
      response: "Receivers read it where it no longer comes.",
    },
    mirror: "parameter.location-changed",
  },
  "parameter.renamed": {
    catalogue: "D6",
    directed: true,
    title: "{element:text} was renamed from {old} to {new}.",
    why: {
      request: "Released clients send it under the old name, which the API no longer reads.",
      response: "Receivers read the old name, which no longer comes.",
    },
    mirror: "parameter.renamed",
  },
  "parameter.serialisation-changed": {
    catalogue: "D7",
    directed: true,
    title: "{element:text} is written in another way: {members:list}.",
    why: {
      request:
        "Released clients write its values in the old way. Values that read the same in both are safe.",
      response: "Receivers read its values in the old way.",
    },
    runtime: "The server reads another value, or refuses the call.",
    mirror: "parameter.serialisation-changed",
  },
  "parameter.empty-allowed": {
    catalogue: "D7",
    directed: true,
    title: "{element:text} may be sent without a value.",
    why: {
      request: "Calls with a value go on working.",
      response: "Receivers have to expect it without a value.",
    },
    mirror: "parameter.empty-forbidden",
  },
  "parameter.empty-forbidden": {
    catalogue: "D7",
    directed: true,
    title: "{element:text} must have a value.",
    why: {
      request: "Calls that send it without a value are refused.",
      response: "Receivers always get a value.",
    },
    mirror: "parameter.empty-allowed",
  },
  "parameter.format-changed": {
    catalogue: "D8",
    directed: true,
    title: "{element:text} is written as {new}, no longer as {old}.",
    why: {
      request: "Released clients write it in the old format.",
      response: "Receivers read it in the old format.",
    },
    mirror: "parameter.format-changed",
  },
  "parameter.schema-added": {
    catalogue: "D8",
    directed: true,
    title: "{element:text} got a schema.",
    why: {
      request: "Values that were allowed before may be refused.",
      response: "Receivers get the values that the schema allows.",
    },
    mirror: "parameter.schema-removed",
  },
  "parameter.schema-removed": {
    catalogue: "D8",
    directed: true,
    title: "{element:text} lost its schema.",
    why: {
      request: "Every value is allowed now.",
      response: "Receivers may get any value.",
    },
    mirror: "parameter.schema-added",
  },
  ...lifeCycleRules({ key: "parameter", deprecated: "B7" }),
} satisfies DiffRules;
