import type { OperationModel } from "../../../model/api-model.js";

/** Operations by what texts call them: made once, because a contract may have thousands of operations and of texts. */
export interface NameIndex {
  /** By path, parameters left blank: `/jobs/{}`. */
  readonly byShape: ReadonlyMap<string, readonly OperationModel[]>;
  readonly byId: ReadonlyMap<string, OperationModel>;
}

/**
 * Indexes operations for {@link namedOperations}.
 *
 * @param all - of the contract: a method without its service, `ListJobs` of `Jobs_ListJobs`, names one of them only
 */
export function indexNames(
  operations: readonly OperationModel[],
  all: readonly OperationModel[] = operations,
): NameIndex {
  const byShape = new Map<string, OperationModel[]>();
  const byId = new Map<string, OperationModel>();
  for (const operation of operations) {
    const shape = shapeOf(operation.path);
    const known = byShape.get(shape);
    if (known === undefined) byShape.set(shape, [operation]);
    else known.push(operation);
    if (operation.operationId !== undefined) byId.set(operation.operationId, operation);
  }
  const methods = countMethods(all);
  for (const operation of operations) {
    const method = methodOf(operation);
    if (method !== undefined && methods.get(method) === 1 && !byId.has(method)) byId.set(method, operation);
  }
  return { byShape, byId };
}

/** How many operations have each method, with or without its service. */
function countMethods(operations: readonly OperationModel[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const operation of operations) {
    const method = methodOf(operation) ?? operation.operationId;
    if (method !== undefined) counts.set(method, (counts.get(method) ?? 0) + 1);
  }
  return counts;
}

/** The method of an `operationId` that begins with its service, where it has several words: one alone may be a word of a sentence. */
function methodOf({ operationId = "" }: OperationModel): string | undefined {
  return /[_.]([A-Za-z][a-z0-9]+[A-Z][A-Za-z0-9]*)$/u.exec(operationId)?.[1];
}

/** Characters of a text that are searched: what names an operation does so soon. */
const LONGEST = 2000;

/**
 * The operations that a text names: by path (`GET /jobs/{id}`, `/v1/jobs/<id>`, the address `/jobs/42`), or by `operationId` of more than
 * five characters: a shorter one may be a word of a sentence.
 */
export function namedOperations(text: string, { byShape, byId }: NameIndex): readonly OperationModel[] {
  const start = text.slice(0, LONGEST);
  const found = new Set<OperationModel>();
  for (const [path] of start.matchAll(/\/[^\s"'`,;()?#]+/gu))
    for (const operation of atPath(path.replace(/[.:*/]+$/u, ""), byShape)) found.add(operation);
  for (const [word] of start.matchAll(/[\w.-]{6,100}/gu)) {
    const operation = byId.get(word) ?? byId.get(word.replace(/\.+$/u, ""));
    if (operation !== undefined) found.add(operation);
  }
  return [...found];
}

/** Segments of a path in a text before the path of an operation begins: that of the server. */
const MOST_PREFIX = 5;

function atPath(path: string, byShape: NameIndex["byShape"]): readonly OperationModel[] {
  const segments = path.split("/").slice(1);
  for (let from = 0; from < Math.min(segments.length, MOST_PREFIX); from += 1) {
    const rest = segments.slice(from);
    const exact = byShape.get(shapeOf(`/${rest.join("/")}`)) ?? byShape.get(shapeOf(addressShape(rest)));
    if (exact !== undefined) return exact;
  }
  return [];
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}/]*\}/gu, "{}");
}

/** An address as a path: a segment with a digit, or a placeholder of another style (`<id>`, `:id`), takes the place of a parameter. */
function addressShape(segments: readonly string[]): string {
  return segments.map((segment) => `/${/^v\d+$|^[^\d<:]*$/u.test(segment) ? segment : "{}"}`).join("");
}
