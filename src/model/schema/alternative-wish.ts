import type { AlternativeContent } from "./alternative-content.js";

/** As many members tell an alternative from others. */
const MOST_MEMBERS = 6;

/** What an alternative is known by where nothing was known of it: the first of what it says of itself. */
export function keyOf(content: AlternativeContent): string {
  const { title, literals, numbers, required, members, references, type, items, condition } = content;
  for (const [name, literal] of literals) return `${name}=${literal}`;
  if (title !== undefined) return `title ${title}`;
  for (const [name, digits] of numbers) return `${name}=${digits}`;
  const telling = required.length > 0 ? required : members;
  if (telling.length > 0) return `{${telling.slice(0, MOST_MEMBERS).join(",")}}`;
  if (condition !== undefined) return `if ${keyOf(condition)}`;
  const [reference] = references;
  if (reference !== undefined) return `$ref ${reference.replace(/^.*\//, "")}`;
  return items === undefined ? type || "any" : `array of ${keyOf(items)}`;
}

/** Alternatives with their index, those with the fewest members first: of what is alike, that is the order of numbers. */
export function bySize(
  contents: readonly AlternativeContent[],
): readonly (readonly [number, AlternativeContent])[] {
  return [...contents.entries()].sort(
    ([left, one], [right, other]) => one.members.length - other.members.length || left - right,
  );
}

/** `{a} 2`, the second of what is alike, without its number: `{a}`. */
export function withoutNumber(key: string): string {
  return key.replace(/ \d+$/, "");
}

/** Which of what is alike a key means: the second of `{a} 2`, the first of `{a}`. */
export function numberOf(key: string): number {
  return Number(/ (\d+)$/.exec(key)?.[1] ?? 1);
}
