import type { Mutant } from "../mutant.js";

const claim = "src/runtime/idempotency/check-claim.ts";
const execute = "src/runtime/idempotency/execute-keyed.ts";
const files = "src/runtime/idempotency/file-intent-store.ts";
const tests = ["test/runtime/idempotency/keyed.test.ts"];
const stores = ["test/runtime/idempotency/intent-stores.test.ts"];

/** Intents: one key for what must happen once. */
export const idempotencyMutants: readonly Mutant[] = [
  {
    rule: "IDM-2",
    breaks: "an intent is sent with other data than it began with",
    file: claim,
    before: `if (record.fingerprint !== wanted.fingerprint) {`,
    after: `if (false) {`,
    tests,
  },
  {
    rule: "IDM-4",
    breaks: "an intent that is open already is sent with a new key",
    file: execute,
    before: `idempotencyKey: record.idempotencyKey,\n    deadlineAt,`,
    after: `idempotencyKey: claim.idempotencyKey,\n    deadlineAt,`,
    tests,
  },
  {
    rule: "IDM-4",
    breaks: "an open intent becomes free with a refusal, although an earlier process may have done it",
    file: execute,
    before: `else if (fresh && nothingHappened(error))`,
    after: `else if (nothingHappened(error))`,
    tests,
  },
  {
    rule: "IDM-4",
    breaks: "an intent whose outcome is unknown becomes free",
    file: execute,
    before: `else if (fresh && nothingHappened(error))`,
    after: `else if (fresh)`,
    tests,
  },
  {
    rule: "IDM-4",
    breaks: "of two processes that claim an intent at once both win",
    file: files,
    before: `if (taken !== true) return false;`,
    after: ``,
    tests: stores,
  },
  {
    rule: "TOK-7",
    breaks: "other users of the machine can read the intents",
    file: files,
    before: `await files.open(path, "wx", 0o600)`,
    after: `await files.open(path, "wx", 0o644)`,
    tests: stores,
  },
  {
    rule: "IDM-5",
    breaks: "an ambiguous outcome frees its intent",
    file: execute,
    before: `store.mark(intent, idempotencyKey, "ambiguous")`,
    after: `store.release(intent, idempotencyKey)`,
    tests,
  },
  {
    rule: "IDM-5",
    breaks: "a locked intent is sent again",
    file: claim,
    before: `if (record.state === "ambiguous") {`,
    after: `if (false) {`,
    tests,
  },
  {
    rule: "IDM-5",
    breaks: "an intent that the caller says has happened is sent again",
    file: claim,
    before: `if (record.state === "settled") {`,
    after: `if (false) {`,
    tests,
  },
  {
    rule: "IDM-3",
    breaks: "a conflict frees its intent",
    file: "src/runtime/idempotency/nothing-happened.ts",
    before: `error.status !== 409;`,
    after: `error.status !== 499;`,
    tests: ["test/runtime/idempotency/lost-answer.test.ts"],
  },
  {
    rule: "OPS-6",
    breaks: "a lost intent is repeated after the server has forgotten its key",
    file: claim,
    before: `wanted.claimedAt - record.claimedAt >= retention`,
    after: `false`,
    tests,
  },
  {
    rule: "ACC-8",
    breaks: "what the caller changes while the key is claimed is sent",
    file: execute,
    before: `const members = snapshot(inputMembers(descriptor, input));`,
    after: `const members = inputMembers(descriptor, input);`,
    tests,
  },
  {
    rule: "IDM-1",
    breaks: "the order of members makes another payload",
    file: "src/runtime/values/canonical-text.ts",
    before: `.sort(([one], [other]) => (one < other ? -1 : 1))`,
    after: ``,
    tests: ["test/runtime/values/fingerprint.test.ts"],
  },
  {
    rule: "IDM-4",
    breaks: "of two machines that claim an intent at once both win",
    file: "src/runtime/idempotency/redis-intent-store.ts",
    before: `          "NX",\n`,
    after: ``,
    tests: stores,
  },
  {
    rule: "IDM-5",
    breaks: "a lock runs out with the time for which the intent was kept before",
    file: "src/runtime/idempotency/redis-intent-store.ts",
    before: `? sendToRedis(client, "PERSIST", claimKey(intent))`,
    after: `? undefined`,
    tests: stores,
  },
];
