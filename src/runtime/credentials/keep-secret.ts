import type { ApiError, ErrorFacts } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { AuthenticationError } from "../errors/authorization-errors.js";
import type { Clock, WaitContext } from "../waiting/clock.js";
import type { SecretSource, SuppliedSecret } from "./credential-provider.js";
import {
  CredentialSource,
  type ObtainedCredential,
} from "./credential-source.js";

/** A secret for one attempt. */
interface TakenSecret {
  readonly text: string;
  /** Tells of a 401. True: another can be had. */
  readonly refused: () => boolean;
}

/** A secret that a function gave, and how long it lasts. */
interface TimedSecret<
  Given extends SuppliedSecret = SuppliedSecret,
> extends ObtainedCredential {
  readonly given: Given;
}

/** What is wrong with a secret, after its name: "is empty". Undefined: it can be sent. Never shows the secret. */
type SecretCheck = (secret: unknown) => string | undefined;

/**
 * Keeps one secret. A text is checked at once and used as it is. What a function gives is checked when it is asked, and kept
 * as {@link CredentialSource} does.
 *
 * @param name - what the caller knows it by: `password`
 * @returns what gives the secret for one attempt
 * @throws ArgumentError for a text that cannot be sent
 */
export function keepSecret(
  source: SecretSource,
  name: string,
  check: SecretCheck = whatIsWrong,
): (context: WaitContext & { readonly clock: Clock }) => Promise<TakenSecret> {
  if (typeof source !== "function") {
    const text = checkGiven(source, name, check);
    return () => Promise.resolve({ text, refused: () => false });
  }
  let cached: CredentialSource<TimedSecret> | undefined;
  return async (context) => {
    const { clock } = context;
    cached ??= new CredentialSource(clock, async (reason) => {
      const given = await source({ refused: reason === "refused" });
      const secret = typeof given === "object" ? given : { token: given };
      checkSecret(secret.token, name, check);
      return timedSecret(secret, name, clock);
    });
    const taken = cached;
    const held = await taken.take(context);
    return {
      text: held.obtained.given.token,
      refused: () => {
        taken.refuse(held);
        return true;
      },
    };
  };
}

/**
 * The lifetime of a secret: what the function says, else what a JWT says of itself. A JWT that has ended by this machine's
 * clock serves the calls that wait and is not kept: the clock may be wrong, and the server decides.
 *
 * @throws AuthenticationError when the function gives a lifetime that is not a positive number
 */
export function timedSecret<Given extends SuppliedSecret>(
  given: Given,
  name: string,
  clock: Clock,
): TimedSecret<Given> {
  const { token, expiresIn } = given;
  const requestedAt = clock.monotonic();
  if (expiresIn !== undefined) {
    if (!Number.isFinite(expiresIn) || expiresIn <= 0)
      throw new AuthenticationError({
        happened: `\`expiresIn\` of the ${name} must be a number of seconds above 0.`,
        remedy: "Give seconds from now, or leave it out.",
      });
    return { given, token, requestedAt, lifetime: expiresIn * 1000 };
  }
  const endsAt = expiryOf(token);
  const lifetime =
    endsAt === undefined ? Infinity : Math.max(0, endsAt * 1000 - clock.now());
  return { given, token, requestedAt, lifetime };
}

/**
 * `exp` of a JWT in seconds since the epoch (RFC 7519 section 4.1.4). Nothing is verified: it only says how long the token
 * is worth keeping.
 */
function expiryOf(token: string): number | undefined {
  const [head, payload, , more] = token.split(".");
  if (head?.startsWith("eyJ") !== true || more !== undefined) return undefined;
  try {
    const text = atob((payload ?? "").replace(/-/g, "+").replace(/_/g, "/"));
    const { exp } = JSON.parse(text) as { readonly exp?: unknown };
    return typeof exp === "number" && Number.isFinite(exp) ? exp : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A secret that the caller gave to the client as a text. No call could use a wrong one, so the client is not made.
 *
 * @param name - what the caller knows it by: `password`
 * @throws ArgumentError that names the secret and what is wrong, and never shows it
 */
export function checkGiven(
  secret: unknown,
  name: string,
  check?: SecretCheck,
): string {
  return checkSecret(secret, name, check, ArgumentError);
}

/**
 * A secret that a header or URL can carry: the platform's own error would quote it.
 *
 * @param name - what the caller knows it by: `password`
 * @param Kind - the class of the error
 * @throws AuthenticationError that names the secret and what is wrong, and never shows it
 */
export function checkSecret(
  secret: unknown,
  name: string,
  check: SecretCheck = whatIsWrong,
  Kind: new (facts: ErrorFacts) => ApiError = AuthenticationError,
): string {
  const wrong = check(secret);
  if (wrong === undefined) return secret as string;
  throw new Kind({
    happened: `The ${name} ${wrong}.`,
    remedy: "Check the value, or the function that supplies it.",
  });
}

/** What keeps a secret from being sent in a header or URL; white space inside is allowed. */
export function whatIsWrong(secret: unknown): string | undefined {
  if (secret === undefined || secret === "") return "is empty";
  if (typeof secret !== "string") return "is not a string";
  if (secret.trim() === "") return "is nothing but white space";
  if (secret.trim() !== secret) return "has white space around it";
  if (/[\0-\x1F\x7F]/.test(secret)) return "has control characters in it";
  if (!/^[\x20-\x7E\x80-\xFF]+$/.test(secret))
    return "has characters that cannot be sent";
  return undefined;
}
