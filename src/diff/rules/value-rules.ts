import type { DiffRules } from "./diff-rule.js";

const LIST = {
  removed: {
    request: "Requests with these values are rejected.",
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
      request: "Requests with other values are rejected.",
      response: "Other values do not come any more.",
    },
    mirror: "enum.removed",
  },
  "enum.removed": {
    catalogue: "I4",
    directed: true,
    title: "{element:text} is no longer limited to listed values ({values:list}).",
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
      request: "Requests with other values are rejected.",
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
      request: "Requests with the old value are rejected.",
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
