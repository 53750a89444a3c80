import { expect, test } from "vitest";
import { diagnoseSigns } from "../../../src/plan/service/signs/find-signs.js";
import { found } from "../../diagnostics/found.js";
import { planOf } from "../plan-of.js";

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
