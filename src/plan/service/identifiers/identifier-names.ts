import type { LocatedOverrides } from "../../../config/client-overrides.js";
import type { Json } from "../../../load/loaded-contract.js";
import type { ApiModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { reachable } from "../../../openapi/recursive-results.js";
import { words } from "../../../text/words.js";
import type { UnfitClaim } from "../overrides/claim.js";
import { adviseName } from "../overrides/find-member.js";
import type { SchemaReader } from "../schema-reader.js";
import type { ContractTraits } from "../traits/trait.js";
import { createLongExamples, longMembers } from "./long-examples.js";
import { describedThings, describesIdentifiers, isDescribed, namesIn } from "./long-texts.js";

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
  /**
   * Whether members and parameters of this name are 64-bit identifiers, where they are text.
   *
   * @param examples - those beside the schema, which a parameter has
   */
  readonly isLong: (name: string, schema: SchemaNode, examples?: readonly Json[]) => boolean;
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
  const { description } = model.contract;
  const named = [...namesIn(description).filter(identifies), ...describedThings(description)];
  const keys = new Set(named.map(keyOf).filter(isSpecific));
  const described = [model.contract, ...model.tags].some(({ description }) =>
    describesIdentifiers(description),
  );
  const shown = createLongExamples(reader);
  const bodies = model.operations.flatMap(({ body, responses }) => [body, ...responses]);
  const examples = bodies.flatMap((one) => one?.content.flatMap((media) => media.examples ?? []) ?? []);
  const texts = new Set<string>();
  const all = new Set<string>();
  const meet = (name: string, schema: SchemaNode, { holder, description, examples }: NamedAs): void => {
    all.add(name);
    const element = elementOf(schema, reader);
    if (element.type.kind !== "string") return;
    texts.add(name);
    const isShown =
      isNumbered(name) && (shown.areLong(schema, examples) || shown.areDigits(schema, examples));
    if (!isIdentifier(element, reader) && !isDescribed(description) && !isShown) return;
    const key = keyOf(name);
    if (isSpecific(key) && identifies(name)) keys.add(key);
    else if (key === "id" && holder !== undefined) keys.add(`${holder}_id`);
  };
  for (const { name, node } of model.schemas) {
    const holder = words(name)
      .filter((word) => !OF_SCHEMAS.has(word))
      .join("_");
    for (const part of insideOf(node)) {
      if (part.type.kind !== "object") continue;
      examples.push(...part.doc.examples);
      reader.budget.visit(part.type.properties.length, part.origin.pointer);
      for (const { name: member, schema } of part.type.properties)
        meet(member, schema, {
          description: schema.doc.description,
          ...(part === node && { holder }),
        });
    }
  }
  for (const { name, schema, ...parameter } of model.operations.flatMap(({ parameters }) => parameters))
    meet(name, schema, parameter);
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
  const exampled = longMembers(examples, keyOf);
  const isLongBy: IdentifierNames["isLong"] = (name, ...schema) =>
    described || exampled.has(keyOf(name)) ? shown.mayBeLong(...schema) : shown.areLong(...schema);
  return { namesFor: ({ problem }) => createIdentifierNames(keys, problem !== undefined, isLongBy), unfit };
}

/** What is known of a member or a parameter beside its schema. */
interface NamedAs {
  /** The words of the schema that a member is of: `cabinet`. */
  readonly holder?: string;
  readonly description?: string | undefined;
  readonly examples?: readonly Json[];
}

/**
 * @param keys - names of 64-bit identifiers, in the spelling `cabinet_id`
 * @param hasProblems - whether errors of the client can name identifiers: the contract describes problems
 * @param isLongBy - whether what has the name of an identifier is one of 64 bits by its schema and examples
 */
export function createIdentifierNames(
  keys: ReadonlySet<string>,
  hasProblems: boolean,
  isLongBy: IdentifierNames["isLong"] = () => false,
): IdentifierNames {
  return {
    isLong: (name, ...schema) => keys.has(keyOf(name)) || (isNumbered(name) && isLongBy(name, ...schema)),
    isShown: (name) => hasProblems && identifies(name) && !isOfRequest(name),
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

/** Whether a name says that it identifies something. */
function identifies(name: string): boolean {
  return IDENTIFIES.has(lastWord(name));
}

/** Whether a name is that of an identifier that may be a number: a UUID and the name of a tenant are not. */
function isNumbered(name: string): boolean {
  return lastWord(name) === "id" && !isOfRequest(name);
}

function isOfRequest(name: string): boolean {
  return words(name).some((word) => OF_REQUESTS.has(word));
}

/** Whether a name says what it identifies: `cabinet_id`, and not `id`. */
function isSpecific(key: string): boolean {
  return key.includes("_");
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
