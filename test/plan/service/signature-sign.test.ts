import { expect, test } from "vitest";
import { diagnoseSigns } from "../../../src/plan/service/signs/find-signs.js";
import { found } from "../../diagnostics/found.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";
import { json } from "./lost-contract.js";

const signsOf = (description: string) =>
  planOf(`
paths: { /a: { get: { security: [{ k: [] }] } } }
components: { securitySchemes: {
  k: { type: apiKey, in: header, name: Authorization, description: "${description}" },
  unused: { type: apiKey, in: query, name: k, description: "${description}" } } }`).traits.lost.filter(
    ({ trait, rule }) => trait === "security" && rule !== "security/unused-scheme",
  );

test.each([
  "Amazon Signature authorization v4",
  "The hash of the request parameters in alphabetical order.",
  "MD5 hash of the parameters",
  "Signature computed over the request body.",
  "An HMAC in hex",
  "All requests must be signed.",
  "Sign each request with your private key.",
])("a key that is a signature of the request: %s", (text) => {
  const signs = signsOf(text);
  expect(signs).toMatchObject([
    {
      shown: 'the security scheme "k" takes a signature of each request',
      missing: "the client signs none",
      lines: [],
      meant: ["security: false"],
    },
  ]);
  expect(found(diagnoseSigns(signs))).toEqual([
    ["security/signature", "#/components/securitySchemes/k", { scheme: "k" }],
  ]);
});

test.each([
  "Sign up and get your API key. It is the signature secret of your account.",
  "Request signatures are not required.",
  "Request signatures are no longer supported: send the key alone.",
  "Your key. You do not need to send an HMAC.",
  "A JWT that our login endpoint has signed with HMAC.",
  "The key. We sign each webhook request with an HTTP signature.",
  "Request signatures are optional.",
  "Your HMAC key",
  "Either the key or an HMAC",
  "AWS signature v4 is supported as well.",
  "The id of the key. The HMAC goes in `X-Signature`.",
  "The key: it is stored as a SHA-256 hash for your requests.",
])("a key that is not: %s", (text) => {
  expect(signsOf(text)).toEqual([]);
});

const signedIn = (yaml: string) =>
  planOf(yaml).traits.lost.flatMap(({ trait, shown, lines, meant }) =>
    trait === "security" ? [{ shown, lines, meant }] : [],
  );
const takes = (...names: readonly string[]) =>
  `parameters: [${names.map((name) => `{ in: query, name: ${name}, schema: { type: string } }`).join(", ")}], responses: {}`;
const OAUTH = takes("oauth_consumer_key", "oauth_token", "oauth_nonce", "oauth_signature");

test("parameters of OAuth 1 show that requests are signed, and are no keys of their own", async () => {
  const given = `paths: { /a: { get: { ${OAUTH} } }, /b: { post: { ${OAUTH} } }, /c: { get: { responses: {} } } }`;
  expect(signedIn(given)).toEqual([
    {
      shown: 'GET /a and 1 more take "oauth_signature" (RFC 5849)',
      lines: [],
      meant: ["security: false"],
    },
  ]);
  expect((await planUnder(given, "security: false")).traits.lost).toEqual([]);
  const body = json("{ type: object, properties: { oauth_signature: { type: string } } }");
  expect(signedIn(`paths: { /a: { post: { requestBody: { ${body} }, responses: {} } } }`)).toMatchObject([
    { shown: 'POST /a takes "oauth_signature" (RFC 5849)' },
  ]);
});

test.each([
  ["oauth_token", ['the operation takes "oauth_token" in the query']],
  ["oauth_signature_method", []],
  ["signature_id", []],
])("what shows no signature of a request: %s", (name, shown) => {
  expect(signedIn(`paths: { /a: { get: { ${takes(name)} } } }`).map((one) => one.shown)).toEqual(shown);
});

const told = (...texts: readonly string[]) =>
  `paths: { ${texts.map((text, index) => `/${"abc".charAt(index)}: { get: { description: "${text}", responses: {} } }`).join(", ")} }`;
const REQUIRED =
  "Important: a check by Digital Signatures is required for certain API calls, including all <b>Payout</b> methods.";

test("most texts that require signatures are named", () => {
  expect(signedIn(told(REQUIRED, REQUIRED, "Lists."))).toMatchObject([
    { shown: "GET /a and 1 more say that calls need signatures" },
  ]);
});

test.each([
  [[REQUIRED, "Lists.", "Lists."]],
  [["A digital signature is required for each document."]],
  [["Digital signatures are not required for these calls."]],
])("texts that require no signatures of calls: %s", (texts) => {
  expect(signedIn(told(...texts))).toEqual([]);
});
