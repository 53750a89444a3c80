import type { BackgroundOverride } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import { readTime } from "../../../text/durations.js";
import { fullName, operationKey } from "../responses.js";
import { type BackgroundOperation, CLIENT_INTERVAL, LONGEST_INTERVAL } from "../traits/trait.js";
import type { Claim, Decided, DecidedOperation } from "./claim.js";

/** The time between polls of a claim. */
interface ClaimedInterval {
  readonly facts?: Pick<BackgroundOperation, "interval">;
  readonly caveat?: string;
}

/** The least time between two polls, where a claim has one that the client does not leave by itself. */
export function claimInterval({ interval }: BackgroundOverride, { refuse }: Claim): ClaimedInterval {
  if (interval === undefined || interval === false) return {};
  const { milliseconds } = readTime(interval) ?? { milliseconds: Number.NaN };
  if (milliseconds > CLIENT_INTERVAL && milliseconds <= LONGEST_INTERVAL)
    return { facts: { interval: milliseconds }, caveat: `Polls are at least ${interval} apart.` };
  refuse(
    ["interval"],
    milliseconds > LONGEST_INTERVAL
      ? `An interval of polls is at most 1 day (got ${JSON.stringify(interval)}).`
      : `The client leaves 2 seconds between polls by itself: write a longer time (got ${JSON.stringify(interval)}), or remove the key.`,
  );
  return {};
}

/** A claim that has nothing but the time between polls: the contract shows the rest. */
export function addInterval(
  given: BackgroundOverride,
  { facts, caveat }: ClaimedInterval,
  { operation, recognised: { background }, refuse }: Claim,
): Decided<BackgroundOperation> | undefined {
  if (Object.keys(given).some((key) => key !== "interval")) {
    refuse(
      [],
      "`background` must have the key `status`, the read that gives the state. Only `interval` may be alone.",
    );
    return undefined;
  }
  if (background === undefined) {
    refuse(
      [],
      `The contract does not show how what ${operationKey(operation)} starts is followed: say with \`status\` which read gives the state.`,
    );
    return undefined;
  }
  return {
    facts: { ...background.facts, ...facts },
    shown: background.reason,
    ...(caveat !== undefined && { caveat }),
    given,
  };
}

/** The longest time between polls of a state, and the start that has it. */
interface LongestInterval {
  readonly interval: number;
  /** As the configuration has it: `10s`. */
  readonly given: string;
  readonly model: OperationModel;
}

/**
 * The time between polls that a configuration says of one operation holds for all with the same state: the service counts the polls of that.
 *
 * @param refuse - reports an `interval: false` beside another one of the same state
 */
export function shareIntervals(
  decided: readonly DecidedOperation[],
  refuse: (operation: OperationModel, message: string) => void,
): readonly DecidedOperation[] {
  const longest = findLongest(decided);
  return decided.map((one) => {
    const { background } = one.traits;
    const found =
      background === undefined ? undefined : longest.get(fullName({ name: background.facts.status }));
    if (background === undefined || found === undefined) return one;
    const { interval, given, model } = found;
    const own = givenInterval(one);
    if (own === false)
      refuse(
        one.model,
        `${operationKey(model)} has the same state and the interval ${JSON.stringify(given)}, which holds for both: remove one of the two keys.`,
      );
    if (background.facts.interval === interval) return one;
    const why =
      typeof own === "string"
        ? `${fullName(model)} has the same state and a longer time, which holds for both: ${given}.`
        : `Polls are as far apart as those of ${fullName(model)}.`;
    const reason = `${background.reason} ${why}`;
    const facts = { ...background.facts, interval };
    return { ...one, traits: { ...one.traits, background: { ...background, facts, reason } } };
  });
}

function findLongest(decided: readonly DecidedOperation[]): ReadonlyMap<string, LongestInterval> {
  const longest = new Map<string, LongestInterval>();
  for (const one of decided) {
    const { status, interval } = one.traits.background?.facts ?? {};
    const given = givenInterval(one);
    if (status === undefined || interval === undefined || typeof given !== "string") continue;
    const name = fullName({ name: status });
    const known = longest.get(name);
    if (known === undefined || known.interval < interval)
      longest.set(name, { interval, given, model: one.model });
  }
  return longest;
}

/** What the configuration has for `interval` of an operation. */
function givenInterval({ traits: { background } }: DecidedOperation): BackgroundOverride["interval"] {
  return (background?.given as BackgroundOverride | undefined)?.interval;
}
