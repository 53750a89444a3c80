import { ArgumentError } from "../errors/argument-error.js";

/**
 * Checks a header before the platform does: its own error would show the value, and the value may be a secret.
 *
 * @throws ArgumentError when name or value cannot be sent (RFC 9110 section 5); only the name is shown
 */
export function checkHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw new ArgumentError({
      happened: `${JSON.stringify(name)} is no header name.`,
    });
  }
  if (typeof value !== "string") {
    throw new ArgumentError({
      happened: `The value of the header "${name}" must be a string.`,
    });
  }
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
    throw new ArgumentError({
      happened: `The value of the header "${name}" has characters that a header cannot carry.`,
      remedy: "Use printable characters of ISO 8859-1, without line breaks.",
    });
  }
}
