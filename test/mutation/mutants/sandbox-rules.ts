import type { Mutant } from "../mutant.js";

const endpoint = "src/sandbox/server/resource-endpoint.ts";
const keys = "src/sandbox/operations/idempotency-store.ts";
const start = "src/sandbox/operations/start-operation.ts";
const operations = ["test/sandbox/operations.test.ts"];
const etags = ["test/sandbox/etag.test.ts"];
const limits = ["test/sandbox/limits.test.ts"];

/** What the sandbox holds its clients to, once they are in. */
export const sandboxRuleMutants: readonly Mutant[] = [
  {
    rule: "ETG-2",
    breaks: "a change without a validator is let through to the schema",
    file: endpoint,
    before: `if (ifMatch === undefined) {`,
    after: `if (ifMatch === undefined) return;
  if (false) {`,
    tests: etags,
  },
  {
    rule: "ETG-3",
    breaks: "a stale validator is taken",
    file: "src/sandbox/state/versioned.ts",
    before: `if (resource.etag !== ifMatch) {`,
    after: `if (ifMatch === "") {`,
    tests: etags,
  },
  {
    rule: "ETG-4",
    breaks: "a weak validator is not told from a stale one",
    file: endpoint,
    before: `if (ifMatch.startsWith("W/")) throw`,
    after: `if (false) throw`,
    tests: etags,
  },
  {
    rule: "IDM-1",
    breaks: "a repeated create starts a second operation",
    file: start,
    before: `keys.remember(call, key, { kind: "operation", record }, record.expiresAt);`,
    after: ``,
    tests: operations,
  },
  {
    rule: "IDM-2",
    breaks: "a key that is used with other data gives the first operation",
    file: keys,
    before: `if (entry.fingerprint === fingerprint(call)) return entry.outcome;`,
    after: `if (entry.fingerprint !== "") return entry.outcome;`,
    tests: operations,
  },
  {
    rule: "OPS-6",
    breaks: "idempotency keys are kept for ever",
    file: keys,
    before: ` || entry.expiresAt <= call.now`,
    after: ``,
    tests: operations,
  },
  {
    rule: "OPS-6",
    breaks: "operations are kept for ever",
    file: "src/sandbox/operations/operation-store.ts",
    before: `if (record.expiresAt <= now) {`,
    after: `if (false) {`,
    tests: operations,
  },
  {
    rule: "IDM-5",
    breaks: "an ambiguous create is carried out when it is repeated",
    file: start,
    before: `if (known?.kind === "ambiguous") throw ambiguousOutcome();`,
    after: ``,
    tests: operations,
  },
  {
    rule: "OPS-7",
    breaks: "any scope reads the status of an operation",
    file: "src/sandbox/routes/operation-routes.ts",
    before: `guard.checkScope(call.caller, [record.plan.scope]);`,
    after: ``,
    tests: operations,
  },
  {
    rule: "RES-4",
    breaks: "a cursor serves another request than its own",
    file: "src/sandbox/pages/cursor-codec.ts",
    before: `createHash("sha256").update(toCanonicalJson(request)).digest()`,
    after: `createHash("sha256").digest()`,
    tests: ["test/sandbox/pages.test.ts"],
  },
  {
    rule: "CAP-6",
    breaks: "the rate has no limit",
    file: "src/sandbox/limits/request-rate.ts",
    before: `if (blocking !== undefined) {`,
    after: `if (false) {`,
    tests: limits,
  },
  {
    rule: "OPS-4",
    breaks: "an operation may be polled as fast as one likes",
    file: "src/sandbox/limits/poll-floor.ts",
    before: `if (wait > 0) {`,
    after: `if (false) {`,
    tests: [...limits, ...operations],
  },
  {
    rule: "CAP-5",
    breaks: "any number of operations runs at once",
    file: start,
    before: `if (active.length < limits.maxConcurrentOperations) return;`,
    after: `if (active.length >= 0) return;`,
    tests: [...limits, ...operations],
  },
  {
    rule: "CAP-5",
    breaks: "a body that is too large is not told as such",
    file: "src/sandbox/server/read-json-body.ts",
    before: `if (incoming.body.tooLarge) throw`,
    after: `if (false) throw`,
    tests: limits,
  },
  {
    rule: "SEC-1",
    breaks: "the log shows addresses with the identifiers in them",
    file: "src/sandbox/server/recorded-request.ts",
    before: `path: operation.path,`,
    after: `path: incoming.path,`,
    tests: ["test/sandbox/server.test.ts"],
  },
];
