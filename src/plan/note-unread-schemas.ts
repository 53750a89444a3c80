import type { ApiModel, MediaModel, OperationModel } from "../model/api-model.js";
import { codeSpan } from "../text/code-span.js";
import { settledParts } from "./inputs/settled-parts.js";
import { isUnwrittenContent } from "./inputs/unwritten-content.js";
import { answerCodecOf, codecOf } from "./media.js";
import { place } from "./reading/answers.js";
import type { SchemaReader } from "./reading/schema-reader.js";
import { untypedContents } from "./untyped-contents.js";

/**
 * What a person should know of schemas that shape no type, because their media type is given and taken as text (XML, YAML),
 * as what the platform has for a form or, where nobody knows its syntax, as bytes. One sentence a media type, or
 * one for many, with the first place.
 */
export function noteUnreadSchemas({ operations }: ApiModel, reader: SchemaReader): readonly string[] {
  const seen = new Map<string, Unread>();
  for (const operation of operations) {
    for (const { mediaType, schema, as } of untypedOf(operation, reader)) {
      const key = JSON.stringify([mediaType, as]);
      const known = seen.get(key) ?? { mediaType, where: place(operation), as, pointers: new Set<string>() };
      if (schema !== undefined) known.pointers.add(schema.origin.pointer);
      seen.set(key, known);
    }
  }
  const all = [...seen.values()];
  return [...new Set(all.map(({ as }) => as))].flatMap((as) => sentences(all.filter((one) => one.as === as)));
}

/** A media type whose schemas are not read. */
interface Unread {
  readonly mediaType: string;
  /** The first operation that has it. */
  readonly where: string;
  readonly as: string;
  readonly pointers: Set<string>;
}

/** So many media types are told one by one; of more, the first stands for all. */
const MOST = 3;

function sentences(unread: readonly Unread[]): readonly string[] {
  const [first] = unread;
  if (first === undefined) return [];
  if (unread.length > MOST) {
    const pointers = unread.flatMap((one) => [...one.pointers]);
    const types = `${codeSpan(first.mediaType)} of ${codeSpan(first.where)}, and ${String(unread.length - 1)} more media types`;
    return [`${types} are ${first.as}: their schemas are not in the types. (${places(pointers)})`];
  }
  return unread.map(
    ({ mediaType, where, as, pointers }) =>
      `${codeSpan(mediaType)} of ${codeSpan(where)} is ${as}: its schema is not in the types. (${places([...pointers])})`,
  );
}

function places([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${String(others.length)} more`;
}

interface Untyped extends Pick<MediaModel, "mediaType" | "schema"> {
  /** `given and taken as text` */
  readonly as: string;
}

function untypedOf(operation: OperationModel, reader: SchemaReader): readonly Untyped[] {
  const bodies = operation.body?.content ?? [];
  const answers = operation.answers.flatMap(({ content }) => content);
  const parameters = operation.parameters
    .filter((parameter) => isUnwrittenContent(parameter, reader))
    .flatMap(({ content, schema }) => (content === undefined ? [] : [{ ...content, schema }]));
  const parts = bodies.flatMap((media) => settledParts(media, reader).filter(({ as }) => as === "text"));
  const text = untypedContents.request.get("text") ?? "";
  return [
    ...[...parameters, ...parts].map((one) => ({ ...one, as: text })),
    ...bodies.flatMap((media) => told(media, untypedContents.request.get(codecOf(media, reader)), reader)),
    ...answers.flatMap((media) =>
      told(media, untypedContents.answer.get(answerCodecOf(media, reader)), reader),
    ),
  ];
}

function told(media: MediaModel, as: string | undefined, reader: SchemaReader): readonly Untyped[] {
  return as === undefined || !hasShape(media, reader) ? [] : [{ ...media, as }];
}

/** Whether a schema says more than that there is text. */
function hasShape({ schema }: MediaModel, reader: SchemaReader): boolean {
  if (schema === undefined) return false;
  const { kind } = reader.resolve(schema).type;
  return !["any", "binary", "enum", "literal", "string"].includes(kind);
}
