import type { VisitBudget } from "./visit.js";

/** A computation for a node that uses the results of the nodes that it leads to. */
export interface RecursiveQuestion<Node, Result> {
  /**
   * The neutral result: what a node counts as while its own result is being computed, which is what a cycle leads to. `false`
   * for "does anything below …", `true` for "does everything below …", an empty list for "which … are below".
   */
  readonly onCycle: Result;
  /**
   * Computes the result of a node. Ask `recurse` about other nodes, never this question itself: `recurse` knows the cycles.
   */
  readonly compute: (node: Node, recurse: (node: Node) => Result) => Result;
  /**
   * What identifies a node; by default the node itself. A question with parameters joins them into one text:
   * `({pointer, direction}) => direction + pointer`.
   */
  readonly keyOf?: (node: Node) => unknown;
  /**
   * Whether two results are the same. Without it, scalars are compared with `Object.is`, and lists and objects of a cycle are
   * computed in one round: a member of the cycle may then lack what only its entry knows.
   */
  readonly isSame?: (left: Result, right: Result) => boolean;
  /** Counts every computation; the budget of the contract that the nodes belong to. */
  readonly budget?: VisitBudget;
}

/** How often a cycle is computed again before its last results count. Contracts need two or three rounds. */
const MAX_PASSES = 64;

/**
 * Makes a function from a recursive question about a graph that may have cycles: about schemas, say, that contain themselves.
 * Each node is computed once and its result kept, so that time is linear in the graph and not in the number of ways through
 * it; a cycle ends at once, and nothing recurses without end.
 *
 * Results do not depend on where the first question enters a cycle: as long as a result of a cycle changes, the cycle is
 * computed again with the results of the last round in place of `onCycle` (the least fixed point, for questions that only
 * ever change in one direction: `false` to `true`, more and more items).
 *
 * Create it once for a document or a model, and keep it: the results live as long as the function does.
 *
 * @example
 * ```ts
 * const holdsDate = recursiveResults<SchemaNode, boolean>({
 *   onCycle: false,
 *   compute: (node, recurse) => isDate(node) || children(node).some(recurse),
 * });
 * ```
 */
export function recursiveResults<Node, Result>(
  question: RecursiveQuestion<Node, Result>,
): (node: Node) => Result {
  const { onCycle, compute, keyOf = (node: Node) => node, isSame = isSameScalar, budget } = question;
  /** Final results. */
  const results = new Map<unknown, Result>();
  /** Results of the last round, of nodes whose cycle is being computed. */
  const assumed = new Map<unknown, Result>();
  /** Nodes without a final result → when each was entered. */
  const entered = new Map<unknown, number>();
  /** Those of them that are computed, and wait for the node by which their cycle was entered. */
  const waiting: { readonly key: unknown; readonly result: Result }[] = [];
  const computed = new Map<unknown, Result>();
  let entries = 0;
  /** The earliest entered node that the node being computed depends on (Tarjan's low link). */
  let earliest = Infinity;

  return resolve;

  function resolve(node: Node): Result {
    const key = keyOf(node);
    if (results.has(key)) return results.get(key) as Result;
    const entry = entered.get(key);
    if (entry === undefined) return enter(node, key);
    earliest = Math.min(earliest, entry);
    if (computed.has(key)) return computed.get(key) as Result;
    return assumption(key);
  }

  function assumption(key: unknown): Result {
    return assumed.has(key) ? (assumed.get(key) as Result) : onCycle;
  }

  function enter(node: Node, key: unknown): Result {
    const outer = earliest;
    const first = waiting.length;
    const entry = entries;
    entries += 1;
    entered.set(key, entry);
    try {
      for (let pass = 1; ; pass += 1) {
        earliest = Infinity;
        budget?.visit();
        const result = compute(node, resolve);
        const isEntryOfCycle = earliest >= entry;
        waiting.push({ key, result });
        computed.set(key, result);
        if (!isEntryOfCycle) break;
        const members = waiting.slice(first);
        const isStable =
          earliest === Infinity || members.every((member) => isSame(member.result, assumption(member.key)));
        leave(first);
        if (isStable || pass >= MAX_PASSES) {
          for (const member of members) {
            results.set(member.key, member.result);
            assumed.delete(member.key);
          }
          // A finished cycle depends on nothing that is open.
          earliest = Infinity;
          break;
        }
        for (const member of members) assumed.set(member.key, member.result);
        entered.set(key, entry);
      }
    } catch (error) {
      leave(first);
      entered.delete(key);
      throw error;
    }
    earliest = Math.min(outer, earliest);
    return (computed.has(key) ? computed.get(key) : results.get(key)) as Result;
  }

  /** Forgets that nodes wait. */
  function leave(first: number): void {
    for (const { key } of waiting.splice(first)) {
      entered.delete(key);
      computed.delete(key);
    }
  }
}

function isSameScalar(left: unknown, right: unknown): boolean {
  return (typeof left === "object" && left !== null) || Object.is(left, right);
}

/**
 * Everything that can be reached from some nodes, they themselves first, each once, whatever cycles there are. It does not
 * recurse: no nesting is too deep for it.
 *
 * @param next - the nodes that a node leads to.
 */
export function reachable<Node>(
  starts: Iterable<Node>,
  next: (node: Node) => Iterable<Node>,
): ReadonlySet<Node> {
  const found = new Set(starts);
  // A set is iterated in the order of insertion, what is added on the way included.
  for (const node of found) for (const child of next(node)) found.add(child);
  return found;
}

/**
 * Decides whether a node has a property or leads to one that has it, in time linear in the graph and without recursion: of
 * nodes that all lead to each other, the longest way is through all of them.
 *
 * @param has - whether a node itself has the property.
 * @param next - the nodes that a node leads to.
 */
export function leadingTo<Node>(
  has: (node: Node) => boolean,
  next: (node: Node) => Iterable<Node>,
): (node: Node) => boolean {
  const results = new Map<Node, boolean>();
  return (start) => {
    if (!results.has(start)) markFrom(start);
    return results.get(start) === true;
  };

  function markFrom(start: Node): void {
    const from = new Map<Node, Node[]>();
    const found = new Set([start]);
    const leading = new Set<Node>();
    for (const node of found) {
      if (has(node)) leading.add(node);
      for (const child of next(node)) {
        const known = results.get(child);
        if (known === true) leading.add(node);
        if (known !== undefined) continue;
        found.add(child);
        const before = from.get(child);
        if (before === undefined) from.set(child, [node]);
        else before.push(node);
      }
    }
    for (const node of leading) for (const before of from.get(node) ?? []) leading.add(before);
    for (const node of found) results.set(node, leading.has(node));
  }
}
