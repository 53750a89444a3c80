import type { Mutant } from "../mutant.js";

const obey = "src/runtime/limits/obey-limits.ts";
const places = "src/runtime/limits/operation-places.ts";
const tests = ["test/runtime/limits/limits.test.ts"];

/** What `/capabilities` allows, and what a client does about it. */
export const limitMutants: readonly Mutant[] = [
  {
    rule: "CAP-2",
    breaks: "an oversized body is sent",
    file: "src/runtime/call/run-call.ts",
    before: `if (maxBytes !== undefined && bytes > maxBytes)`,
    after: `if (false)`,
    tests: ["test/runtime/operations/over-http.test.ts"],
  },
  {
    rule: "CAP-2",
    breaks: "the repeat of a create whose outcome is unknown takes a second place",
    file: places,
    before: `const before = this.#unsettled.take(names);`,
    after: `const before = this.#unsettled.take([]);`,
    tests,
  },
  {
    rule: "CAP-2",
    breaks: "a repeat that came to nothing frees the place of what was sent before",
    file: places,
    before: `else this.#unsettled.add(holder, before.names, before.until);`,
    after: `else this.#giveBack(holder);`,
    tests,
  },
  {
    rule: "CAP-2",
    breaks: "the place of a create that nobody repeats is never free again",
    file: "src/runtime/limits/unsettled-places.ts",
    before: `({ until }) => until <= now`,
    after: `({ until }) => until < 0 * now`,
    tests,
  },
  {
    rule: "CAP-2",
    breaks: "requests are not paced",
    file: obey,
    before: `await this.#pacer.take(lane, perMinute, context);`,
    after: ``,
    tests,
  },
  {
    rule: "CAP-2",
    breaks: "a POST counts as a read",
    file: obey,
    before: `? "reads" : "writes";`,
    after: `? "reads" : "reads";`,
    tests,
  },
  {
    rule: "CAP-2",
    breaks: "a window holds twice the turns of the limit",
    file: "src/runtime/limits/pace-window.ts",
    before: `Math.floor(perMinute / (windows + 1))`,
    after: `2 * Math.floor(perMinute / (windows + 1))`,
    tests,
  },
  {
    rule: "CAP-2",
    breaks: "requests for the limits themselves are not counted",
    file: obey,
    before: `await this.#countReading(reading.capabilities, own);`,
    after: ``,
    tests,
  },
  {
    rule: "CAP-3",
    breaks: "an operation that is switched off is sent",
    file: obey,
    before: `if (still.length === 0) return;`,
    after: `if (still.length >= 0) return;`,
    tests,
  },
  {
    rule: "CAP-4",
    breaks: "nobody is told of another contract version",
    file: obey,
    before: `if (actual !== this.#reportedVersion)`,
    after: `if (false)`,
    tests,
  },
  {
    rule: "CAP-4",
    breaks: "contract versions are compared as text",
    file: "src/runtime/limits/same-version.ts",
    before: `part.replace(/^0+(?=\\d)/, "")`,
    after: `part`,
    tests,
  },
  {
    rule: "CAP-6",
    breaks: "a 429 holds back nobody but its own call",
    file: obey,
    before: `this.#pacer.hold(laneOf(operation), wait);`,
    after: ``,
    tests,
  },
];
