import fc from "fast-check";
import type { JsonObject } from "../../determinism/json-tree.js";

/** Characters that texts may have where they are going. */
export type Alphabet = "any" | "header";

/** Texts that break whatever does not encode them. */
const awkward = ["a b&c=d/e?f#g%h", "ü – 日本 💡", "x,y;z|w", "+1 (555) 'q\" \\ <>", "..x", "%2F[0]{y}"];
const plain = ["alpha", "beta gamma", "d-3", "x_1"];

const formats: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2026-11-20T08:30:00Z", "1999-12-31T23:59:59.999+02:00"],
  date: ["2026-11-20", "2000-02-29"],
  time: ["08:30:00Z"],
  duration: ["P1DT2H"],
  uuid: ["0b8f4e0a-5b0e-4c8e-9d3d-2f1e6a7b8c9d"],
  email: ["someone@example.com"],
  uri: ["https://example.com/a?b=c&d=%20#e"],
  "uri-reference": ["/a/b?c=d"],
  url: ["https://example.com/a"],
  hostname: ["host.example.com"],
  ipv4: ["192.0.2.7"],
  ipv6: ["2001:db8::1"],
  byte: ["aGVsbG8="],
  regex: ["^a+$"],
  "json-pointer": ["/a~1b/0"],
  int64: ["9007199254740993"],
  int32: ["12"],
};

/** A string that fits what a schema says of one, as far as one is found. @param random in [0, 1) */
export function makeText(schema: JsonObject, alphabet: Alphabet, random: () => number): string {
  const { pattern, format } = schema;
  const [least, most] = [numberOf(schema["minLength"], 0), numberOf(schema["maxLength"], 40)];
  if (typeof pattern === "string") return matching(pattern, least, most, random);
  const known = typeof format === "string" ? formats[format] : undefined;
  const choices = known ?? (alphabet === "header" ? plain : [...plain, ...awkward]);
  const text = choices[Math.floor(random() * choices.length)] ?? "alpha";
  if (known !== undefined && text.length >= least && text.length <= most) return text;
  return Array.from(text.padEnd(least, "z")).slice(0, most).join("");
}

/** Pattern → strings of it: drawing them takes longer than everything else. */
const drawn = new Map<string, readonly string[]>();

/** Strings of a pattern are drawn by fast-check, some of the wanted length among them, if luck has it. */
function matching(pattern: string, least: number, most: number, random: () => number): string {
  const texts = drawn.get(pattern) ?? fc.sample(stringsOf(pattern), { seed: 1, numRuns: 40 });
  drawn.set(pattern, texts);
  const fitting = texts.filter((text) => text !== "" && lengthOf(text) >= least && lengthOf(text) <= most);
  return fitting[Math.floor(random() * fitting.length)] ?? texts[0] ?? "";
}

/** JSON Schema counts code points. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function stringsOf(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return fc.stringMatching(new RegExp(pattern));
  }
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
