/** What stands in place of a value that may not be shown. */
export const hidden = "[hidden]";

/**
 * A copy of plain data in which members of these names are masked, at any depth.
 *
 * @param sensitive - member names as the schema marks them; compared without regard to case
 */
export function maskMembers(
  value: unknown,
  sensitive: readonly string[],
): unknown {
  const names = new Set(sensitive.map((name) => name.toLowerCase()));
  return mask(value, names, 0);
}

function mask(
  value: unknown,
  names: ReadonlySet<string>,
  depth: number,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  // Deeper than anything that is worth showing; also the way out of a cycle.
  if (depth > 16) return hidden;
  if (Array.isArray(value))
    return value.map((element: unknown) => mask(element, names, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      names.has(name.toLowerCase()) ? hidden : mask(member, names, depth + 1),
    ]),
  );
}
