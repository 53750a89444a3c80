import { expect, test } from "vitest";
import { readTime } from "../../src/text/durations.js";

test.each<readonly [string, string, number]>([
  ["24 hours", "24h", 86_400_000],
  ["1,440 minutes", "1440m", 86_400_000],
  ["thirty seconds", "30s", 30_000],
  ["twenty-four hours", "24h", 86_400_000],
  ["an hour", "1h", 3_600_000],
  ["5s", "5s", 5000],
  ["5** s", "5s", 5000],
  ["250 msecs", "250ms", 250],
  ["2.5 minutes", "150s", 150_000],
  ["1.5h", "90m", 5_400_000],
  ["7.5 seconds", "7500ms", 7500],
  ["3 weeks", "21d", 1_814_400_000],
  ["2 months", "60d", 5_184_000_000],
  ["1 year", "365d", 31_536_000_000],
  ["PT5S", "5s", 5000],
  ["PT2.5S", "2500ms", 2500],
  ["PT1H30M", "90m", 5_400_000],
  ["P1DT1H", "25h", 90_000_000],
])("%s is %s", (text, duration, milliseconds) => {
  expect(readTime(text)).toEqual({ wording: text.replaceAll("*", ""), duration, milliseconds });
});

test.each([
  "0 seconds",
  "1,5 hours",
  "5",
  "5 micros",
  "5 moments",
  "few seconds",
  "P",
  "PT",
  "P1DT",
  "PT0S",
  "9999999 years",
])("%s is none", (text) => {
  expect(readTime(text)).toBeUndefined();
});
