/**
 * A JSON value as text that does not depend on the order in which its keys were written: every object's keys are
 * sorted by code unit (the property order of RFC 8785), without white space. Used wherever a hash must not change
 * when a document was merely shuffled.
 *
 * @throws TypeError when the value holds something that JSON cannot say (a function, a symbol, a bigint).
 */
export function canonicalJson(value: unknown): string {
  return isSorted(value) ? JSON.stringify(value) : sortedJson(value);
}

/** Whether a value is of plain objects, lists and finite scalars, with all keys in order: the platform writes it alike, and faster. */
function isSorted(value: unknown): boolean {
  if (typeof value !== "object" || value === null)
    return (
      typeof value === "string" || typeof value === "boolean" || value === null || Number.isFinite(value)
    );
  if (Array.isArray(value)) return value.every(isSorted);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let before: string | undefined;
  for (const key of Object.keys(value)) {
    if ((before !== undefined && before > key) || key === "toJSON") return false;
    if (!isSorted((value as Readonly<Record<string, unknown>>)[key])) return false;
    before = key;
  }
  return true;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${sortedJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

function scalar(value: unknown): string {
  // YAML can say .nan and .inf, JSON cannot; they keep a distinct text so that they still count in a hash.
  if (typeof value === "number" && !Number.isFinite(value)) return JSON.stringify(String(value));
  const text = typeof value === "bigint" ? undefined : (JSON.stringify(value) as string | undefined);
  if (text === undefined) throw new TypeError(`A ${typeof value} cannot be written as JSON.`);
  return text;
}
