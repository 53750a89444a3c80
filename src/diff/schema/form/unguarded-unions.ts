import { isMembers } from "../../../openapi/visit.js";
import { appendPointer } from "../../../text/json-pointer.js";
import type { SchemaReferences } from "./schema-references.js";

/**
 * Decides whether a schema is an alternative of itself, or leads to one, with no property or item between: `S: {anyOf: [S, string]}`.
 * Such an alternative allows nothing that the others do not.
 */
export function createUnguarded(references: SchemaReferences): (pointer: string) => boolean {
  const known = new Map<string, boolean>();
  return (pointer) => {
    if (!known.has(pointer)) decideFrom(pointer);
    return known.get(pointer) === true;
  };

  /** Takes away what leads to nothing, again and again: what is left leads round in a circle. */
  function decideFrom(start: string): void {
    const leading = new Map<string, string[]>();
    const open = new Map<string, number>();
    const found = new Set([start]);
    for (const pointer of found) {
      const next = alternativesOf(pointer, references).filter((other) => known.get(other) !== false);
      open.set(pointer, next.length);
      for (const other of next) {
        leading.set(other, [...(leading.get(other) ?? []), pointer]);
        if (!known.has(other)) found.add(other);
      }
    }
    const done = new Set([...open].filter(([, count]) => count === 0).map(([pointer]) => pointer));
    for (const pointer of done)
      for (const before of leading.get(pointer) ?? []) {
        const count = (open.get(before) ?? 0) - 1;
        open.set(before, count);
        if (count === 0) done.add(before);
      }
    for (const pointer of open.keys()) known.set(pointer, !done.has(pointer));
  }
}

function alternativesOf(pointer: string, references: SchemaReferences): readonly string[] {
  const json = references.raw(pointer);
  if (!isMembers(json)) return [];
  const reference = references.referenceOf(json, pointer);
  return [
    ...(reference === undefined ? [] : [references.target(reference)]),
    ...["oneOf", "anyOf"].flatMap((kind) => {
      const list = json[kind];
      if (!Array.isArray(list)) return [];
      return list.map((_, index) => references.target(appendPointer(pointer, kind, index)));
    }),
  ];
}
