import type { ApiModel, OperationModel } from "../model/api-model.js";
import type { KeptForm } from "../model/names/kept-forms.js";
import { codeSpan } from "../text/code-span.js";
import { formKind } from "./methods/form-to-keep.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import type { TypeSources } from "./methods/representations.js";
import { fullName } from "./reading/answers.js";
import { pairChanges } from "./traits/pair-changes.js";
import { recogniseOperation } from "./traits/recognise-traits.js";

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
