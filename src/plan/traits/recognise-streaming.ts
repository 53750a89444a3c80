import type { OperationModel } from "../../model/api-model.js";
import { answerCodecOf, isSequential } from "../media.js";
import { successAnswers } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { StreamedAnswer, Trait } from "./trait.js";

/** The member of a body by which services let the caller choose a stream. */
const MEMBER = "stream";

/** An answer that can be read while it arrives: server-sent events, or JSON value by JSON value. */
export function recogniseStreaming(
  operation: OperationModel,
  reader: SchemaReader,
): Trait<StreamedAnswer> | undefined {
  const content = successAnswers(operation).flatMap((answer) => answer.content);
  const streams = content.filter((media) => isSequential(answerCodecOf(media, reader)));
  if (streams.length === 0) return undefined;
  const types = streams.map(({ mediaType }) => mediaType).join(", ");
  const given = operation.body?.content.flatMap(({ schema }) =>
    schema === undefined ? [] : (reader.property(schema, MEMBER)?.schema ?? []),
  );
  const choice = given?.find((schema) => {
    const { type } = reader.resolve(schema);
    return type.kind === "boolean" || reader.values(schema).includes(true);
  });
  if (choice === undefined) return { facts: {}, reason: `Its answer can come as ${types}.` };
  const preset = choice.doc.default === true || reader.resolve(choice).doc.default === true;
  return {
    facts: { member: MEMBER, ...(preset ? { preset: true } : {}) },
    reason: `Its answer can come as ${types}; "${MEMBER}" in the body asks for it.`,
  };
}
