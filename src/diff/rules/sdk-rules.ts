import type { DiffRules } from "./diff-rule.js";

const ADDED = "Code that compiles today does not name it, and compiles as before.";
const GONE = "Code that names it no longer compiles.";

/** Of changes that let code compile: with values that are given, and those that are read. */
const UNCHANGED = {
  request: "Code that gives it compiles as before.",
  response: "Code that reads it compiles as before.",
};

/** The same of a type that is open for what its contract does not list. */
const OPEN = {
  request: "Every value that was allowed before is still allowed.",
  response: "Code that reads it already had to expect what it does not know.",
};

/** What only code that is compiled against the generated client notices. */
export const sdkRules = {
  "sdk.export-removed": {
    catalogue: "B13",
    directed: false,
    title: "The generated client no longer exports {names:list}.",
    why: "Code that imports one of them no longer compiles.",
    mirror: "sdk.export-added",
  },
  "sdk.export-added": {
    catalogue: "B13",
    directed: false,
    title: "The generated client exports {names:list} in addition.",
    why: ADDED,
    mirror: "sdk.export-removed",
  },
  "sdk.client-renamed": {
    catalogue: "B13",
    directed: false,
    title: "The class of the client is now {to} (before: {from}).",
    why: "Code that imports the class or its options no longer compiles.",
    mirror: "sdk.client-renamed",
  },
  "sdk.resource-removed": {
    catalogue: "B14",
    directed: false,
    title: "The client no longer has the resource {name}.",
    why: "Code that uses this member of the client or its class no longer compiles.",
    mirror: "sdk.resource-added",
  },
  "sdk.resource-added": {
    catalogue: "B14",
    directed: false,
    title: "The client has the resource {name}.",
    why: ADDED,
    mirror: "sdk.resource-removed",
  },
  "sdk.method-removed": {
    catalogue: "B2 B3",
    directed: false,
    title: "The client no longer has the method {name}.",
    why: "Code that calls the method no longer compiles.",
    mirror: "sdk.method-added",
  },
  "sdk.method-added": {
    catalogue: "B1",
    directed: false,
    title: "The client has the method {name}.",
    why: ADDED,
    mirror: "sdk.method-removed",
  },
  "sdk.method-renamed": {
    catalogue: "B13 B14",
    directed: false,
    title: "The method {from} is now {to}.",
    why: "Code that calls the method by its old name no longer compiles.",
    mirror: "sdk.method-renamed",
  },
  "sdk.method-result-changed": {
    catalogue: "F1 F2",
    directed: false,
    title: "The method {name} returns {to} (before: {from}).",
    why: "Code that uses what the method returned before no longer compiles.",
    mirror: "sdk.method-result-changed",
  },
  "sdk.method-result-extended": {
    catalogue: "F7",
    directed: false,
    title: "The method {name} returns {to} (before: {from}).",
    why: "The new type has everything that the old one had.",
    mirror: "sdk.method-result-changed",
  },
  "sdk.method-scope-required": {
    catalogue: "C4",
    directed: false,
    title: "The method {name} needs other scopes: {to:text} (before: {from:text}).",
    why: "A client that was given the old scopes alone cannot call the method: the call no longer compiles.",
    mirror: "sdk.method-scope-dropped",
  },
  "sdk.method-scope-dropped": {
    catalogue: "C5",
    directed: false,
    title: "The method {name} needs fewer scopes: {to:text} (before: {from:text}).",
    why: "A client that could call the method before can call it now.",
    mirror: "sdk.method-scope-required",
  },
  "sdk.parameter-required": {
    catalogue: "D4 E4",
    directed: false,
    title: "{element:text} requires the argument {name} at position {position}.",
    why: "Code that calls the method without this argument no longer compiles.",
    mirror: "sdk.parameter-optional",
  },
  "sdk.parameter-optional": {
    catalogue: "D5 E4",
    directed: false,
    title: "{element:text} no longer requires the argument {name} at position {position}.",
    why: "Calls with this argument compile as before.",
    mirror: "sdk.parameter-required",
  },
  "sdk.model-removed": {
    catalogue: "G13",
    directed: false,
    title: "The type {name} is gone.",
    why: "Code that imports the type no longer compiles.",
    mirror: "sdk.model-added",
  },
  "sdk.model-added": {
    catalogue: "G13",
    directed: false,
    title: "The client exports the type {name}.",
    why: ADDED,
    mirror: "sdk.model-removed",
  },
  "sdk.model-renamed": {
    catalogue: "G13",
    directed: false,
    title: "The type {from} is now {to}.",
    why: "Code that imports the type by its old name no longer compiles.",
    mirror: "sdk.model-renamed",
  },
  "sdk.member-removed": {
    catalogue: "D3 G3",
    directed: false,
    title: "{element:text} was removed.",
    why: {
      request: "Code that gives the member in an object literal no longer compiles.",
      response: "Code that reads the member no longer compiles.",
    },
    mirror: "sdk.member-added",
  },
  "sdk.member-added": {
    catalogue: "D2 G1 G2",
    directed: false,
    title: "{element:text} was added.",
    why: "Code that does not know the member compiles as before.",
    mirror: "sdk.member-removed",
  },
  "sdk.member-required-added": {
    catalogue: "D1 G1",
    directed: false,
    title: "{element:text} was added, and callers must give it.",
    why: "Code that makes the object without the member no longer compiles.",
    mirror: "sdk.member-removed",
  },
  "sdk.member-renamed": {
    catalogue: "D6 G6",
    directed: false,
    title: "{element:text} is now named {to}.",
    why: GONE,
    mirror: "sdk.member-renamed",
  },
  "sdk.member-became-required": {
    catalogue: "D4 G4",
    directed: false,
    title: "{element:text} became required.",
    why: {
      request: "Code that makes the object without the member no longer compiles.",
      response: "Code that expects the member to be absent sometimes compiles as before.",
    },
    mirror: "sdk.member-became-optional",
  },
  "sdk.member-became-optional": {
    catalogue: "D5 G5",
    directed: false,
    title: "{element:text} became optional.",
    why: {
      request: "Code that gives the member compiles as before.",
      response: "The member may be undefined now: code that uses it without a check no longer compiles.",
    },
    whyCompatible: UNCHANGED,
    mirror: "sdk.member-became-required",
  },
  "sdk.type-widened": {
    catalogue: "H2 H4",
    directed: false,
    title: "The type of {element:text} is wider: {to} (before: {from}).",
    why: {
      request: "Every value that was allowed before is still allowed.",
      response: "Values of the new type do not fit where the old type is expected.",
    },
    whyCompatible: UNCHANGED,
    mirror: "sdk.type-narrowed",
  },
  "sdk.type-narrowed": {
    catalogue: "H1 H5",
    directed: false,
    title: "The type of {element:text} is narrower: {to} (before: {from}).",
    why: {
      request: "Values of the old type do not fit where the new type is expected.",
      response: "Every value of the new type fits where the old type is expected.",
    },
    whyCompatible: {
      request: "Code that gives it compiles as before.",
      response: "Every value of the new type fits where the old type is expected.",
    },
    mirror: "sdk.type-widened",
  },
  "sdk.type-changed": {
    catalogue: "H1 H7",
    directed: false,
    title: "The type of {element:text} is {to} (before: {from}).",
    why: "Code that uses the old type no longer compiles.",
    whyCompatible: UNCHANGED,
    mirror: "sdk.type-changed",
  },
  "sdk.value-added": {
    catalogue: "I1 I4",
    directed: false,
    title: "{element:text} has the new value {value}.",
    why: {
      request: "Every value that was allowed before is still allowed.",
      response: "Code that handles each value of the old type, and expects no other, no longer compiles.",
    },
    whyCompatible: OPEN,
    mirror: "sdk.value-removed",
  },
  "sdk.value-removed": {
    catalogue: "I2",
    directed: false,
    title: "{element:text} no longer has the value {value}.",
    why: {
      request: "Code that gives this value no longer compiles.",
      response: "Code that compares with this value no longer compiles.",
    },
    whyCompatible: UNCHANGED,
    mirror: "sdk.value-added",
  },
  "sdk.alternative-added": {
    catalogue: "K1 K4",
    directed: false,
    title: "{element:text} has the new alternative {alternative}.",
    why: {
      request: "Every value that was allowed before is still allowed.",
      response:
        "Code that handles each alternative of the old type, and expects no other, no longer compiles.",
    },
    whyCompatible: OPEN,
    mirror: "sdk.alternative-removed",
  },
  "sdk.alternative-removed": {
    catalogue: "K2 K5",
    directed: false,
    title: "{element:text} no longer has the alternative {alternative}.",
    why: {
      request: "Code that gives this alternative no longer compiles.",
      response: "Code that distinguishes the alternatives may no longer compile.",
    },
    whyCompatible: UNCHANGED,
    mirror: "sdk.alternative-added",
  },
  "sdk.webhook-removed": {
    catalogue: "B17 B19",
    directed: false,
    title: "The client no longer describes {name} as a webhook or callback.",
    why: "Code that names its payload, headers or query no longer compiles.",
    mirror: "sdk.webhook-added",
  },
  "sdk.webhook-added": {
    catalogue: "B17 B19",
    directed: false,
    title: "The client describes the webhook or callback {name}.",
    why: ADDED,
    mirror: "sdk.webhook-removed",
  },
  "sdk.error-body-removed": {
    catalogue: "F3",
    directed: false,
    title: "{element:text} has no error body for {status} any more.",
    why: "Code that reads the body of this error no longer compiles.",
    mirror: "sdk.error-body-added",
  },
  "sdk.error-body-added": {
    catalogue: "F3",
    directed: false,
    title: "{element:text} has an error body for {status}.",
    why: "Code that handles the errors known before compiles as before.",
    mirror: "sdk.error-body-removed",
  },
} satisfies DiffRules;
