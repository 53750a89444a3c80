import type { Json } from "../../../../load/loaded-contract.js";
import type { ApiModel, MediaModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { words } from "../../../../text/words.js";
import { mapMember } from "../../map-members.js";
import { isReadAsJson } from "../../media.js";
import { isError, jsonContent } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { exampleValues, textOf } from "../body-members.js";
import type { Problem } from "../trait.js";
import { CODES, piecesOf } from "./error-models.js";
import type { Path } from "../pagination/paths.js";

/** What a contract shows of its problems. */
export interface ShownProblems {
  readonly pieces: readonly SchemaNode[];
  readonly examples: readonly Json[];
  readonly reader: SchemaReader;
  /** Names of members that repeat the status of the response: they are not codes. */
  readonly statuses?: ReadonlySet<string>;
}

/** Several values like `not_found` or `NOT_FOUND`; not `Not Found`, which is the phrase of a status. */
export function areWords(values: readonly string[]): boolean {
  const isWord = (value: string) => /^(?:[a-z\d]+(?:[_.-][a-z\d]+)*|[A-Z\d]+(?:_[A-Z\d]+)*)$/u.test(value);
  return new Set(values).size > 1 && values.every(isWord);
}

/**
 * What is shown of the objects that a path of the configuration leads to: `error`, or an entry of a list.
 *
 * @param path - a number, and `name=value`, are an entry
 */
export function heldAt({ pieces, examples, reader }: ShownProblems, path: Path): ShownProblems {
  let held: ShownProblems = { pieces, examples, reader };
  for (const key of path) {
    const schemas = held.pieces.flatMap((piece) => membersAt(piece, key, reader));
    const values = held.examples.flatMap((example) =>
      Array.isArray(example) ? (example as readonly Json[]) : exampleValues([example], [key]),
    );
    held = { pieces: schemas.flatMap((schema) => piecesOf(schema, reader)), examples: values, reader };
  }
  return held;
}

/** The responses of an operation that have a problem in JSON, by the contract or the configuration; none where neither knows of problems. */
export function problemsIn(
  { responses }: OperationModel,
  facts: Problem | undefined,
  reader: SchemaReader,
): ReadonlyMap<ResponseModel, "always" | "sometimes"> {
  return new Map(
    responses.filter(isError).flatMap((one) => {
      const found = facts && problemIn(one, facts, reader);
      return found === undefined ? [] : [[one, found] as const];
    }),
  );
}

/**
 * Whether the JSON of a response has the code of a problem, where the contract shows it or the configuration names it: `always` where every
 * alternative of each of its media types requires it, as a text.
 */
function problemIn(
  response: ResponseModel,
  { members, holders = [] }: Pick<Problem, "members" | "holders">,
  reader: SchemaReader,
): "always" | "sometimes" | undefined {
  const schema = jsonContent(response, reader)?.schema;
  if (schema === undefined) return undefined;
  const top = { pieces: piecesOf(schema, reader), examples: [], reader };
  const shown = [top, ...holders.map((holder) => heldAt(top, pointerKeys(`/${holder}`)))];
  const name = members?.code ?? "code";
  const isSure = (media: MediaModel) =>
    isReadAsJson(media, reader) && media.schema !== undefined && requiresText(media.schema, name, reader);
  if (holders.length === 0 && response.content.every(isSure)) return "always";
  const hasCode = ({ pieces }: ShownProblems) =>
    pieces.some((piece) => reader.property(piece, name) !== undefined);
  return shown.some(hasCode) ? "sometimes" : undefined;
}

/** Whether each value of a schema is an object that has a text under a name. */
function requiresText(node: SchemaNode, name: string, reader: SchemaReader): boolean {
  return isEach(node, reader, (one) => {
    const member = reader.property(one, name);
    return (
      member?.required === true &&
      isEach(member.schema, reader, ({ type }) => {
        if (type.kind === "enum") return type.values.every((value) => typeof value === "string");
        return type.kind === "string" || (type.kind === "literal" && typeof type.value === "string");
      })
    );
  });
}

/** Whether each value of a schema is so: every alternative, `null` too; of parts (`allOf`) one is enough, or all of them together. */
function isEach(
  node: SchemaNode,
  reader: SchemaReader,
  isSo: (one: SchemaNode) => boolean,
  seen: ReadonlySet<SchemaNode> = new Set(),
): boolean {
  const { type } = node;
  if (seen.has(node)) return false;
  const isSoWithin = (one: SchemaNode) => isEach(one, reader, isSo, new Set([...seen, node]));
  if (type.kind === "ref") {
    const named = reader.named(type.name);
    return named !== undefined && isSoWithin(named);
  }
  if (type.kind === "union") return type.members.every(isSoWithin);
  return isSo(node) || (type.kind === "intersection" && type.members.some(isSoWithin));
}

function membersAt(piece: SchemaNode, key: string, reader: SchemaReader): readonly SchemaNode[] {
  const { type } = piece;
  if (type.kind === "array") return /^\d+$|=/.test(key) ? [type.items] : [];
  const found = reader.property(piece, key)?.schema ?? mapMember(piece, key, reader);
  return found === undefined ? [] : [found];
}

/** Codes that problem schemas fix (`const`, `enum`), list in an extension, or show (`examples`). */
export function codesOf(
  pieces: readonly SchemaNode[],
  name: string,
  reader: SchemaReader,
): readonly string[] {
  return pieces.flatMap((piece) => {
    const code = reader.property(piece, name);
    if (code === undefined) return [];
    const node = reader.resolve(code.schema);
    const docs = [code.schema.doc, node.doc];
    const shown = docs.flatMap(({ examples, values = [], description = "" }) => [
      ...values,
      ...examples,
      ...describedCodes(description),
      ...explainedCodes(description).flatMap(([explained]) =>
        reader.property(piece, explained) === undefined ? explained : [],
      ),
    ]);
    // An extension of the whole problem lists its codes.
    const listed = piece.doc.values ?? [];
    return [...reader.values(node), ...listed, ...shown].filter((value) => typeof value === "string");
  });
}

/**
 * The codes that the last segments of listed problem types are (RFC 9457 section 3.1.1), spelled as a description of the code spells one of them:
 * `.../problems/stale-etag` is `stale_etag` beside "e.g. `not_found`" and `.../problems/not-found`. None where nothing shows that they are the codes.
 *
 * @param name - the member with the code, which lists none itself
 */
export function codesOfTypes({ pieces, reader }: ShownProblems, name: string): readonly string[] {
  const segments = codesOf(pieces, "type", reader).flatMap(
    (type) => /\/([^/?#]+)\/?$/u.exec(type)?.[1] ?? [],
  );
  const named = new Set(segments.map((segment) => words(segment).join("_")));
  const shown = pieces
    .flatMap((piece) => reader.property(piece, name)?.schema ?? [])
    .flatMap((schema) => quotedNames(textOf(schema, reader)))
    .find((one) => /[_-]/u.test(one) && named.has(words(one).join("_")));
  if (shown === undefined) return [];
  const separator = shown.includes("_") ? "_" : "-";
  return [...named].map((one) => {
    const code = one.replaceAll("_", separator);
    return shown === shown.toUpperCase() ? code.toUpperCase() : code;
  });
}

/** Words behind which a description lists codes, up to the end of the sentence. */
const LISTED =
  /\b(?:known|possible|defined|documented|current|stable) (?:\w+ )?(?:codes?|values?)\b[^.`]*(`[^.]*)|\bone of\b[^.`]*(`[^.]*)|\bcodes?:[^.`]*(`[^.]*)/gi;

/** Codes that the description of the member lists: "Known codes: `a`, `b`." */
function describedCodes(description: string): readonly string[] {
  const lists = [...description.slice(0, LONGEST).matchAll(LISTED)].map(
    ([, known, choice, named]) => known ?? choice ?? named ?? "",
  );
  return lists.flatMap(quotedNames);
}

/** A code at the start of a line, a sentence or an entry, and the line behind it: "`used`: the key was used before", "`used` (409)". */
const EXPLAINED =
  /(?<=(?:^|\n)[^\S\n]{0,8}(?:[-*+]\s{1,3})?|[.;:,]\s{1,3})`([\w.-]{1,50})`\s?(?:[:=–—-]|\((?=\d{3}\b))([^`\n]{0,500})/gu;

/** Codes that a description explains one after the other, each with its text; one alone may be another member. */
export function explainedCodes(description: string): readonly (readonly [string, string])[] {
  const found = [...description.slice(0, LONGEST).matchAll(EXPLAINED)].map(
    ([, code = "", text = ""]) => [code, text] as const,
  );
  return areWords(found.map(([code]) => code)) ? found : [];
}

/** Codes in the examples of problem responses. */
export function exampleCodes(examples: readonly Json[], name: string): readonly string[] {
  return exampleValues(examples, [name])
    .filter((code) => typeof code === "string")
    .filter((code) => code !== "");
}

/** A status of HTTP. */
const STATUS = /^[1-5]\d\d$/u;

/**
 * Names of members at the top of errors that are called a code, and are the status of the response: every value that the contract shows of
 * one is a status of a response that it is shown under.
 */
export function statusMembers(
  { operations }: Pick<ApiModel, "operations">,
  reader: SchemaReader,
): ReadonlySet<string> {
  const errors = operations.flatMap(({ responses }) =>
    responses
      .filter(isError)
      .flatMap(({ status, content }) =>
        content.filter((one) => isReadAsJson(one, reader)).map((media) => ({ status, media })),
      ),
  );
  const ofSchemas = new Map<SchemaNode, Set<string>>();
  for (const { status, media } of errors) {
    if (media.schema === undefined) continue;
    const node = reader.resolve(media.schema);
    ofSchemas.set(node, (ofSchemas.get(node) ?? new Set()).add(status));
  }
  const shown = [...ofSchemas].map(([node, statuses]) => ({
    pieces: piecesOf(node, reader),
    node,
    statuses,
  }));
  const names = shown.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (reader.properties(piece) ?? []).map(({ name }) => name)),
  );
  const isStatus = (name: string) => {
    const ofStatus = (values: readonly string[], statuses: ReadonlySet<string>) =>
      values.map((value) => STATUS.test(value) && isAmong(value, statuses));
    const found = [
      ...shown.flatMap(({ pieces, node, statuses }) =>
        ofStatus([...codesOf(pieces, name, reader), ...exampleCodes(node.doc.examples, name)], statuses),
      ),
      ...errors.flatMap(({ status, media: { examples = [], schema } }) =>
        ofStatus(exampleCodes([...examples, ...(schema?.doc.examples ?? [])], name), new Set([status])),
      ),
    ];
    return found.length > 0 && found.every(Boolean);
  };
  return new Set(
    [...new Set(names)].filter((name) => CODES.includes(words(name).join("_")) && isStatus(name)),
  );
}

function isAmong(value: string, statuses: ReadonlySet<string>): boolean {
  const isOfDefault = statuses.has("default") && /^[45]/.test(value);
  return isOfDefault || [value, `${value.slice(0, 1)}XX`].some((one) => statuses.has(one));
}

/** The codes that the examples of a response have, else those of its schema. */
export function codesOfResponse(
  { content }: ResponseModel,
  { name, holders }: { readonly name: string; readonly holders: readonly string[] },
  reader: SchemaReader,
): readonly string[] {
  const media = content.filter((one) => isReadAsJson(one, reader));
  const top = {
    pieces: media.flatMap(({ schema }) => (schema === undefined ? [] : piecesOf(schema, reader))),
    examples: media.flatMap(({ examples = [] }) => examples),
    reader,
  };
  const objects = [top, ...holders.map((holder) => heldAt(top, pointerKeys(`/${holder}`)))];
  const shown = objects.flatMap(({ examples }) => exampleCodes(examples, name));
  return shown.length > 0 ? shown : objects.flatMap(({ pieces }) => codesOf(pieces, name, reader));
}

/** Characters of a description that are searched. */
const LONGEST = 2000;

/** `` `code` `` in a text. */
export function quotedNames(text: string): readonly string[] {
  return [...text.slice(0, LONGEST).matchAll(/`([\w-]{1,50})`/g)].flatMap(([, name]) => name ?? []);
}
