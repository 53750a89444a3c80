import type { Mutant } from "../mutant.js";

const guard = "src/sandbox/access/access-guard.ts";
const issuer = "src/sandbox/token/token-issuer.ts";
const exchange = "src/sandbox/token/exchange-token.ts";
const tests = ["test/sandbox/access.test.ts"];
const tokens = ["test/sandbox/token.test.ts"];
const wrongForms = ["test/sandbox/wrong-requests-exchange.test.ts"];
const wrongTokens = ["test/sandbox/wrong-requests-token.test.ts"];

/** Who gets in: the sandbox's tokens and the four conditions of its access model. */
export const sandboxAccessMutants: readonly Mutant[] = [
  {
    rule: "ACC-1",
    breaks: "a user without external_api_access gets in",
    file: guard,
    before: `if (users.holds(userId, { right: externalApiAccess })) return;`,
    after: `if (userId !== "") return;`,
    tests,
  },
  {
    rule: "ACC-2",
    breaks: "a JWT without the scope gets in",
    file: guard,
    before: `if (scopes.some((scope) => caller.scopes.includes(scope))) return;`,
    after: `if (scopes.length > 0) return;`,
    tests,
  },
  {
    rule: "ACC-3",
    breaks: "the allowlist of a key is ignored",
    file: guard,
    before: `if (opens(credential, cabinetId)) return;`,
    after: `if (cabinetId !== "") return;`,
    tests,
  },
  {
    rule: "ACC-4",
    breaks: "a right that was withdrawn still opens the cabinet",
    file: guard,
    before: `if (users.holds(userId, { right, cabinetId })) return;`,
    after: `if (cabinetId !== "") return;`,
    tests,
  },
  {
    rule: "ACC-6",
    breaks: "rights are not looked at again when a queued operation begins",
    file: "src/sandbox/operations/operation-store.ts",
    before: `guard.checkCabinetRight(plan.credential.userId, plan.cabinetId, plan.scope);`,
    after: ``,
    tests,
  },
  {
    rule: "TOK-1",
    breaks: "a token is given for any resource",
    file: exchange,
    before: `expectConstant(form.resource, settings.resource, "invalid_target", "resource");`,
    after: ``,
    tests: wrongForms,
  },
  {
    rule: "TOK-1",
    breaks: "any grant type is taken",
    file: exchange,
    before: `expectConstant(form.grant_type, grantType, "unsupported_grant_type", "grant_type");`,
    after: ``,
    tests: wrongForms,
  },
  {
    rule: "ACC-2",
    breaks: "a JWT carries scopes that its key has not",
    file: exchange,
    before: `.filter((scope) => credential.scopes.includes(scope))`,
    after: ``,
    tests: [...tokens, ...wrongForms],
  },
  {
    rule: "TOK-9",
    breaks: "an expired JWT gets in",
    file: issuer,
    before: `key.verify(token, { iss: issuer, aud: audience }, seconds())`,
    after: `key.verify(token, { iss: issuer, aud: audience }, 0)`,
    tests: tokens,
  },
  {
    rule: "TOK-9",
    breaks: "a JWT outlives its access key",
    file: issuer,
    before: `if (caller.credential.revoked)`,
    after: `if (false)`,
    tests: [...tokens, ...wrongTokens],
  },
  {
    rule: "TOK-9",
    breaks: "a revoked access key is exchanged",
    file: "src/sandbox/access/credential-store.ts",
    before: `return credential?.revoked === false ? credential : undefined;`,
    after: `return credential;`,
    tests: [...tokens, ...wrongForms],
  },
  {
    rule: "ACC-7",
    breaks: "a cabinet with several contexts is entered without one",
    file: "src/sandbox/state/cabinet-entry.ts",
    before: `if (only !== undefined && others.length === 0) return only;`,
    after: `if (only !== undefined && others.length >= 0) return only;`,
    tests,
  },
  {
    rule: "CAP-3",
    breaks: "operations that are switched off are carried out",
    file: "src/sandbox/limits/feature-guard.ts",
    before: `if (off !== undefined)`,
    after: `if (false)`,
    tests,
  },
];
