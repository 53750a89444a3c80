import { fragmentKeys, toPointer } from "../text/json-pointer.js";
import { childrenOf, isMembers, type Members, valueAt } from "./visit.js";
import type { ObjectKind } from "./keywords.js";

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
