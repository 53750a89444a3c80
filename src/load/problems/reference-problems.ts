import type { Document } from "@redocly/openapi-core";
import { toPointer } from "../../text/json-pointer.js";
import type { ContractResolver } from "../contract-resolver.js";
import type { Location } from "./problem-frames.js";
import { type Documents, followReference, type Found, hopLimit, libraryKeys } from "../read-documents.js";
import { referenceOf, walkTree } from "../walk-tree.js";

/** References that no value can be found behind. */
export interface LostReferences {
  /** Those that lead to the object that they are in, whatever it has beside them. */
  readonly own: readonly Location[];
  /** Those that lead to nothing but `$ref`s, and back to themselves: `A: {$ref: B}`, `B: {$ref: A}`. */
  readonly loops: readonly Location[];
  /** Those that lead to a value only through more than {@link MOST_REFERENCES} others; of one row the last of them. */
  readonly long: readonly Location[];
}

/** References in a row that the bundler resolves in time, which grows with their square; contracts have three or four. */
export const MOST_REFERENCES = 200;

/**
 * Finds the references that the bundler cannot handle. (A schema that contains itself is not a loop: it leads to a value.)
 */
export function findLostReferences(documents: Documents, resolver: ContractResolver): LostReferences {
  const plain = createCounts();
  // The library reads some pointers in its own way, and fails where they lead in a circle by that.
  const toLibrary = createCounts();
  const found: { readonly node: object; readonly document: Document }[] = [];
  for (const document of documents.values()) {
    // Equal references of one document lead to the same value: most lead to it at once.
    const direct = new Set<string>();
    walkTree(document.parsed, (node) => {
      const reference = referenceOf(node);
      if (reference === undefined) return;
      found.push({ node, document });
      if (direct.has(reference)) {
        plain.lengths.set(node, 1);
        toLibrary.lengths.set(node, 1);
        return;
      }
      countReferences(node, document, documents, resolver, plain);
      countReferences(node, document, documents, resolver, toLibrary, libraryKeys);
      if (plain.lengths.get(node) === 1 && toLibrary.lengths.get(node) === 1) direct.add(reference);
    });
  }
  const circles = new Set(
    [plain, toLibrary].flatMap((counts) => [...(counts.circles.size > 0 ? counts.circles : counts.endless)]),
  );
  const locationsOf = (isOne: (node: unknown, document: Document) => boolean) =>
    found.flatMap(({ node, document }) =>
      isOne(node, document)
        ? [{ source: document.source, pointer: toPointer(resolver.originOf(node)?.keys ?? []) }]
        : [],
    );
  const isOwn = (node: unknown, document: Document) => {
    const target = followReference(node, document, documents, resolver, { hops: hopLimit });
    return target !== "loop" && target.node === node;
  };
  return {
    own: locationsOf((node, document) => circles.has(node) && isOwn(node, document)),
    loops: locationsOf((node, document) => circles.has(node) && !isOwn(node, document)),
    long: locationsOf((node) => plain.lengths.get(node) === MOST_REFERENCES + 1),
  };
}

/** What is known of references that were followed: each is followed once. */
interface Counts {
  /** References from one to the value that it leads to, itself counted; infinite where there is none. */
  readonly lengths: Map<unknown, number>;
  /** Those that form a circle. What only leads into one is right once the circle is broken. */
  readonly circles: Set<unknown>;
  /** Those whose pointer goes through more references than can be followed. */
  readonly endless: Set<unknown>;
}

function createCounts(): Counts {
  return { lengths: new Map(), circles: new Set(), endless: new Set() };
}

function countReferences(
  start: unknown,
  home: Document,
  documents: Documents,
  resolver: ContractResolver,
  { lengths, circles, endless }: Counts,
  readKeys?: (fragment: string) => readonly string[],
): void {
  const trail = new Set<unknown>();
  let at: Found | "loop" = { node: start, document: home };
  while (
    at !== "loop" &&
    referenceOf(at.node) !== undefined &&
    !lengths.has(at.node) &&
    !trail.has(at.node)
  ) {
    const { node }: Found = at;
    trail.add(node);
    const passed: unknown[] = [];
    at = followReference(node, at.document, documents, resolver, { hops: hopLimit, passed }, readKeys);
    if (at !== "loop") continue;
    endless.add(node);
    if (passed.lastIndexOf(node) > 0) circles.add(node);
  }
  const followed = [...trail];
  let length = at === "loop" ? Infinity : (lengths.get(at.node) ?? 0);
  if (at !== "loop" && trail.has(at.node)) {
    length = Infinity;
    for (const node of followed.slice(followed.indexOf(at.node))) circles.add(node);
  }
  for (const node of followed.reverse()) {
    length += 1;
    lengths.set(node, length);
  }
}

/**
 * Runs a walk of the bundler's library, which goes into a reference before it goes on: references that lead from schema
 * to schema, some hundred deep, take more stack than there is.
 *
 * @param refuse - throws where the stack did not suffice.
 * @param refuseCircle - throws where a reference leads back to itself by what the library takes for a pointer.
 */
export async function withinStack<T>(
  walk: () => Promise<T>,
  refuse: () => never,
  refuseCircle: () => never,
): Promise<T> {
  try {
    return await walk();
  } catch (error) {
    if (error instanceof RangeError && /call stack/u.test(error.message)) refuse();
    if (error instanceof Error && error.message === "Self-referencing circular pointer") refuseCircle();
    throw error;
  }
}

interface Step {
  readonly node: unknown;
  readonly document: Document;
  /** References on the way here. */
  readonly references: number;
  /** The last of them. */
  readonly last: unknown;
}

/** The reference that most others lead to, each once, in the order of such a walk. */
export function findDeepestReference(
  root: Document,
  documents: Documents,
  resolver: ContractResolver,
): Location {
  const seen = new Set<unknown>();
  let deepest: Step = { node: root.parsed, document: root, references: 0, last: undefined };
  const waiting = [deepest];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { node, document, references, last } = at;
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    if (references > deepest.references) deepest = at;
    const found = followReference(node, document, documents, resolver, { hops: hopLimit });
    if (referenceOf(node) !== undefined && found !== "loop")
      waiting.push({ ...found, references: references + 1, last: node });
    // What comes last is looked at first.
    for (const child of Object.values(node).reverse())
      waiting.push({ node: child, document, references, last });
  }
  return locationOf(deepest.last, documents) ?? { source: root.source, pointer: "#/" };
}

function locationOf(reference: unknown, documents: Documents): Location | undefined {
  for (const { source, parsed } of documents.values()) {
    let pointer: string | undefined;
    walkTree(parsed, (node, keys) => {
      if (node === reference) pointer = toPointer(keys);
    });
    if (pointer !== undefined) return { source, pointer };
  }
  return undefined;
}
