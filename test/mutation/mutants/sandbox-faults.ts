import type { Mutant } from "../mutant.js";

const engine = "src/sandbox/faults/create-fault-engine.ts";
const sending = "src/sandbox/server/send-interference.ts";
const rules = ["test/sandbox/faults/rules.test.ts"];
const injected = ["test/sandbox/faults/injected.test.ts"];

/** The sandbox's faults: with one that does not strike, an integrator would prove nothing. */
export const sandboxFaultMutants: readonly Mutant[] = [
  {
    rule: "IDM-3",
    breaks: "a planned fault strikes more often than it says",
    file: engine,
    before: `counted.struck >= rule.count ||`,
    after: ``,
    tests: rules,
  },
  {
    rule: "IDM-3",
    breaks: "a planned fault strikes whatever the headers of the request",
    file: engine,
    before: `typeof wanted === "boolean" ? (value !== undefined) === wanted : value === wanted`,
    after: `true`,
    tests: rules,
  },
  {
    rule: "IDM-3",
    breaks: "every seed gives the same faults",
    file: "src/sandbox/faults/draw.ts",
    before: `JSON.stringify([seed, rule, occurrence])`,
    after: `JSON.stringify([rule, occurrence])`,
    tests: rules,
  },
  {
    rule: "IDM-3",
    breaks: "a lost response arrives",
    file: sending,
    before: `      response.destroy();
      return;`,
    after: `      response.writeHead(204).end();
      return;`,
    tests: injected,
  },
  {
    rule: "ERR-7",
    breaks: "a truncated answer is whole",
    file: sending,
    before: `const half = bytes.subarray(0, bytes.length / 2);`,
    after: `const half = bytes;`,
    tests: injected,
  },
];
