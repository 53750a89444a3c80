import type { LocatedOverrides } from "../../../config/client-overrides.js";
import type { ApiModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { reachable } from "../../../openapi/recursive-results.js";
import { affirmedClauses, clausesOf } from "../../../text/without-denials.js";
import { words } from "../../../text/words.js";
import type { UnfitClaim } from "../overrides/claim.js";
import { adviseName } from "../overrides/find-member.js";
import type { SchemaReader } from "../schema-reader.js";
import type { ContractTraits } from "../traits/trait.js";

/**
 * Whether a schema is text that spells an integer, or is described as such: a 64-bit identifier that travels as a string
 * (GEN-1).
 */
export function isIdentifier(node: SchemaNode, reader: SchemaReader): boolean {
  const { type, constraints, doc } = reader.resolve(node);
  if (type.kind !== "string") return false;
  if (type.format === "int64" || type.format === "uint64") return true;
  const { pattern } = constraints;
  if (typeof pattern === "string" && DIGITS_ONLY.test(pattern)) return true;
  return type.format === undefined && isDescribed(doc.description);
}

/** A pattern that digits alone can match: `^[0-9]{1,19}$`, `^-?\d+$`, `^[1-9][0-9]*$`. */
const DIGITS_ONLY = /^\^-?\??(?:(?:\[(?:0|1)-9\]|\\d)(?:\+|\*|\{\d+(?:,\d*)?\})?)+\$$/;

/** What identifiers are known by. */
export interface IdentifierNames {
  /** Whether members and parameters of this name are 64-bit identifiers, where they are text. */
  readonly isLong: (name: string) => boolean;
  /** Whether a name says by itself that the value identifies something, and an error could show it (ERR-5). */
  readonly isShown: (name: string) => boolean;
  /** Whether what has this name says where a call works: `context`. */
  readonly isContext: (name: string) => boolean;
}

/** Endings of names that identify something. */
export const IDENTIFIES: ReadonlySet<string> = new Set(
  "id uuid guid tenant namespace workspace organization organisation realm".split(" "),
);

/** Names of objects that hold where a call works. */
export const CONTEXTS: ReadonlySet<string> = new Set(["context", "scope", "tenant"]);

/** What identifiers are found with. */
export interface IdentifierSources {
  readonly identifiers: IdentifierNames;
  readonly reader: SchemaReader;
}

/** Words of names that identify a request, and nothing that a server could not know. */
const OF_REQUESTS = new Set("correlation idempotency nonce request session span trace".split(" "));

/** Endings of the names of schemas that say nothing of what they describe: `CabinetDto`. */
const OF_SCHEMAS = new Set("detail details dto entity item model resource response summary view".split(" "));

/**
 * The names of the identifiers of a contract: one that is a 64-bit identifier in text anywhere is the same wherever it is text. A name
 * that could be anything's (`id`) is that of its schema: `cabinetId` for `id` of `CabinetDto`.
 */
export function findIdentifierNames(
  model: ApiModel,
  reader: SchemaReader,
  overrides: LocatedOverrides | undefined,
): { readonly namesFor: (traits: ContractTraits) => IdentifierNames; readonly unfit: readonly UnfitClaim[] } {
  const keys = new Set(namesIn(model.contract.description));
  const texts = new Set<string>();
  const all = new Set<string>();
  const meet = (name: string, schema: SchemaNode, holder?: string, description?: string): void => {
    all.add(name);
    const element = elementOf(schema, reader);
    if (element.type.kind !== "string") return;
    texts.add(name);
    if (!isIdentifier(element, reader) && !isDescribed(description)) return;
    const key = keyOf(name);
    if (key.includes("_") && IDENTIFIES.has(lastWord(name))) keys.add(key);
    else if (key === "id" && holder !== undefined) keys.add(`${holder}_id`);
  };
  for (const { name, node } of model.schemas) {
    const holder = words(name)
      .filter((word) => !OF_SCHEMAS.has(word))
      .join("_");
    for (const part of insideOf(node)) {
      if (part.type.kind !== "object") continue;
      reader.budget.visit(part.type.properties.length, part.origin.pointer);
      for (const { name: member, schema } of part.type.properties)
        meet(member, schema, part === node ? holder : undefined, schema.doc.description);
    }
  }
  for (const { name, schema, description } of model.operations.flatMap(({ parameters }) => parameters))
    meet(name, schema, undefined, description);
  const { values: { identifiers: claimed = [] } = {} } = overrides ?? {};
  for (const name of claimed) keys.add(keyOf(name));
  const unfit = claimed.flatMap((name, at): readonly UnfitClaim[] => {
    if (texts.has(name)) return [];
    const path = ["identifiers", String(at)];
    if (all.has(name))
      return [
        {
          path,
          mayFitOthers: true,
          message: `${JSON.stringify(name)} is not a text in the contract: nothing is checked.`,
        },
      ];
    const advice = adviseName(name, [...texts], "It has no members.");
    const near = advice.startsWith("Did") ? ` ${advice}` : "";
    const message = `The contract has no member or parameter ${JSON.stringify(name)}.${near}`;
    return [{ path, mayFitOthers: true, message }];
  });
  return { namesFor: ({ problem }) => createIdentifierNames(keys, problem !== undefined), unfit };
}

/**
 * @param keys - names of 64-bit identifiers, in the spelling `cabinet_id`
 * @param hasProblems - whether errors of the client can name identifiers: the contract describes problems
 */
export function createIdentifierNames(keys: ReadonlySet<string>, hasProblems: boolean): IdentifierNames {
  const isNamed = (name: string): boolean =>
    IDENTIFIES.has(lastWord(name)) && !words(name).some((word) => OF_REQUESTS.has(word));
  return {
    isLong: (name) => keys.has(keyOf(name)),
    isShown: (name) => hasProblems && isNamed(name),
    // A contract without 64-bit identifiers needs no look into its bodies.
    isContext: (name) => hasProblems && keys.size > 0 && CONTEXTS.has(lastWord(name)),
  };
}

/** The words of a name in one spelling; that of a list is that of its elements: `cabinet_id` of `cabinetIds`. */
function keyOf(name: string): string {
  return [...words(name).slice(0, -1), lastWord(name)].join("_");
}

function lastWord(name: string): string {
  const last = words(name).at(-1) ?? "";
  return last === "ids" || last === "uuids" || last === "guids" ? last.slice(0, -1) : last;
}

/** What is in a list, or the value itself. */
function elementOf(schema: SchemaNode, reader: SchemaReader): SchemaNode {
  const target = reader.resolve(schema);
  return target.type.kind === "array" ? reader.resolve(target.type.items) : target;
}

/** A schema and those inside of it, up to its references. */
function insideOf(node: SchemaNode): Iterable<SchemaNode> {
  return reachable([node], ({ type }) => {
    switch (type.kind) {
      case "array":
        return [type.items];
      case "tuple":
        return [...type.items, ...(type.rest === undefined ? [] : [type.rest])];
      case "object":
        return [
          ...type.properties.map(({ schema }) => schema),
          ...type.patterns.map(({ schema }) => schema),
          ...(typeof type.additional === "object" ? [type.additional] : []),
        ];
      case "union":
      case "intersection":
        return type.members;
      default:
        return [];
    }
  });
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** What a text says of 64 bits. */
const LONG = /(?<![\w-])(?:64[- ]?bits?|u?int[- ]?64|2\^53|2\*\*53|MAX_SAFE_INTEGER|snowflake)(?![\w-])/iu;

/** Whether a description says that a text has an integer of 64 bits. */
export function isDescribed(description = ""): boolean {
  const text = description.slice(0, LONGEST);
  return LONG.test(text) && longClauses(text).length > 0;
}

function longClauses(text: string): readonly string[] {
  return clausesOf(text)
    .flatMap((clauses) => affirmedClauses(clauses))
    .filter((clause) => LONG.test(clause) && !NOT_LONG.test(clause));
}

/** `is not a 64-bit number`, `a 64-bit hash`, `16 hex digits (64 bits)`: no number that a program could round. */
const NOT_LONG =
  /\b(?:not|no|never)\s(?:an?\s)?(?:\w+\s)?(?:64|u?int)|\b(?:hex\w*|hash|base-?64|encoded|float\w*|fingerprint)\b/iu;

/** Names that a contract's own description marks as code where it speaks of 64 bits: "`cabinetId` is a 64-bit number in a string". */
function namesIn(description = ""): readonly string[] {
  return longClauses(description)
    .filter((clause) => /\b(?:strings?|text)\b/iu.test(clause))
    .flatMap((clause) =>
      [...clause.matchAll(/`([\p{ID_Continue}-]{1,64})`/gu)].flatMap(([, name]) => name ?? []),
    )
    .filter((name) => IDENTIFIES.has(lastWord(name)))
    .map(keyOf)
    .filter((key) => key.includes("_"));
}
