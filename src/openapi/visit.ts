import { fragmentKeys, toPointer } from "../text/json-pointer.js";
import { UserError } from "../text/user-error.js";
import { type ObjectKind, valueOf } from "./keywords.js";

/** An object of a document, by member. */
export type Members = Readonly<Record<string, unknown>>;

/** A direct child object. */
export interface Child {
  /** The way from the one to the other: a keyword, and an index or a name. */
  readonly keys: readonly string[];
  readonly kind: ObjectKind;
  /** Usually an object; a boolean for some schemas; anything in a contract that breaks the rules. */
  readonly value: unknown;
}

/**
 * Told of an object, of its kind, and of the keys that lead to it. They change as the visit goes on: copy what is kept.
 *
 * @returns `"skip"` to leave out what is below.
 */
export type OnObject = (node: Members, kind: ObjectKind, keys: readonly string[]) => "skip" | undefined;

/** Where a visit starts. */
export interface VisitOptions {
  /** What the root is. Default: an OpenAPI document. */
  readonly kind?: ObjectKind;
  /** The keys that lead to the root. Default: none. */
  readonly keys?: readonly string[];
  /**
   * The document whose references are followed: what a `$ref` of a visited object leads to in it is visited as what the
   * reference says that it is, even where the specification knows no such place (`#/x-models/Pet`). Default: none.
   */
  readonly follow?: unknown;
}

/**
 * Visits the objects of a document, parents first, names sorted: each once for every kind that it is met as, so that a visit
 * always ends, also where objects are shared. Data is never visited. A component, property, path, response or header may
 * have any name: a name of a map is not taken for a keyword.
 */
export function visitObjects(root: unknown, onObject: OnObject, options: VisitOptions = {}): void {
  const { kind: rootKind = "openapi", keys: rootKeys = [], follow } = options;
  const seen = new Map<object, Set<ObjectKind>>();
  const targets: { readonly reference: string; readonly kind: ObjectKind }[] = [];
  const keys = [...rootKeys];
  visit(root, rootKind);
  for (let next = targets.pop(); next !== undefined; next = targets.pop()) {
    keys.splice(0, keys.length, ...fragmentKeys(next.reference));
    visit(valueAt(follow, keys), next.kind);
  }

  function visit(node: unknown, kind: ObjectKind): void {
    if (!isMembers(node)) return;
    const kinds = seen.get(node) ?? new Set();
    if (kinds.has(kind)) return;
    seen.set(node, kinds.add(kind));
    if (onObject(node, kind, keys) === "skip") return;
    if (follow !== undefined) {
      for (const keyword of ["$ref", "$dynamicRef"]) {
        const reference = node[keyword];
        if (typeof reference === "string" && reference.startsWith("#/")) targets.push({ reference, kind });
      }
    }
    for (const child of childrenOf(node, kind)) {
      keys.push(...child.keys);
      visit(child.value, child.kind);
      keys.length -= child.keys.length;
    }
  }
}

/** The direct child objects of an object, sorted by keyword, and by name or index. */
export function childrenOf(node: Members, kind: ObjectKind): readonly Child[] {
  const children: Child[] = [];
  for (const keyword of Object.keys(node).sort()) {
    const value = node[keyword];
    if (typeof value !== "object" && typeof value !== "boolean") continue;
    const known = valueOf(kind, keyword);
    if (known.holds === "data") continue;
    if (known.holds === "one" || (known.holds === "one or list" && !Array.isArray(value))) {
      children.push({ keys: [keyword], kind: known.kind, value });
      continue;
    }
    if (typeof value !== "object" || value === null) continue;
    const isList = Array.isArray(value);
    if (isList !== (known.holds === "list" || known.holds === "one or list")) continue;
    const names = isList ? Object.keys(value) : Object.keys(value).sort();
    for (const name of names)
      children.push({
        keys: [keyword, name],
        kind: known.kind,
        value: (value as Readonly<Record<string, unknown>>)[name],
      });
  }
  return children;
}

/** A copy of an object with its direct child objects replaced; data stays as it is. */
export function mapChildren(
  node: Members,
  kind: ObjectKind,
  change: (child: unknown, kind: ObjectKind) => unknown,
): Members {
  const entries = Object.entries(node).map(([keyword, value]): [string, unknown] => {
    const known = valueOf(kind, keyword);
    if (known.holds === "data") return [keyword, value];
    const changed = (child: unknown) => change(child, known.kind);
    if (Array.isArray(value)) {
      const isList = known.holds === "list" || known.holds === "one or list";
      return [keyword, isList ? value.map(changed) : value];
    }
    if (!isMembers(value) || known.holds === "list")
      return [keyword, known.holds === "one" ? changed(value) : value];
    if (known.holds === "one" || known.holds === "one or list") return [keyword, changed(value)];
    const named = Object.entries(value).map(([name, child]) => [name, changed(child)]);
    return [keyword, Object.fromEntries(named)];
  });
  return Object.fromEntries(entries);
}

