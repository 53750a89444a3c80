import type { Convention, DiffRule, DiffRules } from "./diff-rule.js";

const NARROWER = {
  request: "Values that were valid are rejected.",
  response: "All values that can come could come before.",
};
const WIDER = {
  request: "All values that were valid stay valid.",
  response: "Callers can get values that they do not expect.",
};
const CHANGED = {
  request: "Values that were valid may be rejected.",
  response: "Callers may get values that they do not expect.",
};
/** Of edits whose effect depends on what they hold. */
const EITHER = {
  why: CHANGED,
  whyCompatible: { request: WIDER.request, response: NARROWER.response },
};
const PREFIX =
  "{element:text}: the number of items that are described by position changed from {from:text} to {to:text}.";
const UNCHECKED: Convention = {
  level: "risky",
  reason: "Few clients check it, but some code may rely on it.",
};

/** Section K of the catalogue: alternatives, conditions, and what objects and arrays hold beside named properties. */
export const compositionRules = {
  ...unionRules("one-of", "K1 K2 K3"),
  ...unionRules("any-of", "K4 K5"),
  "one-of.exclusion-added": {
    catalogue: "K1 K4",
    directed: true,
    title: "{element:text}: values of two alternatives are no longer valid (`oneOf`).",
    why: {
      request: "Values of both alternatives, {one:text} and {other:text}, are rejected.",
      response: "All values that can come could come before.",
    },
    whyUndecided: {
      request:
        "Whether a value can be of both alternatives, {one:text} and {other:text}, is not certain. It would be rejected.",
      response: "All values that can come could come before.",
    },
    mirror: "one-of.exclusion-removed",
  },
  "one-of.exclusion-removed": {
    catalogue: "K1 K4",
    directed: true,
    title: "{element:text}: values of two alternatives became valid (no longer `oneOf`).",
    why: {
      request: "All values that were valid stay valid.",
      response: "Callers can get values of both alternatives, {one:text} and {other:text}.",
    },
    whyUndecided: {
      request: "All values that were valid stay valid.",
      response:
        "Whether a value can be of both alternatives, {one:text} and {other:text}, is not certain. Callers would not expect it.",
    },
    mirror: "one-of.exclusion-added",
  },
  "one-of.branch-overlaps": {
    catalogue: "K1",
    directed: true,
    title:
      "{element:text}: new alternative {branch:text} and the alternative {other:text} can have values in common.",
    why: {
      request: "`oneOf` rejects values of both.",
      response: "All values that can come could come before.",
    },
    whyUndecided: {
      request: "Whether a value can be of both is not certain. `oneOf` would reject it.",
      response: "All values that can come could come before.",
    },
    mirror: {
      none: "Where an alternative is removed, the alternatives that stay are what the report is about.",
    },
  },
  "discriminator.added": {
    catalogue: "K9",
    directed: true,
    title: "The alternatives of {element:text} are distinguished by {name}.",
    why: { request: "The same values are valid.", response: "Clients read alternatives in another way." },
    mirror: "discriminator.removed",
  },
  "discriminator.removed": {
    catalogue: "K9",
    directed: true,
    title: "The alternatives of {element:text} are no longer distinguished by {name}.",
    why: { request: "The same values are valid.", response: "Clients read alternatives in another way." },
    mirror: "discriminator.added",
  },
  "discriminator.property-changed": {
    catalogue: "K10",
    directed: true,
    title: "{element:text} is distinguished by {to}, no longer by {from}.",
    why: {
      request: "Released clients name the alternative in the old property.",
      response: "Released clients read the alternative from the old property.",
    },
    mirror: "discriminator.property-changed",
  },
  "discriminator.mapping-added": {
    catalogue: "K11",
    directed: true,
    title: "{element:text} knows the value {value}.",
    why: {
      request: "All values that were valid stay valid.",
      response: "Callers can get a value that they do not know.",
    },
    mirror: "discriminator.mapping-removed",
  },
  "discriminator.mapping-removed": {
    catalogue: "K12",
    directed: true,
    title: "{element:text} no longer knows the value {value}.",
    why: {
      request: "This value is rejected.",
      response: "Its alternative comes with another value, which callers do not know.",
    },
    whyCompatible: {
      request: "All values that were valid stay valid.",
      response: "Values of its alternative do not come any more.",
    },
    whyUndecided: {
      request:
        "The mapping has another value for its alternative. The API may reject the name of the component.",
      response: "The mapping has another value for its alternative, which callers may not know.",
    },
    mirror: "discriminator.mapping-added",
  },
  "discriminator.mapping-changed": {
    catalogue: "K12",
    directed: true,
    title: "{element:text} maps the value {value} to another schema.",
    why: {
      request: "Values with it need another content.",
      response: "Callers read values of the old schema.",
    },
    mirror: "discriminator.mapping-changed",
  },
  "discriminator.default-changed": {
    catalogue: "K12",
    directed: true,
    title: "{element:text} has another schema for values that the mapping does not know.",
    why: {
      request: "Such values may need another content.",
      response: "Callers may read such a value by the old schema.",
    },
    mirror: "discriminator.default-changed",
  },
  ...pairOf("not", "K13", "{element:text}: values are excluded by `not`", UNCHECKED),
  ...pairOf("condition", "K14 K15", "{element:text}: a condition ({keywords:list}) holds"),
  ...pairOf("contains", "K16 K17", "{element:text}: items that `contains` describes are required"),
  ...limitOf("min-contains", "lower", { raised: "K16", lowered: "K17" }),
  ...limitOf("max-contains", "upper", { raised: "K18", lowered: "K18" }),
  "prefix-items.added": {
    catalogue: "K19",
    directed: true,
    title: PREFIX,
    ...EITHER,
    mirror: "prefix-items.removed",
  },
  "prefix-items.removed": {
    catalogue: "K19",
    directed: true,
    title: PREFIX,
    ...EITHER,
    mirror: "prefix-items.added",
  },
  "items.closed": {
    catalogue: "K19",
    directed: true,
    title: "{element:text}: items after those that are described by position are no longer allowed.",
    why: NARROWER,
    mirror: "items.opened",
  },
  "items.opened": {
    catalogue: "K19",
    directed: true,
    title: "{element:text}: items after those that are described by position are allowed.",
    why: WIDER,
    mirror: "items.closed",
  },
  ...pairOf("dependent-required", "K21 K22", "{element:text}: with {name}, other properties are required"),
  ...pairOf("dependent-schema", "K23", "{element:text}: with {name}, a further schema holds"),
  ...addedOrRemoved("pattern-property", "K24", "{element:text}: properties that match {name} have a schema"),
  ...pairOf("property-names", "K25", "{element:text}: names of properties are limited"),
  ...pairOf(
    "unevaluated-properties",
    "K26",
    "{element:text}: properties that no schema describes are limited",
  ),
  ...pairOf("unevaluated-items", "K26", "{element:text}: items that no schema describes are limited"),
} satisfies DiffRules;

