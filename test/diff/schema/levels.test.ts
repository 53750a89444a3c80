import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { WireLevel } from "../../../src/diff/finding.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { worseWire } from "../../../src/diff/law.js";
import type { Direction } from "../../../src/diff/fact.js";
import { schemaFacts } from "./compare-schemas.js";

/** A change, and the worst level of its findings in each direction. */
interface Change {
  readonly change: string;
  readonly old: string;
  readonly now: string;
  readonly request: WireLevel | "no finding";
  readonly response: WireLevel | "no finding";
}

const changes = parse(readFileSync(new URL("levels.yaml", import.meta.url), "utf8")) as readonly Change[];

function worstLevel({ old, now }: Change, direction: Direction): Change["request"] {
  const levels = judgeFacts(schemaFacts(old, now, direction)).map(({ wire }) => wire);
  return levels.length === 0 ? "no finding" : levels.reduce(worseWire);
}

test.each(changes.map((change) => [change.change, change] as const))("%s", (_name, change) => {
  const { request, response } = change;
  expect({ request: worstLevel(change, "request"), response: worstLevel(change, "response") }).toEqual({
    request,
    response,
  });
});
