import type { KeptForm } from "../../model/names/kept-forms.js";
import { place } from "../reading/answers.js";
import { answersWithETag } from "./forms/change-form.js";
import type { FormSources } from "./method-sources.js";
import { ownStreamForm } from "./plan-streams.js";
import type { FindOperation, PlannedOperation } from "./planned-operation.js";
import type { TypeSources } from "./representations.js";

/** What the method of an operation gives, and what that was recognised by: for the manifest. */
export function formToKeep(operation: PlannedOperation, sources: FormSources): KeptForm {
  const { traits, input } = operation;
  const kind = formKind(operation, sources);
  const bodies = input.body === undefined ? [] : [input.body, ...input.body.others];
  const stream = bodies.find(({ setByClient }) => setByClient !== undefined)?.setByClient;
  const facts = { ...factsOf(kind, traits, sources.find), ...(stream !== undefined && { stream }) };
  return { kind, facts: new Map(Object.entries(facts)) };
}

/** The kind of form that the method of an operation has. */
export function formKind(
  operation: Pick<PlannedOperation, "traits" | "model">,
  sources: TypeSources,
): KeptForm["kind"] {
  const { traits, model } = operation;
  const { background, conditionalChange, idempotentCreate, pagination, versionedRead } = traits;
  if (background !== undefined) return "background";
  if (ownStreamForm(operation, sources) !== undefined) return "stream";
  if (conditionalChange !== undefined) {
    if (conditionalChange.facts.read === undefined) return "call";
    return model.form?.kind === "paired" || !answersWithETag(operation) ? "paired" : "versioned";
  }
  if (pagination !== undefined && (idempotentCreate === undefined || model.form !== undefined))
    return "pages";
  return versionedRead === undefined ? "call" : "versioned";
}

function factsOf(
  kind: KeptForm["kind"],
  { background, conditionalChange, pagination }: PlannedOperation["traits"],
  find: FindOperation,
): Readonly<Record<string, string>> {
  if (kind === "pages" && pagination !== undefined) {
    const { cursor, items, next } = pagination.facts;
    return { cursor: `${cursor.in}.${cursor.name}`, items, next };
  }
  const status = background && find(background.facts.status);
  if (status !== undefined) return { status: place(status.model) };
  const name = conditionalChange?.facts.read;
  const read = name && find(name);
  return read === undefined ? {} : { read: place(read.model) };
}

/** A form as one line of a manifest, which the model reads again; empty for a call of which nothing else is known. */
export function printForm({ kind, facts }: KeptForm): string {
  if (kind === "call" && facts.size === 0) return "";
  return [kind, ...[...facts].map(([name, value]) => `${name}=${escape(value)}`)].join(" ");
}

/** Spaces and `=` part the words; other characters stay readable. */
function escape(text: string): string {
  return text.replace(/[%= ]/g, (character) => encodeURIComponent(character));
}
