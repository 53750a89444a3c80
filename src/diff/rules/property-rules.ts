import type { DiffRules } from "./diff-rule.js";
import { policyRules } from "./life-cycle-rules.js";

/** Section G of the catalogue, and K27 and K28: properties of objects, at any depth. */
export const propertyRules = {
  "property.required-added": {
    catalogue: "G1",
    directed: true,
    title: "{element:text} was added and is required.",
    why: {
      request: "Released clients do not send it, and what they send is rejected. A default does not help.",
      response: "Callers ignore members that they do not know.",
    },
    mirror: "property.removed",
  },
  "property.optional-added": {
    catalogue: "G2",
    directed: true,
    title: "{element:text} was added and is optional.",
    why: {
      request: "Values without it stay valid.",
      response: "Callers ignore members that they do not know.",
    },
    convention: {
      response: { level: "compatible", reason: "Members that a client does not know are ignored." },
    },
    mirror: "property.removed",
  },
  "property.removed": {
    catalogue: "G3",
    directed: true,
    title: "{element:text} was removed.",
    why: {
      request:
        "Released clients still send it. A server that does not know it ignores the value or rejects the request.",
      response: "Callers that read it find nothing.",
    },
    convention: {
      response: { level: "breaking", reason: "Callers read it, whether it is required or not." },
    },
    mirror: "property.optional-added",
  },
  "property.renamed": {
    catalogue: "G6",
    directed: true,
    title: "{element:text} was named {from} before.",
    why: {
      request: "Released clients send the old name, which the server does not know.",
      response: "Callers that read the old name find nothing.",
    },
    mirror: "property.renamed",
  },
  "property.became-required": {
    catalogue: "G4",
    directed: true,
    title: "{element:text} became required.",
    why: {
      request: "Values without it were valid and are not any more. A default does not help.",
      response: "It always comes from now on.",
    },
    mirror: "property.became-optional",
  },
  "property.became-optional": {
    catalogue: "G5",
    directed: true,
    title: "{element:text} became optional.",
    why: {
      request: "Values with it stay valid.",
      response: "Callers that rely on it can find nothing.",
    },
    mirror: "property.became-required",
  },
  "property.became-read-only": {
    catalogue: "G8 G9",
    directed: true,
    title: "{element:text} became read-only.",
    why: {
      request: "Requests could set it and cannot any more.",
      response: "Responses hold it as before.",
    },
    mirror: "property.became-not-read-only",
  },
  "property.became-not-read-only": {
    catalogue: "G8 G10",
    directed: true,
    title: "The mark `readOnly` of {element:text} was removed.",
    why: {
      request: "Requests can set it. Where it is required, they must.",
      response: "Requests can set it from now on. Responses have it as before.",
    },
    convention: { response: { level: "compatible", reason: "Responses hold it as before." } },
    mirror: "property.became-read-only",
  },
  "property.became-write-only": {
    catalogue: "G7 G11",
    directed: true,
    title: "{element:text} became write-only.",
    why: {
      request: "Requests can set it as before.",
      response: "Responses do not hold it any more.",
    },
    convention: { request: { level: "compatible", reason: "Requests can set it as before." } },
    mirror: "property.became-not-write-only",
  },
  "property.became-not-write-only": {
    catalogue: "G7 G12",
    directed: true,
    title: "The mark `writeOnly` of {element:text} was removed.",
    why: {
      request: "Requests can set it as before.",
      response: "Callers ignore members that they do not know.",
    },
    convention: {
      response: { level: "compatible", reason: "Members that a client does not know are ignored." },
    },
    mirror: "property.became-write-only",
  },
  "property.deprecated": {
    catalogue: "B8",
    directed: true,
    title: "{element:text} was deprecated.",
    why: "It works as before, and will be removed some day.",
    convention: { level: "compatible", reason: "Values do not change." },
    mirror: "property.deprecation-withdrawn",
  },
  "property.deprecation-withdrawn": {
    catalogue: "B6",
    directed: true,
    title: "The deprecation of {element:text} was withdrawn.",
    why: "It works as before.",
    convention: { level: "compatible", reason: "Values do not change." },
    mirror: "property.deprecated",
  },
  "additional-properties.closed": {
    catalogue: "K26 K27",
    directed: true,
    title: "{element:text}: further properties are no longer allowed.",
    why: {
      request: "Properties that the contract does not name are rejected.",
      response: "Properties that the contract does not name do not come any more.",
    },
    mirror: "additional-properties.opened",
  },
  "additional-properties.opened": {
    catalogue: "K26 K28",
    directed: true,
    title: "{element:text}: further properties are allowed.",
    why: {
      request: "All values that were valid stay valid.",
      response: "Properties can come that the contract does not name.",
    },
    convention: {
      response: { level: "risky", reason: "Clients mostly ignore members that they do not know." },
    },
    mirror: "additional-properties.closed",
  },
  "additional-properties.narrowed": {
    catalogue: "K27",
    directed: true,
    title: "{element:text}: the values of further properties are limited.",
    why: {
      request: "Values that were valid are rejected.",
      response: "All values that can come could come before.",
    },
    mirror: "additional-properties.widened",
  },
  "additional-properties.widened": {
    catalogue: "K28",
    directed: true,
    title: "{element:text}: further properties may have any value.",
    why: {
      request: "All values that were valid stay valid.",
      response: "Callers can get values that they do not expect.",
    },
    mirror: "additional-properties.narrowed",
  },
  ...policyRules("property"),
} satisfies DiffRules;
