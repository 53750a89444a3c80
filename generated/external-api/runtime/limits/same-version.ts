/**
 * Whether two versions of a contract are the same, part by part: `2026-08-09.5` is `2026-8-9.05`, and not
 * `2026-08-09.50` (CAP-4).
 */
export function isSameVersion(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index])
  );
}

function partsOf(version: string): readonly string[] {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "")
    .split(/[.\-+_\s]+/)
    .map((part) => (/^\d+$/.test(part) ? part.replace(/^0+(?=\d)/, "") : part));
}
