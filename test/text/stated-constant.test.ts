import { expect, test } from "vitest";
import { statedConstant } from "../../src/text/stated-constant.js";

test.each([
  ["Must be `a:b`.", "a:b"],
  ["The type of the key. Must be `a` (RFC 8693).", "a"],
  ['The value is always "a".', "a"],
  ["Has to be exactly `a`", "a"],
  ["Fixed: `a`.", "a"],
  ["Must always be the URN `a`. Must be `a`.", "a"],
  ["`a`", undefined],
  ["Must be one of `a`.", undefined],
  ["Must be `a` or `b`.", undefined],
  ["Must be `a`, `b`.", undefined],
  ["Must be `a` if the token is a JWT.", undefined],
  ["For machines. Must be `a` for machines.", undefined],
  ["Must be `a`. Must be `b`.", undefined],
  ["Is not always `a`.", undefined],
  ["Must not be `a`.", undefined],
  ["Must be shorter than `a`.", undefined],
  ["Was always `a`.", undefined],
  ["On errors, it is always `a`.", undefined],
  ["Is always `a` in production.", undefined],
  ["Is always `a` (in the sandbox).", undefined],
  ["In production, is always `a`.", undefined],
  ["Must be `a`\nwhere tokens are JWTs.", undefined],
  ["Must be `a`, the type of the key.", "a"],
  ["Must be `a` as defined in RFC 8693.", "a"],
  ["Must be `a`, as specified by RFC 8693, or another.", undefined],
  ["Must be `a`, the type of most keys, otherwise another.", undefined],
  ["Must be `a` since it is the only one.", undefined],
  ["Must be `a` since version 2.", undefined],
  ["Must by default be `a`.", undefined],
])("the only value that %j allows: %s", (description, want) => {
  expect(statedConstant(description)).toBe(want);
});