/** The value at the end of some keys; undefined when a key is missing on the way. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
  let node = root;
  for (const key of keys) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/** True for an object of a document, false for a list. */
export function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Counts the steps that model and plan of one contract take, and ends them where there are too many. One object for one
 * contract: `generate` creates it, and every walk over schemas counts its steps on it.
 */
export interface VisitBudget {
  /**
   * Counts steps: a node that is looked at, or an item that is added to a result.
   *
   * @param pointer - of the schema that is looked at, where that is known: an error names the last one
   * @throws UserError (exit 3) when the contract has used up its steps.
   */
  visit(steps?: number, pointer?: string): void;
  /** Steps so far. */
  readonly visits: number;
}

/** Steps for a contract of any size: GitHub's takes 61,259 for 12 MB, Stripe's 44,699. */
const MOST_VISITS = 1_000_000;

/** Steps for each operation besides: those of Microsoft Graph, 11,422, take 800 on average, those of EC2 214. */
const VISITS_OF_OPERATION = 2_000;

/**
 * Creates the budget of one contract.
 *
 * @param operations - in the contract; what they take grows with their number, and what schemas multiply to does not.
 */
export function createVisitBudget(operations = 0): VisitBudget {
  return createBudgetOf(MOST_VISITS + operations * VISITS_OF_OPERATION);
}

/** Creates a budget of a given number of steps. */
export function createBudgetOf(most: number): VisitBudget {
  let visits = 0;
  let last: string | undefined;
  return {
    get visits() {
      return visits;
    },
    visit(steps = 1, pointer?: string) {
      visits += steps;
      last = pointer ?? last;
      if (visits <= most) return;
      throw new UserError(
        3,
        `The schemas of the contract refer to each other in too many ways: reading them takes more than ${most.toLocaleString("en-US")} steps.`,
        {
          ...(last !== undefined && { pointers: [last] }),
          remedy:
            "Remove references between schemas, nested alternatives (`oneOf`, `anyOf`) or parts (`allOf`), or select the operations that you call with `include` in cabinetry.yaml or `--include`.",
        },
      );
    },
  };
}

/** An object of a document that references lead away from. */
export interface ReferenceDepth {
  /** References on the longest way from it; one that leads back to an object on the way is not counted. */
  readonly references: number;
  readonly pointer: string;
}

interface Step {
  readonly node: Members;
  readonly kind: ObjectKind;
  readonly keys: readonly string[];
}

/** One object on the way, with what is still to be looked at below it. */
interface Open extends Step {
  readonly next: { readonly step: Step; readonly cost: 0 | 1 }[];
  references: number;
  readonly cost: 0 | 1;
}

/**
 * The object of a bundled document from which references lead farthest, from one to the next. It does not recurse, so that it
 * can tell why a walk that does ran out of stack.
 */
export function deepestReferences(document: Members): ReferenceDepth {
  const known = new Map<object, number>();
  let deepest: ReferenceDepth = { references: 0, pointer: "#/" };
  const open: Open[] = [];
  enter({ node: document, kind: "openapi", keys: [] }, 0);
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const next = at.next.pop();
    if (next === undefined) leave(at);
    else {
      const before = known.get(next.step.node);
      if (before === undefined) enter(next.step, next.cost);
      else at.references = Math.max(at.references, before + next.cost);
    }
  }
  return deepest;

  function enter(step: Step, cost: 0 | 1): void {
    // Until it is known, it counts as what leads back.
    known.set(step.node, 0);
    open.push({ ...step, cost, references: 0, next: stepsFrom(step, document) });
  }

  function leave({ node, kind, keys, references, cost }: Open): void {
    open.pop();
    known.set(node, references);
    if (kind === "schema" && references >= deepest.references)
      deepest = { references, pointer: toPointer(keys) };
    const above = open.at(-1);
    if (above !== undefined) above.references = Math.max(above.references, references + cost);
  }
}

function stepsFrom({ node, kind, keys }: Step, document: Members): Open["next"] {
  const children = childrenOf(node, kind).flatMap((child): Open["next"] => {
    if (!isMembers(child.value)) return [];
    return [{ step: { node: child.value, kind: child.kind, keys: [...keys, ...child.keys] }, cost: 0 }];
  });
  const reference = node["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/")) return children;
  const target = fragmentKeys(reference);
  const value = valueAt(document, target);
  return isMembers(value) ? [...children, { step: { node: value, kind, keys: target }, cost: 1 }] : children;
}
