import type { SchemaNode } from "../../../../model/schema-model.js";
import type { SchemaReader } from "../../schema-reader.js";
import { type BodyMember, textOf } from "../body-members.js";
import type { BackgroundOperation } from "../trait.js";
import { words } from "../../../../text/words.js";

/** Words of a state, the last one of its name: `JOB_STATE_SUCCEEDED`. */
const SUCCEEDED =
  /^(?:succeeded|success|successful|completed?|done|finished|ready|fulfilled|processed|imported|exported)$/;
const FAILED =
  /^(?:failed|failure|error|errored|cancell?ed|aborted|expired|rejected|faulted|crashed|unsuccessful)$/;

/** Names of a member that has a state, where its schema lists none. */
const STATE = /(?:^|_)(?:status|state|phase|stage)$/;

/** Where a response has the state of a background operation, and who says which states there are. */
export interface FoundStates {
  readonly state: BackgroundOperation["state"];
  /** The schema lists the states, or only texts and examples name them. */
  readonly listed: boolean;
}

/**
 * The member whose values are states, both of success and of failure: listed by its schema (`enum`, `const`, alternatives, `x-extensible-enum`), else named by
 * its description or examples. The most outward one, by name.
 */
export function findStates(members: readonly BodyMember[], reader: SchemaReader): FoundStates | undefined {
  for (const { at, schema } of members) {
    const { values = [] } = { ...reader.resolve(schema).doc, ...schema.doc };
    const state = statesAmong(at, [...reader.values(schema), ...values]);
    if (state !== undefined) return { state, listed: true };
  }
  for (const { at, key, schema } of members.filter((member) => STATE.test(member.key))) {
    const { kind } = reader.resolve(schema).type;
    const state =
      kind === "string" && key !== "" ? statesAmong(at, describedValues(schema, reader)) : undefined;
    if (state !== undefined) return { state, listed: false };
  }
  return undefined;
}

function statesAmong(member: string, values: readonly unknown[]): BackgroundOperation["state"] | undefined {
  const { succeeded, failed } = classifyStates(values);
  return succeeded.length > 0 && failed.length > 0 ? { member, succeeded, failed } : undefined;
}

/** Final states by what their names say. */
export function classifyStates(values: readonly unknown[]): {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
} {
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  return {
    succeeded: texts.filter((value) => SUCCEEDED.test(lastWord(value))),
    failed: texts.filter((value) => FAILED.test(lastWord(value))),
  };
}

function lastWord(value: string): string {
  return words(value).at(-1) ?? "";
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Words that a description quotes, or lists (`queued, running, succeeded or failed`), and examples. */
function describedValues(schema: SchemaNode, reader: SchemaReader): readonly unknown[] {
  const text = textOf(schema, reader).slice(0, LONGEST);
  const quoted = [...text.matchAll(/[`"'“‘]([\p{L}_][\p{L}\p{N}_-]{0,40})[`"'”’]/gu)].map(([, word]) => word);
  const examples = [...schema.doc.examples, ...reader.resolve(schema).doc.examples];
  if (quoted.length > 0) return [...quoted, ...examples];
  const parts = text.split(/[.;:()]/u).find((part) => part.split(LISTED).length > 2) ?? "";
  return [...parts.split(LISTED).map((word) => word.trim()), ...examples];
}

/** What separates the words of a list. */
const LISTED = /,\s?(?:or|and)?\s|,|\||\/|\s(?:or|and|→|->)\s/u;
