import { expect, test } from "vitest";
import { modelOf } from "../../model/model-of.js";
import { listDescribedScopes } from "../../../src/plan/service/signs/access/described-scopes.js";
import { calledScopes, listedScopes } from "../../../src/plan/service/signs/access/called-scopes.js";
import { countTime } from "../../support/count-time.js";

const named = (text: string) => [...new Set(calledScopes(text, new Set()))];

test.each(["either `a:w`", "one of `a:w`", "(`a:w`"])("a list goes on after: and %s", (text) => {
  expect(named(`Requires the scope \`a:r\` and ${text} or \`a:x\`.`)).toEqual(["a:r", "a:w", "a:x"]);
});

test.each([
  ["Scopes: (`a:r` or `b:r`) and `c:r`", ["a:r", "b:r", "c:r"]],
  ["The scope `a:r` as well as `b:r`.", ["a:r", "b:r"]],
])("the list of %s has all its names", (text, want) => {
  expect(named(text)).toEqual(want);
});

test.each([
  "Requires authority `a:read`.",
  "Requires authority a:read.",
  "Authority: a:read",
  "Permission: `a:read`",
  "Needs the `a:read` permission.",
  "Access: `a:read`",
  "Right: `a:read`",
  "**Required privileges:** `a:read`",
  "Required role: `a:read`",
  "Requires `a:read`.",
  "Only with `a:read`.",
  "Guarded by `a:read`.",
  "Callers with `a:read` only.",
  "Lists pets [a:read]",
  "[a:read] Lists pets.",
  "Forbidden. The token lacks a:read.",
  "**Auth policies**: a:read",
  "Required scope: <code>a:read</code>",
  "@PreAuthorize(\"hasAuthority('SCOPE_a:read')\")",
  "Requires authority `SCOPE_a:read`",
])("%s: names a:read", (text) => {
  expect(named(text)).toEqual(["a:read"]);
});

test.each([
  ["Required permission: `pets_write`", ["pets_write"]],
  ["The scope `pets.read` is needed.", ["pets.read"]],
  ["Scopes: `pets.read`, `pets.write`", ["pets.read", "pets.write"]],
  ["Requires the permission `pets.read`.", ["pets.read"]],
  ["Requires permission `a:audit`.", ["a:audit"]],
  ["Required permission: a:audit", ["a:audit"]],
  ["Requires the authority `a:audit`", ["a:audit"]],
  ["Needs the `a:audit` privilege.", ["a:audit"]],
  ["@PreAuthorize: hasAnyAuthority('a:audit','a:admin')", ["a:audit", "a:admin"]],
  ["`a:audit` permission is required.", ["a:audit"]],
  ["The a:audit permission is required to list pets.", ["a:audit"]],
  ["`a:audit` and `a:log` authorities are needed.", ["a:audit", "a:log"]],
  ["Required role: `lab:auditor`", ["lab:auditor"]],
  ["**Required role:** lab:auditor", ["lab:auditor"]],
  ["Requires the `lab:auditor` role.", ["lab:auditor"]],
  ["Requires the lab:auditor role.", ["lab:auditor"]],
  ["`lab:auditor` role is required", ["lab:auditor"]],
  ["The role of the user is required in the body.", []],
  ["role: admin is the default", []],
  ["The role is required, for example `lab:auditor`.", []],
  ["The `role` is required.", []],
  ["Each member has the `lab:auditor` role.", []],
  ["Members with the lab:auditor role are returned.", []],
  ["Requires a role, see `lab:auditor`.", []],
  ["The `lab:auditor` role is given by default.", []],
  ["Requires the `auditor` role.", []],
  ["Required permission: AUDITOR", []],
  ["Requires permission to start at `10:30`.", []],
  ["Required role: LAB_AUDITOR", []],
  ["Requires access `a:audit`.", []],
  ["The permission `a:audit` of a user is returned.", []],
  ["hasRole('LAB_AUDITOR')", []],
  ["Requires the `write` scope.", ["write"]],
  ["Needs the OAuth scope `admin`.", ["admin"]],
  ["Requires OAuth scope: write", ["write"]],
  ["Required scope: write.", ["write"]],
  ["**Requires OAuth 2.0 scope:** write", ["write"]],
  ["Requires the `project` search scope.", []],
  ["Needs the scope write.", []],
  ["Required scope: none", []],
  ["Required scope: optional.", []],
  ["Requires OAuth scope: read, write.", []],
  ["The pet must have the `fly` ability.", []],
  ["Required scopes: see below", []],
  ["Requires a scope that can write.", []],
  ["The `write` scope of variables.", []],
  ["Requires `redirect_uri` and `scope`.", []],
  ["Requires `order.update` field.", []],
  ["Requires the event `order.create` to be subscribed.", []],
  ["Revokes the permission `pets:read` from the user.", []],
  ["Returns the `pets:read` permission of the user.", []],
  ["Assigns the role `org:admin` to a member.", []],
  ["Access: `read-only` during maintenance", []],
  ["Requires `read_only` access", []],
  ["!hasAuthority('SCOPE_app:suspended')", []],
  ["[a:read](https://a.example) lists pets.", []],
  ["[a:b] Lists pets.", []],
  ["The token lacks `exp`.", []],
  ["Filter like (status:list)", []],
  ["Requires `filter:all`.", []],
  ["hasAnyAuthority('SCOPE_a:read', 'SCOPE_b:read')", ["a:read", "b:read"]],
  ["Requires `update_mask`.", []],
  ["Needs `list_id` and `list.id`.", []],
  ["Requires Content-Type: application/json", []],
  ["Required role: `ADMIN`", []],
  ["**Permission required:** upload", []],
  ["Calls `pets.list` (`pets.list`)", []],
  ["Access: https://a.example:8080/read", []],
])("%s: names %j", (text, want) => {
  expect(named(text)).toEqual(want);
});

test("a known scope is one without a label", () => {
  expect(calledScopes("Needs the scope write.", new Set(["write"]))).toEqual(["write"]);
});

test.each([
  [
    "## Permissions\n\n| Permission | For |\n|---|---|\n| a:read | reads |\n| a:write | changes |",
    ["a:read", "a:write"],
  ],
  ["Authorities:\n- a:read: reads\n- a:write: changes", ["a:read", "a:write"]],
  ["Scopes: `pets.read` and `pets.write`", ["pets.read", "pets.write"]],
  ["Permissions are checked at `10:30`, see `localhost:80` and `format:date`.", []],
  ["Values are `a:read` and `a:write`.", []],
])("the section %s lists %j", (text, want) => {
  expect([...new Set(listedScopes(text))]).toEqual(want);
});

test.each(["`a:read`, ", "Requires `a", "permission ", "[a:", "Scope: a.", "hasScope("])(
  "a long text of %j is read in little time",
  (part) => {
    const elapsed = countTime();
    calledScopes(part.repeat(4000 / part.length), new Set());
    listedScopes(`Permissions ${part.repeat(100_000 / part.length)}`);
    expect(elapsed()).toBeLessThan(2000);
  },
);

test("a right of a person is no scope", () => {
  const description =
    "`a:read` lists, `a:write` changes: these are the scopes. The user needs the right `external_api_access`.";
  const model = modelOf(`info: { title: T, version: "1", description: ${JSON.stringify(description)} }`);
  expect(listDescribedScopes(model).map(({ name }) => name)).toEqual(["a:read", "a:write"]);
});
