import { describe, expect, it } from "vitest";
import { chooseSecurity } from "../../../src/runtime/call/apply-credentials.js";
import type { SecurityRequirement } from "../../../src/runtime/descriptors/operation-descriptor.js";
import type { CredentialProvider } from "../../../src/runtime/credentials/credential-provider.js";
import { isAuthenticationError, isScopeError } from "../../../src/runtime/errors/authorization-errors.js";

const granting = (...scopes: readonly string[]): CredentialProvider => ({
  apply: () => Promise.resolve({}),
  scopes: () => new Set(scopes),
});
const key: CredentialProvider = { apply: () => Promise.resolve({}) };
const oauth = granting("a", "b");
const credentials = { oauth, key };

function chosen(...alternatives: readonly SecurityRequirement[]): readonly unknown[] {
  return chooseSecurity(alternatives, credentials).map(({ provider, scopes }) => [
    provider === oauth ? "oauth" : "key",
    ...scopes,
  ]);
}

function raised(...alternatives: readonly SecurityRequirement[]): unknown {
  try {
    return chosen(...alternatives);
  } catch (error) {
    return error;
  }
}

describe("chooseSecurity (OpenAPI, Security Requirement Object)", () => {
  it("needs nothing where the contract asks for nothing", () => {
    expect(chooseSecurity(undefined, credentials)).toEqual([]);
    expect(chosen()).toEqual([]);
  });
  it("takes the first alternative with all its credentials and scopes", () => {
    expect(chosen({ other: [] }, { oauth: ["c"] }, { oauth: ["a"], key: [] }, { key: [] })).toEqual([
      ["oauth", "a"],
      ["key"],
    ]);
  });
  it("goes without where that is allowed and nothing else is possible", () => {
    expect(chosen({}, { other: [] })).toEqual([]);
    expect(chosen({}, { key: [] })).toEqual([["key"]]);
  });
  it("[ACC-2] names what is missing of every alternative, since any one is enough", () => {
    const error = raised({ oauth: ["c", "d"] }, { oauth: ["a", "e"] });
    const want = error instanceof Error ? error.message : "";
    expect(isScopeError(error) && error.alternatives).toEqual([["c", "d"], ["e"]]);
    expect(want).toContain("needs the scope c and d or e,");
  });
  it("names the schemes when a credential is missing", () => {
    const error = raised({ other: [] }, { third: [], key: [] });
    expect(isAuthenticationError(error) && error.message).toContain("(other, third, key)");
  });
  it("does not take a member of every object for a credential", () => {
    expect(isAuthenticationError(raised({ toString: [] }))).toBe(true);
  });
});
