import type { Json } from "../../../../load/loaded-contract.js";
import type { ApiModel, MediaModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { byText } from "../../../../text/by-text.js";
import { words } from "../../../../text/words.js";
import { isError } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { findStatus, listStatuses } from "../background/find-status.js";
import { findAccepted } from "../background/recognise-background.js";
import { exampleValues, textOf } from "../body-members.js";
import {
  areClasses,
  CODES,
  errorMedia,
  isCalledClass,
  isLabelled,
  isSpelling,
  labelText,
  listsCodes,
  MOST_CLASSES,
  piecesOf,
  RETRYABLE,
  serviceErrors,
  sharedModels,
  TRACES,
} from "./error-models.js";
import { type Holder, listHolders, namesIn, ownExamples } from "./holders.js";
import { memberPath, type Path } from "../pagination/paths.js";
import { meaningsOf, textsOfCodes } from "./problem-meanings.js";
import {
  areWords,
  codesOf,
  codesOfTypes,
  exampleCodes,
  heldAt,
  statusMembers,
  type ShownProblems,
} from "./problem-codes.js";
import type { Problem, Trait } from "../trait.js";
import { listCodesTexts, unfinishedCodes } from "./unfinished-codes.js";

/** Names of extension members of a problem, the usual one first; words joined by `_`. */
const MEMBERS = {
  code: CODES,
  retryable: RETRYABLE,
  traceId: TRACES,
  detail: ["detail", "message", "error_message", "description"],
} as const;

/** Names of a member that is the code where no other is, and where its values are words for a machine, or its description calls it so. */
const WORDED: readonly string[] = ["error_kind", "kind", "error", "type", "name"];

const CALLED_CODE = /\b(?:code|name|identifier) (?:of|for) the error\b|\berror (?:code|name)\b/i;

type Members = NonNullable<Problem["members"]>;

/** How the reason of a problem ends where nothing says what is retryable. */
export const BY_METHOD = ": retries follow the method (RFC 9110 section 9.2.2)";

/** What the configuration says of problems: then every JSON body of an error is read as one. */
interface GivenProblem {
  /** Where the code is. Absent: where the contract shows one. */
  readonly code?: Path | undefined;
}

/**
 * Problem Details (RFC 9457): some error response has `application/problem+json`, or has JSON with its members `title` and
 * `status`, or with a code and what is retryable, or most error responses share a model with a code beside a message or a trace, or that lists codes; at the top of the body,
 * or in an object that holds them.
 * Codes are collected from schemas (`const`, `enum`, examples), from the examples of responses, from extensions, and, where no member has
 * a code, from `type`.
 *
 * @param given - the configuration says that errors are problems
 */
export function recogniseProblem(
  model: ApiModel,
  reader: SchemaReader,
  given?: GivenProblem,
): Trait<Problem> | undefined {
  const statuses = statusMembers(model, reader);
  const { media, labelled } = listProblems(model, statuses, reader, given !== undefined);
  if (media.length === 0) return undefined;
  const top: ShownProblems = {
    pieces: media.flatMap(({ schema }) => (schema === undefined ? [] : piecesOf(schema, reader))),
    examples: examplesOf(media, reader),
    reader,
    statuses,
  };
  const bodies = media.flatMap(({ schema }) => schema ?? []);
  const holders = listHolders(top, bodies).filter((held) => addsMembers(held, top));
  const shown: ShownProblems = {
    pieces: [...top.pieces, ...holders.flatMap(({ pieces }) => pieces)],
    examples: [...top.examples, ...holders.flatMap(({ examples }) => examples)],
    reader,
    statuses,
  };
  const shownNames = new Set(namesIn(shown));
  const names = new Set([...shownNames, ...holders.flatMap(({ described }) => described)]);
  const found = findMembers(names, shown);
  const codes = codesIn(shown, heldAt(top, given?.code?.slice(0, -1) ?? []), {
    name: given?.code?.at(-1) ?? found.code ?? "code",
    listed: model.contract.problemCodes ?? [],
  });
  const paths = [...new Set(holders.map(({ name }) => memberPath([name])))].sort(byText);
  const codeName = found.code ?? "code";
  const meanings = meaningsOf(codes, {
    texts: textsOfCodes(media, codeName, reader),
    nouns: () => nounsOfOperations(model, reader),
    unfinished: () =>
      unfinishedCodes(listCodesTexts(model, { name: codeName, holders: paths }, reader), new Set(codes)),
  });
  // Words of a description do not switch off retries.
  const retryable = shownNames.has(found.retryable ?? "retryable");
  const members = ownNames(found);
  return {
    facts: {
      codes,
      retryable,
      meanings,
      ...(members === undefined ? {} : { members }),
      ...(paths.length === 0 ? {} : { holders: paths }),
    },
    reason:
      (labelled
        ? labelText(model)
        : names.has("title") && names.has("status")
          ? "Errors are JSON with the members of RFC 9457, without its media type"
          : "Errors are JSON with a code, without the media type of RFC 9457") +
      (codes.length === 0
        ? "; no schema or example lists their codes, so a code is any text."
        : `; ${codes.length === 1 ? "1 code is" : `${String(codes.length)} codes are`} named.`) +
      (members === undefined ? "" : ` They have ${namesText(members)}.`) +
      (paths.length === 0 ? "" : ` Members of ${paths.map((path) => `"${path}"`).join(", ")} count too.`) +
      (retryable ? "" : ` Neither their schemas nor their examples say what is retryable${BY_METHOD}.`),
  };
}

/** The codes that objects have in a member of this name, and those that an extension lists; without any, those that problem types end with. */
function codesIn(
  shown: ShownProblems,
  held: ShownProblems,
  { name, listed }: { readonly name: string; readonly listed: readonly string[] },
): readonly string[] {
  const codes = [shown, held].flatMap(({ pieces, examples, reader }) => [
    ...codesOf(pieces, name, reader),
    ...exampleCodes(examples, name),
  ]);
  // Where the usual name is that of the status, the errors show no code.
  const isCode = (code: string) => shown.statuses?.has(name) !== true || !/^[1-5]\d\d$/u.test(code);
  const found = [...codes.filter(isCode), ...listed];
  return [...new Set(found.length > 0 ? found : codesOfTypes(shown, name))].sort(byText);
}

/** What paths call the background operations of a contract: `jobs` of `/jobs/{id}`, which gives the state of what a 202 started. */
function nounsOfOperations({ operations }: ApiModel, reader: SchemaReader): ReadonlySet<string> {
  const statuses = listStatuses(operations, reader);
  const nouns = operations.flatMap((operation) => {
    const accepted = findAccepted(operation);
    const found = accepted && findStatus(operation, accepted, statuses, reader);
    const segments = found?.status.path.split("/") ?? [];
    return segments[segments.indexOf(`{${found?.parameter ?? ""}}`) - 1] ?? [];
  });
  return new Set(nouns.map((noun) => words(noun).join("_")));
}

function listProblems(
  model: ApiModel,
  statuses: ReadonlySet<string>,
  reader: SchemaReader,
  isAssumed: boolean,
): { readonly media: readonly MediaModel[]; readonly labelled: boolean } {
  const errors = model.operations.flatMap(({ responses }) => responses.filter(isError));
  const labelled = errors.flatMap((response) => response.content).filter(isLabelled);
  if (labelled.length > 0) return { media: labelled, labelled: true };
  const media = errorMedia(model, reader);
  const shared = mostShared(serviceErrors(media, reader), statuses, reader);
  const isShown = ({ schema }: MediaModel) =>
    schema !== undefined && (isProblem(schema, statuses, reader) || shared.has(reader.resolve(schema)));
  return { media: isAssumed ? media : media.filter(isShown), labelled: false };
}

/** The model that most errors of a contract share, where it has a code that can be one. */
function mostShared(
  media: readonly MediaModel[],
  statuses: ReadonlySet<string>,
  reader: SchemaReader,
): ReadonlySet<SchemaNode> {
  const [{ models, count } = { models: [], count: 0 }] = sharedModels(media, reader);
  if (count < FEWEST_SHARED || count * 2 < media.length) return new Set();
  return new Set(hasCode(models, media, statuses, reader) ? models : []);
}

/** Error responses that share a model: in fewer, it could be that of one operation. */
const FEWEST_SHARED = 3;

function hasCode(
  models: readonly SchemaNode[],
  media: readonly MediaModel[],
  statuses: ReadonlySet<string>,
  reader: SchemaReader,
): boolean {
  const own = media.filter(({ schema }) => schema !== undefined && models.includes(reader.resolve(schema)));
  const pieces = models.flatMap((model) => piecesOf(model, reader));
  const top: ShownProblems = { pieces, examples: examplesOf(own, reader), reader, statuses };
  return [top, ...listHolders(top, models)].some((shown) => {
    const { code, detail, traceId } = findMembers(new Set(namesIn(shown)), shown);
    if (code === undefined) return false;
    const codes = [...codesOf(shown.pieces, code, reader), ...exampleCodes(shown.examples, code)];
    if (code === "type" && !areWords(codes)) return false;
    if (
      detail === undefined &&
      traceId === undefined &&
      !namesIn(shown).includes("detail") &&
      !areWords(codes)
    )
      return false;
    return !codes.some((one) => /^[1-5]\d\d$/.test(one));
  });
}

/** A title beside a status, or a code beside what is retryable: what no other body of an error has both of. */
function isProblem(schema: SchemaNode, statuses: ReadonlySet<string>, reader: SchemaReader): boolean {
  const pieces = piecesOf(schema, reader);
  const top: ShownProblems = { pieces, examples: [], reader, statuses };
  return [top, ...listHolders(top, [schema])].some((shown) => {
    const has = (name: string) => shown.pieces.some((piece) => reader.property(piece, name) !== undefined);
    if (has("title") && has("status")) return true;
    const { code, retryable } = findMembers(new Set(namesIn(shown)), shown);
    return code !== undefined && code !== "type" && retryable !== undefined;
  });
}

/** Whether an object has what says which problem it is, and the body beside it has not. */
function addsMembers(held: Holder, top: ShownProblems): boolean {
  const shown = findMembers(new Set(namesIn(held)), held);
  const own = {
    ...findMembers(new Set([...namesIn(held), ...held.described]), held),
    // Its description alone does not say what is retryable.
    retryable: shown.retryable,
  };
  // Examples are written by hand, and may show what a serialiser makes of the object.
  const schemas = { ...top, examples: [] };
  const outer = findMembers(new Set(namesIn(schemas)), schemas);
  const isNew = (known: keyof Members) =>
    own[known] !== undefined &&
    (own[known] !== "type" || areWords(codesOf(held.pieces, "type", held.reader))) &&
    (outer[known] === undefined || outer[known] === "type");
  const isWhole = ["title", "status"].every((name) => namesIn(held).includes(name));
  return isNew("code") || isNew("retryable") || isNew("traceId") || isWhole;
}

/** Examples of whole problems: of media types, and of their schemas. */
function examplesOf(media: readonly MediaModel[], reader: SchemaReader): readonly Json[] {
  return media.flatMap(({ examples = [], schema }) =>
    schema === undefined ? examples : [...examples, ...ownExamples(schema, reader)],
  );
}

/** How the contract calls the extension members; `type` where it has no code, and lists problem types. */
function findMembers(names: ReadonlySet<string>, shown: ShownProblems): Members {
  const all = new Map([...names].sort(byText).map((name) => [words(name).join("_"), name]));
  const isListed = listsCodes(shown.pieces, shown.reader);
  // Beside entries with a code each, words for who caused an error are its class: `{ type: "client_error", errors: [{ code: "not_found" }] }`.
  const isClass = ([key, name]: readonly [string, string]) =>
    WORDED.includes(key) && areClasses(name, codesOf(shown.pieces, name, shown.reader));
  const byKey = isListed ? new Map([...all].filter((one) => !isClass(one))) : all;
  const found = Object.entries(MEMBERS).flatMap(([known, keys]) => {
    const key = keys.find((one) => byKey.has(one) && fits(known, byKey.get(one) ?? "", shown));
    return key === undefined ? [] : [[known, byKey.get(key) ?? key] as const];
  });
  const { detail, ...named }: Members = Object.fromEntries(found);
  const worded = WORDED.map((key) => byKey.get(key)).find(
    (name) =>
      name !== undefined &&
      (areWords(codesOf(shown.pieces, name, shown.reader)) || isCalledCode(name, shown)),
  );
  const first = named.code ?? worded ?? statusOfNumber(byKey, shown);
  const code = first === undefined ? undefined : (listedBeside(first, byKey, shown) ?? first);
  const others = code === undefined ? named : { ...named, code };
  // A body of RFC 9457 has `detail`, described or not.
  const isOther = detail !== undefined && detail !== "detail" && !byKey.has("title");
  const members: Members = isOther ? { ...others, detail } : others;
  const types =
    members.code === undefined
      ? [...codesOf(shown.pieces, "type", shown.reader), ...exampleCodes(shown.examples, "type")]
      : [];
  return types.some((type) => /[:/]/.test(type) && type !== "about:blank")
    ? { ...members, code: "type" }
    : members;
}

/** The member that lists what an error can be, beside one that is called a class and lists no more than a few classes. */
function listedBeside(
  name: string,
  byKey: ReadonlyMap<string, string>,
  shown: ShownProblems,
): string | undefined {
  const valuesOf = (one: string) => [...new Set(codesOf(shown.pieces, one, shown.reader))];
  if (!isCalledClass(name) || valuesOf(name).length > MOST_CLASSES) return undefined;
  return [...byKey.values()].find((one) => {
    if (!isSpelling("code", one)) return false;
    const values = valuesOf(one);
    // What has one word each may be classes, too.
    if (isCalledClass(one) && values.every((value) => words(value).length === 1)) return false;
    return values.length > MOST_CLASSES && areWords(values) && !values.some((value) => OUTCOME.test(value));
  });
}

/** `status` where its values are words for a machine, beside a `code` that is a number: `{ code: 404, status: "NOT_FOUND" }`. */
function statusOfNumber(byKey: ReadonlyMap<string, string>, shown: ShownProblems): string | undefined {
  const [code, status] = [byKey.get("code"), byKey.get("status")];
  if (code === undefined || status === undefined || fits("code", code, shown)) return undefined;
  const values = codesOf(shown.pieces, status, shown.reader);
  return areWords(values) && !values.some((value) => OUTCOME.test(value)) ? status : undefined;
}

/** What says that a call failed, and not why. */
const OUTCOME = /^(?:errors?|fail(?:ed|ure|s)?|ok|success|succeeded)$/i;

function isCalledCode(name: string, shown: ShownProblems): boolean {
  const schemas = shown.pieces.flatMap((piece) => shown.reader.property(piece, name)?.schema ?? []);
  return (
    fits("code", name, shown) && schemas.some((schema) => CALLED_CODE.test(textOf(schema, shown.reader)))
  );
}

/** A code and a trace are texts: a number is a status, and so is a text that repeats that of the response. */
function fits(known: string, name: string, { pieces, examples, reader, statuses }: ShownProblems): boolean {
  if (known === "code" && statuses?.has(name) === true) return false;
  const schemas = pieces.flatMap((piece) => reader.property(piece, name)?.schema ?? []);
  const kinds = [
    ...schemas.map((schema) => reader.resolve(schema).type.kind),
    ...exampleValues(examples, [name]).map((value) => typeof value),
  ];
  if (kinds.length === 0) return true;
  return known === "retryable"
    ? !kinds.every((kind) => kind === "string" || kind === "number")
    : !kinds.every((kind) => kind === "number" || kind === "boolean");
}

function ownNames(found: Members): Members | undefined {
  const own = Object.entries(found).filter(([known, name]) => known !== name);
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

function namesText(members: Members): string {
  return Object.entries(members)
    .map(([known, name]) => `"${name}" as \`${known}\``)
    .join(", ");
}
