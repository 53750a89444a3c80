import { isObject } from "./is-object.js";

/**
 * SHA-256 over the canonical text of a value, as 64 hexadecimal digits: distinguishes payloads without keeping
 * them. The order of members does not matter; Blobs and bytes count by their content.
 *
 * @throws NotCanonicalError when the value holds something that can be read only once (a stream) or not at all
 */
export async function hashOf(value: unknown): Promise<string> {
  return sha256(
    new TextEncoder().encode(canonicalText(await withBytesHashed(value, []))),
  );
}

/** SHA-256 of the bytes as 64 hexadecimal digits. */
export async function sha256(
  bytes: ArrayBufferView | ArrayBuffer,
): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest(
      "SHA-256",
      ArrayBuffer.isView(bytes) ? bytesOf(bytes) : bytes,
    ),
  );
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** The same value with every Blob and byte array replaced by its type, size and hash. */
async function withBytesHashed(
  value: unknown,
  above: readonly object[],
): Promise<unknown> {
  if (!isObject(value)) return value;
  if (value instanceof Blob) {
    return {
      "blob ": value.type,
      size: value.size,
      sha256: await sha256(await value.arrayBuffer()),
    };
  }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return { "bytes ": await sha256(value) };
  // A value that contains itself is left as it is: the canonical text refuses it with the place.
  if (above.includes(value)) return value;
  const way = [...above, value];
  if (Array.isArray(value))
    return Promise.all(
      value.map((element: unknown) => withBytesHashed(element, way)),
    );
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).map(
    async ([name, member]: [string, unknown]) =>
      [name, await withBytesHashed(member, way)] as const,
  );
  return Object.fromEntries(await Promise.all(members));
}

/** Bytes that no one shares: what the digest accepts under every version of the platform's types. */
function bytesOf(view: ArrayBufferView): ArrayBuffer {
  const copy = new ArrayBuffer(view.byteLength);
  new Uint8Array(copy).set(
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
  );
  return copy;
}

/** What a canonical text cannot be made of; the message names the place, never the value. */
class NotCanonicalError extends TypeError {
  /** @param path - member path of the offending value */
  constructor(path: string, what: string) {
    super(`${path === "" ? "the input" : `"${path}"`} ${what}`);
    this.name = "NotCanonicalError";
  }
}

/**
 * One text per JSON value whatever the order of its members: members sorted by UTF-16 code units, members that are
 * undefined omitted, `toJSON` obeyed, integers beyond 2^53 kept whole. Two values that mean the same on the wire
 * have the same text. (In the manner of RFC 8785; never sent, only hashed.)
 *
 * @throws NotCanonicalError for what has no such text: streams, functions, NaN, infinities, cycles
 */
export function canonicalText(value: unknown): string {
  return textOf(value, "", new Set());
}

function textOf(value: unknown, path: string, above: Set<object>): string {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value))
        throw new NotCanonicalError(path, "is not a finite number");
      return JSON.stringify(value);
    case "bigint":
      return value.toString();
    case "undefined":
      return "null";
    case "object":
      return value === null ? "null" : textOfObject(value, path, above);
    default:
      throw new NotCanonicalError(
        path,
        `is a ${typeof value}, which cannot be sent`,
      );
  }
}

function textOfObject(value: object, path: string, above: Set<object>): string {
  if (above.has(value)) throw new NotCanonicalError(path, "contains itself");
  above.add(value);
  const text = textOfMembers(value, path, above);
  above.delete(value);
  return text;
}

function textOfMembers(
  value: object,
  path: string,
  above: Set<object>,
): string {
  const plain = hasToJSON(value) ? value.toJSON() : value;
  if (plain !== value) return textOf(plain, path, above);
  if (Array.isArray(value)) {
    return `[${value.map((element: unknown, index) => textOf(element, inside(path, String(index)), above)).join(",")}]`;
  }
  if (!isRecord(value)) {
    throw new NotCanonicalError(
      path,
      "is neither plain data nor a Blob or bytes, so it cannot be told from others",
    );
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, member]) =>
        `${JSON.stringify(name)}:${textOf(member, inside(path, name), above)}`,
    );
  return `{${members.join(",")}}`;
}

function inside(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function hasToJSON(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

/** An object literal, or a class instance that is sent by its enumerable members, as JSON.stringify would. */
function isRecord(value: object): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}
