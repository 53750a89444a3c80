import { expect } from "vitest";

/** A plan of one rule. */
export const rule = (members: object) => ({
  faults: [{ on: "importDeals", fault: "disconnect", ...members }],
});
const fault = (given: unknown) => rule({ fault: given });

/** Plans that cannot be followed, with everything that is wrong in each: place and message. */
export const wrongPlans: readonly (readonly [given: unknown, want: readonly string[]])[] = [
  [null, ["the plan: the plan is an object, not null."]],
  [[], ["the plan: the plan is an object, not a list."]],
  [{}, ["faults: expected a list of rules, not nothing."]],
  [
    { fault: [] },
    [
      "fault: the plan has no member fault. Did you mean faults?",
      "faults: expected a list of rules, not nothing.",
    ],
  ],
  [
    { faults: [], seed: 1.5 },
    ["seed: expected an integer from -9007199254740991 to 9007199254740991, not 1.5."],
  ],
  [{ faults: ["x"] }, ['faults[0]: a rule is an object, not "x".']],
  [
    { faults: [{ fault: "html" }] },
    ["faults[0].on: the operations are missing: ids, a method with a path template, or * for all."],
  ],
  [{ faults: [{ on: "*" }] }, ["faults[0]: the fault is missing."]],
  [
    rule({ probabilty: 1 }),
    ["faults[0].probabilty: a rule has no member probabilty. Did you mean probability?"],
  ],
  [rule({ probability: 2 }), ["faults[0].probability: expected a number from 0 to 1, not 2."]],
  [rule({ probability: "0.5" }), ['faults[0].probability: expected a number from 0 to 1, not "0.5".']],
  [rule({ count: 0 }), ["faults[0].count: expected an integer from 1 to 9007199254740991, not 0."]],
  [rule({ nth: [1, 0] }), ["faults[0].nth[1]: expected an integer from 1 to 9007199254740991, not 0."]],
  [rule({ nth: [] }), ["faults[0].nth: an empty list strikes nothing; leave nth out to strike always."]],
  [
    rule({ name: "a\u001b[2J" }),
    ['faults[0].name: expected a name of up to 80 printable characters, not "a\\u001b[2J".'],
  ],
  [
    rule({ on: "importDeal" }),
    ["faults[0].on: importDeal is not an operation of the contract. Did you mean importDeals?"],
  ],
  [
    rule({ on: ["importDeals", 7] }),
    [
      expect.stringMatching(
        /^faults\[0\]\.on\[1\]: 7 is not an operation of the contract\. It is one of: exchangeToken, /,
      ) as string,
    ],
  ],
  [
    rule({ on: "GET /cabinet" }),
    ["faults[0].on: GET /cabinet is not a request of the contract. Did you mean GET /cabinets?"],
  ],
  [rule({ headers: "x" }), ['faults[0].headers: expected an object of header names and values, not "x".']],
  [rule({ headers: { a: 1 } }), ["faults[0].headers.a: expected a text, true or false, not 1."]],
  [
    rule({ headers: { Authorization: "Bearer secret" } }),
    [
      "faults[0].headers.Authorization: a rule does not look at Authorization: credentials do not belong into a plan.",
    ],
  ],
  [fault(7), ["faults[0].fault: expected a fault, by its name or with its kind, not 7."]],
  [
    fault({ status: 503 }),
    [
      expect.stringMatching(
        /^faults\[0\]\.fault: the kind of the fault is missing; it is one of: disconnect, /,
      ) as string,
    ],
  ],
  [fault("disconect"), ["faults[0].fault: disconect is not a fault. Did you mean disconnect?"]],
  [
    fault({ kind: "disconect" }),
    ["faults[0].fault.kind: disconect is not a fault. Did you mean disconnect?"],
  ],
  [
    fault({ kind: "slowBody", miliseconds: 5 }),
    [
      "faults[0].fault.miliseconds: the fault slowBody has no member miliseconds. Did you mean milliseconds?",
      "faults[0].fault: the fault slowBody needs the member milliseconds.",
    ],
  ],
  [fault("delay"), ["faults[0].fault: the fault delay needs the member milliseconds."]],
  [
    fault({ kind: "delay", milliseconds: -1 }),
    ["faults[0].fault.milliseconds: expected an integer from 0 to 86400000, not -1."],
  ],
  [
    fault({ kind: "disconnect", when: "afer" }),
    ["faults[0].fault.when: afer is not a value of when. Did you mean after?"],
  ],
  [fault({ kind: "html", status: 500 }), ["faults[0].fault.status: expected 502, 503 or 504, not 500."]],
  [
    fault({ kind: "html", retryAfter: 1, retryAfterDate: 1 }),
    ["faults[0].fault: retryAfter and retryAfterDate exclude each other."],
  ],
  [
    fault({ kind: "problem", code: "rate_limitd" }),
    [
      "faults[0].fault: rate_limitd is not a code of the contract, so it needs a status. Did you mean rate_limited?",
    ],
  ],
  [
    fault({ kind: "problem", code: "Not A Code" }),
    [
      'faults[0].fault.code: expected a code of lower-case letters, digits and underscores, not "Not A Code".',
    ],
  ],
  [
    fault({ kind: "problem", code: "internal_error", retryable: "no" }),
    ['faults[0].fault.retryable: expected true, false or absent, not "no".'],
  ],
  [
    fault({ kind: "emptyBody", when: "before" }),
    ["faults[0].fault: emptyBody before the effect needs a status: nothing has responded yet that has one."],
  ],
  [
    fault({ kind: "response", status: 200, headers: { "a b": "c", ok: "line\nbreak" } }),
    [
      "faults[0].fault.headers.a b: is not the name of a header.",
      "faults[0].fault.headers.ok: expected a text of printable ASCII characters.",
    ],
  ],
  [
    fault({ kind: "tokenError", error: "invalid_client" }),
    ["faults[0].on: tokenError can strike none of these; it strikes: exchangeToken."],
  ],
  [
    {
      faults: [
        { name: "a", on: "*", fault: "html" },
        { name: "a", on: "*", fault: "html" },
      ],
    },
    ["faults[1].name: a is the name of faults[0] already."],
  ],
  [{ $schema: 7, faults: [] }, ["$schema: expected a text, not 7."]],
];
