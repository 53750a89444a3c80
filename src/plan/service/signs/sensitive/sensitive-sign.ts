import type { ClientOverrides } from "../../../../config/client-overrides.js";
import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import type { Origin } from "../../../../model/schema-model.js";
import { byText } from "../../../../text/by-text.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { yamlList } from "../../../../text/yaml-scalar.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listed } from "../capabilities/limit-signs.js";
import { operationKey } from "../../responses.js";
import { type DescribedModel, type DescribedName, describedNames } from "./described-names.js";
import type { PassedKeys } from "../access/key-parameters-sign.js";
import { isGeneral, isOfProblem } from "./sensitive-names.js";
import { type NamedValues, sensitiveNames, singularKey } from "./sensitive-texts.js";
import type { LostSign } from "../sign.js";

/** Characters of a description that are searched. */
const LONGEST = 1000;

type Claim = ClientOverrides["sensitive"];

/**
 * Members and parameters of which only descriptions say that they are sensitive: one sign for the contract. The client masks by name: a
 * name counts only where most of its descriptions say so, or where a text of the contract, a tag or an operation names it.
 *
 * @param operations - those that the client calls
 */
export function sensitiveSign(
  { contract, securitySchemes, tags }: Pick<ApiModel, "contract" | "securitySchemes" | "tags">,
  operations: readonly OperationModel[],
  { names: masked, claimed }: { readonly names: readonly string[]; readonly claimed: Claim },
  { passed: keys, declared }: PassedKeys,
  reader: SchemaReader,
): LostSign | undefined {
  const { names: described, models: all } = describedNames(operations, reader);
  // With the overlay that is printed beside the lines, a client has no parameter of that name.
  const replaced = [...described].flatMap(([name, { members }]) =>
    members === 0 && declared.has(name.toLowerCase()) ? [name] : [],
  );
  const isTaken = (name: string) => !replaced.includes(name);
  const { add, remove } = readClaim(claimed, isTaken);
  const decided = new Set([...masked, ...remove, ...replaced]);
  const isWide = (name: string) => isTooWide(name, described.get(name), keys);
  // That calls take it says more of a credential than its description.
  const isPassed = (name: string) => keys.some((one) => one.name === name);
  const own = [...described]
    .filter(
      ([name, { sensitive, others }]) =>
        !decided.has(name) && !isPassed(name) && sensitive.length > 0 && sensitive.length >= others,
    )
    .sort(([left], [right]) => byText(left, right));
  const ownNames = own.map(([name]) => name);
  for (const name of ownNames) decided.add(name);
  const others = otherNames(
    textsOf({ contract, securitySchemes, tags }, operations),
    valuesOf(described),
    decided,
  );
  for (const name of others.names) decided.add(name);
  const passed = keys.filter(({ name }) => !decided.has(name));
  const passedNames = [...new Set(passed.map(({ name }) => name))];
  for (const name of passedNames) decided.add(name);
  const called = [...described]
    .filter(([name, { named }]) => !decided.has(name) && named !== undefined)
    .sort(([left], [right]) => byText(left, right));
  const calledNames = called.map(([name]) => name);
  const found = [...ownNames, ...others.names, ...passedNames, ...calledNames].sort(byText);
  const wide = found.filter(isWide);
  const names = found.filter((name) => !wide.includes(name));
  // What a person has decided is about their members too.
  const models =
    claimed === undefined ? all.filter(({ members }) => !members.some((one) => found.includes(one))) : [];
  // Nor does a person have to name what the text of an operation leaves open, where something of it is masked.
  const shown = new Set([...masked, ...replaced, ...found]);
  const open =
    claimed === undefined
      ? operations.filter((one) => hasSensitive(one) && !hasOneOf(shown, one, reader))
      : [];
  const origin =
    own[0]?.[1].sensitive[0] ??
    others.origin ??
    models[0]?.origin ??
    open[0]?.origin ??
    passed[0]?.origin ??
    called[0]?.[1].named;
  if (origin === undefined) return undefined;
  return {
    origin,
    trait: "sensitive",
    shown: [
      ownClause(ownNames),
      others.clause,
      modelClause(models),
      openClause(open),
      passedClause(passedNames),
      calledClause(calledNames),
    ]
      .filter((clause) => clause !== "")
      .join(", and "),
    missing: `nothing in the contract marks ${found.length === 0 ? "which members are" : found.length + models.length === 1 ? "it" : "them"}${wideClause(wide)}`,
    lines: [
      sensitiveLine(
        [...add, ...names, ...(models.length + open.length + wide.length > 0 ? ["?"] : [])],
        remove,
      ),
    ],
    meant: [sensitiveLine(add, [...remove, ...found])],
  };
}

/** Whether a name is general, and others that have it are not sensitive, as far as the contract shows: the client masks by name. */
function isTooWide(
  name: string,
  described: DescribedName | undefined,
  keys: readonly { readonly name: string; readonly origin: Origin }[],
): boolean {
  if (described === undefined || !isGeneral(name)) return false;
  const { count, members, shown } = described;
  // The parameters of the name are the credential.
  const key = keys.find((one) => one.name === name);
  if (key !== undefined) return key.origin.pointer.includes("/parameters/") && members > 0;
  return isOfProblem(name) || (count > 1 && shown < count);
}

function wideClause(names: readonly string[]): string {
  if (names.length === 0) return "";
  const those = names.length === 1 ? "that name" : "those names";
  return `, and a mask for ${listed(names)} would also hide other values of ${those}`;
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

function calledClause(names: readonly string[]): string {
  if (names.length === 0) return "";
  return names.length === 1
    ? `the name ${listed(names)} is that of a secret or of personal data`
    : `the names ${listed(names)} are those of secrets or of personal data`;
}

function passedClause(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `operations take the ${names.length === 1 ? "credential" : "credentials"} ${listed(names)}`;
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

/** Whether an operation takes or returns one of these names. */
function hasOneOf(names: ReadonlySet<string>, operation: OperationModel, reader: SchemaReader): boolean {
  return [...describedNames([operation], reader).names.keys()].some((name) => names.has(name));
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

/** The texts of a contract, of its security schemes, its tags and its operations. */
function textsOf(
  { contract, securitySchemes, tags }: Pick<ApiModel, "contract" | "securitySchemes" | "tags">,
  operations: readonly OperationModel[],
): readonly NamingText[] {
  return [
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
  const phones = [...described].flatMap(([name, { isText, isPhone }]) => (isText && isPhone ? [name] : []));
  return { has: (name) => described.get(name)?.isOpen === true, texts, phones };
}

function readClaim(
  claimed: Claim = [],
  isTaken: (name: string) => boolean,
): Readonly<Record<"add" | "remove", readonly string[]>> {
  const { add = [], remove = [] } =
    "add" in claimed || "remove" in claimed ? claimed : { add: claimed as readonly string[] };
  return { add: add.filter(isTaken), remove: remove.filter(isTaken) };
}
