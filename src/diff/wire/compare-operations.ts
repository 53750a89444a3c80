import { byText } from "../../text/by-text.js";
import { operationTitle } from "../../openapi/operations.js";
import { codeSpan } from "../../text/printable.js";
import { appendPointer } from "../../text/json-pointer.js";
import { compareDocs } from "./compare-docs.js";
import { compareLifeCycle, removalOf } from "./compare-life-cycle.js";
import { isSameJson, shown, textsOf } from "./document-nodes.js";
import { pathShape, type WireOperation } from "./read-operations.js";
import { type OperationPair, useOf, type WireComparison } from "./wire-comparison.js";

/** Reports the operations that only one document has. */
export function reportUnmatched(
  comparison: WireComparison,
  { removed, added }: MatchedOperations,
  subject: "operation" | "webhook",
): void {
  for (const operation of removed) addRemoved(comparison, operation, subject);
  for (const operation of added) {
    comparison.facts.add({
      change: `${subject}.added`,
      effect: "wider",
      ...factOf(operation, subject),
      new: { pointer: operation.self.pointer },
    });
  }
}

function addRemoved(
  comparison: WireComparison,
  operation: WireOperation,
  subject: "operation" | "webhook",
): void {
  const removal = removalOf(operation.self.json, comparison.today);
  const isEarly = "earlyBefore" in removal;
  comparison.facts.add({
    change: isEarly && subject === "operation" ? "operation.removed-before-sunset" : `${subject}.removed`,
    effect: "narrower",
    ...factOf(operation, subject),
    old: { pointer: operation.self.pointer },
    ...(isEarly ? { arguments: { date: removal.earlyBefore } } : removal),
  });
}

/** Operation key of a webhook: `webhook petAdded POST`. */
export function webhookKey({ method, path }: WireOperation): string {
  return `webhook ${path} ${method}`;
}

function factOf(operation: WireOperation, subject: "operation" | "webhook") {
  const key = subject === "webhook" ? webhookKey(operation) : keyOf(operation);
  const isWebhook = subject === "webhook";
  const element = isWebhook ? `webhook ${codeSpan(operation.path)} (${operation.method})` : codeSpan(key);
  const direction = isWebhook ? ("response" as const) : ("request" as const);
  const pair: OperationPair = { old: operation, new: operation, operation: key, sent: direction };
  return { element, uses: [useOf(pair, "operation", direction)] };
}

/** Compares what an operation says of itself: its id, tags, life cycle and documentation. */
export function compareOperation(comparison: WireComparison, pair: OperationPair): void {
  const [old, now] = [pair.old.self, pair.new.self];
  const fact = { element: operationTitle(pair.operation), uses: [useOf(pair, "operation", pair.sent)] };
  if (pair.old.id !== pair.new.id) {
    comparison.facts.add({
      ...fact,
      change: "operation.id-changed",
      effect: "equal",
      old: { pointer: old.pointer, ...shown(pair.old.id) },
      new: { pointer: now.pointer, ...shown(pair.new.id) },
    });
  }
  // Without order: the first tag groups the method in some generators, which the comparison of clients sees.
  const [before, after] = [textsOf(old.json, "tags"), textsOf(now.json, "tags")];
  if (!isSameJson(before.toSorted(byText), after.toSorted(byText))) {
    comparison.facts.add({
      ...fact,
      change: "operation.tags-changed",
      effect: "equal",
      old: { pointer: appendPointer(old.pointer, "tags"), ...shown(before) },
      new: { pointer: appendPointer(now.pointer, "tags"), ...shown(after) },
    });
  }
  compareLifeCycle(comparison, { ...fact, subject: "operation", old, new: now });
  compareDocs(comparison, { ...fact, kind: "operation", old, new: now });
  const sides = { old: pair.old.pathItem, new: pair.new.pathItem };
  const { path } = pair.new;
  compareDocs(comparison, {
    ...sides,
    kind: "pathItem",
    element: path.startsWith("/") ? `path ${codeSpan(path)}` : fact.element,
    uses: fact.uses,
  });
}

/** The operations of two documents: those of both, and those of one alone. */
interface MatchedOperations {
  readonly both: readonly { readonly old: WireOperation; readonly new: WireOperation }[];
  readonly removed: readonly WireOperation[];
  readonly added: readonly WireOperation[];
}

/**
 * Matches operations by method and the path that calls go to, then by that of their template: a part of the former can be in the
 * URL of the server. Of either, the shape counts: the name of a path parameter is not part of a URL. Where several templates have one
 * shape, those that are written alike belong together.
 *
 * @param calledPath - the path of an operation with that of its server.
 */
export function matchOperations(
  old: readonly WireOperation[],
  now: readonly WireOperation[],
  calledPath: (operation: WireOperation) => string = ({ path }) => path,
): MatchedOperations {
  const keys: readonly ((operation: WireOperation) => string)[] = [
    (operation) => calledPath(operation),
    (operation) => pathShape(calledPath(operation)),
    ({ path }) => path,
    ({ path }) => pathShape(path),
  ];
  const matched = keys.reduce<MatchedOperations>(
    (found, pathOf) => {
      const { both, ...rest } = matchBy(
        found.removed,
        found.added,
        (operation) => `${operation.method} ${pathOf(operation)}`,
      );
      return { ...rest, both: [...found.both, ...both] };
    },
    { both: [], removed: old, added: now },
  );
  const both = matched.both.toSorted((left, right) => byText(keyOf(left.new), keyOf(right.new)));
  return { ...matched, both };
}

/** Operations with one key are matched in their order. */
function matchBy(
  old: readonly WireOperation[],
  now: readonly WireOperation[],
  key: (operation: WireOperation) => string,
): MatchedOperations {
  const waiting = new Map<string, WireOperation[]>();
  for (const operation of now)
    waiting.set(key(operation), [...(waiting.get(key(operation)) ?? []), operation]);
  const both: { readonly old: WireOperation; readonly new: WireOperation }[] = [];
  const removed = old.filter((operation) => {
    const match = waiting.get(key(operation))?.shift();
    if (match !== undefined) both.push({ old: operation, new: match });
    return match === undefined;
  });
  const matched = new Set(both.map((pair) => pair.new));
  return { both, removed, added: now.filter((operation) => !matched.has(operation)) };
}

/** Operation key: `GET /pets/{id}`. */
export function keyOf({ method, path }: WireOperation): string {
  return `${method} ${path}`;
}
