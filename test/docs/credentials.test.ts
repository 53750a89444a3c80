import { expect, test } from "vitest";
import { emitContract, expectCompiles } from "../emit/emit-contract.js";
import { compileSample, readPage } from "./code-blocks.js";

const contract = `
info: { title: Example, version: '1' }
servers: [{ url: 'https://api.example' }]
paths: { /a: { get: { security: [{ signIn: [read] }, { legacy: [] }] } } }
components: { securitySchemes: { signIn: { type: oauth2, flows: {} }, legacy: { type: http, scheme: digest } } }`;

test("the code of docs/credentials.md compiles against such a client", async () => {
  const [, code = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(readPage("credentials.md")) ?? [];
  expect(code).not.toBe("");
  const given = `
import { Example } from "./index.js";
declare function obtainToken(
  scopes: readonly string[],
): Promise<{ access_token: string; expires_in: number; scope: string }>;
declare function computeDigest(challenge: string, method: string, url: string): string;
`;
  expectCompiles(await emitContract(contract), given + code);
});

test("the narrowed client of docs/credentials.md lacks the call that its comment names, and no other", async () => {
  const [, code = ""] = /with fewer scopes\?\n\n```ts\n([^]*?)```/u.exec(readPage("credentials.md")) ?? [];
  const given = `
import type { ExternalApi } from "./external-api/index.js";
declare const api: ExternalApi, cabinetId: string;
`;
  const [refused, ...others] = await compileSample(code, given);
  expect(refused?.[0]).toContain("does not compile");
  expect(refused?.[1]).toContain("cabinet:deals:write");
  expect(others).toEqual([]);
});
