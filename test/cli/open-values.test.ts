import { expect, test } from "vitest";
import { openValueLines } from "../../src/cli/open-values.js";

/** The keys of which something is said. */
const keysOf = (...lines: readonly string[]) =>
  openValueLines(lines).map((line) => line.trim().split(/\s{2,}/u)[0]);

test("each key with a `?` has one line, which says what belongs there", () => {
  const lines = [
    "operations:",
    '  "POST /jobs": { background: { status: "GET ?", id: "?", state: { member: "?", succeeded: ["done", "?"], failed: ["?"] } } }',
    '  "POST /exports": { background: { status: "GET ?", id: id } }',
  ];
  expect(openValueLines(lines)).toEqual([
    "    background.id      the member of the response with the id of what it starts, as `data.id`, and not its address; `{ header: Location }` where only an address has it",
    "    background.status  the GET that gives the state of what it starts, as `GET /jobs/{id}`",
    "    state.failed       the values of the state with which it fails; delete the ? if the list is complete",
    "    state.member       the member of the response of that GET with the state, as `data.status`",
    "    state.succeeded    the values of the state with which it succeeds; delete the ? if the list is complete",
  ]);
});

test.each([
  [
    '"GET /a": { pagination: { items: "?", next: { header: "?" }, cursor: "?" } }',
    "next.header,pagination.cursor,pagination.items",
  ],
  ['"POST /a": { background: { status: "GET ?", id: { header: "?" } } }', "background.status,id.header"],
  ['"GET /a": { pagination: { items: rows, next: "?", id: "?" } }', "pagination.id,pagination.next"],
  [
    '"GET /a": { conditional: { read: "GET ?" }, scopes: [["?"]], features: ["?"] }',
    "conditional.read,features,scopes",
  ],
  [
    '"GET /a": { background: { interval: "?", error: { code: "?", message: "?", retryable: "?" } } }',
    "background.interval,error.code,error.message,error.retryable",
  ],
  [
    'capabilities: { operation: "GET ?", features: "?", limits: { readsPerMinute: "?" } }',
    "capabilities.features,capabilities.operation,limits.readsPerMinute",
  ],
  ['problems: { meanings: { A: "?" } }', "meanings.A"],
  ['intentRetention: "?"', "intentRetention"],
  ['sensitive: { add: ["?"] }', "sensitive.add"],
  [
    'tokenExchange: { url: "?", scheme: "?", subjectTokenType: "?", requestedTokenType: "?", resource: "?", audience: "?", responseFields: [scope, "?"] }',
    "audience,requestedTokenType,resource,responseFields,scheme,subjectTokenType,url",
  ],
])("of %s: %s", (line, want) => {
  expect(keysOf(line).join()).toBe(want);
});

test.each(['operations: { "GET /a?b": { pagination: { items: a.b, cursor: page } } }', "sensitive: [a?]"])(
  "nothing is said of %s",
  (line) => {
    expect(openValueLines([line])).toEqual([]);
  },
);
