import type { Position } from "../../../src/diff/fact.js";
import type { Finding, WireLevel } from "../../../src/diff/finding.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { worseWire } from "../../../src/diff/law.js";
import { createSchemaComparison } from "../../../src/diff/schema/schema-comparison.js";
import { listWireFacts } from "../../../src/diff/wire/list-wire-facts.js";
import type { JsonObject, LoadedContract } from "../../../src/load/loaded-contract.js";
import { isMembers, valueAt } from "../../../src/openapi/visit.js";
import { fragmentKeys } from "../../../src/text/json-pointer.js";
import type { Mutated } from "../mutate/mutate.js";
import type { Base } from "./measure.js";
import { loadDocument } from "./plan-pair.js";

/** What the comparison says of the wire for a contract with one change. */
export interface MeasuredWire extends Pick<Mutated, "expected" | "pointer" | "row" | "title"> {
  readonly base: string;
  readonly level: WireLevel;
  readonly findings: readonly Finding[];
  /** Those at the change or below it. */
  readonly inPlace: readonly Finding[];
}

/** Compares mutated contracts with the contract that they come from; those that cannot be loaded are left out. */
export async function measureWire(base: Base, mutants: readonly Mutated[]): Promise<readonly MeasuredWire[]> {
  const old = await loadDocument(base.document);
  const measured: MeasuredWire[] = [];
  for (const { document, row, title, pointer, expected } of mutants) {
    const now = await loadDocument(document).catch(() => undefined);
    if (now === undefined) continue;
    const findings = judgeFacts(listFacts(old, now));
    const level = findings.map(({ wire }) => wire).reduce<WireLevel>(worseWire, "none");
    const inPlace = findings.filter(
      (one) => isAt(document, one.new, pointer) || isAt(base.document, one.old, pointer),
    );
    measured.push({
      base: base.name,
      row,
      title,
      pointer,
      expected,
      level,
      findings,
      inPlace,
    });
  }
  return measured;
}

function listFacts(old: LoadedContract, now: LoadedContract) {
  const schemas = createSchemaComparison(old, now);
  const facts = listWireFacts(old, now, { schemas, today: "2026-01-01", sunsetDays: 180 });
  return [...facts, ...schemas.facts()];
}

/** Whether a position is at the changed object or below it, or a reference to it. */
function isAt(document: JsonObject, position: Position | undefined, pointer: string): boolean {
  if (position === undefined) return false;
  const node = valueAt(document, fragmentKeys(position.pointer));
  const places = [position.pointer, isMembers(node) ? node["$ref"] : undefined];
  return places.some((one) => one === pointer || (typeof one === "string" && one.startsWith(`${pointer}/`)));
}

/** Levels that pairs are counted by; documentation is none. */
export const LEVELS = ["breaking", "risky", "compatible", "none"] as const;

/** A level that pairs are counted by. */
export type PlainLevel = (typeof LEVELS)[number];

/** The level that a pair is counted by. */
export function plainLevel(level: WireLevel): PlainLevel {
  return level === "docs" ? "none" : level;
}

/** How often a comparison and its oracle agree. */
export interface Shares {
  readonly precision: number;
  readonly recall: number;
}

/** How often the level is the one that the catalogue gives. */
export interface LevelAccuracy {
  readonly pairs: number;
  readonly misses: readonly MeasuredWire[];
  readonly of: (level: PlainLevel) => Shares & { readonly expected: number; readonly reported: number };
}

/** Compares levels with those of the catalogue, as far as it gives one. */
export function levelsOf(all: readonly MeasuredWire[]): LevelAccuracy {
  const pairs = all.flatMap((one) =>
    one.expected === undefined
      ? []
      : [{ one, expected: plainLevel(one.expected), reported: plainLevel(one.level) }],
  );
  return {
    pairs: pairs.length,
    misses: pairs.filter(({ expected, reported }) => expected !== reported).map(({ one }) => one),
    of: (level) => {
      const expected = pairs.filter((one) => one.expected === level).length;
      const reported = pairs.filter((one) => one.reported === level).length;
      const right = pairs.filter((one) => one.expected === level && one.reported === level).length;
      return {
        expected,
        reported,
        precision: shareOf(right, reported),
        recall: shareOf(right, expected),
      };
    },
  };
}

/** How often findings are where the change was made. */
export interface PlaceAccuracy extends Shares {
  readonly findings: number;
  readonly inPlace: number;
  readonly pairs: number;
  readonly found: number;
  /** Pairs without a finding of their level in its place. */
  readonly misses: readonly MeasuredWire[];
}

/** Compares the places of findings that have a level with the places of the changes. */
export function placesOf(all: readonly MeasuredWire[]): PlaceAccuracy {
  const counts = ({ wire }: Finding) => plainLevel(wire) !== "none";
  const findings = all.flatMap((one) => one.findings.filter(counts)).length;
  const inPlace = all.flatMap((one) => one.inPlace.filter(counts)).length;
  const pairs = all.filter(({ level }) => plainLevel(level) !== "none");
  const misses = pairs.filter((one) => one.inPlace.every(({ wire }) => wire !== one.level));
  const found = pairs.length - misses.length;
  return {
    findings,
    inPlace,
    pairs: pairs.length,
    found,
    precision: shareOf(inPlace, findings),
    recall: shareOf(found, pairs.length),
    misses,
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
