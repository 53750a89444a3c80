import type { MediaModel } from "../../model/api-model.js";
import { ConstantReference } from "../../text/constant-reference.js";
import type { DescriptorValue, JsonValue } from "../client-plan.js";
import { isNullable } from "../headers/nullable.js";
import type { HeaderSets } from "../headers/header-sets.js";
import { answerCodecOf, type CodecName, isSequential } from "../media.js";
import { listRepresentations, type TypeSources } from "../methods/representations.js";
import type { PlannedOperation } from "../methods/planned-operation.js";
import { isRedirect, successAnswers, unchangedAnswer } from "../reading/answers.js";
import { readEventShape } from "../reading/event-data.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { OperationTraits } from "../traits/trait.js";
import { listLongIntegers } from "./find-long-integers.js";
import { planMedia } from "./plan-media.js";

/** What the planning of answers looks things up in. */
export interface AnswerSources extends TypeSources {
  readonly headers: HeaderSets;
}

/** Answers by status (`AnswerDescriptor`); those with the same content share an entry. */
export function planAnswers(planned: PlannedOperation, sources: AnswerSources): DescriptorValue {
  const { model: operation, traits } = planned;
  const success = successAnswers(operation);
  const { asked } = listRepresentations(operation, sources);
  const mustAsk = new Set(asked.flatMap(({ media }) => media));
  const groups = new Map<string, Group>();
  const unchanged = unchangedAnswer(operation);
  // Without a parameter to ask for it, a 304 is nothing that the types tell of.
  const told = operation.answers.filter((answer) => answer.status !== "304" || answer === unchanged);
  for (const answer of told) {
    const isSuccess = success.includes(answer);
    // Of a redirect that is the answer, its address is the value.
    const redirect = isSuccess && isRedirect(answer) ? true : undefined;
    const read = redirect === true ? [] : answer.content;
    const content = read.map((media) => {
      const codec = answerCodecOf(media, sources.reader);
      return {
        ...planMedia(media, codec),
        longIntegers: longIntegers(media, codec, sources.reader),
        ...(codec === "events" && eventData(media, sources.reader)),
        ...(isSuccess && {
          nullable: codec === "json" && allowsNull(media, sources.reader) ? true : undefined,
          asked: mustAsk.has(media) ? true : undefined,
          ask: askFor(codec, traits.streaming?.facts),
        }),
      };
    });
    const set = sources.headers.of(planned, answer)?.descriptor.constant;
    const headers = set === undefined ? undefined : new ConstantReference(set);
    const key = JSON.stringify([isSuccess, redirect ?? false, content, set]);
    const group = groups.get(key) ?? { statuses: new Array<string>(), redirect, content, headers };
    group.statuses.push(...(answer.anySuccess === true ? ["2XX"] : []), answer.status);
    // The entry may be that of named errors with the same content: of those it says nothing new.
    groups.set(key, answer.errorsAlone === true ? { ...group, errorsAlone: true } : group);
  }
  return [...groups.values()].map((group) => ({ ...group }));
}

/** Whether JSON may be null: then a body may be empty as well. */
function allowsNull({ schema }: MediaModel, reader: SchemaReader): boolean {
  return schema === undefined || reader.resolve(schema).type.kind === "any" || isNullable(schema, reader);
}

interface Group {
  readonly statuses: string[];
  readonly redirect: true | undefined;
  readonly errorsAlone?: true;
  readonly content: readonly JsonValue[];
  readonly headers: ConstantReference | undefined;
}

/** Which integers of what is parsed as JSON are long ones. */
function longIntegers(media: MediaModel, codec: CodecName, reader: SchemaReader): JsonValue | undefined {
  return codec === "json" || isSequential(codec) ? listLongIntegers(media.schema, reader) : undefined;
}

function eventData(media: MediaModel, reader: SchemaReader): Readonly<Record<string, JsonValue | undefined>> {
  const shape = readEventShape(media, reader);
  return { data: shape?.data, textEvents: shape?.textEvents, jsonEvents: shape?.jsonEvents };
}

/** What the body has to say for an answer to be a stream, or to be none where the server streams by itself. */
function askFor(
  codec: CodecName,
  facts: NonNullable<OperationTraits["streaming"]>["facts"] | undefined,
): JsonValue | undefined {
  if (facts?.member === undefined) return undefined;
  if (isSequential(codec)) return { [facts.member]: true };
  return facts.preset === true ? { [facts.member]: false } : undefined;
}
