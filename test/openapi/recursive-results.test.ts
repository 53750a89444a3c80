import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leadingTo, reachable, recursiveResults } from "../../src/openapi/recursive-results.js";

type Graph = readonly (readonly number[])[];

const graphs = fc
  .integer({ min: 1, max: 9 })
  .chain((size) =>
    fc.tuple(
      fc.array(fc.array(fc.nat(size - 1), { maxLength: 4 }), { minLength: size, maxLength: size }),
      fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 6 }),
    ),
  );

function below(graph: Graph, start: number): ReadonlySet<number> {
  return reachable([start], (node) => graph[node] ?? []);
}

describe("recursiveResults", () => {
  test("finds in any graph, wherever it is entered, what is reachable there", () => {
    fc.assert(
      fc.property(graphs, ([graph, marked, starts]) => {
        const some = recursiveResults<number, boolean>({
          onCycle: false,
          compute: (node, recurse) => marked[node] === true || (graph[node] ?? []).some(recurse),
        });
        const every = recursiveResults<number, boolean>({
          onCycle: true,
          compute: (node, recurse) => marked[node] === true && (graph[node] ?? []).every(recurse),
        });
        for (const start of starts) {
          const found = [...below(graph, start)];
          expect(some(start)).toBe(found.some((node) => marked[node] === true));
          expect(every(start)).toBe(found.every((node) => marked[node] === true));
        }
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  test("gives each member of a cycle the whole list when it can compare lists", () => {
    fc.assert(
      fc.property(graphs, ([graph, , starts]) => {
        const listed = recursiveResults<number, readonly number[]>({
          onCycle: [],
          compute: (node, recurse) =>
            [...new Set([node, ...(graph[node] ?? []).flatMap((child) => recurse(child))])].sort(),
          isSame: (left, right) => left.join() === right.join(),
        });
        for (const start of starts) expect(listed(start)).toEqual([...below(graph, start)].sort());
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  test("computes a node once however many ways lead to it", () => {
    let computed = 0;
    const depth = recursiveResults<number, number>({
      onCycle: 0,
      compute: (node, recurse) => {
        computed += 1;
        return node === 0 ? 0 : 1 + Math.max(recurse(node - 1), recurse(Math.max(0, node - 2)));
      },
    });
    expect(depth(60)).toBe(60);
    expect(computed).toBe(61);
    expect(depth(30)).toBe(30);
    expect(computed).toBe(61);
  });

  test("ends when a result never settles", () => {
    const flips = recursiveResults<number, boolean>({
      onCycle: false,
      compute: (node, recurse) => !recurse(node),
    });
    expect(flips(1)).toBeTypeOf("boolean");
    const grows = recursiveResults<number, number>({
      onCycle: 0,
      compute: (node, recurse) => 1 + recurse(1 - node),
    });
    expect(grows(0)).toBeGreaterThan(1);
  });

  test("tells nodes apart by their key", () => {
    const same = recursiveResults<{ readonly name: string }, string>({
      onCycle: "cycle",
      keyOf: ({ name }) => name,
      compute: ({ name }, recurse) => `${name}:${recurse({ name })}`,
      isSame: () => true,
    });
    expect(same({ name: "a" })).toBe("a:cycle");
  });

  test("forgets what an error left unfinished", () => {
    let fails = true;
    const some = recursiveResults<number, boolean>({
      onCycle: false,
      compute: (node, recurse) => {
        if (node === 2 && fails) throw new Error("not yet");
        return node === 2 || recurse((node + 1) % 3);
      },
    });
    expect(() => some(0)).toThrow("not yet");
    fails = false;
    expect([some(1), some(0)]).toEqual([true, true]);
  });
});

describe("reachable", () => {
  test("takes a chain of a million nodes without recursion", () => {
    expect(reachable([0], (node) => (node < 1_000_000 ? [node + 1] : [0])).size).toBe(1_000_001);
  });
});

describe("leadingTo", () => {
  const leads = (next: (node: number) => readonly number[], ...has: readonly number[]) =>
    leadingTo<number>((node) => has.includes(node), next);

  test("follows every way, through circles too, whatever was asked before", () => {
    // 0 → 1 → 2 → 0 is a circle that leads to 3; 4 leads nowhere; 5 leads into the circle.
    const next = [[1], [2], [0, 3], [], [4], [2]];
    for (const first of [0, 1, 2, 3, 4, 5]) {
      const leadsTo = leads((node) => next[node] ?? [], 3);
      leadsTo(first);
      expect([0, 1, 2, 3, 4, 5].map(leadsTo)).toEqual([true, true, true, true, false, true]);
    }
  });

  test("does not recurse: of nodes that all lead to each other the longest way is through all", () => {
    const all = Array.from({ length: 2000 }, (_, index) => index);
    expect(leads(() => all, 1999)(0)).toBe(true);
    expect(leads((node) => (node < 1_000_000 ? [node + 1] : [0]), -1)(0)).toBe(false);
  });
});
