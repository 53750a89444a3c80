import { parseYaml, type Source } from "@redocly/openapi-core";
import { byText } from "../text/by-text.js";
import { fragmentKeys, toPointer, toReference } from "../text/json-pointer.js";
import type { LoadBudget } from "./load-budget.js";
import type { Json, JsonObject } from "./loaded-contract.js";
import type { Origins } from "./origins.js";
import { displayName } from "./problems/problem-frames.js";
import { hideExampleData, isMembers, valueAt, walkTree } from "./walk-tree.js";

/** A document is neither YAML nor JSON. `line` and `column` are 1-based, and absent when the parser gave up early. */
export class SyntaxFailure extends Error {
  override readonly name = "SyntaxFailure";
  readonly source: Source;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, source: Source, line?: number, column?: number) {
    super(message);
    this.source = source;
    this.line = line;
    this.column = column;
  }
}

/**
 * A document's text as a plain tree with sorted keys, in which every `$ref` is a reference; `null` when it is empty.
 *
 * @param edit - changes the tree before references are read.
 * @throws SyntaxFailure when it is neither YAML nor JSON, LimitFailure when it passes a limit, TreeFailure when it has a cycle or is too deep.
 */
export function parseDocument(
  source: Source,
  budget: LoadBudget,
  origins: Origins,
  edit: (tree: Json) => void = () => undefined,
): Json {
  const tree = parseTree(source, budget, origins);
  edit(tree);
  hideExampleData(tree);
  resolveAnchors(tree);
  return tree;
}

/**
 * A text as a plain tree with sorted keys; `null` when it is empty.
 *
 * @throws as {@link parseDocument}.
 */
export function parseTree(source: Source, budget: LoadBudget, origins: Origins): Json {
  const tree = plainTree(
    parse(source, budget.limits.depth),
    budget,
    displayName(source),
    (node, parent, key) => {
      origins.remember(node, source, parent, key);
    },
  );
  origins.digits.read(source.body);
  return tree;
}

function parse(source: Source, maxDepth: number): unknown {
  // JSON is YAML, but the parser of the platform reads it some ten times faster: 13 MB in 0.1 s instead of 1.5 s.
  // What it refuses goes to the YAML parser, which is more lenient and says where it stumbled.
  if (/^\s*[[{]/u.test(source.body)) {
    try {
      return JSON.parse(source.body);
    } catch {
      // Not JSON after all.
    }
  }
  try {
    return parseYaml(source.body, { filename: source.absoluteRef, maxDepth });
  } catch (error) {
    throw syntaxFailure(error, source);
  }
}

/** Characters of a parser's reason: it may quote a tag or an alias, which may be as long as the document. */
const LONGEST_REASON = 200;

/** The parser's error has the position as data (0-based); its message is not parsed. */
function syntaxFailure(error: unknown, source: Source): SyntaxFailure {
  const { reason, mark } = error as { readonly reason?: unknown; readonly mark?: unknown };
  const whole = typeof reason === "string" ? reason : error instanceof Error ? error.message : String(error);
  const [first = ""] = whole.split("\n", 1);
  const shortened = first.length > LONGEST_REASON ? `${first.slice(0, LONGEST_REASON)}…` : first;
  const line = valueAt(mark, ["line"]);
  const column = valueAt(mark, ["column"]);
  if (typeof line !== "number" || typeof column !== "number") return new SyntaxFailure(shortened, source);
  return new SyntaxFailure(shortened, source, line + 1, column + 1);
}

/** A parsed document has a cycle or is too deep. The message is a whole sentence. */
export class TreeFailure extends Error {
  override readonly name = "TreeFailure";
}

/** Told of every object and array of the copy, parents first, with what it is in and its key there. */
type OnNode = (node: object, parent: object | undefined, key: string) => void;

/**
 * A parsed document as a plain tree: keys sorted (so that nothing after this can depend on their order, not even the
 * bundler's choice of names), YAML aliases written out, so that no two places share an object.
 * Limits are counted while copying: an alias bomb of a few hundred bytes stops here, and so does an alias that
 * contains itself.
 *
 * @param where - name of the document, for messages.
 * @throws LimitFailure when a limit is passed; TreeFailure when an alias contains itself, or it is nested too deep.
 */
function plainTree(parsed: unknown, budget: LoadBudget, where: string, onNode: OnNode): Json {
  const open = new Set<object>();
  const seen = new Set<object>();
  const keys: string[] = [];
  const { depth } = budget.limits;
  let repeated = 0;
  let pointerLength = 0;
  return copy(parsed, undefined);

  function copy(value: unknown, parent: object | undefined): Json {
    const isAlias = typeof value === "object" && value !== null && seen.has(value);
    if (isAlias) repeated += 1;
    budget.spendValue(repeated > 0, where);
    if (typeof value !== "object" || value === null) return scalar(value, keys);
    if (open.has(value)) throw new TreeFailure("A YAML alias contains itself.");
    if (open.size >= depth) {
      throw new TreeFailure(`The document is nested deeper than ${depth} levels.`);
    }
    budget.spendNode(pointerLength, where);
    open.add(value);
    seen.add(value);
    const node = Array.isArray(value) ? copyArray(value, parent) : copyObject(value, parent);
    open.delete(value);
    if (isAlias) repeated -= 1;
    return node;
  }

  function below(key: string, value: unknown, parent: object): Json {
    keys.push(key);
    pointerLength += key.length + 1;
    const made = copy(value, parent);
    pointerLength -= key.length + 1;
    keys.pop();
    return made;
  }

  function copyArray(items: readonly unknown[], parent: object | undefined): Json {
    const node: Json[] = [];
    onNode(node, parent, keys.at(-1) ?? "");
    items.forEach((item, index) => {
      node.push(below(String(index), item, node));
    });
    return node;
  }

  function copyObject(source: object, parent: object | undefined): JsonObject {
    const node: Record<string, Json> = {};
    onNode(node, parent, keys.at(-1) ?? "");
    for (const key of Object.keys(source).sort(byText)) {
      const value = below(key, (source as Record<string, unknown>)[key], node);
      // A legal name in a contract; plain assignment would change the prototype instead.
      if (key === "__proto__")
        Object.defineProperty(node, key, { value, enumerable: true, writable: true, configurable: true });
      else node[key] = value;
    }
    return node;
  }
}

/** A value that JSON has too. JSON lacks YAML's `.nan` and `.inf`; a number beyond the range of doubles reads as infinite. */
function scalar(value: unknown, keys: readonly string[]): null | boolean | number | string {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number") {
    throw new TreeFailure(`The value at ${toPointer(keys)} must be a JSON value (got a ${typeof value}).`);
  }
  if (!Number.isFinite(value)) {
    throw new TreeFailure(`The number at ${toPointer(keys)} must be finite (got ${String(value)}).`);
  }
  return value;
}

/** A schema with an `$id`, or the document as a whole: what relative references and anchors in it count from. */
interface Resource {
  readonly uri: string;
  readonly keys: readonly string[];
}

interface Names {
  /** Absolute URI, without fragment → resource. */
  readonly resources: Map<string, Resource>;
  /** URI of a resource, `#`, name → keys of the schema. */
  readonly anchors: Map<string, readonly string[]>;
  /** `#name` → keys of the first schema of that name, for references that count from the document. */
  readonly anywhere: Map<string, readonly string[]>;
  readonly references: { readonly node: Record<string, unknown>; readonly within: Resource }[];
}

/**
 * Rewrites references to anchors (`#node`, JSON Schema 2020-12 section 8.2.2), to an `$id` (section 8.2.1) and to the
 * document's own `$self` (OpenAPI 3.2, 4.1.2) as JSON pointers, within one parsed document: the bundler would take the
 * first for names of its own and fetch the others, and everybody else knows pointers alone. Changes the tree in place.
 */
function resolveAnchors(tree: unknown): void {
  const names = collect(tree);
  for (const { node, within } of names.references) {
    const found = targetOf(String(node["$ref"]), within, names, tree);
    if (found !== undefined) node["$ref"] = toReference(found);
  }
}

/** What a document without a name of its own is called while it is looked through. */
const UNNAMED = "document:///";

function collect(tree: unknown): Names {
  const self = isMembers(tree) && typeof tree["$self"] === "string" ? tree["$self"] : "";
  const root: Resource = { uri: absolute(self, UNNAMED) ?? UNNAMED, keys: [] };
  const names: Names = {
    resources: new Map([[root.uri, root]]),
    anchors: new Map(),
    anywhere: new Map(),
    references: [],
  };
  const open: Resource[] = [root];
  walkTree(tree, (node, keys) => {
    // Parents come first: every object that is not above this one is complete.
    while (open.length > 1 && !startsWith(keys, open.at(-1)?.keys ?? [])) open.pop();
    const outer = open.at(-1) ?? root;
    const within = enter(node, keys, outer, names);
    if (within !== outer) open.push(within);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) nameAnchor(node[keyword], keys, within, names);
    if (typeof node["$ref"] === "string") names.references.push({ node, within });
  });
  return names;
}

