import type { Mutant } from "../mutant.js";

const bookmark = "src/runtime/pages/bookmark.ts";
const walk = "src/runtime/pages/pages.ts";
const rounds = "src/runtime/etag/run-rounds.ts";
const paged = ["test/runtime/pages/pages.test.ts"];
const changed = ["test/runtime/etag/modify.test.ts"];

/** Page sequences, and changes under a validator. */
export const pageAndETagMutants: readonly Mutant[] = [
  {
    rule: "RES-3",
    breaks: "a repeated cursor is followed",
    file: walk,
    before: `if (seen.has(position))`,
    after: `if (seen.size > 50)`,
    tests: paged,
  },
  {
    rule: "GEN-2",
    breaks: "filters that the caller changes under way change the rest of the sequence",
    file: walk,
    before: `input: snapshot(inputMembers(descriptor, input)),`,
    after: `input: inputMembers(descriptor, input),`,
    tests: paged,
  },
  {
    rule: "ACC-8",
    breaks: "a sequence goes on with other filters or another context",
    file: bookmark,
    before: `if (bound !== filters.slice(0, 32)) {`,
    after: `if (false) {`,
    tests: paged,
  },
  {
    rule: "ACC-8",
    breaks: "a rebuilt change names another resource than the one that was read",
    file: rounds,
    before: `checkContext(descriptor, change);`,
    after: ``,
    tests: changed,
  },
  {
    rule: "TOK-4",
    breaks: "a link to the next page takes the credentials to another origin",
    file: "src/runtime/call/prepare-call.ts",
    before: `if (linked.origin === own.origin) return linked;`,
    after: `if (linked.href !== "") return linked;`,
    tests: ["test/runtime/operations/over-http.test.ts"],
  },
  {
    rule: "ETG-2",
    breaks: "a change without a validator is sent under any",
    file: "src/runtime/call/write-headers.ts",
    before: `if (ifMatch === undefined) throw new PreconditionRequiredError();`,
    after: `if (ifMatch === undefined) return "*";`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "a change is rebuilt without bound",
    file: rounds,
    before: `round >= rounds) throw error;`,
    after: `round >= 100 * rounds) throw error;`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "a change is rebuilt from what was read first",
    file: rounds,
    before: `  for (let round = 1; ; round += 1) {\n    const now = await read();`,
    after: `  let first;\n  for (let round = 1; ; round += 1) {\n    const now = first ??= await read();`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "each round of a change has a deadline of its own",
    file: rounds,
    before: `const context = waitContext(core, options);`,
    after: `const context = { get deadlineAt() { return waitContext(core, options).deadlineAt; } };`,
    tests: changed,
  },
  {
    rule: "ETG-4",
    breaks: "a weak validator is sent",
    file: "src/runtime/etag/parse-strong-etag.ts",
    before: `/^"[`,
    after: `/^(?:W\\/)?"[`,
    tests: changed,
  },
];
