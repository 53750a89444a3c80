import type { DiffRules } from "./diff-rule.js";

/** Section H of the catalogue: types, null, formats, and what texts hold. */
export const typeRules = {
  "values.narrowed": {
    catalogue: "H1",
    directed: true,
    title: "{element:text}: fewer values are allowed, by several keywords together.",
    why: {
      request: "Values that were valid are rejected.",
      response: "All values that can come could come before.",
    },
    mirror: "values.widened",
  },
  "values.widened": {
    catalogue: "H2",
    directed: true,
    title: "{element:text}: more values are allowed, by several keywords together.",
    why: {
      request: "All values that were valid stay valid.",
      response: "Callers can get values that they do not expect.",
    },
    mirror: "values.narrowed",
  },
  "values.cut-off": {
    catalogue: "K29",
    directed: true,
    title: "The comparison of {element:text} was cut off: its schemas lead to too many others.",
    why: "What changed in it may weigh more than is listed. Compare it by hand, or simplify its alternatives.",
    mirror: "values.cut-off",
  },
  "values.undecided": {
    catalogue: "H1 H2",
    directed: true,
    title: "{element:text}: the allowed values changed, and cannot be compared.",
    why: {
      request: "Values that were valid may be rejected.",
      response: "Callers may get values that they do not expect.",
    },
    mirror: "values.undecided",
  },
  "type.narrowed": {
    catalogue: "D13 F9 H1",
    directed: true,
    title: "The type of {element:text} was narrowed from {from:text} to {to:text}.",
    why: {
      request: "Values that were valid are rejected.",
      response: "All values that can come could come before.",
    },
    mirror: "type.widened",
  },
  "type.widened": {
    catalogue: "D14 F8 H2",
    directed: true,
    title: "The type of {element:text} was widened from {from:text} to {to:text}.",
    why: {
      request: "All values that were valid stay valid.",
      response: "Callers can get values of a type that they do not expect.",
    },
    mirror: "type.narrowed",
  },
  "type.changed": {
    catalogue: "D13 F8 H1",
    directed: true,
    title: "The type of {element:text} changed from {from:text} to {to:text}.",
    why: {
      request: "Values that were valid are rejected.",
      response: "Callers get values of a type that they do not expect.",
    },
    mirror: "type.changed",
  },
  "type.same-text": {
    catalogue: "D14 F9 H3",
    directed: true,
    title: "The type of {element:text} changed from {from:text} to {to:text}. Both are written as text.",
    why: "Every value is sent as text here, and each old text is valid for the new type.",
    convention: {
      response: { level: "compatible", reason: "The text that is sent has the same form for both types." },
    },
    mirror: "type.changed",
  },
  "type.became-list": {
    catalogue: "D14 F8 H3",
    directed: true,
    title: "{element:text} can have several values: its type changed from {from:text} to {to:text}.",
    why: {
      request: "One value is sent as before: requests that were valid stay valid.",
      response: "Callers can get several values where they expect one.",
    },
    mirror: "type.became-single",
  },
  "type.became-single": {
    catalogue: "D13 F9 H3",
    directed: true,
    title: "{element:text} has one value: its type changed from {from:text} to {to:text}.",
    why: {
      request: "Requests with several values are rejected.",
      response: "One value comes as before. Several no longer come.",
    },
    mirror: "type.became-list",
  },
  "type.became-nullable": {
    catalogue: "D15 F8 H4",
    directed: true,
    title: "{element:text} can be null.",
    why: {
      request: "Null is accepted from now on.",
      response: "Callers can get null, which they do not expect.",
    },
    mirror: "type.became-not-nullable",
  },
  "type.became-not-nullable": {
    catalogue: "D15 F9 H5",
    directed: true,
    title: "{element:text} can no longer be null.",
    why: { request: "Null is rejected.", response: "Null does not come any more." },
    mirror: "type.became-nullable",
  },
  "format.added": {
    catalogue: "H7",
    directed: true,
    title: "{element:text} got the format {value}.",
    why: {
      request: "Values without this format were valid. They may be rejected.",
      response: "All values that can come could come before.",
    },
    whyUndecided: {
      request: "Values without this format were valid. They may be rejected.",
      response: "What the format allows is not known here. Check whether values look as before.",
    },
    mirror: "format.removed",
  },
  "format.removed": {
    catalogue: "H7",
    directed: true,
    title: "{element:text} no longer has the format {value}.",
    why: {
      request: "All values that were valid stay valid.",
      response: "Callers can get values that do not have the format.",
    },
    whyUndecided: {
      request: "What the format allowed is not known here. Check whether values of it are still valid.",
      response: "Callers can get values that do not have the format.",
    },
    mirror: "format.added",
  },
  "format.changed": {
    catalogue: "H7",
    directed: true,
    title: "The format of {element:text} changed from {from} to {to}.",
    why: {
      request: "Values of the old format may not be valid in the new one.",
      response: "Callers may not be able to read values of the new format.",
    },
    whyCompatible: {
      request: "All values that were valid stay valid.",
      response: "All values that can come could come before.",
    },
    mirror: "format.changed",
  },
  "content-schema.added": {
    catalogue: "H8",
    directed: true,
    title: "The content of {element:text} is described by a schema.",
    why: {
      request: "Texts with other content were valid. They may be rejected.",
      response: "All texts that can come could come before.",
    },
    mirror: "content-schema.removed",
  },
  "content-schema.removed": {
    catalogue: "H8",
    directed: true,
    title: "The schema of the content of {element:text} was removed.",
    why: {
      request: "All texts that were valid stay valid.",
      response: "Callers can get texts with other content.",
    },
    mirror: "content-schema.added",
  },
  ...contentRules("content-media-type", "media type"),
  ...contentRules("content-encoding", "encoding"),
} satisfies DiffRules;

function contentRules(key: string, noun: string): DiffRules {
  const why = {
    request: "The server reads texts in another way than released clients write them.",
    response: "Callers read texts in another way than the server writes them.",
  };
  const convention = {
    level: "breaking",
    reason: "Both sides have to agree on how a text is written.",
  } as const;
  const shared = { catalogue: "H9", directed: true, why, convention };
  return {
    [`${key}.added`]: {
      ...shared,
      title: `{element:text} got the content ${noun} {value}.`,
      mirror: `${key}.removed`,
    },
    [`${key}.removed`]: {
      ...shared,
      title: `{element:text} no longer has the content ${noun} {value}.`,
      mirror: `${key}.added`,
    },
    [`${key}.changed`]: {
      ...shared,
      title: `The content ${noun} of {element:text} changed from {from} to {to}.`,
      mirror: `${key}.changed`,
    },
  };
}
