import { fragmentKeys, toReference } from "../text/json-pointer.js";
import { isMembers, valueAt, walkTree } from "./walk-tree.js";

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
  /** `#name` → keys of the first schema of that name, for who counts from the document all the same. */
  readonly anywhere: Map<string, readonly string[]>;
  readonly references: { readonly node: Record<string, unknown>; readonly within: Resource }[];
}

/**
 * Rewrites references to anchors (`#node`, JSON Schema 2020-12 section 8.2.2), to an `$id` (section 8.2.1) and to the
 * document's own `$self` (OpenAPI 3.2, 4.1.2) as JSON pointers, within one parsed document: the bundler would take the
 * first for names of its own and fetch the others, and everybody else knows pointers alone. Changes the tree in place.
 */
export function resolveAnchors(tree: unknown): void {
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
    // Parents come first: whoever is not above this object has been left.
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
