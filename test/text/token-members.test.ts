import { expect, test } from "vitest";
import { tokenMembers } from "../../src/text/token-members.js";

test.each<readonly [string, readonly string[]]>([
  ["Returns `access_token`, `expires_in` and `scope`.", ["access_token", "expires_in", "scope"]],
  [
    '{"token_type": "Bearer", "access_token": "…", "expires_in": 60}',
    ["token_type", "access_token", "expires_in"],
  ],
  ["- `access_token`: the JWT\n- `expires_in`: seconds\n- `scope`: optional", ["access_token", "expires_in"]],
  ["{ access_token: string; expires_in?: number; token_type: string }", ["access_token", "token_type"]],
  // Of the request
  [
    "`subject_token`, `resource` and `scope`. Returns an access_token with its token_type",
    ["access_token", "token_type"],
  ],
  ["requested_token_type is urn:ietf:params:oauth:token-type:access_token, `scope`", []],
  ["`access_token` and `expires_in`, for `subject_token` and `scope`", ["access_token", "expires_in"]],
  [
    "Returns `access_token`, `token_type` and `expires_in`. To narrow the token, pass `scope` in the request.",
    ["access_token", "token_type", "expires_in"],
  ],
  ["`access_token` and `token_type`. There is no `expires_in`.", ["access_token", "token_type"]],
  ["`access_token`, `token_type`, no expires_in is returned", ["access_token", "token_type"]],
  ["`access_token`, `token_type`, and expires_in, which may be left out", ["access_token", "token_type"]],
  ["`access_token`, `token_type`, (optional) `expires_in`", ["access_token", "token_type"]],
  [
    "`access_token`, `token_type`, `scope` when it differs from the requested",
    ["access_token", "token_type"],
  ],
  [
    "- `access_token`: A JWT. Keep it.\n- `expires_in`: Seconds.\n- `scope`: Granted.",
    ["access_token", "expires_in", "scope"],
  ],
  // No list
  ["Returns an access_token for the scope.", []],
  ["The `token_type` and `expires_in` of it.", []],
  [`Returns an access_token. ${"Much later. ".repeat(20)}expires_in`, []],
])("%j lists %j", (text, want) => {
  expect(tokenMembers(text)).toEqual(want);
});
