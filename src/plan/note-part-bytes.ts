import type { EncodingModel, MediaModel, OperationModel } from "../model/api-model.js";
import type { SchemaNode } from "../model/schema-model.js";
import { codeSpan } from "../text/code-span.js";
import { codecOf } from "./media.js";
import { place } from "./reading/answers.js";
import { bodyMembers } from "./reading/body-members.js";
import type { SchemaReader } from "./reading/schema-reader.js";
import { partsOf } from "./types/schema-usage.js";

/**
 * What a person should know of parts of a multipart body that are JSON (OpenAPI, Encoding Object: what an object is without
 * a content type) and have bytes inside of them, which a caller cannot send: a part is a file, or a value. One sentence a
 * place.
 */
export function notePartBytes(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly string[] {
  const notes = operations.flatMap((operation) =>
    (operation.body?.content ?? []).flatMap((media) => {
      return listParts(media, reader).flatMap(({ called, schema }) => {
        const bytes = bytesWithin(schema, reader);
        return bytes === undefined
          ? []
          : [
              `${called} of ${codeSpan(place(operation))} is JSON and has bytes in it, which JSON cannot carry: a value with bytes there is refused when it is sent. Describe them as a part of their own, or as text. (${bytes.origin.pointer})`,
            ];
      });
    }),
  );
  return [...new Set(notes)];
}

/** The parts of a multipart body, by name or by position, that are not multipart themselves. */
function listParts(
  media: MediaModel,
  reader: SchemaReader,
): readonly { readonly called: string; readonly schema: SchemaNode }[] {
  const { schema, encoding, perItem, positions } = media;
  const codec = codecOf(media, reader);
  const isNested = (own: EncodingModel | undefined) => own?.contentType?.startsWith("multipart/") === true;
  if (schema === undefined || (codec !== "multipart" && codec !== "parts")) return [];
  if (codec === "multipart")
    return [...bodyMembers(schema, reader)].flatMap(([name, parts]) =>
      isNested(encoding[name])
        ? []
        : parts.map((part) => ({ called: `The part ${JSON.stringify(name)}`, schema: part })),
    );
  const { type } = reader.resolve(schema);
  const isList = perItem !== true && (type.kind === "array" || type.kind === "tuple");
  return (isList ? partsOf(reader.resolve(schema)) : [schema]).flatMap((part, index) =>
    isNested(positions?.prefix[index] ?? positions?.items) ? [] : [{ called: "A part", schema: part }],
  );
}

/** Bytes that stand inside of an object; those that a part is itself, or a list of parts has, are files. */
function bytesWithin(part: SchemaNode, reader: SchemaReader): SchemaNode | undefined {
  const seen = new Set<SchemaNode>();
  const waiting = [{ node: part, inside: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = reader.resolve(next.node);
    if (node.type.kind === "binary" && next.inside) return node;
    if (seen.has(node)) continue;
    seen.add(node);
    const inside = next.inside || node.type.kind === "object";
    waiting.push(...partsOf(node).map((each) => ({ node: each, inside })));
  }
  return undefined;
}
