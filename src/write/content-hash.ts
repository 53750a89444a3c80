import { createHash } from "node:crypto";

/**
 * SHA-256 (hex) of a file's text with its line endings as LF: a checkout that turns LF into CRLF (git's autocrlf) does
 * not make every file look edited. For a file as Cabinetry writes it, this is what `sha256sum` prints.
 */
export function contentHash(text: string): string {
  return createHash("sha256").update(normaliseLineEndings(text)).digest("hex");
}

/** CRLF as LF. A lone CR is content. */
export function normaliseLineEndings(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
