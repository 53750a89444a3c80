import type { OperationModel } from "../model/api-model.js";
import type { SchemaNode } from "../model/schema-model.js";
import { codeSpan } from "../text/code-span.js";
import { codecOf } from "./media.js";
import { place } from "./reading/answers.js";
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
      const { schema, encoding } = media;
      if (schema === undefined || codecOf(media, reader) !== "multipart") return [];
      return (reader.properties(schema) ?? []).flatMap((part) => {
        const isNested = encoding[part.name]?.contentType?.startsWith("multipart/") === true;
        const bytes = isNested ? undefined : bytesWithin(part.schema, reader);
        return bytes === undefined
          ? []
          : [
              `The part ${JSON.stringify(part.name)} of ${codeSpan(place(operation))} is JSON and has bytes in it, which JSON cannot carry: a value with bytes there is refused when it is sent. Describe them as a part of their own, or as text. (${bytes.origin.pointer})`,
            ];
      });
    }),
  );
  return [...new Set(notes)];
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
