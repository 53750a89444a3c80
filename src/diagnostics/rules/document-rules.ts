import type { Rules } from "../rule.js";

/**
 * Diagnostics of the document as it is read. Rules of `@redocly/openapi-core` keep their id behind `openapi/`; what comes
 * behind that id is what the client makes of the value.
 */
export const documentRules = {
  "document/unfinished-write": {
    level: "warning",
    message:
      "The last write to {folder} is not finished; its contract may be older or newer than its source.",
    remedy: "Run `cabinetry generate` with the contract and this folder: it finishes the write.",
    changesClient: true,
  },
  "openapi/struct-value-ignored": {
    level: "warning",
    message: "{problem:text} The client ignores the value.",
    remedy: "Correct the value, or remove it.",
    changesClient: true,
  },
  "openapi/struct-empty-value": {
    level: "warning",
    message: "{problem:text} The client reads an object without members.",
    remedy: "Describe the value, write an empty object in its place, or remove it.",
  },
  "document/info": {
    level: "warning",
    message: "{problem:text} The client calls the API `API` without a title, and `0` without a version.",
    remedy: "Write `info.title` and `info.version`. `name` in `cabinetry.yaml` names the class.",
  },
  "openapi/struct-alternative-type": {
    level: "warning",
    message: "{problem:text} The client ignores the value: the alternative allows any type.",
    remedy: "Correct `type`; otherwise the type of the whole may become `unknown`.",
    changesClient: true,
  },
  "overlay/nothing-selected": {
    level: "warning",
    message: "{target} selects nothing in the contract; the action of the overlay has no effect.",
    remedy: "Correct `target` or `copy`, or remove the action.",
  },
  "reference/circle": {
    level: "error",
    message: "This $ref leads only to other references, round in a circle.",
    remedy: "Let the `$ref` lead to a value.",
  },
  "reference/to-itself": {
    level: "error",
    message: "This $ref leads to the object that contains it, so that no value is described.",
    remedy: "Remove the `$ref`, or let it lead to another value. Members beside it may stay.",
  },
  "reference/too-many-steps": {
    level: "error",
    message: "This $ref leads to a value only through more than {limit:text} references.",
    remedy: "Let the `$ref` lead to the value directly.",
  },
  "reference/too-deep": {
    level: "error",
    message: "References lead from schema to schema, and to this $ref, deeper than Cabinetry can check.",
    remedy: "Describe the value with fewer schemas that refer to each other in a row.",
  },
  "openapi/no-unresolved-refs": {
    level: "error",
    message: "{problem:text}",
    remedy: "Correct the reference. A `$ref` is resolved from the file that contains it.",
  },
  "reference/lenient": {
    level: "warning",
    message: "{problem:text} The client types the value `unknown`.",
    remedy: "Correct the reference, or add its target with an overlay.",
    changesClient: true,
  },
  "reference/lenient-empty": {
    level: "warning",
    message: "{problem:text} The client has no operation, webhook or callback of this target.",
    remedy: "Correct the reference, or add its target with an overlay.",
    changesClient: true,
  },
  "reference/lenient-omitted": {
    level: "warning",
    message: "{problem:text} The client omits the value.",
    remedy: "Correct the reference, or add its target with an overlay.",
    changesClient: true,
  },
  "reference/unselected": {
    level: "info",
    message: "{problem:text} No selected operation needs the value.",
    remedy:
      "Correct the reference, or add its target with an overlay, before you select an operation that needs it.",
  },
  "openapi/struct-error": {
    level: "error",
    message: "{problem:text}",
    remedy: "Correct the document as the OpenAPI Specification describes it.",
  },
  "openapi/bundler-error": {
    level: "error",
    message: "{problem:text}",
    remedy: "Correct the document at this location.",
  },
  "openapi/no-unresolved-refs-ignored": {
    level: "warning",
    message: "{problem:text} The client ignores the value.",
    remedy: "Correct the reference, or remove it.",
  },
  "openapi/bundler": {
    level: "warning",
    message: "{problem:text}",
    remedy: "Give different schemas different names.",
  },
  "openapi/struct": {
    level: "warning",
    message: "{problem:text}",
    remedy: "Correct the document as the OpenAPI Specification describes it.",
  },
  "openapi/struct-read-as-text": {
    level: "info",
    message: "{problem:text} The client reads the value as text.",
    remedy: "Write the value in quotes.",
  },
  "openapi/struct-other-version": {
    level: "info",
    message: "{problem:text} The client reads it as the OpenAPI version that defines it.",
    remedy: "Write it as this OpenAPI version does, or declare the other version.",
  },
  "openapi/struct-known-keyword": {
    level: "info",
    message: "{problem:text} In a schema, the client applies {keyword}.",
    remedy: "Write it as this OpenAPI version does, or declare the other version.",
  },
  "openapi/spec-components-invalid-map-name": {
    level: "info",
    message: "{problem:text}",
    remedy: "Use letters, digits, `.`, `-` and `_` in names of components.",
  },
  "document/version": {
    level: "info",
    message: "`openapi` is {version}; the client reads it as {full}.",
    remedy: "Write the version in full and as text.",
  },
} as const satisfies Rules;
