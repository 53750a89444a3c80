/** A time as a text has it. */
export interface StatedTime {
  /** `24 hours` */
  readonly wording: string;
  /** As the configuration has it: `24h`. */
  readonly duration: string;
  readonly milliseconds: number;
}

/** Where a sentence, a row of a table or an item of a list ends. */
export const SENTENCES =
  /(?<=[.;!?])\s+|\n(?=[^\S\n]{0,20}(?:[-*+|#]|\d{1,3}[.)])\s)|<br\s{0,2}\/?>|<\/(?:p|li|td)>/u;

const UNITS: readonly (readonly [unit: RegExp, milliseconds: number, letter: string, times: number])[] = [
  [/^(?:ms|milli)/i, 1, "ms", 1],
  [/^s/i, 1000, "s", 1],
  [/^mo/i, 30 * 86_400_000, "d", 30],
  [/^m/i, 60_000, "m", 1],
  [/^h/i, 3_600_000, "h", 1],
  [/^d/i, 86_400_000, "d", 1],
  [/^w/i, 7 * 86_400_000, "d", 7],
  [/^y/i, 365 * 86_400_000, "d", 365],
];

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, ten: 10 },
  ...{ twelve: 12, fourteen: 14, fifteen: 15, twenty: 20, twentyfour: 24, thirty: 30, fortyfive: 45 },
  ...{ fortyeight: 48, sixty: 60, ninety: 90 },
};

/** A time as a text writes it, a number and a unit: `24 hours`, `thirty seconds`, `5s`; undefined: there is none. */
export function readTime(text: string): StatedTime | undefined {
  const [, count = "", unit = ""] =
    /^([\d,]+|[a-z]+(?:-(?:four|five|eight))?)[\s*_`-]{0,4}([a-z]+)$/iu.exec(text) ?? [];
  const number = /^\d/u.test(count)
    ? Number(count.replaceAll(",", ""))
    : (NUMBERS[count.toLowerCase().replace("-", "")] ?? 0);
  const [, milliseconds, letter, times] = UNITS.find(([pattern]) => pattern.test(unit)) ?? [];
  if (number === 0 || milliseconds === undefined || letter === undefined || times === undefined)
    return undefined;
  return {
    wording: text.replace(/[*_`]/gu, ""),
    duration: `${String(number * times)}${letter}`,
    milliseconds: number * milliseconds,
  };
}
