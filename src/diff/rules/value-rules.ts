import type { DiffRule, DiffRules } from "./diff-rule.js";

const LIST = {
  removed: {
    request: "These values are rejected.",
    response: "These values do not come any more.",
  },
  added: {
    request: "All values that were valid stay valid.",
    response: "Callers can get values that they do not know.",
  },
};

/** Section I of the catalogue: listed values, constants and defaults. */
export const valueRules = {
  "enum.value-added": {
    catalogue: "D11 I1",
    directed: true,
    title: "Values were added to the list of {element:text}: {values:list}.",
    why: LIST.added,
    mirror: "enum.value-removed",
  },
  "enum.value-removed": {
    catalogue: "D12 I2",
    directed: true,
    title: "Values were removed from the list of {element:text}: {values:list}.",
    why: LIST.removed,
    mirror: "enum.value-added",
  },
  "enum.added": {
    catalogue: "D12 I3",
    directed: true,
    title: "{element:text} is limited to listed values: {values:list}.",
    why: {
      request: "Other values are rejected.",
      response: "Other values do not come any more.",
    },
    mirror: "enum.removed",
  },
  "enum.removed": {
    catalogue: "I4",
    directed: true,
    title: "The list of values that {element:text} was limited to was removed ({values:list}).",
    why: LIST.added,
    mirror: "enum.added",
  },
  "enum.known-value-added": {
    catalogue: "I1",
    directed: true,
    title: "Values were added to the open list of {element:text}: {values:list}.",
    why: LIST.added,
    mirror: "enum.known-value-removed",
  },
  "enum.known-value-removed": {
    catalogue: "D12 I5",
    directed: true,
    title: "Values were removed from the open list of {element:text}: {values:list}.",
    why: LIST.removed,
    mirror: "enum.known-value-added",
  },
  "enum.names-changed": {
    catalogue: "I6",
    directed: true,
    title: "The names of the values of {element:text} changed.",
    why: "The values are the same. Constants of generated clients can have other names.",
    convention: { level: "compatible", reason: "Values do not change." },
    mirror: "enum.names-changed",
  },
  "const.added": {
    catalogue: "I7",
    directed: true,
    title: "{element:text} must be {values:list}.",
    why: {
      request: "Other values are rejected.",
      response: "Other values do not come any more.",
    },
    mirror: "const.removed",
  },
  "const.removed": {
    catalogue: "I8",
    directed: true,
    title: "{element:text} can have other values than {values:list}.",
    why: LIST.added,
    mirror: "const.added",
  },
  "const.changed": {
    catalogue: "I9",
    directed: true,
    title: "The only value of {element:text} changed from {from} to {to}.",
    why: {
      request: "The old value is rejected.",
      response: "Callers get a value that they do not know.",
    },
    mirror: "const.changed",
  },
  "default.added": {
    catalogue: "D10 I10",
    directed: true,
    title: "{element:text} got the default {value}.",
    why: defaultWhy("Requests without it mean this value from now on."),
    convention: defaultConvention(),
    mirror: "default.removed",
  },
  "default.removed": {
    catalogue: "D10 I10",
    directed: true,
    title: "{element:text} no longer has the default {value}.",
    why: defaultWhy("Requests without it meant this value, and may mean another one."),
    convention: defaultConvention(),
    mirror: "default.added",
  },
  "default.changed": {
    catalogue: "D10 I10",
    directed: true,
    title: "The default of {element:text} changed from {from} to {to}.",
    why: defaultWhy("Requests without it mean another value from now on."),
    convention: defaultConvention(),
    mirror: "default.changed",
  },
} satisfies DiffRules;

function defaultWhy(request: string) {
  return { request, response: "A default is documentation in a response." };
}

function defaultConvention() {
  return {
    request: { level: "risky", reason: "Requests stay valid, and can mean something else." },
    response: { level: "docs", reason: "A default is documentation in a response." },
  } as const;
}

