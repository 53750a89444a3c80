/**
 * SHA-256 over the canonical text of a value, as 64 hexadecimal digits: distinguishes payloads without keeping
 * them. The order of members does not matter; Blobs and bytes count by their content.
 *
 * @throws TypeError when the value holds something that can be read only once (a stream) or not at all
 */
export async function hashOf(value: unknown): Promise<string> {
  return sha256(new TextEncoder().encode(await canonicalText(value)));
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

/** Bytes that no one shares: what the digest accepts under every version of the platform's types. */
function bytesOf(view: ArrayBufferView): ArrayBuffer {
  const copy = new ArrayBuffer(view.byteLength);
  new Uint8Array(copy).set(
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
  );
  return copy;
}

/**
 * What a canonical text cannot be made of; the message names the place, never the value.
 *
 * @param path - member path of the offending value
 */
function notCanonical(path: string, what: string): TypeError {
  return new TypeError(`${path === "" ? "the input" : `"${path}"`} ${what}`);
}

/**
 * One text per value whatever the order of its members: members sorted by UTF-16 code units, members that are undefined
 * omitted, `toJSON` obeyed, integers beyond 2^53 kept whole, Blobs and bytes by their hash. Two values that mean the same on
 * the wire have the same text. (In the manner of RFC 8785; never sent, only hashed.)
 *
 * @throws TypeError for what has no such text: streams, functions, NaN, infinities, cycles
 */
export function canonicalText(value: unknown): Promise<string> {
  return textOf(value, "", []);
}

async function textOf(
  value: unknown,
  path: string,
  above: readonly object[],
): Promise<string> {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      if (Number.isFinite(value)) return JSON.stringify(value);
      throw notCanonical(path, "is not a finite number");
    case "bigint":
      return value.toString();
    case "undefined":
      return "null";
    case "object":
      return value === null ? "null" : textOfObject(value, path, above);
    default:
      throw notCanonical(path, `is a ${typeof value}, which cannot be sent`);
  }
}

async function textOfObject(
  value: object,
  path: string,
  above: readonly object[],
): Promise<string> {
  if (above.includes(value)) throw notCanonical(path, "contains itself");
  const way = [...above, value];
  const inside = (name: string, member: unknown): Promise<string> =>
    textOf(member, path === "" ? name : `${path}/${name}`, way);
  const plain = await plainOf(value);
  if (plain !== value) return textOf(plain, path, way);
  if (Array.isArray(value)) {
    const texts = value.map((element: unknown, index) =>
      inside(String(index), element),
    );
    return `[${(await Promise.all(texts)).join(",")}]`;
  }
  // An object literal, or a class instance that is sent by its enumerable members, as JSON.stringify would.
  if (Object.prototype.toString.call(value) !== "[object Object]")
    throw notCanonical(
      path,
      "is neither plain data nor a Blob or bytes, so it cannot be told from others",
    );
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      async ([name, member]) =>
        `${JSON.stringify(name)}:${await inside(name, member)}`,
    );
  return `{${(await Promise.all(members)).join(",")}}`;
}

/** What stands for an object: what its `toJSON` gives; for bytes their hash, for a Blob its type and size as well. */
async function plainOf(value: object): Promise<unknown> {
  if (value instanceof Blob)
    return {
      "blob ": value.type,
      size: value.size,
      sha256: await sha256(await value.arrayBuffer()),
    };
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return { "bytes ": await sha256(value) };
  return hasToJSON(value) ? value.toJSON() : value;
}

function hasToJSON(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}
