import { expect, test } from "vitest";
import { clausesOf, withoutDenials, withoutUpcoming } from "../../src/text/without-denials.js";
import { countTime } from "../support/count-time.js";

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
  ["Ignores any `A-Key` header.", false],
  ["We do not accept such keys as `A-Key`.", false],
  ["The key `A-Key` need not be sent.", false],
  ["`A-Key`: none.", false],
  ["The **scope:** `a:read`: not required.", false],
  ["Not supported: `A-Key`.", false],
  ["There is no feature `a`.", false],
  ["The scope `a:read`, which is not required, is for reads.", false],
  ["The scope `a:read` and the header `A-Key` are not required.", false],
  ["Does not use scopes such as `a:read` or keys.", false],
  ["A key that has not been used before: `A-Key`.", true],
  ["Requests with the same `A-Key` are ignored.", true],
  ["If no `A-Key` header is sent, the request is not repeated.", true],
  ["Requests without `a:read` are not accepted.", true],
  ["`A-Key` must not be longer than 64 characters.", true],
  ["Requires the scope `a:read` (not available for guests).", true],
  ["Needs the flag `a`, which is not available in the sandbox.", true],
  ["The scope `a:read` is not available in this version.", false],
  ["A-Key: keys are discarded after 24 hours.", true],
  ["Takes an `A-Key` that is not used by another request.", true],
  ["The header `A-Key` (upcoming) makes retries safe.", false],
  ["Support for `A-Key` is coming soon.", false],
  ["`A-Key` will be supported in a future version.", false],
  ["The scope `a:read` is planned.", false],
  ["We plan to accept the key `A-Key`.", false],
  ["The header `A-Key` has not been released yet.", false],
  ["Send `A-Key`. It is coming soon.", false],
  ["`A-Key` will be removed in a future version.", true],
  ["Provide the same `A-Key` in the next attempt.", true],
  ["`A-Key` will be supported in the next release.", false],
  ["`A-Key` will be supported in the next few months.", false],
  ["`A-Key` will be supported in the next API version.", false],
  ["`A-Key` will be supported in the next major update.", false],
  ["`A-Key` will be supported in the next phase.", false],
  ["Provide the header `A-Key` with the next order.", true],
  ["For users we plan to support `A-Key`.", false],
  ["A merchant who plans to offer refunds sends `A-Key`.", true],
  ["Send `A-Key` if you intend to add pets.", true],
  ["Use `a:read` for upcoming events.", true],
  ["`A-Key` is sent while maintenance is planned for the shop.", true],
])("%s is kept: %s", (sentence, want) => {
  const others = ["List pets\nLists them.", "Do not poll.\n- One\n- Two"];
  const text = [others[0], sentence, others[1]].join(" ");
  expect(withoutDenials(text).includes(sentence)).toBe(want);
  for (const word of ["List pets", "Lists them.", "Do not poll.", "One", "Two"])
    expect(withoutDenials(text)).toContain(word);
});

test.each([
  ["Requires the scope `a:b`, and does not support filtering.", "Requires the scope `a:b`,"],
  ["Requires `a:b` and `c:d` but does not support filters.", "Requires `a:b` and `c:d`"],
  ["Does not take a body; the scope `a:b` is required.", "the scope `a:b` is required."],
  ["Needs no role: requires the scope `a:b`.", ": requires the scope `a:b`."],
  ["Requires the scope `a:b` (and needs no header).", "Requires the scope `a:b`"],
  ["Scopes: none<br>Needs the flag `a`.", "Needs the flag `a`."],
  ["The key `a` is listed but is not supported.", ""],
  ["Takes the key `a`; we do not check it.", ""],
  ["Takes the key `a`. It is ignored.", ""],
  ["Takes the key `a`, though admins do not need it here.", ""],
  ["Takes the key `a`. It does not support filters.", "Takes the key `a`."],
  ["Requires the `a:read` scope, and no key.", "Requires the `a:read` scope,"],
  ["Requires the scope `a:b` (no key).", "Requires the scope `a:b`"],
  ["The header `A-Key` is required, unknown headers are ignored.", "The header `A-Key` is required"],
  ["`A-Key` must be unique, use of capitals is not supported.", "`A-Key` must be unique"],
  ["An `A-Key` makes it safe and the body is ignored on a retry.", "An `A-Key` makes it safe"],
  ["Takes the key `a`, and guests do not need these fields.", "Takes the key `a`,"],
  ["The keys `a`, `b` are not supported.", ""],
  ["If the key `a` is sent, it is ignored.", ""],
])("clauses are judged apart: %s", (text, want) => {
  expect(withoutDenials(text).trim()).toBe(want);
});

