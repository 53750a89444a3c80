import type { NormalizedProblem } from "@redocly/openapi-core";
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js";
import { isInExtension, nameMaps } from "../openapi/data-positions.js";
import { pointerKeys } from "../text/json-pointer.js";
import { locateSource } from "./problems/problem-frames.js";

/**
 * The bundler validates nothing; these of its rules decide, beside `struct` (`createStructuralRun`), whether a document has the shape
 * of OpenAPI at all.
 */
export const structuralRules = {
  "no-unresolved-refs": "error",
  "spec-components-invalid-map-name": "error",
} as const;

/**
 * What a structural problem means for a generation. Published contracts are rarely without a flaw, and a flaw that no
 * client would show must not stop a generation; but no value of a wrong shape reaches the model:
 *
 * - `error`: the shape is needed (a schema that is a text, a parameter without `in`, a reference to nothing).
 * - `ignore-value`: the value has the wrong type and nothing needs it: it is taken out, with a warning.
 * - `write-as-text`: a number or boolean where a text belongs, as in `version: 1.0`: taken as a text, with a warning.
 * - `other-version`: what another version of OpenAPI has, or an earlier draft had: read as it has it, with a warning.
 * - `warning`: unknown keywords, missing descriptions, unusual component names: nothing is changed.
 * - `elsewhere`: not decided here, because the rule knows less than OpenAPI says, or the model tells.
 */
export type Verdict = "error" | "ignore-value" | "write-as-text" | "other-version" | "warning" | "elsewhere";

/** Objects that document rather than describe a call; `servers` can be given by configuration instead. */
const dispensable = new Set([
  "Contact",
  "Example",
  "ExamplesMap",
  "ExternalDocs",
  "License",
  "Link",
  "LinksMap",
  "Logo",
  "Server",
  "ServerList",
  "ServerVariable",
  "ServerVariablesMap",
  "Tag",
  "TagList",
  "TagGroup",
  "TagGroups",
  "Xml",
]);

