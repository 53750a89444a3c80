import type { OperationModel } from "../../model/api-model.js";
import { words } from "../../text/words.js";
import type { ResourcePlan } from "./client-plan.js";
import type { DocPlan } from "./type-plan.js";

/** The parts of a plan that have doc comments. */
interface Documented {
  readonly resources: readonly ResourcePlan[];
  readonly [name: string]: unknown;
}

/**
 * Has the doc comments of a plan speak of operations as callers know them: where a contract's own words name one by its
 * operationId in a code span, the method is there instead (`getOperationResult` → `operations.result`).
 *
 * An operationId of one word is left alone, and so is one that two operations have or a member of a type is called: it may
 * mean something else.
 *
 * @param operations - those that the client has methods for.
 */
export function nameMethodsInDocs<Part extends Documented>(
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
  // The name of a method is not an operationId to its reader, even where it is that of another.
  for (const { name } of operations) methods.delete(`${name.resource}.${name.method}`);
  const data = dataOf(part);
  // Most contracts name none in their words: the members are looked through for those that do.
  const replaced = methods.size === 0 ? part : replaceDocs(part, methods, data);
  if (replaced === part) return part;
  const isMember = [...memberNames(part, data)].map((member) => methods.delete(member));
  return (isMember.includes(true) ? replaceDocs(part, methods, data) : replaced) as Part;
}

/** Values of constants: data of the contract, whose members may have any name, also those that parts of a plan have. */
function dataOf({ resources }: Documented): ReadonlySet<unknown> {
  return new Set(resources.flatMap(({ descriptors }) => descriptors.map(({ value }) => value)));
}

function memberNames(
  part: unknown,
  data: ReadonlySet<unknown>,
  names: Set<string> = new Set(),
): ReadonlySet<string> {
  if (typeof part !== "object" || part === null || data.has(part)) return names;
  if ("kind" in part && part.kind === "property" && "name" in part) names.add(String(part.name));
  for (const name of Object.keys(part)) memberNames(Reflect.get(part, name), data, names);
  return names;
}

/** A copy with other docs; what has none stays the same object, and nothing is copied on the way to it. */
function replaceDocs(
  part: unknown,
  methods: ReadonlyMap<string, string>,
  data: ReadonlySet<unknown>,
): unknown {
  if (typeof part !== "object" || part === null || data.has(part)) return part;
  let copy: object | undefined;
  for (const name of Object.keys(part)) {
    const inside: unknown = Reflect.get(part, name);
    if (typeof inside !== "object" || inside === null) continue;
    const replaced =
      name === "doc" && isDoc(inside) ? replaceDoc(inside, methods) : replaceDocs(inside, methods, data);
    if (replaced === inside) continue;
    copy ??= Array.isArray(part) ? [...(part as readonly unknown[])] : { ...part };
    Reflect.set(copy, name, replaced);
  }
  return copy ?? part;
}

function isDoc(value: unknown): value is DocPlan {
  return typeof value === "object" && value !== null && "text" in value && "tags" in value;
}

function replaceDoc(doc: DocPlan, methods: ReadonlyMap<string, string>): DocPlan {
  if (doc.text.length === 0 && doc.tags.length === 0) return doc;
  const text = doc.text.map((paragraph) => replaceSpans(paragraph, methods));
  const tags = doc.tags.map((tag) => ({ ...tag, text: replaceSpans(tag.text, methods) }));
  const isSame =
    text.every((paragraph, index) => paragraph === doc.text[index]) &&
    tags.every((tag, index) => tag.text === doc.tags[index]?.text);
  return isSame ? doc : { text, tags };
}

function replaceSpans(text: string, methods: ReadonlyMap<string, string>): string {
  if (!text.includes("`")) return text;
  return text.replace(/(?<!`)`([^`\s]+)`(?!`)/g, (span, name: string) => {
    const method = methods.get(name);
    return method === undefined ? span : `\`${method}\``;
  });
}
