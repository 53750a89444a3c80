import type { InspectedOperation, Inspection } from "../inspect.js";
import { wrappedLines } from "./text-columns.js";

/** POSTs that are printed without `--verbose`. */
const FIRST = 20;

/**
 * What the client does with changes that nothing lets it repeat; with `verbose`, their names; then the POSTs among them that no text and no name
 * shows to change something: one may only read. Those that "Not recognised" has are omitted.
 */
export function sentOnceLines(
  { operations, unrecognised }: Pick<Inspection, "operations" | "unrecognised">,
  verbose: boolean,
): readonly string[] {
  const once = operations.filter(({ sentOnce }) => sentOnce !== undefined);
  if (once.length === 0) return [];
  const named = new Set(unrecognised.map(({ operation }) => operation));
  const unnamed = once
    .filter(mayRead)
    .map(keyOf)
    .filter((key) => !named.has(key));
  const conditional = once.filter(isConditional);
  const others = once.filter((operation) => !isConditional(operation));
  return [
    ...counted(others, "may change something, and nothing shows that a repeat is harmless."),
    ...counted(
      conditional,
      "may change something on a condition, which a repeat could fail for what the first request changed.",
    ),
    `  After a lost response the client does not send ${once.length === 1 ? "it" : "them"} again: it throws OutcomeUnknownError.`,
    ...(unnamed.length === 0 ? [] : openLines(unnamed, verbose)),
  ];

  function counted(some: readonly InspectedOperation[], what: string): readonly string[] {
    if (some.length === 0) return [];
    return [`  ${countOf(some, "operation")} ${what}`, ...(verbose ? wrappedLines(some.map(keyOf), 6) : [])];
  }
}

/** Whether a change presents a validator (RFC 9110 section 13.1.1). */
function isConditional({ traits }: InspectedOperation): boolean {
  return traits.some(({ trait }) => trait === "conditionalChange");
}

function openLines(keys: readonly string[], verbose: boolean): readonly string[] {
  const shown = verbose ? keys : keys.slice(0, FIRST);
  const more = keys.length - shown.length;
  return [
    `  Of these, ${countOf(keys, "POST")} may only read: no usual verb of a change begins ${keys.length === 1 ? "its text" : "their texts"}. Where one does,`,
    "  add `safe: true` in cabinetry.yaml; where one has a key or starts work, `idempotency` or `background`:",
    ...wrappedLines(shown, 6),
    ...(more === 0 ? [] : [`      and ${String(more)} more; --verbose prints all`]),
  ];
}

/** Traits of what changes something, of which none is `safe` as well. */
const OF_CHANGES = new Set(["background", "conditionalChange", "idempotentCreate"]);

/** Whether an operation may only read: a POST without a verb of a change, and without a trait that shows one. */
function mayRead({ method, sentOnce, switchedOff, traits }: InspectedOperation): boolean {
  return (
    method.toUpperCase() === "POST" &&
    sentOnce?.change === undefined &&
    [...traits, ...switchedOff].every(({ trait }) => trait !== "safe" && !OF_CHANGES.has(trait))
  );
}

function keyOf({ method, path }: InspectedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

function countOf({ length }: readonly unknown[], noun: string): string {
  return `${String(length)} ${noun}${length === 1 ? "" : "s"}`;
}
