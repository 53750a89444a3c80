import { UserError } from "../../text/user-error.js";

/** A URN namespace identifier (RFC 8141 section 2). */
const WORD = /^[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]$/;

/**
 * Checks a vendor word (TOK-2), whether or not the contract has a place for it: a typo is one everywhere.
 *
 * @throws UserError (exit 2) when it is malformed.
 */
export function checkVendor(vendor: string | undefined): string | undefined {
  if (vendor === undefined || WORD.test(vendor)) return vendor;
  throw new UserError(2, `"${vendor}" is no vendor word.`, {
    remedy:
      "It is a URN namespace identifier: 2 to 32 letters, digits and inner hyphens (RFC 8141 section 2).",
  });
}
