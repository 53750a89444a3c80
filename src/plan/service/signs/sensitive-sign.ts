import type { ClientOverrides } from "../../../config/client-overrides.js";
import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import type { Origin, SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { clausesOf, negates } from "../../../text/without-denials.js";
import { yamlList } from "../../../text/yaml-scalar.js";
import type { SchemaReader } from "../schema-reader.js";
import { listed } from "./capabilities/limit-signs.js";
import { operationKey } from "../responses.js";
import { type NamedValues, sensitiveNames, singularKey } from "./sensitive-texts.js";
import type { LostSign } from "./sign.js";

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

type Claim = ClientOverrides["sensitive"];

/**
 * Members and parameters of which only descriptions say that they are sensitive: one sign for the contract. The client masks by name: a
 * name counts only where most of its descriptions say so, or where a text of the contract, a tag or an operation names it.
 */
export function sensitiveSign(
  { contract, securitySchemes, tags }: Pick<ApiModel, "contract" | "securitySchemes" | "tags">,
  operations: readonly OperationModel[],
  masked: readonly string[],
  claimed: Claim,
  reader: SchemaReader,
): LostSign | undefined {
  const { add = [], remove = [] } = readClaim(claimed);
  const decided = new Set([...masked, ...remove]);
  const { names: described, models: all } = describedNames(operations, reader);
  const own = [...described]
    .filter(
      ([name, { sensitive, others }]) =>
        !decided.has(name) && sensitive.length > 0 && sensitive.length >= others,
    )
    .sort(([left], [right]) => byText(left, right));
  const ownNames = own.map(([name]) => name);
  for (const name of ownNames) decided.add(name);
  const texts = [
    { subject: "the contract", text: contract.description, origin: { pointer: "#/info/description" } },
    ...securitySchemes.map(({ name, description, origin }) => ({
      subject: `the security scheme ${JSON.stringify(name)}`,
      text: description,
      origin,
    })),
    ...tags.map(({ name, description }) => ({
      subject: `the tag ${JSON.stringify(name)}`,
      text: description,
      origin: { pointer: "#/tags" },
    })),
    ...operations.map((operation) => ({
      subject: operationKey(operation),
      text: operation.description,
      origin: operation.origin,
    })),
  ];
  const others = otherNames(texts, valuesOf(described), decided);
  const names = [...ownNames, ...others.names].sort(byText);
  // What a person has decided is about their members too.
  const models =
    claimed === undefined ? all.filter(({ members }) => !members.some((one) => names.includes(one))) : [];
  // Nor does a person have to name what texts of operations leave open, where something is masked.
  const open =
    claimed === undefined && masked.length + names.length === 0 ? operations.filter(hasSensitive) : [];
  const origin = own[0]?.[1].sensitive[0] ?? others.origin ?? models[0]?.origin ?? open[0]?.origin;
  if (origin === undefined) return undefined;
  return {
    origin,
    trait: "sensitive",
    shown: [ownClause(ownNames), others.clause, modelClause(models), openClause(open)]
      .filter((clause) => clause !== "")
      .join(", and "),
    missing: `nothing in the contract marks ${names.length === 0 ? "which members are" : names.length + models.length === 1 ? "it" : "them"}`,
    lines: [sensitiveLine([...add, ...names, ...(models.length + open.length > 0 ? ["?"] : [])], remove)],
    meant: [sensitiveLine(add, [...remove, ...names])],
  };
}

function sensitiveLine(add: readonly string[], remove: readonly string[]): string {
  if (remove.length === 0) return `sensitive: ${yamlList(add)}`;
  const added = add.length === 0 ? "" : `add: ${yamlList(add)}, `;
  return `sensitive: { ${added}remove: ${yamlList(remove)} }`;
}

function ownClause(names: readonly string[]): string {
  if (names.length === 0) return "";
  return names.length === 1
    ? `the description of ${listed(names)} says that it is sensitive`
    : `the descriptions of ${listed(names)} say that they are sensitive`;
}

function modelClause(models: readonly DescribedModel[]): string {
  const names = models.map(({ name }) => name);
  if (names.length === 0) return "";
  return names.length === 1
    ? `the description of the schema ${listed(names)} says that it is sensitive`
    : `the descriptions of the schemas ${listed(names)} say that they are sensitive`;
}

function openClause(operations: readonly OperationModel[]): string {
  const [first, ...others] = operations;
  if (first === undefined) return "";
  const key = operationKey(first);
  return others.length === 0
    ? `the description of ${key} says that its data is sensitive`
    : `the descriptions of ${key} and ${String(others.length)} more say that their data is sensitive`;
}

/** "Contains personal data", "returns sensitive contact data": whose, it does not say. */
const HAS_SENSITIVE =
  /(?<!\b(?:that|which)\s)\b(?:contains?|exposes?|export|fetch|gets?|gives?|has|have|holds?|includes?|list|reads?|retrieves?|returns?|reveals?|search)(?:es|s)?\s(?:(?!(?:and|or|by|for|in|of|to|with)\s)[\w-]+\s){0,3}(?:and\s(?:\w+\s)?)?(?:confidential|personal|personally\sidentifiable|sensitive)\s(?:\w+\s)?(?:data|details|fields|information)(?=\s*(?:[.,;:()]|$|\n)|\s(?:about|and|for|from|in|of|on|or|such|with)\b)|(?<!\b(?:that|which)\s)\b(?:contains?|exposes?|has|have|holds?|includes?|returns?)\sPII\b/iu;

/** Whether the text of an operation says that it has sensitive data. */
function hasSensitive({ summary = "", description = "" }: OperationModel): boolean {
  const clauses = clausesOf(`${summary}\n${description}`.slice(0, LONGEST)).flat();
  return clauses.some(
    (clause) => HAS_SENSITIVE.test(clause) && !negates(clause) && !OPEN_CONDITION.test(clause),
  );
}

/** That something may be so, or is omitted. */
const OPEN_CONDITION = /\b(?:if|whether|without|no|unless|excluding|except|masked|redacted)\b/iu;

/** A text that may name sensitive values. */
interface NamingText {
  /** What it describes: `GET /pets` */
  readonly subject: string;
  readonly text: string | undefined;
  readonly origin: Origin;
}

/** What texts say of names that are not decided yet, each name once: the first text that names it counts. */
function otherNames(texts: readonly NamingText[], values: NamedValues, decided: ReadonlySet<string>) {
  const known = new Set(decided);
  const naming = texts.flatMap(({ subject, text = "", origin }) => {
    const names = sensitiveNames(text, values).filter((name) => !known.has(name));
    for (const name of names) known.add(name);
    return names.length === 0 ? [] : [{ subject, names, origin }];
  });
  const names = naming.flatMap((one) => one.names);
  const [first, ...more] = naming;
  if (first === undefined) return { names, clause: "" };
  const [descriptions, others] =
    more.length === 0
      ? ["description of", "says"]
      : ["descriptions of", `and ${String(more.length)} more say`];
  const are = names.length === 1 ? "is" : "are";
  return {
    names,
    origin: first.origin,
    clause: `the ${descriptions} ${first.subject} ${others} that ${listed(names)} ${are} sensitive`,
  };
}

/** The values with the names that operations take and return. */
function valuesOf(described: ReadonlyMap<string, DescribedName>): NamedValues {
  const texts = new Map<string, Set<string>>();
  for (const [name, { isText }] of described)
    if (isText) {
      const key = singularKey(name);
      texts.set(key, (texts.get(key) ?? new Set()).add(name));
    }
  return { has: (name) => described.get(name)?.isOpen === true, texts };
}

function readClaim(claimed: Claim): Partial<Record<"add" | "remove", readonly string[]>> {
  if (claimed === undefined) return {};
  return "add" in claimed || "remove" in claimed ? claimed : { add: claimed as readonly string[] };
}

/** What descriptions say of a name. */
interface DescribedName {
  /** Where they say that it is sensitive. */
  readonly sensitive: Origin[];
  /** How many say something else. */
  others: number;
  /** Whether one of its values is not listed in the contract. */
  isOpen: boolean;
  /** Whether one of its values is a text, or a list of texts. */
  isText: boolean;
}

/** A named schema of objects whose description says that they are sensitive, and not which of their members. */
interface DescribedModel {
  readonly name: string;
  readonly members: readonly string[];
  readonly origin: Origin;
}

/**
 * The names of what operations take and return, by what descriptions say of each member and parameter; and the schemas whose objects are
 * called sensitive as a whole, of which a member like `data` is only the envelope.
 */
function describedNames(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): {
  readonly names: ReadonlyMap<string, DescribedName>;
  readonly models: readonly DescribedModel[];
} {
  const found = new Map<string, DescribedName>();
  const models = new Map<string, DescribedModel>();
  const add = (name: string, schema: SchemaNode, origin: Origin, text = "") => {
    // No configuration can name it.
    if (name === "") return;
    const known = found.get(name) ?? { sensitive: [], others: 0, isOpen: false, isText: false };
    found.set(name, known);
    const { type } = reader.resolve(schema);
    known.isOpen ||= !LISTED.test(type.kind);
    known.isText ||= (type.kind === "array" ? reader.resolve(type.items).type : type).kind === "string";
    for (const model of sensitiveModels(schema, reader)) models.set(model.name, model);
    const isNamed = isDescribed(text) || isSensitive(schema, reader);
    if (!isNamed && `${text}${schema.doc.description ?? ""}` === "") return;
    if (isNamed) known.sensitive.push(origin);
    else known.others += 1;
  };
  const seen = new Set<SchemaNode>();
  for (const { parameters, body, responses } of operations) {
    for (const { name, schema, description, origin } of parameters) add(name, schema, origin, description);
    const bodies = [body?.content ?? [], ...responses.map(({ content }) => content)];
    const roots = [
      ...parameters.map(({ schema }) => schema),
      ...bodies.flat().flatMap(({ schema }) => schema ?? []),
    ];
    for (const { type } of newNodes(roots, seen, reader))
      if (type.kind === "object")
        for (const { name, schema } of type.properties) add(name, schema, schema.origin);
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
