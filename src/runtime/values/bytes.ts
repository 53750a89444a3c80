import { isObject } from "./is-object.js";

/** A value that is bytes, or undefined: bytes are copied into a Blob, so that later changes do not reach a repeat. */
export function bytesValue(value: unknown): Blob | undefined {
  if (value instanceof Blob) return value;
  if (value instanceof ArrayBuffer) return new Blob([value]);
  if (!ArrayBuffer.isView(value)) return undefined;
  const copy = new Uint8Array(value.byteLength);
  copy.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  return new Blob([copy]);
}

/** Whether a value is a stream of bytes, also one of another realm or of Node's own `stream/web`. */
export function isByteStream(
  value: unknown,
): value is ReadableStream<Uint8Array> {
  return (
    isObject(value) &&
    "getReader" in value &&
    typeof value.getReader === "function"
  );
}

/** Whether a value is bytes at hand or a stream of them. */
export function isBytes(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    isByteStream(value)
  );
}
