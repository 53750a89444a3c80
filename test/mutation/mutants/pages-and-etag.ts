import type { Mutant } from "../mutant.js";

const bookmark = "src/runtime/pages/bookmarks.ts";
const walk = "src/runtime/pages/pages.ts";
const rounds = "src/runtime/etag/modify.ts";
const paged = ["test/runtime/pages/pages.test.ts"];
const keyed = "src/runtime/etag/keyed-changes.ts";
const changedKeyed = ["test/runtime/etag/modify-keyed.test.ts"];
const changed = ["test/runtime/etag/modify.test.ts"];

/** Page sequences, and changes under a validator. */
export const pageAndETagMutants: readonly Mutant[] = [
  {
    rule: "RES-3",
    breaks: "a repeated cursor is followed",
    file: walk,
    before: `if (seen.has(cursor))`,
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
    before: `if (repeated.length === 0) return;`,
    after: `if (repeated.length >= 0) return;`,
    tests: changed,
  },
  {
    rule: "TOK-4",
    breaks: "a link to the next page takes the credentials to another origin",
    file: "src/runtime/pages/follow-link.ts",
    before: `if (linked.origin !== own.origin)`,
    after: `if (linked.href === "")`,
    tests: ["test/runtime/operations/over-http.test.ts"],
  },
  {
    rule: "ETG-2",
    breaks: "a change without a validator is sent under any",
    file: "src/runtime/request/write-headers.ts",
    before: `if (ifMatch === undefined) throw new PreconditionRequiredError();`,
    after: `if (ifMatch === undefined) return "*";`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "a change is rebuilt without bound",
    file: rounds,
    before: `attempt >= modifyAttempts)`,
    after: `attempt >= 100 * modifyAttempts)`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "a change is rebuilt from what was read first",
    file: rounds,
    before: `  for (let attempt = 1; ; attempt += 1) {
    const now = await read();`,
    after: `  let first;
  for (let attempt = 1; ; attempt += 1) {
    const now = first ??= await read();`,
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
    rule: "IDM-3",
    breaks: "a modification forgets its intent, and a lost one is sent under a new key",
    file: keyed,
    before: `sentKeyOf({ intent, idempotencyKey })`,
    after: `sentKeyOf({ idempotencyKey })`,
    tests: changedKeyed,
  },
  {
    rule: "IDM-3",
    breaks: "a modification leaves the caller's own key out",
    file: keyed,
    before: `sentKeyOf({ intent, idempotencyKey })`,
    after: `sentKeyOf({ intent })`,
    tests: changedKeyed,
  },
  {
    rule: "IDM-4",
    breaks: "what was rebuilt is sent under the key of the round before",
    file: keyed,
    before: `sentKeyOf({ intent, idempotencyKey })`,
    after: `sentKeyOf(intent === undefined ? { idempotencyKey: idempotencyKey ?? crypto.randomUUID() } : { intent })`,
    tests: changedKeyed,
  },
  {
    rule: "IDM-3",
    breaks: "the intent of a modification is given to its reads too",
    file: keyed,
    before: `      others,`,
    after: `      options,`,
    tests: changedKeyed,
  },
  {
    rule: "ETG-2",
    breaks: "a change with a key is sent without the validator that was read",
    file: keyed,
    before: `{ ...shared, ...once },`,
    after: `{ ...others, ...once },`,
    tests: changedKeyed,
  },
  {
    rule: "ETG-3",
    breaks: "each keyed change has a deadline of its own",
    file: keyed,
    before: `            { ...shared, ...once },
            context,`,
    after: `            { ...shared, ...once },
            undefined,`,
    tests: changedKeyed,
  },
  {
    rule: "ETG-3",
    breaks: "an error of the read after a change passes for one of the change",
    file: rounds,
    before: `throw new UnreadChangeError({ call: callOf(change), cause });`,
    after: `throw cause;`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "a change that was made and not read does not say why it could not be read",
    file: rounds,
    before: `new UnreadChangeError({ call: callOf(change), cause })`,
    after: `new UnreadChangeError({ call: callOf(change) })`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "a change that was made is said of its read",
    file: rounds,
    before: `new UnreadChangeError({ call: callOf(change), cause })`,
    after: `new UnreadChangeError({ cause })`,
    tests: changed,
  },
  {
    rule: "ETG-3",
    breaks: "a change that was made and not read is made again",
    file: "src/runtime/errors/etag-errors.ts",
    before: `"Do not make it again: read`,
    after: `"Make it again: read`,
    tests: changed,
  },
  {
    rule: "ETG-4",
    breaks: "a weak validator is sent",
    file: "src/runtime/http/strong-etag.ts",
    before: `/^"[`,
    after: `/^(?:W\\/)?"[`,
    tests: changed,
  },
];