function enter(
  node: Record<string, unknown>,
  keys: readonly string[],
  outer: Resource,
  names: Names,
): Resource {
  const id = node["$id"];
  if (typeof id !== "string" || id === "") return outer;
  // Before 2019 an `$id` of a fragment alone was what an `$anchor` is now.
  if (id.startsWith("#")) nameAnchor(id.slice(1), keys, outer, names);
  const uri = id.startsWith("#") ? undefined : absolute(id.replace(/#$/u, ""), outer.uri);
  if (uri === undefined) return outer;
  const resource = { uri, keys: [...keys] };
  if (!names.resources.has(uri)) names.resources.set(uri, resource);
  return resource;
}

function nameAnchor(name: unknown, keys: readonly string[], within: Resource, names: Names): void {
  if (typeof name !== "string" || name === "") return;
  const inside = `${within.uri}#${name}`;
  if (!names.anchors.has(inside)) names.anchors.set(inside, [...keys]);
  if (!names.anywhere.has(`#${name}`)) names.anywhere.set(`#${name}`, [...keys]);
}

/** The keys that a reference leads to within the document; undefined when it leads out of it, or is a pointer already. */
function targetOf(
  reference: string,
  within: Resource,
  { resources, anchors, anywhere }: Names,
  tree: unknown,
): readonly string[] | undefined {
  const [path = "", fragment = ""] = reference.split("#", 2);
  const uri = path === "" ? within.uri : absolute(path, within.uri);
  const resource = path === "" ? within : resources.get(uri ?? "");
  if (resource === undefined) return undefined;
  if (fragment === "") return path === "" && !reference.startsWith("#") ? undefined : resource.keys;
  if (!fragment.startsWith("/"))
    return anchors.get(`${resource.uri}#${fragment}`) ?? (path === "" ? anywhere.get(reference) : undefined);
  const keys = [...resource.keys, ...fragmentKeys(`#${fragment}`)];
  // Most who give a component an `$id` still count its pointers from the document.
  return valueAt(tree, keys) === undefined ? undefined : keys;
}

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function startsWith(keys: readonly string[], head: readonly string[]): boolean {
  return head.every((key, index) => keys[index] === key);
}
