import type { OperationModel } from "../../model/api-model.js";
import { words } from "../../text/words.js";
import type { DocPlan } from "../type-plan.js";

/** The parts of a plan that have doc comments. */
type Tree = readonly unknown[] | { readonly [name: string]: unknown };

/**
 * Has the doc comments of a plan speak of operations as callers know them: where a contract's own words name one by its
 * operationId in a code span, the method stands there instead (`getOperationResult` → `operations.result`).
 *
 * An operationId of one word is left alone, and so is one that two operations have or a member of a type is called: it may
 * mean something else.
 *
 * @param operations - those that the client has methods for.
 */
export function nameMethodsInDocs<Part extends Tree>(
  part: Part,
  operations: readonly OperationModel[],
): Part {
  const methods = new Map<string, string>();
  const again = new Set<string>();
  for (const { operationId, name } of operations) {
    if (operationId === undefined || words(operationId).length < 2) continue;
    if (methods.has(operationId)) again.add(operationId);
    methods.set(operationId, `${name.resource}.${name.method}`);
  }
  for (const operationId of again) methods.delete(operationId);
  // Most contracts name none in their words: the members are looked through for those that do.
  if (methods.size === 0 || replaceDocs(part, methods) === part) return part;
  for (const member of memberNames(part)) methods.delete(member);
  return replaceDocs(part, methods) as Part;
}

function memberNames(part: unknown, names: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof part !== "object" || part === null) return names;
  if ("kind" in part && part.kind === "property" && "name" in part) names.add(String(part.name));
  for (const inside of Object.values(part)) memberNames(inside, names);
  return names;
}

/** A copy with other docs; what has none stays the same object. */
function replaceDocs(part: unknown, methods: ReadonlyMap<string, string>): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) {
    const list = part.map((inside) => replaceDocs(inside, methods));
    return list.some((inside, index) => inside !== part[index]) ? list : part;
  }
  const entries = Object.entries(part).map(([name, inside]): [string, unknown] => [
    name,
    name === "doc" && isDoc(inside) ? replaceDoc(inside, methods) : replaceDocs(inside, methods),
  ]);
  const isSame = entries.every(([name, inside]) => inside === Reflect.get(part, name));
  return isSame ? part : Object.fromEntries(entries);
}

function isDoc(value: unknown): value is DocPlan {
  return typeof value === "object" && value !== null && "text" in value && "tags" in value;
}

function replaceDoc(doc: DocPlan, methods: ReadonlyMap<string, string>): DocPlan {
  const text = doc.text.map((paragraph) => replaceSpans(paragraph, methods));
  const tags = doc.tags.map((tag) => ({ ...tag, text: replaceSpans(tag.text, methods) }));
  const isSame =
    text.every((paragraph, index) => paragraph === doc.text[index]) &&
    tags.every((tag, index) => tag.text === doc.tags[index]?.text);
  return isSame ? doc : { text, tags };
}

function replaceSpans(text: string, methods: ReadonlyMap<string, string>): string {
  return text.replace(/(?<!`)`([^`\s]+)`(?!`)/g, (span, name: string) => {
    const method = methods.get(name);
    return method === undefined ? span : `\`${method}\``;
  });
}
