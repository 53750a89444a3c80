import type { TokenExchangeConfig } from "./token-exchange-config.js";

/** What an answer of the token endpoint gave. */
export interface TokenGrant {
  readonly token: string;
  /** Milliseconds; infinite when the answer does not say (RFC 8693 section 2.2.1: recommended, not required). */
  readonly lifetime: number;
  readonly scopes: ReadonlySet<string>;
}

/** A grant, or one sentence on what is wrong with the answer; it names fields, never their values. */
export type TokenAnswer =
  | { readonly ok: true; readonly grant: TokenGrant }
  | { readonly ok: false; readonly reason: string };

type Expected = Pick<
  TokenExchangeConfig,
  "requestedTokenType" | "resource" | "answerFields"
>;

/** Characters of a bearer token (RFC 6750 section 2.1). */
const bearerToken = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Checks the answer of the token endpoint (RFC 8693 section 2.2.1, TOK-3).
 *
 * @param requested - scopes that were asked for: what is granted when the answer does not name scopes
 */
export function readTokenAnswer(
  body: unknown,
  expected: Expected,
  requested: readonly string[],
): TokenAnswer {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return wrong("is not a JSON object");
  const fields: Readonly<Record<string, unknown>> = { ...body };
  for (const name of [
    "access_token",
    "issued_token_type",
    "token_type",
    ...(expected.answerFields ?? []),
  ]) {
    if (fields[name] === undefined || fields[name] === null)
      return wrong(`has no "${name}"`);
  }
  const {
    access_token: token,
    issued_token_type: issued,
    token_type: kind,
    expires_in: seconds,
  } = fields;
  if (typeof token !== "string" || !bearerToken.test(token)) {
    return wrong('has an "access_token" that is no bearer token');
  }
  const asked = expected.requestedTokenType;
  if (asked !== undefined && issued !== asked) {
    return wrong(
      'has an "issued_token_type" other than the one that was requested',
    );
  }
  if (typeof kind !== "string" || kind.toLowerCase() !== "bearer") {
    return wrong('has a "token_type" other than Bearer');
  }
  if (seconds !== undefined && !isPositive(seconds))
    return wrong('has an "expires_in" that is no number of seconds');
  if (fields["scope"] !== undefined && typeof fields["scope"] !== "string")
    return wrong('has a "scope" that is no text');
  if (!isSameResource(fields["resource"], expected.resource)) {
    return wrong('has a "resource" other than the one that was requested');
  }
  const lifetime =
    seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000;
  const scopes =
    fields["scope"] === undefined
      ? requested
      : fields["scope"].split(" ").filter((one) => one !== "");
  return { ok: true, grant: { token, lifetime, scopes: new Set(scopes) } };
}

function wrong(what: string): TokenAnswer {
  return { ok: false, reason: `The answer of the token endpoint ${what}.` };
}

function isPositive(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** The same URI but for how it is written (RFC 3986 section 6.2.3): case of the host, default port, last slash. */
function isSameResource(given: unknown, asked: string | undefined): boolean {
  if (given === undefined || asked === undefined) return true;
  return typeof given === "string" && plainForm(given) === plainForm(asked);
}

function plainForm(uri: string): string {
  return (URL.canParse(uri) ? new URL(uri).href : uri).replace(/\/$/, "");
}