/** Fields without which an object cannot be used, by the place of the object. */
const needed: readonly (readonly [field: RegExp, pointer: RegExp])[] = [
  [/^info$/u, /^#\/?$/u],
  [/^(?:title|version)$/u, /^#\/info$/u],
  [/^(?:name|in)$/u, /\/parameters\/[^/]+$/u],
  [/^(?:type|in|name|scheme|flows)$/u, /\/securitySchemes\/[^/]+$/u],
  [/^propertyName$/u, /\/discriminator$/u],
];

/** Decides one problem of the structural rules. */
export function judge(problem: NormalizedProblem): Verdict {
  const pointer = problem.location[0]?.pointer ?? "#/";
  // An extension (`x-code-samples`) means nothing to a client; the library knows the shape of some.
  const isExtension = isInExtension(pointerKeys(pointer));
  if (problem.ruleId === "no-unresolved-refs") {
    // A mapping may also name a schema (`dog: Dog`), which this rule takes for a file: the model tells.
    if (/\/discriminator\/mapping\/[^/]+$/u.test(pointer)) return "elsewhere";
    return isExtension || isExample(pointer) ? "ignore-value" : "error";
  }
  // The rest of what is said of an example is of its `externalValue`, which says where one is, and need not be there.
  if (isExtension || isExample(pointer)) return "elsewhere";
  return problem.ruleId === "struct" ? judgeStructure(problem.message, pointer) : "warning";
}

function judgeStructure(message: string, pointer: string): Verdict {
  const known = judgeKnown(message, pointer);
  if (known !== undefined) return known;
  const [, node] = /^Expected type `(\w+)` \((?:object|array)\)/u.exec(message) ?? [];
  if (node !== undefined) return dispensable.has(node) ? "ignore-value" : "error";
  if (/^Expected type `string` but got `(?:integer|number|boolean)`/u.test(message)) return "write-as-text";
  if (/^Expected type `/u.test(message) || /^The value of the /u.test(message)) {
    return isNeeded(pointer) ? "error" : "ignore-value";
  }
  if (/can be one of the following only/u.test(message)) return isNeeded(pointer) ? "error" : "ignore-value";
  const [, missing] = /^The field `(.+)` must be present on this level/u.exec(message) ?? [];
  if (missing === undefined) return "warning";
  if (missing === "url" && /\/servers\/[^/]+$/u.test(pointer)) return "ignore-value";
  return needed.some(([field, objectPointer]) => field.test(missing) && objectPointer.test(pointer))
    ? "error"
    : "warning";
}

/** What the rule refuses and the model supports: as a later version has it, or as an earlier draft had it. */
function judgeKnown(message: string, pointer: string): Verdict | undefined {
  // Schemas may be booleans since 3.1; the rule's table knows that of some places alone. In 3.0 it is a habit.
  if (/^Expected type `Schema` \(object\) but got `boolean`/u.test(message)) return "elsewhere";
  // A list of items is what `prefixItems` is now.
  if (/^Expected type `Schema` \(object\) but got `array`/u.test(message) && pointer.endsWith("/items"))
    return "elsewhere";
  // A flag before JSON Schema draft 6 and in 3.0, a number since.
  const bound = /\/exclusiveM(?:in|ax)imum$/u.test(pointer);
  return bound && /but got `(?:boolean|integer|number)`/u.test(message) ? "other-version" : undefined;
}

/** One of a map of examples, which document a call; a list of them is data. */
function isExample(pointer: string): boolean {
  const [, map, holder = ""] = pointerKeys(pointer).reverse();
  return map === "examples" && !nameMaps.has(holder);
}

/** True when the pointer names a field without which its object cannot be used. */
function isNeeded(pointer: string): boolean {
  const field = pointerKeys(pointer).at(-1) ?? "";
  const objectPointer = pointer.slice(0, pointer.lastIndexOf("/"));
  return needed.some(([name, where]) => name.test(field) && where.test(objectPointer));
}

/**
 * Problems that do not stop a generation, and what the client makes of each.
 *
 * @param known - those whose value the model knows from another version, and reads as that has it.
 */
export function describeFlaws(
  problems: readonly NormalizedProblem[],
  known: ReadonlySet<NormalizedProblem>,
): readonly Diagnostic[] {
  return problems.map((problem) =>
    locateProblem(problem, (pointer) => describeFlaw(problem, known.has(problem), pointer)),
  );
}

/** The diagnostic of a problem, with the problem's location. */
export function locateProblem(
  { location: [at] }: NormalizedProblem,
  describe: (pointer: string) => Diagnostic,
): Diagnostic {
  if (at === undefined) return describe("");
  const onKey = at.reportOnKey === true;
  const location = locateSource({ source: at.source, pointer: at.pointer ?? "#/", onKey });
  return { ...describe(location.pointer), location };
}

function describeFlaw(problem: NormalizedProblem, isKnown: boolean, pointer: string): Diagnostic {
  const values = { problem: problem.message.replace(/\.?$/u, ".") };
  switch (problem.ruleId) {
    case "no-unresolved-refs":
      return diagnostic("openapi/no-unresolved-refs-ignored", pointer, values);
    case "spec-components-invalid-map-name":
      return diagnostic("openapi/spec-components-invalid-map-name", pointer, values);
    case "struct":
      return describeStructure(problem, isKnown, pointer, values);
    default:
      return diagnostic("openapi/bundler", pointer, values);
  }
}

function describeStructure(
  problem: NormalizedProblem,
  isKnown: boolean,
  pointer: string,
  values: { readonly problem: string },
): Diagnostic {
  if (isKnown) return diagnostic("openapi/struct-other-version", pointer, values);
  const [, unexpected = ""] = /^Property `(.+)` is not expected here/u.exec(problem.message) ?? [];
  if (READ_EVERYWHERE.has(unexpected)) {
    const keyword = unexpected === "nullable" ? "nullable: true" : unexpected;
    return diagnostic("openapi/struct-known-keyword", pointer, { ...values, keyword });
  }
  switch (judge(problem)) {
    case "ignore-value": {
      const id = isTypeOfAlternative(problem)
        ? "openapi/struct-alternative-type"
        : "openapi/struct-value-ignored";
      return diagnostic(id, pointer, values);
    }
    case "other-version":
      return diagnostic("openapi/struct-other-version", pointer, values);
    case "write-as-text":
      return diagnostic("openapi/struct-read-as-text", pointer, values);
    default:
      return diagnostic("openapi/struct", pointer, values);
  }
}

/** Keywords of OpenAPI 3.1 that the model reads in the schemas of a 3.0 document as well, and 3.0's that it reads in 3.1. */
const READ_EVERYWHERE = new Set(
  (
    "nullable const prefixItems patternProperties propertyNames if then else dependentSchemas dependentRequired " +
    "contains minContains maxContains contentEncoding contentMediaType unevaluatedProperties unevaluatedItems " +
    "examples $defs $id $anchor"
  ).split(" "),
);

/** `anyOf: [{ type: Date }, { type: number }]`: what is left of such an alternative takes whatever the others do not. */
function isTypeOfAlternative({ location }: NormalizedProblem): boolean {
  return /\/(?:anyOf|oneOf)\/\d+\/type$/u.test(location[0]?.pointer ?? "");
}
