import { canonicalText } from "./canonical-text.js";

/**
 * SHA-256 over the canonical text of a value, as 64 hexadecimal digits: tells two payloads apart without keeping
 * either. The order of members does not matter; Blobs and bytes count by their content.
 *
 * @throws NotCanonicalError when the value holds something that can be read only once (a stream) or not at all
 */
export async function fingerprint(value: unknown): Promise<string> {
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
      ArrayBuffer.isView(bytes) ? copyOf(bytes) : bytes,
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
  if (typeof value !== "object" || value === null) return value;
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
function copyOf(view: ArrayBufferView): ArrayBuffer {
  const copy = new ArrayBuffer(view.byteLength);
  new Uint8Array(copy).set(
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
  );
  return copy;
}
