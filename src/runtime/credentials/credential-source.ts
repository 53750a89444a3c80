import type { Clock, WaitContext } from "../waiting/clock.js";
import { type SharedContext, SharedWork } from "../waiting/shared-work.js";

/** Milliseconds that a renewal in the background may take, and the pause after one that failed. */
const background = { deadline: 60_000, pause: 10_000 } as const;

/** Milliseconds after which no call waits for a callback that was called before: it may never return. */
const longestCallback = 60_000;

/** Why a credential is obtained: it is the first, its time is nearly over, or the server refused the last one. */
export type ObtainReason = "first" | "refresh" | "refused";

/** A credential as it was obtained. */
export interface ObtainedCredential {
  /** What is sent; tells whether a new one differs from one that was refused. */
  readonly token: string;
  /** Milliseconds on the monotonic clock from which its lifetime counts. */
  readonly requestedAt: number;
  /** Milliseconds; infinite when nothing says when it ends. */
  readonly lifetime: number;
}

/** One obtained credential; a new object each time, so that its identity is its generation. */
export interface HeldCredential<Obtained extends ObtainedCredential> {
  readonly obtained: Obtained;
  readonly windows: TokenWindows;
}

/**
 * A credential that is obtained when it is needed: once however many calls wait for it, kept until its time is over,
 * renewed in the background before that, and thrown away only by a refusal of that very credential.
 */
export class CredentialSource<Obtained extends ObtainedCredential> {
  readonly #clock: Clock;
  readonly #work: SharedWork<HeldCredential<Obtained>>;
  #current: HeldCredential<Obtained> | undefined;
  #reason: ObtainReason = "first";
  #quietUntil = -Infinity;
  /** The text of the one that was refused last, until another was obtained in its place. */
  #refused: string | undefined;
  /** How many times one was asked for: a late one must not replace a newer one. */
  #requests = 0;

  /**
   * @param obtain - gets a new credential
   * @param abandons - the work ends when the last call that waits for it has left; otherwise it goes on, and its result
   * serves the next call, which begins again when a minute brought none
   */
  constructor(
    clock: Clock,
    obtain: (reason: ObtainReason, context: SharedContext) => Promise<Obtained>,
    abandons = false,
  ) {
    this.#clock = clock;
    this.#work = new SharedWork(
      clock,
      async (context) => {
        const request = (this.#requests += 1);
        const obtained = await this.#obtain(obtain, context);
        const windows = tokenWindows(obtained.lifetime, clock.random());
        const held = { obtained, windows };
        if (request < this.#requests) return held;
        this.#current = held;
        this.#reason = "refresh";
        return held;
      },
      abandons,
      abandons ? undefined : longestCallback,
    );
  }

  /** The credential at hand while calls may begin with it. */
  get current(): Obtained | undefined {
    const held = this.#current;
    return held === undefined || this.#windowOf(held) === "over"
      ? undefined
      : held.obtained;
  }

  /** The same up to its very end and beyond: undefined only before the first and after a refusal. */
  get latest(): Obtained | undefined {
    return this.#current?.obtained;
  }

  /** Whether a credential is being obtained now. */
  get underWay(): boolean {
    return this.#work.underWay;
  }

  /**
   * The credential that a call is to use now.
   *
   * @param fits - whether the one at hand will do for the call; the one that is obtained is not asked
   * @throws what obtaining it throws; AbortedError and DeadlineError while waiting
   */
  async take(
    context: WaitContext,
    fits: (obtained: Obtained) => boolean = () => true,
  ): Promise<HeldCredential<Obtained>> {
    const held = this.#current;
    if (held !== undefined && fits(held.obtained)) {
      const window = this.#windowOf(held);
      if (window === "renew") this.#renewBehind();
      if (window !== "over") return held;
    }
    return this.#work.join(context);
  }

  /** Tells of a 401: an old one costs no credential that is newer. */
  refuse(held: HeldCredential<Obtained>): void {
    if (this.#current !== held) return;
    this.#refused = held.obtained.token;
    this.#current = undefined;
    this.#reason = "refused";
  }

  /**
   * A refusal can come while a new credential is on its way that was asked for before. Where that one is what was refused (a
   * callback with a cache of its own), it is asked for again, and the source is told.
   */
  async #obtain(
    obtain: (reason: ObtainReason, context: SharedContext) => Promise<Obtained>,
    context: SharedContext,
  ): Promise<Obtained> {
    const reason = this.#reason;
    const obtained = await obtain(reason, context);
    if (reason === "refused") this.#refused = undefined;
    if (this.#refused !== obtained.token) return obtained;
    this.#refused = undefined;
    return obtain("refused", context);
  }

  #windowOf({ obtained, windows }: HeldCredential<Obtained>): TokenWindow {
    return windowAt(windows, this.#clock.monotonic() - obtained.requestedAt);
  }

  #renewBehind(): void {
    const now = this.#clock.monotonic();
    if (this.#work.underWay || now < this.#quietUntil) return;
    const context = {
      signal: new AbortController().signal,
      deadlineAt: now + background.deadline,
    };
    this.#work.join(context).catch(() => {
      // The credential at hand is still good, so no call fails for this.
      this.#quietUntil =
        this.#clock.monotonic() + background.pause * (1 + this.#clock.random());
    });
  }
}

/** Milliseconds of a token's last stretch in which no call begins with it: a request may take that long. */
const longestReserve = 30_000;

/** When a token is fresh, when it is renewed behind the scenes, and when no call may use it any more. */
interface TokenWindows {
  /** Milliseconds after the exchange was asked for: from here on a call starts an exchange in the background. */
  readonly renewAfter: number;
  /** Milliseconds after the exchange was asked for: from here on a call waits for a new token. */
  readonly useUntil: number;
}

/**
 * Divides the lifetime of a token. The renewal point is spread over the lifetime's stretch from 70 to 85
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
type TokenWindow = "fresh" | "renew" | "over";

/** @param age - milliseconds since the exchange was asked for */
export function windowAt(windows: TokenWindows, age: number): TokenWindow {
  if (age >= windows.useUntil) return "over";
  return age >= windows.renewAfter ? "renew" : "fresh";
}
