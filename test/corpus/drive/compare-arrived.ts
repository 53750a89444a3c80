/**
 * Whether what arrived is what was given. As texts, a number is its text, and what is null, empty or absent is the same.
 *
 * @param exact - JSON: types count
 */
export function hasArrived(given: unknown, arrived: unknown, exact: boolean): boolean {
  return JSON.stringify(normal(given, exact)) === JSON.stringify(normal(arrived, exact));
}

function normal(value: unknown, exact: boolean): unknown {
  if (value instanceof Blob) return "bytes";
  if (Array.isArray(value)) {
    const list = value.map((element) => normal(element, exact));
    return exact || list.length > 0 ? list : undefined;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .map(([name, member]) => [name, normal(member, exact)] as const)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1));
    return exact || members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  if (typeof value === "bigint") return exact ? Number(value) : String(value);
  if (exact) return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : (value ?? undefined);
}
