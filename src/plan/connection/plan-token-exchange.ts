import { UserError } from "../../text/user-error.js";
import { filledUrl } from "./filled-url.js";
import type { TokenExchangePlan } from "../client-plan.js";
import type { PlannedOperation } from "../methods/planned-operation.js";

/** A URN namespace identifier (RFC 8141 section 2). */
const WORD = /^[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]$/;
/** Characters that stand for themselves in a pattern. */
const PLAIN = /^(?:[A-Za-z0-9:_-]|\\[.:/-])+$/;

/**
 * The exchange as the contract words it (TOK-1). Where it leaves the vendor's word of the subject token type open, that
 * is configuration (TOK-2).
 *
 * @throws UserError (exit 2) when the word is missing or malformed, (exit 3) when the contract leaves more open.
 */
export function planTokenExchange(
  operation: PlannedOperation,
  vendor: string | undefined,
): TokenExchangePlan {
  const facts = operation.traits.tokenExchange?.facts;
  const { model } = operation;
  const [server] = model.servers ?? [];
  return {
    server: server === undefined ? undefined : filledUrl(server),
    path: model.path,
    grantType: facts?.grantType ?? "",
    ...subjectTokenType(facts?.subjectTokenType, vendor, model.origin.pointer),
    requestedTokenType: facts?.requestedTokenType ?? "urn:ietf:params:oauth:token-type:access_token",
    answerFields: facts?.answerFields ?? [],
  };
}

type Open = { readonly value: string } | { readonly pattern: string } | undefined;

function subjectTokenType(
  open: Open,
  vendor: string | undefined,
  pointer: string,
): Pick<TokenExchangePlan, "subjectTokenType" | "vendor"> {
  if (open !== undefined && "value" in open) return { subjectTokenType: open.value, vendor: undefined };
  const template = open === undefined ? undefined : readTemplate(open.pattern);
  if (template === undefined) {
    throw new UserError(3, "The contract's token exchange does not say what its `subject_token_type` is.", {
      where: `at ${pointer}`,
      remedy: "Give the property a `const`, or a `pattern` like ^urn:[a-z]+:params:oauth:token-type:…$.",
    });
  }
  if (vendor === undefined) {
    throw new UserError(2, "The contract leaves the vendor word of the access key's token type open.", {
      where: `${template}, in the token exchange at ${pointer}`,
      remedy:
        "Say the word with --vendor WORD; the operator of the service knows it. The sandbox prints its own at start.",
    });
  }
  if (!WORD.test(vendor)) {
    throw new UserError(2, `"${vendor}" is no vendor word.`, {
      remedy:
        "It is a URN namespace identifier: 2 to 32 letters, digits and inner hyphens (RFC 8141 section 2).",
    });
  }
  return { subjectTokenType: template, vendor };
}

/** `^urn:[a-z0-9-]+:params:oauth:token-type:x$` → `urn:<vendor>:params:oauth:token-type:x`. */
function readTemplate(pattern: string): string | undefined {
  const [, rest] = /^\^urn:.+?:(params:.+)\$$/.exec(pattern) ?? [];
  return rest !== undefined && PLAIN.test(rest) ? `urn:<vendor>:${rest.replaceAll("\\", "")}` : undefined;
}
