import { ArgumentError } from "../errors/argument-error.js";

const placeholder = "<vendor>";
/** Namespace identifier of a URN (RFC 8141 section 2): 2 to 32 letters, digits and inner hyphens. */
const namespaceIdentifier = /^[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]$/;

/**
 * The `subject_token_type` to send: the contract's, with the service's own word in place of `<vendor>` (TOK-2).
 *
 * @throws ArgumentError that says how to set the word, when it is missing or no namespace identifier
 */
export function subjectTokenType(
  template: string,
  vendor: string | undefined,
): string {
  if (!template.includes(placeholder)) {
    if (vendor === undefined) return template;
    throw new ArgumentError({
      happened:
        "`vendor` was given, but the contract fixes the type of the access key.",
      remedy: "Leave `vendor` out.",
    });
  }
  if (vendor === undefined || vendor === "") {
    throw new ArgumentError({
      happened: `The type of the access key, "${template}", has a word that the contract leaves open.`,
      remedy:
        'Pass `vendor: "…"` to the constructor of the client, or set `vendor` in the generator\'s configuration and generate again; the operator of the service knows the word.',
    });
  }
  if (typeof vendor !== "string" || !namespaceIdentifier.test(vendor)) {
    throw new ArgumentError({
      happened: "`vendor` is no namespace identifier of a URN.",
      remedy:
        "Give 2 to 32 letters, digits and inner hyphens (RFC 8141 section 2).",
    });
  }
  return template.replaceAll(placeholder, vendor);
}
