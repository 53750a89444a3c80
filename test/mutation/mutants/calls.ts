import type { Mutant } from "../mutant.js";

const call = "src/runtime/call/run-call.ts";
const redirect = "src/runtime/call/follow-redirect.ts";
const redirected = ["test/runtime/call/follow-redirect.test.ts"];
const sized = ["test/runtime/call/response-size.test.ts"];
const executed = ["test/runtime/call/execute.test.ts"];

/** One logical call: its credentials, its identifiers, and its end. */
export const callMutants: readonly Mutant[] = [
  {
    rule: "TOK-4",
    breaks: "a key that the server repeats in a redirect goes to another origin",
    file: "src/runtime/call/send-attempt.ts",
    before: `if (to !== undefined && !leaks(to, response))`,
    after: `if (to !== undefined)`,
    tests: ["test/wire/followed-redirects.test.ts"],
  },
  {
    rule: "TOK-6",
    breaks: "a token that is refused again is exchanged again, in a loop",
    file: "src/runtime/call/next-step.ts",
    before: `progress.renewable && !progress.renewed && progress.repeatable`,
    after: `progress.renewable && progress.repeatable`,
    tests: ["test/runtime/call/next-step.test.ts"],
  },
  {
    rule: "TOK-6",
    breaks: "the replay after a 401 costs an attempt",
    file: call,
    before: `if (!refused) record.counted += 1;`,
    after: `record.counted += 1;`,
    tests: executed,
  },
  {
    rule: "TOK-4",
    breaks: "a call follows a redirect with its credentials",
    file: "src/runtime/call/build-request.ts",
    before: `redirect: "manual" as const,`,
    after: `redirect: "follow" as const,`,
    tests: executed,
  },
  {
    rule: "TOK-4",
    breaks: "credentials travel over plain http",
    file: "src/runtime/call/apply-credentials.ts",
    before: `if (carries && !mayCarryCredentials(target.url, connection.insecureHosts))`,
    after: `if (false)`,
    tests: [...executed, "test/runtime/credentials/providers.test.ts"],
  },
  {
    rule: "GEN-3",
    breaks: "a response is read whatever its size",
    file: "src/runtime/http/read-bytes.ts",
    before: `if (size > limit) {`,
    after: `if (size < 0) {`,
    tests: sized,
  },
  {
    rule: "GEN-3",
    breaks: "a line without an end is collected for ever",
    file: "src/runtime/http/text-parts.ts",
    before: `if (length > most ||`,
    after: `if (length < 0 ||`,
    tests: sized,
  },
  {
    rule: "GEN-3",
    breaks: "an event of lines without an end is collected for ever",
    file: "src/runtime/http/read-events.ts",
    before: `if (length > maxBytes + 1) throw partTooLarge(maxBytes);`,
    after: ``,
    tests: sized,
  },
  {
    rule: "OPS-5",
    breaks: "a wait between attempts cannot be aborted",
    file: call,
    before: `await clock.sleep(wait, timer.signal);`,
    after: `await clock.sleep(wait, new AbortController().signal);`,
    tests: executed,
  },
  {
    rule: "GEN-1",
    breaks: "a number passes for an identifier",
    file: "src/runtime/call/check-ids.ts",
    before: `if (typeof wrong === "string" && wrong !== "") return;`,
    after: `if (wrong !== "") return;`,
    tests: [...executed, "test/runtime/operations/operations.test.ts"],
  },
  {
    rule: "TOK-4",
    breaks: "credentials follow a redirect to another origin",
    file: redirect,
    before: `? { url, anonymous: true }`,
    after: `? { url, anonymous: false }`,
    tests: redirected,
  },
  {
    rule: "TOK-4",
    breaks: "a redirect to another origin is followed unasked",
    file: redirect,
    before: `return crossOrigin && method`,
    after: `return method`,
    tests: redirected,
  },
  {
    rule: "TOK-4",
    breaks: "a change is sent on by 302",
    file: redirect,
    before: `(reads ? ofReads : kept)`,
    after: `(reads ? ofReads : ofReads)`,
    tests: redirected,
  },
  {
    rule: "RES-3",
    breaks: "a link that is not a URL raises an error of the platform",
    file: "src/runtime/call/prepare-call.ts",
    before: `if (!URL.canParse(target, own.href))`,
    after: `if (target === "")`,
    tests: ["test/runtime/pages/pages.test.ts"],
  },
  {
    rule: "TOK-4",
    breaks: "one host that is allowed over plain http allows all",
    file: "src/runtime/http/credential-target.ts",
    before: `return named === host || named === url.host;`,
    after: `return named !== "";`,
    tests: ["test/runtime/credentials/providers.test.ts"],
  },
  {
    rule: "GEN-4",
    breaks: "a relative address of the server is refused in a browser",
    file: "src/runtime/call/resolve-server.ts",
    before: `typeof origin === "string" && URL.canParse(text, origin)`,
    after: `typeof origin === "number" && URL.canParse(text, origin)`,
    tests: ["test/runtime/call/resolve-server.test.ts"],
  },
];
