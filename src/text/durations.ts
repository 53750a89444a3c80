/** A length of time as somebody wrote it. */
export interface StatedTime {
  /** `24 hours` */
  readonly wording: string;
  /** As the configuration has it: `24h`. */
  readonly duration: string;
  readonly milliseconds: number;
}

/** A unit: how texts write it, its milliseconds, and how the configuration has it: a week is 7 of `d`. */
type Unit = readonly [written: RegExp, milliseconds: number, letter: string, times: number];

const DAY = 86_400_000;

const UNITS: readonly Unit[] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/iu, 1, "ms", 1],
  [/^(?:s|secs?|seconds?)$/iu, 1000, "s", 1],
  [/^(?:m|mins?|minutes?)$/iu, 60_000, "m", 1],
  [/^(?:h|hrs?|hours?)$/iu, 3_600_000, "h", 1],
  [/^(?:d|days?)$/iu, DAY, "d", 1],
  [/^(?:w|weeks?)$/iu, 7 * DAY, "d", 7],
  [/^months?$/iu, 30 * DAY, "d", 30],
  [/^years?$/iu, 365 * DAY, "d", 365],
];

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, ten: 10 },
  ...{ twelve: 12, fourteen: 14, fifteen: 15, twenty: 20, twentyfour: 24, thirty: 30, fortyfive: 45 },
  ...{ fortyeight: 48, sixty: 60, ninety: 90 },
};

/** Characters of the longest length of time. */
const LONGEST = 100;

/** The largest number that the configuration takes, of any unit. */
const MOST = 999_999_999;

/**
 * A length of time: a number and a unit (`24 hours`, `thirty seconds`, `2.5s`), or an ISO 8601 duration (`PT1M30S`).
 * @returns undefined where it is anything else, or the configuration could not have it
 */
export function readTime(text: string): StatedTime | undefined {
  if (text.length > LONGEST) return undefined;
  const wording = text.replace(/[*_`]/gu, "");
  const iso =
    /^P(?=.)(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,6}(?:\.\d{1,3})?)H)?(?:(\d{1,6}(?:\.\d{1,3})?)M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/u.exec(
      text,
    );
  if (iso !== null) {
    const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = iso;
    const all =
      Number(days) * DAY + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000;
    return timeOf(wording, wholeOf(all));
  }
  const [, digits = "", fraction = "", word = "", written = ""] =
    /^(?:(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(\.\d{1,3})?|([a-z]+(?:-(?:four|five|eight))?))[\s*_`-]{0,4}([a-z]+)$/iu.exec(
      text,
    ) ?? [];
  const count =
    word === ""
      ? Number(digits.replaceAll(",", "") + fraction)
      : (NUMBERS[word.toLowerCase().replace("-", "")] ?? 0);
  const unit = UNITS.find(([pattern]) => pattern.test(written));
  if (unit === undefined) return undefined;
  const [, milliseconds] = unit;
  return timeOf(wording, wholeOf(count * milliseconds), Number.isInteger(count) ? unit : undefined);
}

/** @param unit - that of the text, where the number of it is whole; else the longest one whose number is */
function timeOf(wording: string, milliseconds: number, unit?: Unit): StatedTime | undefined {
  const [, length, letter, times] =
    unit ?? UNITS.slice(0, 5).findLast((one) => milliseconds % one[1] === 0) ?? [];
  if (length === undefined || times === undefined || milliseconds === 0) return undefined;
  const number = (milliseconds / length) * times;
  return number > MOST ? undefined : { wording, duration: `${String(number)}${letter ?? ""}`, milliseconds };
}

/** The nearest whole number: 2.3 × 1000 may be a little more or less. */
function wholeOf(milliseconds: number): number {
  return Math.trunc(milliseconds + 0.5);
}
