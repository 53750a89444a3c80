import type { Mutant } from "../mutant.js";

const exchange = "src/runtime/token/token-exchange.ts";
const request = "src/runtime/token/request-token.ts";
const answer = "src/runtime/token/read-token-answer.ts";
const tests = ["test/runtime/token/token-exchange.test.ts"];

/** Token exchange: its life, its one flight, and where the access key goes. */
export const tokenMutants: readonly Mutant[] = [
  {
    rule: "TOK-2",
    breaks: "an exchange without the vendor's word is tried",
    file: "src/runtime/token/subject-token-type.ts",
    before: `if (vendor === undefined || vendor === "") {`,
    after: `if (vendor === undefined) return template;\n  if (vendor === "") {`,
    tests,
  },
  {
    rule: "TOK-3",
    breaks: "a token for another resource is taken",
    file: answer,
    before: `if (!isSameResource(fields["resource"], expected.resource)) {`,
    after: `if (false) {`,
    tests,
  },
  {
    rule: "TOK-3",
    breaks: "a token of any type is sent as a Bearer token",
    file: answer,
    before: `kind.toLowerCase() !== "bearer"`,
    after: `kind === ""`,
    tests,
  },
  {
    rule: "TOK-4",
    breaks: "the exchange follows a redirect with the access key",
    file: request,
    before: `redirect: "manual",`,
    after: `redirect: "follow",`,
    tests,
  },
  {
    rule: "TOK-4",
    breaks: "the access key travels over plain http",
    file: "src/runtime/token/token-url.ts",
    before: `if (!mayCarryCredentials(url)) {`,
    after: `if (false) {`,
    tests,
  },
  {
    rule: "TOK-4",
    breaks: "the access key is sent to resource endpoints beside the token",
    file: exchange,
    before: 'target.headers.set("authorization", `Bearer ${held.token}`);',
    after:
      'target.headers.set("authorization", `Bearer ${held.token}`);\n' +
      `    target.headers.set("x-access-key", String(this.#request.key));`,
    tests: ["test/runtime/operations/over-http.test.ts"],
  },
  {
    rule: "TOK-5",
    breaks: "calls that wait each begin an exchange of their own",
    file: "src/runtime/waiting/shared-work.ts",
    before: `const run = this.#run ?? this.#begin();`,
    after: `const run = this.#begin();`,
    tests,
  },
  {
    rule: "TOK-5",
    breaks: "a token at the end of its life is still sent",
    file: "src/runtime/token/token-windows.ts",
    before: `if (age >= windows.useUntil) return "over";`,
    after: ``,
    tests,
  },
  {
    rule: "TOK-5",
    breaks: "a fleet renews its tokens in step",
    file: "src/runtime/token/token-windows.ts",
    before: `lifetime * (0.7 + 0.15 * random)`,
    after: `lifetime * 0.7`,
    tests: ["test/runtime/token/token-windows.test.ts"],
  },
  {
    rule: "TOK-5",
    breaks: "nothing is renewed before it is over",
    file: exchange,
    before: `if (window === "renew") this.#renewBehind();`,
    after: ``,
    tests,
  },
  {
    rule: "TOK-5",
    breaks: "a lifetime counts from the answer and not from the request, and so too long",
    file: request,
    before: `return { ...outcome.grant, askedAt };`,
    after: `return { ...outcome.grant, askedAt: request.clock.monotonic() };`,
    tests,
  },
  {
    rule: "TOK-5",
    breaks: "a wait for the exchange has no deadline",
    file: "src/runtime/waiting/shared-work.ts",
    before: `return await waitFor(run.result, context, this.#clock, facts);`,
    after: `return await run.result;`,
    tests: ["test/runtime/waiting/waiting.test.ts", ...tests],
  },
  {
    rule: "TOK-5",
    breaks: "the exchange waits longer than anybody waits for it",
    file: request,
    before: `if (request.clock.monotonic() + wait > context.latestDeadline())`,
    after: `if (false)`,
    tests,
  },
  {
    rule: "TOK-6",
    breaks: "an old 401 throws away a newer token",
    file: exchange,
    before: `if (this.#current !== refused) return;`,
    after: ``,
    tests,
  },
  {
    rule: "TOK-7",
    breaks: "an error keeps the access key that the server echoed",
    file: request,
    before: `const body = answer.ok ? parsed : withoutKey(parsed, key);`,
    after: `const body = parsed;`,
    tests,
  },
  {
    rule: "TOK-8",
    breaks: "a token endpoint that says `retryable: false` is asked again",
    file: "src/runtime/token/classify-token-answer.ts",
    before: `if (error.retryable === false) return false;`,
    after: ``,
    tests,
  },
  {
    rule: "ACC-2",
    breaks: "a call beyond the granted scopes is sent",
    file: exchange,
    before: `if (missing.length > 0) throw new ScopeError({ alternatives: [missing] });`,
    after: ``,
    tests,
  },
];
