import type { Json, JsonObject } from "../load/loaded-contract.js";
import { byText } from "../text/by-text.js";
import type { ContractModel } from "./api-model.js";
import { isObject } from "./json-members.js";

/*
 * What frameworks and teams write in extensions (OpenAPI, Specification Extensions) where OpenAPI has no word: feature flags, codes. Each is known by words of its name, in any spelling, and not by one name.
 */

/** Names that list feature flags: `x-features`, `x-required-features`, `x-feature-flag`, `x-toggles`. */
const FEATURES = /^x-(?:[a-z0-9]+[-_])*(?:features?(?:[-_](?:flags?|toggles?|gates?|required))?|toggles?)$/i;

/** Names of a release in steps, whose value may name a flag in words of its own: `reads_enabled`, and not `gradual`. */
const ROLLOUT = /^x-(?:[a-z0-9]+[-_])*rollouts?(?:[-_](?:group|flag|gate|name))?$/i;
const FLAG = /^(?=\w*[.-]|[^\W_]+_\w)[A-Za-z]\w*(?:[.-]\w+)*$|^[a-z]+(?:[A-Z][a-z0-9]*)+$/;

/** Names of what must hold for an operation, which may be a flag or something else: `x-availability`, `x-requires`, `x-enabled-when`. */
const CONDITION =
  /^x-(?:[a-z0-9]+[-_])*(?:availab(?:le|ility)|requires?|requirements?|conditions?|enabled|gate|gated)(?:[-_](?:by|if|on|when))?$/i;

/** Members of such a value that have the condition itself. */
const CONDITIONS = ["when", "if", "condition", "requires"];

/** A condition names a flag where it says so (`features.reads`, `feature:reads`), or where its only word has the form of one. */
const NAMED_FLAG = /\b(?:features?|flags?|toggles?)(?:[./]|:\s?)[\w.-]*\w/giu;
const LONE_FLAG = /^(?=\w*\.|[^\W_]+_\w)[A-Za-z]\w*(?:\.\w+)*$|^[a-z]+(?:[A-Z][a-z0-9]*)+$/;

/** What no list of flags can say: one that must be off, or one of several. */
const OTHER_LOGIC = /!|\|\||\b(?:not|or)\b/iu;

/** Names of a mark that an operation ends later than its response: `x-ms-long-running-operation`. */
const LONG_RUNNING = /^x-(?:[a-z0-9]+[-_])*long[-_]running(?:[-_]operation)?$/i;

/** Whether an extension marks an operation as one that ends later than its response. */
export function isLongRunning(operation: JsonObject): boolean {
  return Object.entries(operation).some(([name, value]) => LONG_RUNNING.test(name) && value === true);
}

/** Feature flags that extensions of an operation name, sorted, each once. */
export function requiredFeatures(operation: JsonObject): readonly string[] {
  const names = Object.entries(operation).flatMap(([name, value]) => {
    if (FEATURES.test(name)) return flagsOf(value);
    if (CONDITION.test(name)) return flagsOfCondition(value);
    return ROLLOUT.test(name) ? flagsOf(value).filter((flag) => FLAG.test(flag)) : [];
  });
  return [...new Set(names)].sort(byText);
}

/** A text or a list of them, the members called after flags, or the condition that an object has. */
function flagsOfCondition(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => flagsOfCondition(one));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, one]) => {
      if (/^(?:features?|flags?|toggles?)$/iu.test(name)) return flagsOf(one);
      return CONDITIONS.includes(name) ? flagsOfCondition(one) : [];
    });
  if (typeof value !== "string" || OTHER_LOGIC.test(value)) return [];
  const named = [...value.matchAll(NAMED_FLAG)].map(([flag]) => flag.replace(/^\w+:\s?/u, ""));
  return named.length > 0 ? named : [value.trim()].filter((flag) => LONE_FLAG.test(flag));
}

/** Members of an object that name a flag. */
const FLAG_NAMES = ["name", "flag", "feature", "toggle", "key", "id"];

