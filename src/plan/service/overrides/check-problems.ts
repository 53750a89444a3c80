import type { LocatedOverrides, ProblemsOverride } from "../../../config/client-overrides.js";
import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { ApiModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { pointerKeys } from "../../../text/json-pointer.js";
import { literalPattern } from "../../../text/literal-pattern.js";
import { nearestWord, words } from "../../../text/words.js";
import { mapMember } from "../map-members.js";
import { isError, jsonContent } from "../responses.js";
import { alternatives, type SchemaReader } from "../schema-reader.js";
import { listMembersTexts } from "../signs/problems/code-member-sign.js";
import { descriptionsIn } from "../signs/unknown-headers.js";
import { exampleNames } from "../traits/body-members.js";
import {
  errorMedia,
  hasFlatMap,
  isSpelling,
  piecesOf,
  takesExtensions,
} from "../traits/problems/error-models.js";
import { codesOf, exampleCodes, heldAt } from "../traits/problems/problem-codes.js";
import type { Problem } from "../traits/trait.js";
import type { UnfitClaim } from "./claim.js";
import { adviseName, memberKeys } from "./find-member.js";

/** Codes that mean the same to every client. */
const KNOWN: Readonly<Record<string, string>> = {
  ambiguous_upstream_outcome: "ambiguous-outcome",
  feature_disabled: "feature-disabled",
  idempotency_key_conflict: "idempotency-conflict",
};

/** What claims about problems are checked against. */
interface ProblemContext {
  readonly model: ApiModel;
  readonly reader: SchemaReader;
}

/** Meanings that cannot be: another one of a code that every client knows. */
export function checkMeanings({ meanings = {} }: ProblemsOverride): readonly UnfitClaim[] {
  return Object.entries(meanings).flatMap(([code, meaning]): readonly UnfitClaim[] => {
    const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
    if (known === undefined || known === meaning) return [];
    const message = `${JSON.stringify(code)} means ${known} to every client: that cannot be changed.`;
    return [{ path: ["problems", "meanings", code], message }];
  });
}

/**
 * Codes of `problems.meanings` that the contract does not have, and that differ from one that it has by a misspelt word: typos, most likely.
 * They keep their meaning, since a server can send a code that its contract does not list: in a failed background operation, in a body without
 * members, in a newer version. Where the file has the similar one too, both are meant.
 */
export function diagnoseNearCodes(
  facts: Problem | undefined,
  { values: { problems }, file, locate }: LocatedOverrides,
  context: ProblemContext,
): readonly Diagnostic[] {
  if (facts === undefined || problems === undefined || problems === false) return [];
  const { codes: listed = [], meanings = {} } = problems;
  const given = Object.keys(meanings);
  const open = given.filter((code) => !listed.includes(code) && !Object.hasOwn(KNOWN, code));
  const codes = open.length === 0 ? new Set<string>() : codesIn(facts, context);
  const others = [...codes].filter((code) => !given.includes(code));
  return open.flatMap((code): readonly Diagnostic[] => {
    const near = codes.has(code) ? undefined : others.find((other) => isMisspelt(code, other));
    if (near === undefined || isNamed(code, context.model)) return [];
    const { line, column } = locate(["problems", "meanings", code]);
    const location = { file, pointer: "", line, column };
    return [{ ...diagnostic("config/near-code", "", { code, near }), location }];
  });
}

/** Whether two codes have the same letters, or all words of them are the same but one, which is misspelt: not `E1042` of `E1043`, `order_gone` of `user_gone`. */
function isMisspelt(code: string, other: string): boolean {
  const [left, right] = [words(code), words(other)];
  if (left.join("") === right.join("")) return true;
  if (left.length !== right.length) return false;
  const [first, ...more] = left.flatMap((word, at) => (word === right[at] ? [] : [at]));
  const [word = "", meant = ""] = first === undefined ? [] : [left[first], right[first]];
  const isWord = /^\p{L}{4,}$/u;
  return (
    more.length === 0 && isWord.test(word) && isWord.test(meant) && nearestWord(word, [meant]) !== undefined
  );
}

/** The codes that the errors of the contract have, by their schemas and examples. */
function codesIn({ members, holders = [] }: Problem, { model, reader }: ProblemContext): ReadonlySet<string> {
  const name = members?.code ?? "code";
  const media = errorMedia(model, reader);
  const top = {
    pieces: media.flatMap(({ schema }) => (schema === undefined ? [] : piecesOf(schema, reader))),
    examples: media.flatMap(({ examples = [] }) => examples),
    reader,
  };
  const shown = [top, ...holders.map((holder) => heldAt(top, pointerKeys(`/${holder}`)))];
  return new Set([
    ...shown.flatMap(({ pieces, examples }) => [
      ...codesOf(pieces, name, reader),
      ...exampleCodes(examples, name),
    ]),
    ...(model.contract.problemCodes ?? []),
  ]);
}

/** Whether a description of the contract has a code. */
function isNamed(code: string, model: ApiModel): boolean {
  const pattern = new RegExp(`(?<![\\w-])${literalPattern(code)}(?![\\w-])`, "u");
  return [...descriptionsIn(model)].some((text) => pattern.test(text));
}

/** Members of problems that no error response describes, where some describes its members. */
export function checkMembers(
  { members = {} }: ProblemsOverride,
  model: ApiModel,
  reader: SchemaReader,
): readonly UnfitClaim[] {
  const bodies = model.operations.flatMap(({ responses }) =>
    responses.flatMap((response) => (isError(response) ? (jsonContent(response, reader)?.schema ?? []) : [])),
  );
  // The usual names may be in any problem; a map of any members is at the top of the body.
  const [isOpen, hasMap] = [takesExtensions, hasFlatMap].map((fits) =>
    bodies.some((body) => fits(body, reader)),
  );
  return Object.entries(members).flatMap(([key, text]) => {
    const isExtension = (isOpen && text === key) || (hasMap && isMapMember(key, text, model, reader));
    const names = isExtension ? undefined : namesBeside(memberKeys(text), bodies, reader);
    return names === undefined
      ? []
      : [
          {
            path: ["problems", "members", key],
            mayFitOthers: true,
            message: `No error response has the member ${JSON.stringify(text)}. ${adviseName(memberKeys(text).at(-1) ?? "", names, "")}`,
          },
        ];
  });
}

/** Whether a map of any members may have one: it is called as contracts call it, or a text or an example names it. */
function isMapMember(known: string, text: string, model: ApiModel, reader: SchemaReader): boolean {
  const [name = "", ...inner] = memberKeys(text);
  if (inner.length > 0) return false;
  const isQuoted = (of: string) =>
    [`\`${name}\``, `"${name}"`, `'${name}'`, `“${name}”`].some((one) => of.includes(one));
  const examples = errorMedia(model, reader).flatMap(({ examples: own = [] }) => own);
  return (
    isSpelling(known, name) ||
    exampleNames(examples).includes(name) ||
    listMembersTexts(model, reader).some((one) => isQuoted(one.text))
  );
}

/** The members that there are where a path leads to none; undefined: it leads to one, or to where nothing is described. */
function namesBeside(
  keys: readonly string[],
  bodies: readonly SchemaNode[],
  reader: SchemaReader,
): readonly string[] | undefined {
  let at = bodies;
  for (const key of keys) {
    const all = at.flatMap((body) => alternatives(body, reader));
    const next = all.flatMap((body) => membersAt(key, body, reader));
    const names = new Set(all.flatMap((body) => membersOf(body, reader).map(({ name }) => name)));
    if (names.size === 0) return undefined;
    if (next.length === 0) return [...names].sort(byText);
    at = next;
  }
  return undefined;
}

/** The first entry of a list, as a path names it; any other number, and `name=value`, is an entry as well. */
const ENTRY = "0";

function membersOf(
  body: SchemaNode,
  reader: SchemaReader,
): readonly { readonly name: string; readonly schema: SchemaNode }[] {
  const { type } = reader.resolve(body);
  return type.kind === "array" ? [{ name: ENTRY, schema: type.items }] : (reader.properties(body) ?? []);
}

/** The members of a name that a body describes; else what it says of members beside those that it lists. */
function membersAt(key: string, body: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const listed = membersOf(body, reader).flatMap(({ name, schema }) => (fits(name, key) ? schema : []));
  if (listed.length > 0) return listed;
  const { type } = reader.resolve(body);
  const parts = type.kind === "intersection" ? type.members : [body];
  return parts.flatMap((part) => mapMember(part, key, reader) ?? []);
}

function fits(name: string, key: string): boolean {
  return name === key || (name === ENTRY && /^\d+$|=/.test(key));
}