function unionRules(key: string, catalogue: string): DiffRules {
  const rule = (title: string, why: DiffRule["why"], mirror: string): DiffRule => ({
    catalogue,
    directed: true,
    title,
    why,
    mirror: `${key}.${mirror}`,
  });
  const [count, others] = key === "one-of" ? ["exactly", ", or with several"] : ["at least", ""];
  return {
    [`${key}.branch-added`]: rule(
      "{element:text}: alternative {branch:text} was added.",
      WIDER,
      "branch-removed",
    ),
    [`${key}.branch-removed`]: rule(
      "{element:text}: alternative {branch:text} was removed.",
      NARROWER,
      "branch-added",
    ),
    [`${key}.demand-added`]: {
      ...rule(
        `{element:text} must have ${count} one of these properties: {choices:list}.`,
        {
          request: `Values with none of them${others === "" ? "" : `${others},`} are rejected.`,
          response: "Callers may not find a property that came before.",
        },
        "demand-removed",
      ),
      whyCompatible: EITHER.whyCompatible,
    },
    [`${key}.demand-removed`]: {
      ...rule(
        `{element:text} need no longer have ${count} one of these properties: {choices:list}.`,
        { request: CHANGED.request, response: `Callers can get values with none of them${others}.` },
        "demand-added",
      ),
      whyCompatible: EITHER.whyCompatible,
    },
    [`${key}.added`]: {
      ...rule("{element:text} became one of several alternatives.", CHANGED, "removed"),
      ...EITHER,
    },
    [`${key}.removed`]: {
      ...rule("{element:text} no longer has alternatives.", CHANGED, "added"),
      ...EITHER,
    },
  };
}

function pairOf(key: string, catalogue: string, statement: string, dropped?: Convention): DiffRules {
  return {
    ...addedOrRemoved(key, catalogue, statement, dropped),
    [`${key}.changed`]: {
      catalogue,
      directed: true,
      title: `${statement} differently.`,
      ...EITHER,
      mirror: `${key}.changed`,
    },
  };
}

function addedOrRemoved(key: string, catalogue: string, statement: string, dropped?: Convention): DiffRules {
  const shared = { catalogue, directed: true };
  return {
    [`${key}.added`]: {
      ...shared,
      title: `${statement}, from now on.`,
      why: NARROWER,
      mirror: `${key}.removed`,
    },
    [`${key}.removed`]: {
      ...shared,
      title: `${statement} no longer.`,
      why: WIDER,
      ...(dropped && { convention: { response: dropped } }),
      mirror: `${key}.added`,
    },
  };
}

function limitOf(
  key: string,
  side: "lower" | "upper",
  rows: { readonly lowered: string; readonly raised: string },
): DiffRules {
  const isUpper = side === "upper";
  const of = (change: "lowered" | "raised", mirror: string): DiffRule => ({
    catalogue: rows[change],
    directed: true,
    title: `The ${side} limit of contained items was ${change} from {from:text} to {to:text}: {element:text}.`,
    why: isUpper === (change === "raised") ? WIDER : NARROWER,
    mirror: `${key}.${mirror}`,
  });
  return { [`${key}.raised`]: of("raised", "lowered"), [`${key}.lowered`]: of("lowered", "raised") };
}
