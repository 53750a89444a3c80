/** What Laravel writes above the functions of a controller, and the verb of each. */
const COMMENTS: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/^display a listing of(?: the)? (\S.*)$/u, "list"],
  [/^store a newly created (\S.*?) in(?: the)? storage\b/u, "create"],
  [/^display the specified (\S.*)$/u, "get"],
  [/^update the specified (\S.*?) in(?: the)? storage\b/u, "update"],
  [/^remove the specified (\S.*?) from(?: the)? storage\b/u, "delete"],
];

/**
 * The name of an operation whose id is what Laravel writes above its function, as Scribe makes ids: `display a listing of the
 * posts` → `list posts`. The comments that Laravel generates call everything a resource, and name nothing: then there are no
 * words, whatever number or path follows (`display the specified resource 2`).
 *
 * @returns undefined for any other id
 */
export function withoutComment(id: readonly string[]): readonly string[] | undefined {
  const text = id.join(" ");
  for (const [pattern, verb] of COMMENTS) {
    const [, noun] = pattern.exec(text) ?? [];
    if (noun !== undefined) return /^resource/u.test(noun) ? [] : [verb, ...noun.split(" ")];
  }
  return undefined;
}