/** A text, the words of a text, the name that an object has, the members of one that are true, or those of a list. */
function flagsOf(value: Json): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((one: Json) => (typeof one === "string" ? [one] : flagsOf(one)));
  if (!isObject(value)) return textsOf(value);
  const named = FLAG_NAMES.flatMap((name) => {
    const flag = value[name];
    return typeof flag === "string" ? [flag] : [];
  });
  const [first] = named;
  return first === undefined ? Object.keys(value).filter((name) => value[name] === true) : [first];
}

/** Names that list values which others may join: `x-extensible-enum`, `x-known-values`, `x-error-codes`. */
const VALUES =
  /^x-(?:[a-z0-9]+[-_])*(?:extensible[-_]enum|(?:known|possible)[-_]values|(?:error|problem)[-_](?:codes?|types?))$/i;

/** Names of lists of values beside those above: `x-enum`, `x-ms-enum`, `x-codes`, and not `x-enum-varnames`, `x-previous-values`. */
const LISTS = /^x-(?:(?:all|allowed|api|error|known|ms|possible|problem|valid)[-_])?(?:codes|enum|values)$/i;

/** Names that list codes of problems: `x-error-codes`, `x-problem-types`. */
const CODES = /^x-(?:[a-z0-9]+[-_])*(?:error|problem)[-_](?:codes?|types?)$/i;

/** Names that list problems, which may be told by their codes: `x-errors`. */
const PROBLEMS = /^x-(?:(?:api|possible)[-_])?(?:errors|problems)$/i;

/** Names of what is not in use: `x-removed-values`. */
const UNUSED =
  /^x-(?:[a-z0-9]+[-_])*(?:deprecated|former|legacy|obsolete|old|past|previous|removed|reserved|retired|unused)[-_]/i;

/** A value that no sentence, label or name of a class is: `not_found`, `NOT_FOUND`, `E1001`. */
const CODE = /^(?=.{1,100}$)(?:[a-z\d]+(?:[_.-][a-z\d]+)+|[A-Z][A-Z\d]*(?:[_-][A-Z\d]+)*)$/;

/** A value without blanks. */
const VALUE = /^[\w.:-]{1,100}$/;

/** Values that extensions of a schema list, as written; others may join them. Of what is not an object and has no `enum`, also under a name of the team's own. */
export function listedValues(schema: JsonObject): readonly string[] {
  const isOpen =
    [schema["type"] ?? "string"].flat().includes("string") &&
    ["const", "enum", "properties"].every((name) => schema[name] === undefined);
  return Object.entries(schema).flatMap(([name, value]) => {
    if (UNUSED.test(name)) return [];
    if (CODES.test(name)) return codesOf(value);
    if (VALUES.test(name)) return namesOf(value);
    if (isOpen && LISTS.test(name)) return listOf(value, VALUE);
    return schema["properties"] !== undefined && PROBLEMS.test(name) ? listOf(value, CODE) : [];
  });
}

/** Codes of problems that extensions of an operation, a response, the Info Object or the document list. */
export function problemCodes(json: JsonObject): readonly string[] {
  return Object.entries(json).flatMap(([name, value]) => {
    if (UNUSED.test(name)) return [];
    if (CODES.test(name)) return codesOf(value);
    return PROBLEMS.test(name) ? listOf(value, CODE) : [];
  });
}

/** The texts of a list, or the codes, values or names of its objects (beside an identifier, a name is a label), if all match the pattern and differ from each other; else an empty list. */
function listOf(value: Json, pattern: RegExp): readonly string[] {
  const list = isObject(value) ? (value["values"] ?? null) : value;
  if (!Array.isArray(list)) return [];
  const found = list.map((one: Json) =>
    isObject(one)
      ? (one["code"] ?? one["value"] ?? (one["id"] === undefined ? one["name"] : null) ?? null)
      : one,
  );
  const isList = new Set(found).size === found.length;
  const texts = found.filter((one) => typeof one === "string");
  const areValues = texts.every((one) => pattern.test(one) && !/^\d{3}$/.test(one));
  return isList && areValues && texts.length === found.length ? texts : [];
}

/** The names of a value without statuses of HTTP: `{ "404": "Not found" }` describes responses. */
function codesOf(value: Json): readonly string[] {
  return namesOf(value).filter((name) => !/^\d{3}$/.test(name));
}