test.each([
  ["Takes a key. If you do not use it, calls may run.", "Takes a key.\nIf you do not use it, calls may run."],
  ["Takes a key. Requests that do not use it may run.", "Takes a key.\nRequests that do not use it may run."],
  ["Takes a key. If it isn't used, it is not checked.", "Takes a key."],
  ["Do not use a key for two requests.", "Do not use a key for two requests."],
])("a condition that negates denies nothing: %s", (text, want) => {
  expect(withoutDenials(text)).toBe(want);
});

test.each([
  ["Pass a key. It is not required but recommended.", "Pass a key.\nIt is not required but recommended."],
  ["Pass a key. It isn't mandatory.", "Pass a key."],
  ["A key is accepted, not required.", "A key is accepted, not required."],
  ["A key is not required here.", ""],
  ["Takes a key. It is not required, and it is ignored.", ""],
  ["This does not need a key.", ""],
])("what is not needed may be used: %s", (text, want) => {
  expect(withoutDenials(text, "use")).toBe(want);
});

test("a clause has a verb", () => {
  expect(clausesOf("Requires a, b and c, and returns d. Label: it is e")).toEqual([
    ["Requires a, b and c,", " and returns d."],
    ["Label: it is e"],
  ]);
});

test.each([
  "no ",
  "not a ",
  "and is ",
  "\n ",
  "\n\n",
  "no scope ",
  ": ",
  " (",
  "it ",
  "- ",
  "a",
  "need",
  "if a ",
  "requests that a ",
  "not strictly ",
  ", it ",
  ", and no ",
])("a long text of %j is read in little time", (part) => {
  const text = `Scopes are ignored ${part.repeat(100_000 / part.length)}`;
  const elapsed = countTime();
  withoutDenials(text);
  // A quadratic expression takes seconds.
  expect(elapsed()).toBeLessThan(500);
});

const SECTIONS = "# Pets\nOne\n## Keys (upcoming)\nTwo\n### More\nThree\n## Pages\nFour\n";

test.each([
  [SECTIONS, "# Pets\nOne\n## Pages\nFour\n"],
  [SECTIONS.replace(" (upcoming)", " - coming soon"), "# Pets\nOne\n## Pages\nFour\n"],
  ["## Planned features\nOne\n# Pets\nTwo", "# Pets\nTwo"],
  ["**Keys (not yet available)**\nOne\n**Pages**\nTwo", "**Pages**\nTwo"],
  ["**Planned features**\n- One\n\nPages\n-----\nTwo", "Pages\n-----\nTwo"],
  ["**Planned features**\n- One\n\nPages\n===\nTwo", "Pages\n===\nTwo"],
  ["**Planned features**\n\n- One\n\n---\n\nTwo", "---\n\nTwo"],
  ["Planned features\n---\n\nOne\n\n**More**\n\nTwo\n\nPages\n---\nThree", "Pages\n---\nThree"],
  ["## Planned features\n\n| a | b |\n---\n\n---\nOne", ""],
  ["## Roadmap 2025\nOne\n## Pages\nTwo", "## Pages\nTwo"],
  ["## 5. API roadmap\nOne\n## Pages\nTwo", "## Pages\nTwo"],
  ["## Roadmap and planned features\nOne\n## Pages\nTwo", "## Pages\nTwo"],
  ["## What is on the roadmap\nOne\n## Pages\nTwo", "## Pages\nTwo"],
  ["<h2>Keys (planned)</h2><p>One</p><h2>Pages</h2><p>Two</p>", "<h2>Pages</h2><p>Two</p>"],
])("a heading says of its section that it is not there yet: %j", (text, want) => {
  expect(withoutUpcoming(text)).toBe(want);
});

test.each([
  "## Upcoming events\nOne",
  "## Keys\nOne (upcoming)",
  "# Future pets\nOne",
  "## Keys (removed in a future version)\nOne",
  "# Roadmap API\nOne",
  "## Product roadmap and versioning policy\nOne",
  "## Roadmap for clients\nOne",
  "- Planned features\n---\nOne",
  "One\n\n---\n\nTwo",
])("no other heading does: %j", (text) => {
  expect(withoutUpcoming(text)).toBe(text);
});
