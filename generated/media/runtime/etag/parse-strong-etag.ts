import { ArgumentError } from "../errors/argument-error.js";
import type { StrongETag } from "./strong-etag.js";

/**
 * Takes text for a strong validator, for one that was stored.
 *
 * @typeParam Of - the read it came from; the caller vouches for it
 * @throws ArgumentError when the text is weak (`W/`: never for a change, ETG-4) or no entity tag (RFC 9110 section 8.8.3)
 */
export function parseStrongETag<Of extends string = string>(
  text: string,
): StrongETag<Of> {
  if (isStrongETag<Of>(text)) return text;
  const weak = typeof text === "string" && text.startsWith("W/");
  throw new ArgumentError({
    happened: weak
      ? "The validator is weak, and a change needs a strong one."
      : "The validator is no entity tag.",
    remedy:
      "Read the resource again and pass its `etag` unchanged, quotes included.",
  });
}

/** Whether text is a strong validator: quoted, no `W/` before it. */
export function isStrongETag<Of extends string = string>(
  text: string,
): text is StrongETag<Of> {
  return typeof text === "string" && /^"[\x21\x23-\x7E\x80-\xFF]*"$/.test(text);
}
