/** One key as a segment of a JSON pointer (RFC 6901): `~` and `/` escaped, nothing percent-encoded. */
export function escapePointerSegment(key: string): string {
  return /[~/]/u.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

/** Builds a JSON pointer in URI fragment form, as this project writes it: `#`, then one `/segment` a key. */
export function toPointer(keys: readonly string[]): string {
  return `#${keys.map((key) => `/${escapePointerSegment(key)}`).join("")}`;
}

/**
 * Builds a `$ref` into the same document. Unlike a pointer for messages it is a URI fragment, so a `%` is written `%25`;
 * other characters stay readable, as every reader of OpenAPI accepts them.
 */
export function toReference(keys: readonly string[]): string {
  return toPointer(keys).replaceAll("%", "%25");
}

/**
 * The keys of a JSON pointer as this project writes it (see `toPointer`): nothing in it is percent-encoded, so a `%` in
 * a key stays a `%`. `#` and `#/` mean the whole document.
 */
export function pointerKeys(pointer: string): string[] {
  const path = pointer.replace(/^#?\/?/u, "");
  return path === "" ? [] : path.split("/").map(unescapePointerSegment);
}

/**
 * The keys of the fragment of a `$ref` as its author wrote it: percent-encoding is undone where it is well formed, as
 * RFC 6901 section 6 asks; a stray `%` stays as it is.
 */
export function fragmentKeys(fragment: string): string[] {
  const path = fragment.replace(/^#?\/?/u, "");
  return path === "" ? [] : path.split("/").map((segment) => unescapePointerSegment(decodePercent(segment)));
}

/** A segment of a JSON pointer as the key that it stands for (RFC 6901 section 4). */
export function unescapePointerSegment(segment: string): string {
  return segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment;
}

function decodePercent(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** One or more steps further: `appendPointer("#/paths", "/pets")` is `#/paths/~1pets`. */
export function appendPointer(pointer: string, ...keys: readonly (string | number)[]): string {
  return keys.reduce<string>((path, key) => `${path}/${escapePointerSegment(String(key))}`, pointer);
}
