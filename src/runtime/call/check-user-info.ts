import { ArgumentError } from "../errors/argument-error.js";

/**
 * Refuses credentials in an address, which would go into every request and log (RFC 3986 section 3.2.1, SEC-1).
 *
 * @param address - what it is, as the error says it; the address itself is not repeated
 * @throws ArgumentError for a user name or a password
 */
export function checkUserInfo(url: URL, address: string): void {
  if (url.username === "" && url.password === "") return;
  throw new ArgumentError({
    happened: `${address} holds a user name or password.`,
    remedy: "Give credentials by the option that is for them.",
  });
}
