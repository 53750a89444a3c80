import type { NormalizedProblem } from "@redocly/openapi-core";
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js";
import { isInExtension, nameMaps } from "../openapi/keywords.js";
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
 * - `ignore-value`: the value has the wrong type and nothing needs it, or it is empty: it is taken out, with a warning.
 * - `empty-value`: null where an object describes something by being there (a property, a response): read as `{}`, with a warning.
 * - `write-as-text`: a number or boolean where a text belongs, as in `version: 1.0`: taken as a text, with a warning.
 * - `other-version`: what another version of OpenAPI has, or an earlier draft had: read as it has it, with a warning.
 * - `warning`: unknown keywords, missing descriptions, unusual component names: nothing is changed.
 * - `elsewhere`: not decided here, because the rule knows less than OpenAPI says, or the model tells.
 */
export type Verdict =
  "error" | "ignore-value" | "empty-value" | "write-as-text" | "other-version" | "warning" | "elsewhere";

/**
 * Objects that a right client does without: they document a call, or describe what the client may ignore (response headers,
 * discriminators) or never calls (callbacks, webhooks). Configuration can give `servers`, and callers give tokens.
 */
const dispensable = new Set([
  "AuthorizationCode",
  "Callback",
  "CallbacksMap",
  "ClientCredentials",
  "Contact",
  "DeviceAuthorization",
  "Discriminator",
  "DiscriminatorMapping",
  "Example",
  "ExamplesMap",
  "ExternalDocs",
  "Header",
  "HeadersMap",
  "ImplicitFlow",
  "Info",
  "License",
  "Link",
  "LinksMap",
  "Logo",
  "NamedCallbacks",
  "NamedExamples",
  "NamedHeaders",
  "NamedLinks",
  "OAuth2Flows",
  "PasswordFlow",
  "Server",
  "ServerList",
  "ServerVariable",
  "ServerVariablesMap",
  "Tag",
  "TagList",
  "TagGroup",
  "TagGroups",
  "WebhooksMap",
  "Xml",
]);

/** Objects whose name or place says something: null there is written for an object without members. */
const meaningful = new Set(["MediaType", "Response", "Schema"]);

/** Objects that decide which credential is sent: nothing stands for one that is null. */
const credentials = new Set(["SecurityRequirement", "SecurityScheme"]);

/** Fields without which an object cannot be used, by the place of the object. */
const needed: readonly (readonly [field: RegExp, pointer: RegExp])[] = [
  [/^(?:name|in)$/u, /\/parameters\/[^/]+$/u],
  [/^(?:type|in|name|scheme)$/u, /\/securitySchemes\/[^/]+$/u],
];

/** Decides one problem of the structural rules: once, because a repair changes what the decision depends on. */
export function judge(problem: NormalizedProblem): Verdict {
  const verdict = verdicts.get(problem) ?? decide(problem);
  verdicts.set(problem, verdict);
  return verdict;
}

const verdicts = new WeakMap<NormalizedProblem, Verdict>();

function decide(problem: ReadProblem): Verdict {
  const pointer = problem.location[0]?.pointer ?? "#/";
  // An extension (`x-code-samples`) means nothing to a client; the library knows the shape of some.
  const isExtension = isInExtension(pointerKeys(pointer));
  if (problem.ruleId === "no-unresolved-refs") {
    // A mapping may also name a schema (`dog: Dog`), which this rule takes for a file: the model tells.
    if (/\/discriminator\/mapping\/[^/]+$/u.test(pointer)) return "elsewhere";
    return isExtension || isExample(pointer) ? "ignore-value" : "error";
  }
  // Other rules about an example are about its `externalValue`: an address, of which nothing has to exist.
  if (isExtension || isExample(pointer)) return "elsewhere";
  return problem.ruleId === "struct" ? judgeStructure(problem, pointer) : "warning";
}

/** Which member of which object the `struct` rule reports. Problems of a run have it as `reading`. */
export interface Reading {
  readonly holder: object;
  readonly key: string;
  /** The kind that the value should have; for a scalar, the kind of the holder. */
  readonly kind: string;
  /** What to take out: the member, or one element of the list that it is. */
  readonly position: { readonly holder: object; readonly key: string };
  /** The version of the document ignores the member: it is beside a `$ref`. */
  readonly isUnread: boolean;
}

/** A problem of a run of the structural rules; those of other rules than `struct` have no reading. */
export type ReadProblem = NormalizedProblem & { readonly reading?: Reading };

function judgeStructure(problem: ReadProblem, pointer: string): Verdict {
  const { message, reading } = problem;
  if (reading?.isUnread === true && message.startsWith("Expected type `")) return "warning";
  const known = judgeKnown(message, pointer);
  if (known !== undefined) return known;
  const [, node, got] = /^Expected type `(\w+)` \((?:object|array)\) but got `(\w+)`/u.exec(message) ?? [];
  if (node !== undefined) {
    if (dispensable.has(node)) return "ignore-value";
    const isEmpty = got === "null" || isEmptyOther(problem);
    if (!isEmpty || credentials.has(node) || (node === "SecurityRequirementList" && got !== "null"))
      return "error";
    return meaningful.has(node) ? "empty-value" : "ignore-value";
  }
  if (/^Expected type `string` but got `(?:integer|number|boolean)`/u.test(message)) return "write-as-text";
  if (/^Expected type `/u.test(message) || /^The value of the /u.test(message)) {
    return isNeeded(pointer) ? "error" : "ignore-value";
  }
  if (/can be one of the following only/u.test(message)) return isNeeded(pointer) ? "error" : "ignore-value";
  const [, missing] = /^The field `(.+)` must be present on this level/u.exec(message) ?? [];
  if (missing === undefined) return "warning";
  if (missing === "url" && /\/servers\/[^/]+$/u.test(pointer)) return "ignore-value";
  if (missing === "propertyName" && pointer.endsWith("/discriminator")) return "ignore-value";
  return needed.some(([field, objectPointer]) => field.test(missing) && objectPointer.test(pointer))
    ? "error"
    : "warning";
}

/** An empty list in place of an object, or an empty object in place of a list: programs that write either write the other for it. */
function isEmptyOther({ reading }: ReadProblem): boolean {
  const value: unknown = reading && (reading.holder as Readonly<Record<string, unknown>>)[reading.key];
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
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
  if (isAboutInfo(problem, pointer)) return diagnostic("document/info", pointer, values);
  switch (judge(problem)) {
    case "empty-value":
      return diagnostic("openapi/struct-empty-value", pointer, values);
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

/** Whether a problem is that the contract has no title or version that can be read; the model has others in their place. */
function isAboutInfo(problem: NormalizedProblem, pointer: string): boolean {
  const [, missing = ""] = /^The field `(.+)` must be present on this level/u.exec(problem.message) ?? [];
  if (missing !== "") {
    return pointer === "#/info" ? missing === "title" || missing === "version" : missing === "info";
  }
  return judge(problem) === "ignore-value" && /^#\/info(?:\/(?:title|version))?$/u.test(pointer);
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
