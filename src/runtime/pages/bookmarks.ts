import { ArgumentError } from "../errors/argument-error.js";
import { readJson, writeJson } from "../values/json-text.js";
import { isPosition, type Position } from "./position.js";

/** First part of a bookmark: the version of its shape. */
const version = "p1";

/**
 * Text from which a sequence goes on, in this process or another: the position, bound to what was asked for.
 *
 * @param filters - fingerprint of operation, filters and context
 */
export function writeBookmark(filters: string, position: Position): string {
  const bytes = new TextEncoder().encode(writeJson(position, "bookmark"));
  const text = btoa(
    Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""),
  );
  const safe = text
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `${version}.${filters.slice(0, 32)}.${safe}`;
}

/**
 * The position of a bookmark.
 *
 * @throws ArgumentError for an invalid bookmark, or one of a sequence with other filters or another context
 */
export function readBookmark(bookmark: string, filters: string): Position {
  const [head, bound, text, ...rest] = bookmark.split(".");
  const position =
    head === version && rest.length === 0
      ? readPosition(text ?? "")
      : undefined;
  if (position === undefined) {
    throw new ArgumentError({
      happened: "This is not a bookmark of a page sequence.",
      remedy:
        "Give the `bookmark` of a page unchanged; a server's cursor goes into the input.",
    });
  }
  if (bound !== filters.slice(0, 32)) {
    throw new ArgumentError({
      happened:
        "This bookmark is of another operation, other input or another context.",
      remedy: "Give the input of its sequence.",
    });
  }
  return position;
}

function readPosition(text: string): Position | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) =>
      character.charCodeAt(0),
    );
    const written = new TextDecoder().decode(bytes);
    const position = readJson(written);
    // A number would lose the last digits of a long identifier.
    if (/^-?\d+$/.test(written) && !Number.isSafeInteger(position))
      return BigInt(written);
    return isPosition(position) ? position : undefined;
  } catch {
    return undefined;
  }
}
