/** Milliseconds of a token's last stretch in which no call begins with it: a request may take that long. */
const longestReserve = 30_000;

/** When a token is fresh, when it is renewed behind the scenes, and when no call may use it any more. */
export interface TokenWindows {
  /** Milliseconds after the exchange was asked for: from here on a call starts an exchange in the background. */
  readonly renewAfter: number;
  /** Milliseconds after the exchange was asked for: from here on a call waits for a new token. */
  readonly useUntil: number;
}

/**
 * Divides the lifetime of a token (TOK-5). The renewal point is spread over the lifetime's stretch from 70 to 85
 * hundredths, so that a fleet that started together does not renew together.
 *
 * @param lifetime - milliseconds; infinite when the server did not say
 * @param random - in [0, 1)
 */
export function tokenWindows(lifetime: number, random: number): TokenWindows {
  return {
    renewAfter: lifetime * (0.7 + 0.15 * random),
    useUntil: lifetime - Math.min(longestReserve, lifetime / 10),
  };
}

/** Where in its life a token is. */
export type TokenWindow = "fresh" | "renew" | "over";

/** @param age - milliseconds since the exchange was asked for */
export function windowAt(windows: TokenWindows, age: number): TokenWindow {
  if (age >= windows.useUntil) return "over";
  return age >= windows.renewAfter ? "renew" : "fresh";
}
