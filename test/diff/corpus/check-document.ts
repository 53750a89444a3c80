import type { Finding } from "../../../src/diff/finding.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { isMembers, visitObjects } from "../../../src/openapi/visit.js";
import { toPointer } from "../../../src/text/json-pointer.js";
import { seeded } from "../../support/seeded.js";
import { mutateBy, mutations } from "../mutate/mutate.js";
import { schemaRewrites } from "../rewrites/schema-rewrites.js";
import { rewrites } from "../wire/rewrites.js";
import { wireFindings } from "./compare-wire.js";

/** What a kind of mutation has to give. */
export interface Expected {
  /** Of these `rule level`, at least one at the place of the mutation. */
  readonly gives?: readonly string[];
  /** Why it may give nothing. */
  readonly silent?: string;
}

/** How many pairs of documents were compared, and what `diff` reports of them that it must not, or does not report. */
export interface Checked {
  readonly count: number;
  readonly unexpected: readonly string[];
}

/** Which changes are made: the same for the same seed. */
export interface Extent {
  readonly seed: number;
  /** Of a large document not all kinds are made, because each change is a copy of the whole. */
  readonly most: number;
}

/** Compares a document with itself in other words, in both directions: nothing may differ on the wire. */
export function checkRewrites(document: JsonObject): Checked {
  const all = Object.entries({ ...rewrites, ...schemaRewrites });
  const unexpected = all.flatMap(([name, rewrite]) => {
    const other = rewrite(document);
    return [...differences(document, other), ...differences(other, document)].map(
      (difference) => `${name}: ${difference}`,
    );
  });
  return { count: all.length, unexpected };
}

function differences(before: JsonObject, after: JsonObject): readonly string[] {
  return wireFindings(before, after)
    .filter(({ wire }) => wire !== "docs")
    .map(({ rule, wire, title }) => `${rule} ${wire}: ${title}`);
}

/**
 * Changes a document in each way that the mutator knows, at a place that the seed chooses: each change is reported there, with its level.
 *
 * @param expected - by row and title of the mutation: `G3 a property is removed`.
 */
export function checkMutants(
  document: JsonObject,
  { seed, most }: Extent,
  expected: Readonly<Record<string, Expected>>,
): Checked {
  const used = usedComponents(document);
  let count = 0;
  const unexpected: string[] = [];
  for (const [index, mutation] of shuffled([...mutations.entries()], seed)) {
    if (count === most) break;
    const mutant = mutateBy(mutation, document, seeded(seed * 1000 + index));
    if (mutant === undefined || !isUsed(mutant.pointer, used)) continue;
    count += 1;
    const key = `${mutant.row} ${mutant.title}`;
    const { gives = [], silent } = expected[key] ?? {};
    const found = wireFindings(document, mutant.document);
    // What another part describes still is only added, under its new name.
    const renamed = mutant.row === "G6" ? [`${mutant.pointer}Renamed`] : [];
    const near = [mutant.pointer, ...renamed].flatMap((pointer) =>
      found.filter((finding) => isNear(finding, pointer)).map(labelOf),
    );
    const isSilent = found.every(({ wire }) => wire === "docs");
    const isRight = isSilent ? silent !== undefined : near.some((label) => gives.includes(label));
    if (!isRight)
      unexpected.push(
        `${key}, ${mutant.pointer}: ${[...new Set(found.map(labelOf))].join(", ") || "nothing"}`,
      );
  }
  return { count, unexpected };
}

function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = seeded(seed);
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

export function labelOf({ rule, wire }: Finding): string {
  return `${rule} ${wire}`;
}

/** In the object that was changed, or in one that has it. */
export function isNear({ old, new: now }: Finding, pointer: string): boolean {
  return [old, now].some(
    (position) =>
      position !== undefined && (isWithin(position.pointer, pointer) || isWithin(pointer, position.pointer)),
  );
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

export function isUsed(pointer: string, used: ReadonlySet<string>): boolean {
  const component = componentOf(pointer);
  return (
    component === undefined || component.startsWith("#/components/securitySchemes/") || used.has(component)
  );
}

/** Pointers of the components that operations lead to. */
export function usedComponents(document: JsonObject): ReadonlySet<string> {
  const references = new Map<string, readonly string[]>();
  visitObjects(document, (node, _kind, keys) => {
    const from = componentOf(toPointer(keys)) ?? "";
    const targets = [node["$ref"], ...(isMembers(node["mapping"]) ? Object.values(node["mapping"]) : [])];
    const components = targets.flatMap((target) =>
      typeof target === "string" ? (componentOf(target) ?? []) : [],
    );
    references.set(from, [...(references.get(from) ?? []), ...components]);
    return undefined;
  });
  const used = new Set<string>();
  let open: readonly string[] = references.get("") ?? [];
  while (open.length > 0) {
    const added = [...new Set(open)].filter((target) => !used.has(target));
    for (const target of added) used.add(target);
    open = added.flatMap((target) => references.get(target) ?? []);
  }
  return used;
}

function componentOf(pointer: string): string | undefined {
  return /^#\/components\/[^/]+\/[^/]+/u.exec(pointer)?.[0];
}
