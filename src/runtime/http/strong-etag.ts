import { ArgumentError } from "../errors/argument-error.js";

declare const resource: unique symbol;

/**
 * A strong validator (RFC 9110 section 8.8.3) of one kind of resource, quotes included: `"a1b2"`.
 * Only a read hands one out, or {@link parseStrongETag} for one that was stored; a plain string is not one.
 *
 * @typeParam Of - the read it came from (`cabinets.getSettings`), so that the validator of one resource cannot be
 * used to change another.
 */
export type StrongETag<Of extends string = string> = string & {
  readonly [resource]: Of;
};

/**
 * A value together with the validator that the server gave for it: of a read, or of a write that returns what it wrote.
 */
export interface Versioned<Value, Of extends string = string> {
  readonly value: Value;
  /**
   * As the server sent it. A weak one (`W/`) is refused by every change, before it is sent (RFC 9110 section 13.1.1). Where the server
   * sent none, looking at it raises `UnexpectedResponseError`.
   */
  readonly etag: StrongETag<Of>;
}

/**
 * Takes text for a strong validator, for one that was stored.
 *
 * @typeParam Of - the read it came from; the caller vouches for it
 * @throws ArgumentError when the text is weak (`W/`: never for a change) or no entity tag (RFC 9110 section 8.8.3)
 */
export function parseStrongETag<Of extends string = string>(
  text: string,
): StrongETag<Of> {
  if (isStrongETag<Of>(text)) return text;
  throw new ArgumentError({
    happened:
      "The validator must be strong: quoted, without `W/`. `If-Match` never matches a weak one (RFC 9110 section 13.1.1).",
    remedy:
      "Pass the `etag` of a read unchanged: a proxy may have made it weak.",
  });
}

/** Whether text is a validator, strong or weak (RFC 9110 section 8.8.3). */
export function isEntityTag<Of extends string = string>(
  text: string,
): text is StrongETag<Of> {
  return isStrongETag(
    typeof text === "string" ? text.replace(/^W\//, "") : text,
  );
}

/** Whether text is a strong validator: quoted, no `W/` before it. */
function isStrongETag<Of extends string = string>(
  text: string,
): text is StrongETag<Of> {
  return typeof text === "string" && /^"[\x21\x23-\x7E\x80-\xFF]*"$/.test(text);
}
