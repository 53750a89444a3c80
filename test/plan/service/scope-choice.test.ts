import { expect, test } from "vitest";
import { checkedChoice, scopeChoice } from "../../../src/plan/service/signs/access/scope-choice.js";

/** The sets that a text says one of is enough, as `a+b, c`, and "?" where it does not say it. */
const choice = (text: string) => {
  const names = [...new Set([...text.matchAll(/`(\w)`/gu)].map(([, name]) => name ?? ""))];
  const { sets, isClear } = scopeChoice(names, text);
  return `${sets.map((set) => set.join("+")).join(", ")}${isClear ? "" : "?"}`;
};

test.each([
  ["Requires all of the scopes `a`, `b`.", "a+b"],
  ["Requires both scopes `a`, `b`.", "a+b"],
  ["Requires all of: `a`, `b`", "a+b"],
  ["Not all of the scopes `a`, `b` are needed.", "a, b?"],
  ["For all pets: the scopes `a`, `b`.", "a, b?"],
  ["Any one of the scopes `a`, `b`, and `c`.", "a, b, c"],
  ["Requires `r` and either `w` or `a`.", "r+w, r+a"],
  ["Requires `r`, `s` and one of `w`, `x` or `y`.", "r+s+w, r+s+x, r+s+y"],
  ["Requires `a` and (`c` or `e`).", "a+c, a+e"],
  ["Requires `a` and (`c` or `e`), and `d`.", "a, c, e, d?"],
  ["Requires (`a` or `b`) and `c`.", "a, b, c?"],
  ["Requires `a` or `b` and (`c` or `d`).", "a, b, c, d?"],
  ["Requires (`a`) and (`b`).", "a+b"],
  ["Requires `a` and `b`, or `c`.", "a+b, c"],
  ["Requires `a` or (`b` and `c`).", "a, b+c"],
  [`Scopes: \`a\`${" ".repeat(80)}\`b\``, "a, b?"],
  [`The scope \`a\` ${"is for reads ".repeat(8)}\`b\``, "a, b?"],
  ["Scopes: `a`, `b` and one of `c`, `d`", "a+b+c, a+b+d"],
  ["Each of the scopes `a`, `b` is enough.", "a, b"],
  ["The scopes `a` and `b` are each sufficient.", "a, b"],
  ["The scopes `a`, `b` are enough.", "a, b"],
  ["The scopes `a` and `b` are together sufficient.", "a, b?"],
  ["The scopes `a` and `b` are alternatives.", "a, b?"],
  ["The scope `a`; with the scope `b`, drafts are included.", "a, b?"],
  ["The scope `a`, unless the token has the scope `b`.", "a, b?"],
  ["The scope `a` instead of the scope `b`.", "a, b?"],
  ["Requires one of `a` or `b`, and the scope `c`.", "a, b, c?"],
  ["The scope `a` as well as `b`.", "a+b"],
  ["The scope `a` and the scope `b`.", "a+b"],
])("%s: %s", (text, want) => {
  expect(choice(text)).toBe(want);
});

const has = (list: string) => `hasAuthority('${list}')`;

test.each<readonly [string, ReturnType<typeof checkedChoice>]>([
  [`${has("a:r")} and ${has("a:w")}`, [["a:r", "a:w"]]],
  [`@PreAuthorize("(${has("SCOPE_a:r")}) && ${has("a:w")}")`, [["a:r", "a:w"]]],
  [`${has("a:r")} or ${has("a:w")}`, [["a:r"], ["a:w"]]],
  ["@PreAuthorize: hasAnyAuthority('a:r','a:w')", [["a:r"], ["a:w"]]],
  ["hasAnyScope('a:r', 'a:w')", [["a:r"], ["a:w"]]],
  ["hasAnyRole('a:r', 'a:w')", [["a:r"], ["a:w"]]],
  [`hasRole('ADMIN') and ${has("a:r', 'a:w")}`, [["a:r", "a:w"]]],
  [`hasRole('ADMIN') or hasAnyScope('a:r', 'a:w')`, "open"],
  [`${has("a:r")} and not ${has("a:w")}`, "open"],
  [`${has("a:r")} and !(${has("a:w")})`, "open"],
  [`${has("a:r")} and (${has("a:w")} or ${has("a:r")})`, "open"],
  [`${has("a:r")} and hasAnyScope('a:r', 'a:w')`, "open"],
  [`${has("a:r")} for owners: ${has("a:w")}`, "open"],
  [`${has("a:r")}, and the scope \`a:w\``, "open"],
  ["Requires `a:r` and `a:w`.", undefined],
  ["hasRole('ADMIN'). Requires `a:r` and `a:w`.", undefined],
])("the checks of %s", (text, want) => {
  expect(checkedChoice(["a:r", "a:w"], text)).toEqual(want);
});

test("a check that two texts have is one", () => {
  expect(checkedChoice(["a:r"], `${has("a:r")}\nIt checks ${has("a:r")}.`)).toEqual([["a:r"]]);
});
