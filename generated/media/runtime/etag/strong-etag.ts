declare const resource: unique symbol;

/**
 * A strong validator (RFC 9110 section 8.8.3) of one kind of resource, quotes included: `"a1b2"`.
 * Only a read hands one out (ETG-1), or {@link parseStrongETag} for one that was stored; a plain string is not one.
 *
 * @typeParam Of - the read it came from (`cabinets.getSettings`), so that the validator of one resource cannot be
 * used to change another.
 */
export type StrongETag<Of extends string = string> = string & {
  readonly [resource]: Of;
};

/** A value together with the strong validator that the server gave for it (ETG-1). */
export interface Versioned<Value, Of extends string = string> {
  readonly value: Value;
  readonly etag: StrongETag<Of>;
}
