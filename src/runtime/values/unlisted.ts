declare const unlisted: unique symbol;

/**
 * A text that the contract of this client does not list, where it lists all that it knows: the value of an enum that
 * came with a newer server. It is a string like any other; no literal is one, so that a misspelt value does not
 * compile, and a value from a response may be sent back.
 *
 * Comparing with the listed values narrows to them and leaves this one for the default branch. To meet another text on
 * purpose, take the value as a `string`; to give one on purpose, write `"text" as string as Unlisted`.
 */
// A pattern that no listed value fits: TypeScript takes `string & { … }` for comparable to every literal, and would
// keep it in each case of a `switch`.
export type Unlisted = `\u0000${string}` & { readonly [unlisted]: true };

/** A number that the contract of this client does not list; see {@link Unlisted}. */
// Numbers have no pattern: the last one stands for those that are not listed.
export type UnlistedNumber = 1.7976931348623157e308 & {
  readonly [unlisted]: true;
};

/**
 * The member of a union that the contract of this client does not list: its discriminator has a new value.
 * It may have what all known members have.
 */
export type UnlistedMember<Known, Property extends PropertyKey, Value> = {
  [Name in Exclude<keyof Known, Property>]?: Known[Name];
} & { [Name in Property]: Value };

/**
 * A union that a newer server may add members to. Comparing `Property` with the listed values narrows to the known
 * members, and leaves the unlisted one for the default branch.
 */
export type OpenUnion<Known, Property extends PropertyKey, Value = Unlisted> =
  Known | UnlistedMember<Known, Property, Value>;
