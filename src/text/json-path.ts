/**
 * The JSONPath (RFC 9535) of a value by the keys that lead to it: `$.paths['/orders'].get.parameters[0]`.
 *
 * @param root - tells indexes of lists from names of digits.
 */
export function jsonPath(keys: readonly string[], root: unknown): string {
  let node = root;
  const segments = keys.map((key) => {
    const segment = Array.isArray(node) ? `[${key}]` : member(key);
    node =
      typeof node === "object" && node !== null
        ? (node as Readonly<Record<string, unknown>>)[key]
        : undefined;
    return segment;
  });
  return `$${segments.join("")}`;
}

function member(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(key) ? `.${key}` : `[${quoteText(key)}]`;
}

/** A text as a JSONPath literal, in single quotes (RFC 9535, section 2.3.1). */
export function quoteText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
