import type { Rules } from "../rule.js";

/** Diagnostics of schemas: what is read otherwise than it is written, and what contradicts itself. */
export const schemaRules = {
  "schema/contradiction": {
    level: "warning",
    message: "No value matches all of {parts:list}; the type is `never`.",
    remedy: "Correct the schema so that one value can match all its keywords.",
    changesClient: true,
  },
  "schema/only-null": {
    level: "warning",
    message: "Only null matches all of {parts:list}; the type is `null`.",
    remedy: "Correct the schema so that one value can match all its keywords.",
    changesClient: true,
  },
  "schema/type-ignored": {
    level: "warning",
    message: "`type` contradicts its sibling keywords: {parts:list}. The client ignores `type`.",
    remedy: "Correct `type`, or remove it.",
    changesClient: true,
  },
  "schema/type-only-null": {
    level: "warning",
    message:
      "`type` contradicts its sibling keywords: {parts:list}. The client keeps only the null of `type`.",
    remedy: "Correct `type`, or remove it.",
    changesClient: true,
  },
  "schema/impossible-member": {
    level: "warning",
    message: "No value of the member {member} matches all of {parts:list}.",
    remedy: "Correct the parts so that one value can match them all, or remove the member.",
    changesClient: true,
  },
  "schema/empty-enum": {
    level: "warning",
    message: "`enum` is empty; no value is valid.",
    remedy: "List the values, or remove `enum`.",
    changesClient: true,
  },
  "schema/empty-combinator": {
    level: "warning",
    message: "{keyword} is an empty list; the client ignores it.",
    remedy: "List at least one schema, or remove the keyword.",
  },
  "schema/ignored-siblings": {
    level: "warning",
    message: "OpenAPI 3.0 ignores the keywords beside `$ref`: {keywords:list}.",
    remedy: "Put the `$ref` into an `allOf` if the keywords must apply.",
    changesClient: true,
  },
  "schema/self-reference": {
    level: "warning",
    message: "The reference {reference} makes the schema contain only itself; the client ignores it.",
    remedy: "Remove the reference, or refer to a schema with content of its own.",
    changesClient: true,
  },
  "schema/self-reference-replaced": {
    level: "warning",
    message:
      "The reference {reference} makes the schema contain only itself; the other alternatives of its target replace it.",
    remedy: "List the alternatives in one place.",
  },
  "schema/dynamic-reference": {
    level: "warning",
    message: "The dynamic reference {reference} can mean several schemas; its value can be anything.",
    remedy: "Name one schema with `$ref`.",
    changesClient: true,
  },
  "schema/dynamic-reference-elsewhere": {
    level: "warning",
    message:
      "A dynamic reference in {schema} means {outer} when it is reached from here; the client reads {schema} alone.",
    remedy: "Name one schema with `$ref`, or extend the other schema directly.",
  },
  "schema/dynamic-references-unlisted": {
    level: "warning",
    message: "More than {limit} dynamic references mean another schema; further ones are not listed.",
    remedy: "Name one schema with `$ref`, or extend the other schema directly.",
  },
  "schema/inline-dynamic-anchor": {
    level: "warning",
    message: "The dynamic anchor {name} is outside of `components.schemas`; it changes no component.",
    remedy: "Declare the schema in `components.schemas`.",
  },
  "schema/dynamic-anchor-limit": {
    level: "warning",
    message:
      "More than {limit} schemas are extended with dynamic anchors; the client reads further ones alone.",
    remedy: "Use fewer dynamic anchors.",
    changesClient: true,
  },
  "schema/enum-beyond-sibling": {
    level: "warning",
    message: "`enum` lists values that a sibling `enum` does not list: {values:list}.",
    remedy: "List the same values in both, or remove one list.",
  },
  "schema/dialect": {
    level: "warning",
    message: "{keyword} is {dialect}; the client reads the schemas as JSON Schema 2020-12.",
    remedy: "Write the schemas in JSON Schema 2020-12.",
  },
  "schema/read-and-write-only": {
    level: "warning",
    message: "The schema is both `readOnly` and `writeOnly`; the client ignores both.",
    remedy: "Keep one of the two keywords.",
  },
  "schema/unclear-mark": {
    level: "warning",
    message:
      "{name} may mark sensitive data, but its value does not say so in known words. The client does not mask it.",
    remedy: "Name the member in `sensitive` of cabinetry.yaml, or add `x-sensitive: true`.",
  },
  "schema/untyped-list": {
    level: "info",
    message: "The schema has `items` and no `type`; the client reads it as a list.",
    remedy: "Add `type: array`.",
  },
  "schema/closed-part": {
    level: "info",
    message:
      "`additionalProperties: false` at {part} forbids members that sibling keywords describe: {members:list}. The client allows them.",
    remedy: "Write `unevaluatedProperties: false`, which knows the members of all parts.",
  },
  "schema/enum-beyond-type": {
    level: "info",
    message: "`enum` lists values that `type` does not allow; the client keeps them.",
    remedy: "Add their type to `type`, or remove the values.",
  },
  "schema/const-beyond-type": {
    level: "info",
    message: "`type` does not allow the value of `const`; the client keeps it.",
    remedy: "Correct `type` or `const`.",
  },
  "schema/const-beyond-enum": {
    level: "info",
    message: "`enum` does not list the value of `const`; the client keeps it.",
    remedy: "Add the value to `enum`, or remove `enum`.",
  },
  "schema/nullable-beside-reference": {
    level: "info",
    message: "OpenAPI 3.0 ignores `nullable` beside `$ref`; the client allows null.",
    remedy: "Put the `$ref` into an `allOf` beside `nullable`.",
  },
  "schema/nullable-part": {
    level: "info",
    message: "`nullable` in one part of `allOf` does not allow null; the client allows null.",
    remedy: "Write `nullable` beside `allOf`.",
  },
  "schema/null-alternative": {
    level: "info",
    message:
      "A `nullable` alternative allows {allowed:text} and describes no more; the client reads it as null.",
    remedy: "Write `enum: [null]` in OpenAPI 3.0, or `type: 'null'` since 3.1.",
  },
  "schema/list-items": {
    level: "info",
    message: "`items` is a list; the client reads it as `prefixItems`.",
    remedy: "Write `prefixItems`, the keyword of JSON Schema 2020-12.",
  },
  "schema/name-case": {
    level: "info",
    message: "The schema {schema} is named {name}: {preferred} and {other} differ only in case.",
    remedy: "Rename one of the schemas in the contract if you prefer another name.",
  },
  "schema/name-taken": {
    level: "info",
    message: "The schema {schema} is named {name}: {preferred} is the name of another schema.",
    remedy: "Rename one of the schemas in the contract if you prefer another name.",
  },
  "schema/name-reserved": {
    level: "info",
    message:
      "The schema {schema} is named {name}: {reserved} is reserved, and {preferred} is another schema.",
    remedy: "Rename the schema in the contract if you prefer another name.",
  },
  "discriminator/unknown-target": {
    level: "warning",
    message:
      "The mapping {value} leads to {target}, which is not one of the alternatives; the client ignores it.",
    remedy: "Correct the mapping, or add the schema to the alternatives.",
    changesClient: true,
  },
  "discriminator/unrelated-target": {
    level: "warning",
    message:
      "The mapping {value} leads to {target}, which does not extend the schema with `allOf`; the client ignores it.",
    remedy: "Correct the mapping, or let the target extend the schema.",
    changesClient: true,
  },
  "discriminator/unknown-default": {
    level: "warning",
    message: "`defaultMapping` is {target}, which is not one of the alternatives; the client ignores it.",
    remedy: "Correct `defaultMapping`, or add the schema to the alternatives.",
    changesClient: true,
  },
  "discriminator/contradicted-mapping": {
    level: "warning",
    message:
      "The mapping {value} leads to {schema}, whose {property} can only be {literals:list}. The client follows the schema.",
    remedy: "Correct the mapping, or the values of the property.",
    changesClient: true,
  },
  "discriminator/implied-value": {
    level: "warning",
    message:
      "No mapping leads to {schema}; its {property} is taken to be {schema}, although the schema mentions {other}.",
    remedy: "Add a mapping for the schema.",
  },
  "discriminator/optional": {
    level: "info",
    message:
      "The discriminator {property} is not required, and OpenAPI does not define its absence; the types require it.",
    remedy: "Add the property to `required`.",
  },
  "discriminator/optional-in-base": {
    level: "info",
    message:
      "The discriminator {property} is not required; the client reads a value without it as the schema itself.",
    remedy: "Add the property to `required`.",
  },
} as const satisfies Rules;