const NARROWER = {
  request: "Values that were valid are rejected.",
  response: "All values that can come could come before.",
};
const WIDER = {
  request: "All values that were valid stay valid.",
  response: "Callers can get values outside of the limits that they know.",
};
const UNCHECKED = {
  level: "risky",
  reason: "Few clients check it, but some code may rely on it.",
} as const;

/** Section J of the catalogue: bounds of numbers and counts, patterns, unique items and factors. */
export const boundRules = {
  ...boundSide("upper", "upper limit", { lowered: "J1 J7", raised: "J2 J5" }),
  ...boundSide("lower", "lower limit", { lowered: "J4 J6", raised: "J3 J7" }),
  "pattern.added": {
    catalogue: "D20 J8 J10",
    directed: true,
    title: "{element:text} must match {value}.",
    why: NARROWER,
    mirror: "pattern.removed",
  },
  "pattern.removed": {
    catalogue: "D21 J9 J10",
    directed: true,
    title: "{element:text} need not match {value} any more.",
    why: WIDER,
    convention: { response: UNCHECKED },
    mirror: "pattern.added",
  },
  "pattern.changed": {
    catalogue: "D20 J8 J10",
    directed: true,
    title: "The pattern of {element:text} changed from {from} to {to}.",
    why: "Regular expressions are not compared. Check whether the new one allows all that the old one did.",
    mirror: "pattern.changed",
  },
  "unique-items.added": {
    catalogue: "J11",
    directed: true,
    title: "The items of {element:text} must be unique.",
    why: NARROWER,
    mirror: "unique-items.removed",
  },
  "unique-items.removed": {
    catalogue: "J11",
    directed: true,
    title: "The items of {element:text} need not be unique any more.",
    why: WIDER,
    convention: { response: UNCHECKED },
    mirror: "unique-items.added",
  },
  "multiple-of.added": {
    catalogue: "J12",
    directed: true,
    title: "{element:text} must be a multiple of {value}.",
    why: NARROWER,
    mirror: "multiple-of.removed",
  },
  "multiple-of.removed": {
    catalogue: "J12",
    directed: true,
    title: "{element:text} need not be a multiple of {value} any more.",
    why: WIDER,
    convention: { response: UNCHECKED },
    mirror: "multiple-of.added",
  },
  "multiple-of.changed": {
    catalogue: "J12",
    directed: true,
    title: "{element:text} must be a multiple of {to}, not of {from}.",
    why: { request: NARROWER.request, response: WIDER.response },
    whyCompatible: { request: WIDER.request, response: NARROWER.response },
    mirror: "multiple-of.changed",
  },
} satisfies DiffRules;

function boundSide(
  side: "lower" | "upper",
  noun: string,
  rows: { readonly lowered: string; readonly raised: string },
): DiffRules {
  const isUpper = side === "upper";
  const [tighter, looser] = isUpper ? (["lowered", "raised"] as const) : (["raised", "lowered"] as const);
  const parameters = isUpper ? { tighter: "D16", looser: "D17" } : { tighter: "D18", looser: "D19" };
  const rule = (catalogue: string, title: string, why: DiffRule["why"], mirror: string): DiffRule => ({
    catalogue,
    directed: true,
    title,
    why,
    mirror: `${side}-bound.${mirror}`,
  });
  return {
    [`${side}-bound.${tighter}`]: rule(
      `${parameters.tighter} ${rows[tighter]}`,
      `The ${noun} of {element:text} was ${tighter} from {from} to {to} ({keyword}).`,
      NARROWER,
      looser,
    ),
    [`${side}-bound.${looser}`]: rule(
      `${parameters.looser} ${rows[looser]}`,
      `The ${noun} of {element:text} was ${looser} from {from} to {to} ({keyword}).`,
      WIDER,
      tighter,
    ),
    [`${side}-bound.set`]: rule(
      `${parameters.tighter} ${rows[tighter]}`,
      `{element:text} got the ${noun} {limit} ({keyword}).`,
      NARROWER,
      "dropped",
    ),
    [`${side}-bound.dropped`]: rule(
      `${parameters.looser} ${rows[looser]}`,
      `{element:text} no longer has the ${noun} {limit} ({keyword}).`,
      WIDER,
      "set",
    ),
  };
}
