/**
 * Bytes as text, without a byte order mark. Undefined when they are not UTF-8: a lenient decoder would put
 * replacement characters into names and nobody would know why.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
