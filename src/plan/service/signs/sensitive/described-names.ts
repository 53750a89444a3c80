import type { OperationModel } from "../../../../model/api-model.js";
import type { Origin, SchemaNode } from "../../../../model/schema-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import type { SchemaReader } from "../../schema-reader.js";
import { isDescribedKey, isNamedSensitive, showsPhone } from "./sensitive-names.js";

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Sentences that say that a value is sensitive, or that no log may have it. */
const SENTENCES: readonly RegExp[] = [
  // Personal data. | GDPR: personal data
  /(?:^|[.!;:]\s+|\n\s*)[*_`[("]{0,3}(?:personal\sdata|personally\sidentifiable\s(?:data|information))\b[*_`\])"]{0,3}\s?(?:[.;!–—]|\(|:(?!\s?(?:no|none)\b)|$|\n)/iu,
  // Phone number (PII) | not: It must not include personally identifiable information (PII).
  /(?:^|[.!;:]\s+|\n\s*)(?:(?!\b(?:avoid|never|not?|without)\b)[^.!;:\n]){0,200}[([](?:PII|confidential|(?:personal|sensitive)\s(?:data|information))[)\]]/iu,
  // Sensitive. | **Sensitive**: the number of the card. | Sensitive information of the holder.
  /(?:^|[.!;:]\s+|\n\s*)[*_`[("]{0,3}(?:highly\s)?(?:sensitive|confidential|PII)\b[*_`\])"]{0,3}(?:\s*(?:[.,:;!–—]|-\s|$|\n)|\s(?:\w+\s){0,2}(?:data|details?|information|values?|fields?|contents?)\b)/iu,
  // It contains personally identifiable information.
  /\b(?:is|are|contains|includes|may\s(?:contain|include))\s(?:highly\s)?(?:sensitive|confidential|PII|personally\sidentifiable|personal\sdata)\b(?!\s(?:to|for)\b)/iu,
  // It is considered sensitive information.
  /\b(?:is|are)\s(?:considered|regarded|treated)\s(?:as\s|to\sbe\s)?(?:highly\s)?(?:sensitive|confidential|personal\s(?:data|information))\b(?!\s(?:to|for)\b)/iu,
  // It must not be written to logs. | It should never be stored, logged or shown. | Never log it.
  /\b(?:(?:must|should|shall|may|ought|is|are)\s?not|never)\s(?:to\s)?be\s(?:\w+,\s){0,3}(?:(?:\w+\s)?or\s)?(?:logged\b(?!\s(?:in|into|on|onto|out)\b)|(?:written|printed|recorded|stored|shown|included)\s(?:to|in|into)\s(?:\w+\s)?logs?\b)/iu,
  /\b(?:do\snot|don['’]t|never)\slog(?:\s(?:it|them|this|the)\b|\s?(?:[.,;!)]|$))/iu,
  // Never write it to logs. | Do not write to the log.
  /\b(?:do\snot|don['’]t|never)\s(?:write|print|store|put|record|output|include|show)\s(?:(?:it|them|this|the\svalues?)\s)?(?:to|in|into)\s(?:(?:a|an|any|the|your)\s)?(?:(?:access|application|server)\s)?logs?\b/iu,
  // Masked in logs.
  /\b(?:masked|redacted)\s(?:in|from)\s(?:(?:all|any|the|your)\s)?logs?\b(?!\s?[:=]\s?(?:false|no)\b)/iu,
];

/** What a clause says that denies nothing: of a secret, and of what to do with it. */
const CLAUSES: readonly RegExp[] = [
  // Keep it secret. | Treat it like your password. | not: Store this token in the secret manager.
  /\b(?:keep|store|treat)\s(?:it|them|these|this|your)\s(?:(?!(?:at|by|in|into|with|secrets?)\s)\w+\s){0,4}?(?:secret(?!\s(?:id|managers?|names?|stores?|vaults?)\b)|confidential|(?:as|like)\s(?:an?|your)\s(?:credentials?|passwords?|secrets?))\b/iu,
  // The endpoint's signing secret. | Webhook secret for the signature. | not: Webhook secret status
  /^\W*(?:(?:an?|the|your)\s)?(?:[\w'’]+\s){0,2}(?:shared|signing|verification|webhook)\ssecrets?(?=\W*$|[,.;:(]|\s(?:for|from|in|of|that|to|used|which|with)\b)/iu,
];

/** A word that each of the clauses has. */
const OF_SECRET = /secret|confidential|credential|password/iu;

/** What descriptions say of a name. */
export interface DescribedName {
  /** Where they say that it is sensitive. */
  readonly sensitive: Origin[];
  /** How many say something else. */
  others: number;
  /** How many members and parameters have the name. */
  count: number;
  /** Members of bodies among them. */
  members: number;
  /** Those that are sensitive by their own descriptions or their own objects. */
  shown: number;
  /** Whether one of its values is not listed in the contract. */
  isOpen: boolean;
  /** Whether one of its values is a text, or a list of texts. */
  isText: boolean;
  /** Whether one of its values is a phone number. */
  isPhone: boolean;
  /** A value that is a secret or personal data by the name alone. */
  named?: Origin;
}

/** A named schema of objects whose description says that they are sensitive, and not which of their members. */
export interface DescribedModel {
  readonly name: string;
  readonly members: readonly string[];
  readonly origin: Origin;
}

/**
 * The names of what operations take and return, by what descriptions say of each member and parameter; and the schemas whose objects are
 * called sensitive as a whole, of which a member like `data` is only the envelope.
 */
export function describedNames(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): {
  readonly names: ReadonlyMap<string, DescribedName>;
  readonly models: readonly DescribedModel[];
} {
  const found = new Map<string, DescribedName>();
  const models = new Map<string, DescribedModel>();
  const add = (
    { name, schema, origin, text = "" }: { name: string; schema: SchemaNode; origin: Origin; text?: string },
    siblings: readonly string[] | undefined,
  ) => {
    // No configuration can name it.
    if (name === "") return;
    const known = found.get(name) ?? {
      sensitive: [],
      others: 0,
      count: 0,
      members: 0,
      shown: 0,
      isOpen: false,
      isText: false,
      isPhone: false,
    };
    found.set(name, known);
    const target = reader.resolve(schema);
    const value = target.type.kind === "array" ? reader.resolve(target.type.items) : target;
    const words = [text, schema.doc.description, value.doc.description].join("\n");
    known.isOpen ||= !LISTED.test(target.type.kind);
    known.isText ||= value.type.kind === "string";
    known.isPhone ||= showsPhone(name, words, [schema, target, value]);
    known.count += 1;
    if (siblings !== undefined) known.members += 1;
    const isNamed = isNamedSensitive({ name, schema: value, text: words, siblings: siblings ?? [] });
    if (isNamed) known.named ??= origin;
    for (const model of sensitiveModels(schema, reader)) models.set(model.name, model);
    const isKey =
      value.type.kind === "string" && !/^date/u.test(value.type.format ?? "") && isDescribedKey(name, words);
    const isStated = isDescribed(text) || isSensitive(schema, reader) || isKey;
    if (isNamed || isStated) known.shown += 1;
    if (!isStated && `${text}${schema.doc.description ?? ""}` === "") return;
    if (isStated) known.sensitive.push(origin);
    else known.others += 1;
  };
  const seen = new Set<SchemaNode>();
  for (const { parameters, body, responses } of operations) {
    for (const { name, schema, description = "", origin } of parameters)
      add({ name, schema, origin, text: description }, undefined);
    const bodies = [body?.content ?? [], ...responses.map(({ content }) => content)];
    const roots = [
      ...parameters.map(({ schema }) => schema),
      ...bodies.flat().flatMap(({ schema }) => schema ?? []),
    ];
    for (const { type } of newNodes(roots, seen, reader))
      if (type.kind === "object") {
        const siblings = type.properties.map(({ name }) => name);
        for (const { name, schema } of type.properties)
          add({ name, schema, origin: schema.origin }, siblings);
      }
  }
  return { names: found, models: [...models.values()] };
}

/** Schemas that others lead to, each once. */
function newNodes(
  roots: readonly SchemaNode[],
  seen: Set<SchemaNode>,
  reader: SchemaReader,
): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    found.push(node);
    reader.budget.visit(1, node.origin.pointer);
    open.push(...partsOf(node, reader));
  }
  return found;
}

function partsOf({ type }: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  switch (type.kind) {
    case "ref": {
      const target = reader.named(type.name);
      return target === undefined ? [] : [target];
    }
    case "array":
      return [type.items];
    case "tuple":
      return type.items;
    case "object":
      return [
        ...type.properties.map(({ schema }) => schema),
        ...(typeof type.additional === "object" ? [type.additional] : []),
      ];
    case "union":
    case "intersection":
      return type.members;
    default:
      return [];
  }
}

/** Kinds of values that a contract lists: each of them is known. */
const LISTED = /^(?:boolean|enum|literal)$/;

/** Described so itself, or where it points to, or what it lists. */
function isSensitive(node: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(node);
  const described = type.kind === "array" ? [node, type.items] : [node];
  return described.some((one) => {
    const target = reader.resolve(one);
    // What the contract lists is known to everyone.
    if (LISTED.test(target.type.kind) || hasMarks(target, reader)) return false;
    const isModel = one !== target && target.type.kind === "object";
    return (isModel ? [one] : [one, target]).some(({ doc: { description = "" } }) =>
      isDescribed(description),
    );
  });
}

/** The named schema of objects that a value or the items of a list refer to, where its description says that they are sensitive. */
function sensitiveModels(node: SchemaNode, reader: SchemaReader): readonly DescribedModel[] {
  const { type } = reader.resolve(node);
  return [node, ...(type.kind === "array" ? [type.items] : [])].flatMap((one) => {
    const target = reader.resolve(one);
    if (one.type.kind !== "ref" || target.type.kind !== "object" || hasMarks(target, reader)) return [];
    if (!isDescribed(target.doc.description ?? "")) return [];
    const members = (reader.properties(target) ?? []).map(({ name }) => name);
    return [{ name: one.type.name, members, origin: target.origin }];
  });
}

/** The description of such an object is about its members, and some of these are marked. */
function hasMarks(target: SchemaNode, reader: SchemaReader): boolean {
  const members = reader.properties(target) ?? [];
  return members.some(({ schema }) => schema.sensitive || reader.resolve(schema).sensitive);
}

function isDescribed(description: string): boolean {
  const text = description.slice(0, LONGEST);
  if (SENTENCES.some((sentence) => sentence.test(text))) return true;
  return (
    OF_SECRET.test(text) &&
    clausesOf(text)
      .flat()
      .some((clause) => !negates(clause) && CLAUSES.some((one) => one.test(clause)))
  );
}
