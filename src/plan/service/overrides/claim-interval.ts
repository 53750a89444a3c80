import type { BackgroundOverride } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import { fullName, operationKey } from "../responses.js";
import { type BackgroundOperation, CLIENT_INTERVAL } from "../traits/trait.js";
import type { Claim, Decided, DecidedOperation } from "./claim.js";

/** The time between polls of a claim. */
interface ClaimedInterval {
  readonly facts?: Pick<BackgroundOperation, "interval">;
  readonly caveat?: string;
}

/** The least time between two polls, where a claim has one that the client does not leave by itself. */
export function claimInterval({ interval }: BackgroundOverride, { refuse }: Claim): ClaimedInterval {
  if (interval === undefined || interval === false) return {};
  const milliseconds = millisecondsOf(interval);
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

/** The longest interval in milliseconds: a platform timer cannot be set for a month. */
const LONGEST_INTERVAL = 86_400_000;

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

/** The time between polls that a configuration says of one operation holds for all with the same state: the service counts the polls of that. */
export function shareIntervals(decided: readonly DecidedOperation[]): readonly DecidedOperation[] {
  const longest = new Map<string, { readonly interval: number; readonly model: OperationModel }>();
  for (const { model, traits } of decided) {
    const { status, interval } = traits.background?.facts ?? {};
    if (status === undefined || interval === undefined) continue;
    const known = longest.get(fullName({ name: status }));
    if (known === undefined || known.interval < interval)
      longest.set(fullName({ name: status }), { interval, model });
  }
  if (longest.size === 0) return decided;
  return decided.map((one) => {
    const { background } = one.traits;
    if (background === undefined) return one;
    const found = longest.get(fullName({ name: background.facts.status }));
    if (found === undefined || background.facts.interval === found.interval) return one;
    const { interval, model } = found;
    const facts = { ...background.facts, interval };
    const reason = `${background.reason} Polls are as far apart as those of ${fullName(model)}.`;
    return { ...one, traits: { ...one.traits, background: { ...background, facts, reason } } };
  });
}

/** A duration of the configuration, whose schema checks its form. */
function millisecondsOf(duration: string): number {
  const [, count = "", unit = ""] = /^(\d+)([a-z]+)$/u.exec(duration) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
