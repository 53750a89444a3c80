import type { AnswerModel, MediaModel, OperationModel } from "../../model/api-model.js";
import { answerCodecOf, type CodecName, isSequential, preferredAnswer } from "../media.js";
import { isRedirect, successAnswers, unchangedAnswer } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { TypePlan } from "../type-plan.js";
import type { ModelTypes } from "../types/plan-model-types.js";
import { sameType, unionType } from "../types/type-builders.js";
import { mediaType } from "./media-type.js";

const NOTHING: TypePlan = { kind: "keyword", name: "undefined" };

/** Where a redirect leads to; no content is read for it. */
const ADDRESS: Representation = { codec: "text", type: { kind: "keyword", name: "string" }, media: [] };

/** Media types of a success that are read alike and give the same type. */
export interface Representation {
  readonly codec: CodecName;
  /** Of the value, or of one item where the codec is sequential. */
  readonly type: TypePlan;
  readonly media: readonly MediaModel[];
}

/** The ways in which the success of an operation can come. */
export interface Representations {
  /** What a call gets that asks for nothing; several where success answers differ. Empty: no content. */
  readonly plain: readonly Representation[];
  /** What has to be asked for, in the order of the contract. */
  readonly asked: readonly Representation[];
  /** Whether a success without content is among the answers. */
  readonly nothing: boolean;
  /** Those of `plain` that one answer can come in. */
  readonly plainIn: (answer: AnswerModel) => readonly Representation[];
}

/** What there is to look types and schemas up in. */
export interface TypeSources {
  readonly types: ModelTypes;
  readonly reader: SchemaReader;
}

interface Entry extends Representation {
  readonly answer: AnswerModel;
  readonly one: MediaModel;
}

/** Sorts the media types of an operation's success by what a caller gets of them. */
export function listRepresentations(operation: OperationModel, sources: TypeSources): Representations {
  const success = successAnswers(operation);
  const redirects = success.filter(isRedirect);
  const answers = success.filter((answer) => !isRedirect(answer));
  // RFC 9110 section 9.3.2: the answer to HEAD has no content, whatever the contract describes.
  if (operation.method === "HEAD")
    return {
      plain: redirects.length === 0 ? [] : [ADDRESS],
      asked: [],
      nothing: answers.length > 0 || redirects.length === 0 || unchangedAnswer(operation) !== undefined,
      plainIn: (answer) => (isRedirect(answer) ? [ADDRESS] : []),
    };
  const entries = answers.flatMap((answer) => answer.content.map((one) => entryOf(answer, one, sources)));
  const wholes = entries.filter(({ codec }) => !isSequential(codec));
  const before = (entry: Entry) => operation.kept?.answers.get(entry.answer.status) === entry.one.mediaType;
  // A stream beside anything else has to be asked for: what a call gives must not depend on the status.
  const streams = entries.filter(({ codec }) => isSequential(codec));
  const asWhole = (wholes.length > 0 || redirects.length > 0) && !streams.some(before);
  const candidates = asWhole ? wholes : streams;
  const plainIn = (answer: AnswerModel): readonly Representation[] =>
    isRedirect(answer) ? (asWhole ? [ADDRESS] : []) : plainOf(answer, candidates, before, sources.reader);
  const plain = success.flatMap(plainIn);
  return {
    plainIn,
    plain: grouped(plain),
    asked: grouped(entries.filter((entry) => !plain.includes(entry))),
    nothing:
      success.length === 0 ||
      answers.some(({ content }) => content.length === 0) ||
      unchangedAnswer(operation) !== undefined,
  };
}

/** The type of a value by its representations; undefined is among it where a success can have no content. */
export function valueOf(representations: readonly Representation[], nothing: boolean): TypePlan {
  const types = representations.map(({ type }) => type);
  return unionType(nothing || types.length === 0 ? [...types, NOTHING] : types);
}

function entryOf(answer: AnswerModel, one: MediaModel, sources: TypeSources): Entry {
  const codec = answerCodecOf(one, sources.reader);
  return { answer, one, media: [one], codec, type: mediaType(one, codec, sources) };
}

/**
 * Of one answer: what a call has always got (`before`), else the preferred media type, and those that a caller could not
 * tell from it. Items come one by one in lines as in sequences, and one method reads both: the server chooses among them
 * by `Accept`.
 */
function plainOf(
  answer: AnswerModel,
  candidates: readonly Entry[],
  before: (entry: Entry) => boolean,
  reader: SchemaReader,
): readonly Entry[] {
  const own = candidates.filter((entry) => entry.answer === answer);
  const preferred = preferredAnswer(
    own.map(({ one }) => one),
    reader,
  );
  const first = own.find(before) ?? own.find(({ one }) => one === preferred);
  return first === undefined ? [] : own.filter((entry) => isAlike(entry, first) || areItems(entry, first));
}

function areItems(left: Entry, right: Entry): boolean {
  return [left, right].every(({ codec }) => codec === "lines" || codec === "sequence");
}

function grouped(entries: readonly Representation[]): readonly Representation[] {
  const groups: Representation[] = [];
  for (const { codec, type, media } of entries) {
    const at = groups.findIndex((group) => isAlike(group, { codec, type }));
    const known = groups[at];
    if (known === undefined) groups.push({ codec, type, media });
    else groups[at] = { ...known, media: [...known.media, ...media] };
  }
  return groups;
}

function isAlike(
  left: Pick<Representation, "codec" | "type">,
  right: Pick<Representation, "codec" | "type">,
): boolean {
  return left.codec === right.codec && sameType(left.type, right.type);
}
