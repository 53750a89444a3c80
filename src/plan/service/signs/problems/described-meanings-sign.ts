import type { ApiModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import type { SchemaModel } from "../../../../model/schema-model.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
import { isError, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { codesOfResponse } from "../../traits/problems/problem-codes.js";
import { namedMeaning } from "../../traits/problems/problem-meanings.js";
import type { Problem } from "../../traits/trait.js";
import type { ErrorSign } from "../sign.js";
import { errorParagraphs, KNOWN } from "./described-codes-sign.js";
import {
  type DescribedMeaning,
  describedMeanings,
  type Meaning,
  meaningsOfText,
  shownQuote,
} from "./described-meanings.js";

/** Codes whose meaning only texts have; `?` where a text says more than one thing, or names several codes. */
export type DescribedMeanings = ErrorSign & { readonly meanings: Readonly<Record<string, Meaning | "?">> };

/** Words of a code that something is switched off: without one, a name in quotes may be that of the switch. */
const OF_SWITCH = /(?:^|_)(?:closed|deactivated|disabled|enabled|inactive|off|unavailable)(?:_|$)/u;

type Texts = Pick<ApiModel, "contract" | "operations" | "schemas" | "tags">;

/** A text of the contract. */
interface ProblemText {
  /** "the description of the contract" */
  readonly by: string;
  readonly text: string;
  readonly pointer: string;
  /** Absent: a code is only what a schema lists. */
  readonly mayBeOthers?: true;
  /** The response that it is of, and whether that is one of an operation with a key. */
  readonly response?: ResponseModel;
  readonly isKeyed?: boolean;
}

/**
 * Codes by which a client decides something, where their names do not say it and a text does: "`KEY_REUSED`: the key was used with other
 * data". A client that does not know it takes an unknown outcome for a refusal.
 *
 * @param others - codes that another sign is about
 */
export function describedMeaningsSign(
  model: Texts,
  { codes, meanings, members, holders = [] }: Problem,
  others: ReadonlySet<string>,
  reader: SchemaReader,
): DescribedMeanings | undefined {
  // Where codes are addresses, words of a text are others.
  if (members?.code === "type") return undefined;
  const listed = new Set(codes);
  const meant = new Set(Object.values(meanings));
  const hasKeys = model.operations.some((operation) => findIdempotencyHeader(operation) !== undefined);
  const name = members?.code ?? "code";
  const names = namesOf(model, reader);
  // Operations share responses, and each has its own text of them.
  const known = new Map<string, readonly DescribedMeaning[]>();
  const found = listTexts(model, reader).flatMap(({ by, text, pointer, ...of }) => {
    const isOfOne = of.response !== undefined;
    const context = { listed, names, mayBeOthers: of.mayBeOthers === true, hasKeys, isOfOne };
    const key = JSON.stringify([text, isOfOne, context.mayBeOthers]);
    const named = known.get(key) ?? describedMeanings(text, context);
    known.set(key, named);
    const own =
      named.length > 0 || of.response === undefined
        ? named
        : ofOnlyCode(text, codesOfResponse(of.response, { name, holders }, reader), of.isKeyed === true);
    return own.map((one) => ({ ...one, by, pointer }));
  });
  const isOpen = ({ code, meaning }: DescribedMeaning) =>
    !Object.hasOwn(meanings, code) &&
    !others.has(code) &&
    !KNOWN.has(code) &&
    // What no schema lists is a code only where it is the one of its meaning.
    (listed.has(code) ||
      (meaning !== undefined &&
        !meant.has(meaning) &&
        (namedMeaning(code) ?? meaning) === meaning &&
        (meaning !== "feature-disabled" || !/[a-z]/u.test(code) || OF_SWITCH.test(code))));
  const open = found.filter(isOpen);
  const [first] = open;
  if (first === undefined) return undefined;
  const all = [...new Set(open.map(({ code }) => code))];
  const shown = all.map((code) => {
    const { by, quote } = open.find((one) => one.code === code) ?? first;
    return `${by} says of ${JSON.stringify(code)}: ${JSON.stringify(shownQuote(quote))}`;
  });
  return {
    trait: "problems",
    rule: "trait/described-codes",
    shown: shown.join(", and "),
    missing: "a text alone does not change the client",
    meanings: Object.fromEntries(all.map((code) => [code, joined(open.filter((one) => one.code === code))])),
    origin: { pointer: first.pointer },
  };
}

/** Names of members and parameters, which texts have in quotes as well. */
function namesOf({ operations, schemas }: Texts, reader: SchemaReader): ReadonlySet<string> {
  const members = schemas.flatMap(({ node }) => reader.properties(node) ?? []);
  const parameters = operations.flatMap((operation) => operation.parameters);
  return new Set([...members, ...parameters].map(({ name }) => name));
}

/** What all texts say of a code. */
function joined(described: readonly DescribedMeaning[]): Meaning | "?" {
  const certain = new Set(described.flatMap(({ meaning }) => meaning ?? []));
  const [only, ...others] = certain;
  return only === undefined || others.length > 0 ? "?" : only;
}

/** Words or marks between two statements: the code may be of the other. */
const SAYS_MORE = /\b(?:also|and|either|or)\b|[.;!?]\s+\S|\n/iu;

/** A text of a response that names no code is about the only one that the response has. */
function ofOnlyCode(text: string, codes: readonly string[], isKeyed: boolean): readonly DescribedMeaning[] {
  const [code, ...others] = new Set(codes);
  if (code === undefined || others.length > 0) return [];
  const meanings = meaningsOfText(text, isKeyed || /idempoten/iu.test(text));
  return meanings.map(([meaning, quote]) => ({
    code,
    quote,
    ...(meanings.length === 1 && !SAYS_MORE.test(text.trim()) && { meaning }),
  }));
}

/** The texts that may say what a code means; those that several have once. */
function listTexts(
  { contract, operations, schemas, tags }: Texts,
  reader: SchemaReader,
): readonly ProblemText[] {
  const texts: ProblemText[] = [
    ...ofPart("the description of the contract", contract.description, "#/info/description"),
    ...tags.flatMap(({ name, description }) =>
      ofPart(`the description of the tag ${JSON.stringify(name)}`, description, "#/tags"),
    ),
    ...schemas.flatMap((schema) => ofSchema(schema, reader)),
    ...operations.flatMap((operation) => ofOperation(operation)),
  ];
  const known = new Map<string, Set<ResponseModel["content"] | undefined>>();
  return texts.filter(({ text, response }) => {
    const own = known.get(text) ?? new Set();
    const isNew = !own.has(response?.content);
    known.set(text, own.add(response?.content));
    return isNew;
  });
}

/** A text about much: what is in its paragraphs about errors may be a code that no schema lists. */
function ofPart(by: string, text: string | undefined, pointer: string): readonly ProblemText[] {
  if (text === undefined) return [];
  return [
    { by, text: errorParagraphs(text), pointer, mayBeOthers: true },
    { by, text, pointer },
  ];
}

function ofSchema({ key, node }: SchemaModel, reader: SchemaReader): readonly ProblemText[] {
  if (key === undefined) return [];
  const by = `the description of the schema ${JSON.stringify(key)}`;
  const members = (reader.properties(node) ?? []).map(({ name, schema }) => ({
    by: `the description of the member ${JSON.stringify(name)} of the schema ${JSON.stringify(key)}`,
    node: schema,
  }));
  return [{ by, node }, ...members].flatMap((one) => {
    const { description: text } = one.node.doc;
    return text === undefined ? [] : [{ by: one.by, text, pointer: one.node.origin.pointer }];
  });
}

function ofOperation(operation: OperationModel): readonly ProblemText[] {
  const key = operationKey(operation);
  const isKeyed = findIdempotencyHeader(operation) !== undefined;
  return [
    ...ofPart(`the description of \`${key}\``, operation.description, operation.origin.pointer),
    ...operation.responses.filter(isError).flatMap((response) => {
      const { status, description: text, origin } = response;
      if (text === undefined) return [];
      const by = `the description of the response ${status} of \`${key}\``;
      return [{ by, text, pointer: origin.pointer, mayBeOthers: true as const, response, isKeyed }];
    }),
  ];
}
