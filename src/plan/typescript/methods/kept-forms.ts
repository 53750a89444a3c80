import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import type { KeptForm } from "../../../model/kept-calls.js";
import type { KeptNames } from "../../../model/names/kept-names.js";
import { codeSpan } from "../../../text/code-span.js";
import { fullName, place } from "../../service/responses.js";
import { pairChanges } from "../../service/traits/recognise-conditional.js";
import { recogniseOperation } from "../../service/traits/recognise-traits.js";
import type { FindOperation, PlannedOperation } from "../inputs/planned-operation.js";
import type { TypeSources } from "../inputs/representations.js";
import { answersWithETag } from "./call-kinds.js";
import { listModifications, nameBackgrounds } from "./derived-methods.js";
import { createMethodNames } from "./method-names.js";
import type { FormSources } from "./method-sources.js";
import { ownStreamForm } from "./plan-streams.js";

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
function formKind(
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

/** What the forms of methods are chosen from; names are given to what stands beside an operation's own method. */
export function formSources(
  model: ApiModel,
  emitted: readonly PlannedOperation[],
  sources: TypeSources,
  kept: KeptNames | undefined,
): FormSources {
  const byName = new Map(emitted.map((one) => [fullName(one.model), one]));
  const find: FindOperation = (name) => byName.get(fullName({ name }));
  const names = createMethodNames(emitted, new Map(Object.entries(kept?.methods ?? {})));
  return {
    ...sources,
    all: emitted,
    contractVersion: model.contract.version,
    find,
    names,
    backgrounds: nameBackgrounds(emitted, find, names),
    modifications: listModifications(emitted, find, names),
  };
}

/** What each form gives, in words. */
const GIVES: Readonly<Record<KeptForm["kind"], string>> = {
  call: "a plain call",
  pages: "a page sequence",
  versioned: "a value with its ETag",
  paired: "a call under the ETag of one read",
  background: "the handle of a background operation",
  stream: "a stream",
};

/** Named in the note; the others are counted. */
const SHOWN = 3;

/**
 * Says, in one sentence, which methods stay what they are although a new client would make something else of them; and
 * of each that cannot stay, what it has become.
 *
 * @param operations - of the client, as they are planned.
 */
export function noteKeptForms(
  operations: readonly PlannedOperation[],
  model: ApiModel,
  sources: TypeSources,
): readonly string[] {
  const kept = operations.flatMap((operation) => {
    const { form } = operation.model;
    return form === undefined
      ? []
      : [{ model: operation.model, before: form.kind, now: formKind(operation, sources) }];
  });
  if (kept.length === 0) return [];
  const lost = kept.flatMap(({ model: operation, before, now }) => {
    if (before === now) return [];
    const name = codeSpan(fullName(operation));
    return now === "stream" && mayHaveStreamed(operation)
      ? [`${name} gives ${GIVES.stream}; the client so far does not say whether it did.`]
      : [`${name} gives ${GIVES[now]} now, no longer ${GIVES[before]}.`];
  });
  const anew = formsAnew(model, sources);
  const staying = kept.flatMap(({ model: { name }, before, now }) => {
    const other = anew.get(fullName({ name }));
    return before !== now || other === undefined || other === now
      ? []
      : [`${codeSpan(fullName({ name }))} (now ${GIVES[other]})`];
  });
  return staying.length === 0 ? lost : [...lost, stayingText(staying)];
}

/** Whether calls got the same media type before: manifests of an earlier Cabinetry do not tell streams from values. */
function mayHaveStreamed({ kept, answers }: OperationModel): boolean {
  const now = new Set(answers.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)));
  return [...(kept?.answers.values() ?? [])].some((mediaType) => now.has(mediaType));
}

/** Full name → the form that the method would have in a new client. */
function formsAnew(model: ApiModel, sources: TypeSources): ReadonlyMap<string, KeptForm["kind"]> {
  const operations = model.operations.map(withoutForm);
  const pairs = pairChanges(operations);
  const all = { ...model, operations };
  return new Map(
    operations.map((operation) => {
      const traits = recogniseOperation(operation, all, sources.reader, pairs);
      return [fullName(operation), formKind({ traits, model: operation }, sources)];
    }),
  );
}

function stayingText(staying: readonly string[]): string {
  const more = staying.length > SHOWN ? ` and ${String(staying.length - SHOWN)} more` : "";
  const text = `Methods that give what they gave, although those of a new client would give something else: ${staying.slice(0, SHOWN).join(", ")}${more}.`;
  return `${text} To take it, write "new" for the operation under names.forms in manifest.json, or generate with --rename.`;
}

function withoutForm(operation: OperationModel): OperationModel {
  const { form, ...rest } = operation;
  return form === undefined ? operation : rest;
}
