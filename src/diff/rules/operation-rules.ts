import type { Convention, DiffRules } from "./diff-rule.js";
import { lifeCycleRules } from "./life-cycle-rules.js";

const sameCalls: Convention = {
  level: "compatible",
  reason: "The same messages are sent and received as before. Only names in generated clients may change.",
};

const offered: Convention = {
  level: "compatible",
  reason: "The API sends it only to callers who register for it.",
};

const expected: Convention = {
  level: "breaking",
  reason: "Callers who registered for it wait for messages that no longer come.",
};

const links: Convention = {
  level: "docs",
  reason: "Links describe how operations belong together. Generated clients do not follow them.",
};

/** Section B of the catalogue. */
export const operationRules = {
  "operation.added": {
    catalogue: "B1",
    directed: false,
    title: "{element:text} was added.",
    why: "Callers who do not know it are not affected.",
    mirror: "operation.removed",
  },
  "operation.removed": {
    catalogue: "B2 B3",
    directed: false,
    title: "{element:text} was removed.",
    why: "Every call of it fails.",
    runtime: "The server responds with 404 or 405.",
    mirror: "operation.added",
  },
  "operation.removed-before-sunset": {
    catalogue: "B4",
    directed: false,
    title: "{element:text} was removed before its sunset date {date}.",
    why: "Every call of it fails, although the contract promised it until that date.",
    runtime: "The server responds with 404 or 405.",
    mirror: "operation.added",
  },
  "operation.id-changed": {
    catalogue: "B13",
    directed: false,
    title: "The operationId of {element:text} changed.",
    why: "It is not part of any message. Generated clients take the method's name from it.",
    convention: sameCalls,
    mirror: "operation.id-changed",
  },
  "operation.tags-changed": {
    catalogue: "B14",
    directed: false,
    title: "The tags of {element:text} changed.",
    why: "They are not part of any message. Generated clients may group methods by them.",
    convention: sameCalls,
    mirror: "operation.tags-changed",
  },
  "path.parameter-renamed": {
    catalogue: "B15",
    directed: false,
    title: "A path parameter of {element:text} was renamed from {old} to {new}.",
    why: "The URLs are the same: only the value is sent, not the name.",
    convention: sameCalls,
    mirror: "path.parameter-renamed",
  },
  "webhook.added": {
    catalogue: "B17",
    directed: false,
    direction: "response",
    title: "{element:text} was added.",
    why: "Callers who do not register for it are not affected.",
    convention: offered,
    mirror: "webhook.removed",
  },
  "webhook.removed": {
    catalogue: "B17",
    directed: false,
    direction: "response",
    title: "{element:text} was removed.",
    why: "Callers who depend on its messages no longer get them.",
    runtime: "The handler is never called.",
    convention: expected,
    mirror: "webhook.added",
  },
  "callback.added": {
    catalogue: "B19",
    directed: false,
    direction: "response",
    title: "{element:text} was added.",
    why: "Callers who do not give an address for it are not affected.",
    convention: offered,
    mirror: "callback.removed",
  },
  "callback.removed": {
    catalogue: "B19",
    directed: false,
    direction: "response",
    title: "{element:text} was removed.",
    why: "Callers who depend on its messages no longer get them.",
    runtime: "The handler is never called.",
    convention: expected,
    mirror: "callback.added",
  },
  "callback.url-changed": {
    catalogue: "B19",
    directed: false,
    direction: "response",
    title: "The address of {element:text} is read from {new}, no longer from {old}.",
    why: "Callers who give the address where it was before get no messages.",
    mirror: "callback.url-changed",
  },
  "link.added": {
    catalogue: "B20",
    directed: false,
    direction: "response",
    title: "{element:text} was added.",
    why: "Links describe which operation may follow.",
    convention: links,
    mirror: "link.removed",
  },
  "link.removed": {
    catalogue: "B20",
    directed: false,
    direction: "response",
    title: "{element:text} was removed.",
    why: "Links describe which operation may follow. The operations themselves are judged on their own.",
    convention: links,
    mirror: "link.added",
  },
  "link.changed": {
    catalogue: "B20",
    directed: false,
    direction: "response",
    title: "{element:text} changed.",
    why: "Links describe which operation may follow. The operations themselves are judged on their own.",
    convention: links,
    mirror: "link.changed",
  },
  ...lifeCycleRules({ key: "operation", deprecated: "B5" }),
} satisfies DiffRules;
