import { expect, test } from "vitest";
import { withoutDenials } from "../../src/text/without-denials.js";

test.each([
  ["Does not need the scope `a:read`.", false],
  ["The scope `a:read` isn't required here.", false],
  ["No scope such as `a:read` is needed.", false],
  ["The key is never exchanged for a token.", false],
  ["This does not need the\nfeature `a`.", false],
  ["The header `A-Key` is not supported.", false],
  ["No `A-Key` header is required.", false],
  ["Needs no `A-Key` header.", false],
  ["No other header than `A-Key` is required.", true],
  ["Needs the scope `a:read`.", true],
  ["No other scope than `a:read` is needed.", true],
  ["A token that does not have the scope `a:read` gets 403.", true],
  ["Without the scope `a:read` it is not checked.", true],
  ["The body is not checked unless the flag `a` is on.", true],
])("%s is kept: %s", (sentence, want) => {
  const others = ["List pets\nLists them.", "Do not poll.\n- One\n- Two"];
  const text = [others[0], sentence, others[1]].join(" ");
  expect(withoutDenials(text).includes(sentence)).toBe(want);
  for (const word of ["List pets", "Lists them.", "Do not poll.", "One", "Two"])
    expect(withoutDenials(text)).toContain(word);
});