/** A text; the texts of a list, or the codes of its objects; the names of a map. */
function namesOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (isObject(value)) return Object.keys(value);
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: Json) => {
    const named = isObject(one) ? (one["code"] ?? one["type"] ?? one["value"]) : one;
    return typeof named === "string" ? [named] : [];
  });
}

/** "Contract version 2026-08-09.5", "The version of this contract is `1.4`". */
const VERSION_SENTENCE =
  /\b(?:contract[ -](?:version|revision)|(?:version|revision) of (?:the|this) contract)(?:\sis)?:?[ *]{0,3}[`"'*]{0,3}(v?\d[\w.+-]{0,40})(?![^\s.,;:)|"'`*]|\.\w)["'`*]{0,3}(?=\s*(?:\.(?!\w)|[,;:()|\n]|$)|\s(?:for|in|is|of|[–—-])(?!\w))/giu;

/** Characters of a description that are searched. */
const LONGEST_DESCRIPTION = 20_000;

/** Versions that extensions of the Info Object state (`x-contract-version`, `x-api-version`; that of a generator is another one), and that its description calls that of the contract. */
export function statedVersions(
  info: JsonObject,
): Pick<ContractModel, "statedVersions" | "contractVersion" | "describedVersions"> {
  const valuesOf = (pattern: RegExp) =>
    Object.entries(info).flatMap(([name, value]) =>
      pattern.test(name) && typeof value === "string" && value.trim() !== "" ? [value] : [],
    );
  const [contractVersion] = valuesOf(/^x-contract[-_]?version$/i);
  const described = describedVersions(info);
  const all = [...new Set([...valuesOf(/^x-(?:contract|api|schema)[-_]?version$/i), ...described])];
  return {
    ...(all.length === 0 ? {} : { statedVersions: all }),
    ...(contractVersion === undefined ? {} : { contractVersion }),
    ...(described.length === 0 ? {} : { describedVersions: described }),
  };
}

/** Versions that the description of the Info Object calls that of the contract. */
function describedVersions({ description }: JsonObject): readonly string[] {
  const text = typeof description === "string" ? description.slice(0, LONGEST_DESCRIPTION) : "";
  const found = [...text.matchAll(VERSION_SENTENCE)].map(([, version = ""]) =>
    // A sentence may end with it.
    version.replace(/[.+-]{1,40}$/u, ""),
  );
  return [...new Set(found)];
}

/** Extensions that state a rate of requests: `x-rate-limit`, `x-ratelimit-policy`, `x-throttling-tier`. */
const RATE = /^x-(?:[a-z0-9]+[-_])*(?:rate[-_]?limit[a-z0-9]*|throttl(?:e|ing))(?:[-_][a-z0-9]+)*$/i;

/** Characters of the longest name of an extension that is read. */
const LONGEST_NAME = 100;

/** Members of an extension that state one: `x-acme: { rate-limit: 10, rate-time: 3600 }`. */
const INNER_RATE = /^rate[-_]?limit(?:[-_]?(?:count|max|per[a-z0-9]{1,10}|requests|value))?$/i;

/** Extensions whose members are those of anything, or of errors. */
const OF_ANYTHING = /error|example|mock|problem|respons|sample/i;

/**
 * The extension by which an object of the contract states a rate of requests, or its member that does (`x-acme.rate-limit`); not one that says
 * that there is none.
 */
export function rateExtension(json: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(json)) {
    if (!/^x-/i.test(name) || name.length > LONGEST_NAME) continue;
    if (RATE.test(name) && statesRate(value)) return name;
    if (!isObject(value) || OF_ANYTHING.test(name)) continue;
    const inner = Object.keys(value).find(
      (key) => key.length <= LONGEST_NAME && INNER_RATE.test(key) && statesRate(value[key] ?? null),
    );
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return undefined;
}

function statesRate(value: Json): boolean {
  return typeof value === "number" ? value > 0 : /[1-9]/.test(JSON.stringify(value));
}

/** A text, the words of a text, or the texts of a list, as extensions write several values. */
export function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return value.split(/[\s,]+/u).filter((word) => word !== "");
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
