import type { ApiModel } from "./api-model.js";

/** Something that a person should know about how a contract's schemas were understood; it stops nothing. */
export interface SchemaNote {
  /** One sentence. */
  readonly text: string;
  /** JSON pointer into the bundled document. */
  readonly pointer: string;
}

/**
 * Notes ready to print: one line for each text, with where it was met first and how many more places there are, since a
 * published contract may do the same a thousand times.
 */
export function noteLines(notes: ApiModel["notes"]): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const { text, pointer } of notes) {
    const known = places.get(text);
    if (known === undefined) places.set(text, new Set([pointer]));
    else known.add(pointer);
  }
  return [...places].map(([text, pointers]) => {
    const [first = ""] = pointers;
    const more = pointers.size === 1 ? "" : `, and ${String(pointers.size - 1)} more`;
    return `${text} (${first}${more})`;
  });
}
