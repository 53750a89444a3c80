import type { SecuritySchemeModel } from "../../../model/api-model.js";
import { words } from "../../../text/words.js";

/** Whether a call sends a bearer token under a security scheme: one that has scopes, and that an exchange can give. */
export function takesBearer({ kind }: Pick<SecuritySchemeModel, "kind">): boolean {
  return kind === "bearer" || kind === "oauth2" || kind === "openIdConnect";
}

/** Whether a security scheme is an API key in `Authorization`: OpenAPI 2 has no other way to declare a bearer token. */
export function isAuthorizationKey(scheme: SecuritySchemeModel): boolean {
  return scheme.kind === "apiKey" && scheme.in === "header" && /^authorization$/iu.test(scheme.parameter);
}

/** What a text says that a key is not: "without the word Bearer", "not a JWT"; not "do not forget Bearer". */
const NO_BEARER =
  /\b(?:instead\sof|neither|never|no|nor|not|omit\w{0,4}|rather\sthan|unlike|without)\s(?!(?:forget|omit|only|just)\b)(?:(?!but\b)[^\s.;,!?]{1,30}\s){0,4}?["'`*]{0,3}(?:bearer|jwt)\b/giu;

/** Whether an API key in `Authorization` is a bearer token, as its name or its description says. */
function isBearerKey(scheme: SecuritySchemeModel): boolean {
  return isAuthorizationKey(scheme) && /\b(?:bearer|jwt)\b/iu.test(textOf(scheme).replace(NO_BEARER, ""));
}

/** The schemes whose tokens an exchange can give; API keys are some of them where the contract has no other way to send a bearer token. */
export function bearerSchemes(schemes: readonly SecuritySchemeModel[]): readonly SecuritySchemeModel[] {
  const bearers = schemes.filter(takesBearer);
  return bearers.length > 0 ? bearers : schemes.filter(isBearerKey);
}

/**
 * Whether what a scheme sends can be a token that an operation gives: not a signature, nor a user name with a password; of a key in another
 * header, the header says that it is one.
 */
export function mayTakeToken(scheme: SecuritySchemeModel): boolean {
  if (scheme.kind === "bearer" || isBearerKey(scheme)) return true;
  if (isAuthorizationKey(scheme))
    return !/\b(?:basic|digest|e-?mail|hmac|passwords?|registration|signatures?|signed)\b/iu.test(
      textOf(scheme),
    );
  return (
    scheme.kind === "apiKey" &&
    scheme.in === "header" &&
    words(scheme.parameter).some((word) => ["jwt", "session", "token"].includes(word))
  );
}

function textOf({ name, description = "" }: SecuritySchemeModel): string {
  return `${words(name).join(" ")} ${description}`;
}
