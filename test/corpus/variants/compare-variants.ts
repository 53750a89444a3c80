import { isObject, type Json } from "../../determinism/json-tree.js";
import type { VariantFinding } from "./generate-variants.js";
import { type Variant, variants } from "./write-variant.js";

/** How the clients of the variants compare with those of the documents. */
export interface VariantComparison {
  /** Variants that were generated, by kind. */
  readonly counts: ReadonlyMap<Variant, number>;
  /** `museum.yaml, split: models/pet.ts`. */
  readonly differences: readonly string[];
}

/**
 * Compares every variant of a document that gave a client with that client.
 *
 * @param clients - document → manifest of its own client.
 */
export function compareVariants(
  clients: ReadonlyMap<string, Json>,
  findings: readonly VariantFinding[],
): VariantComparison {
  const compared = findings.filter(({ document }) => clients.has(document));
  return {
    counts: new Map(
      variants.map((kind) => [kind, compared.filter(({ variant }) => variant === kind).length]),
    ),
    differences: compared.flatMap(({ document, variant, manifest }) =>
      pathsThatDiffer(clients.get(document) ?? null, manifest).map(
        (path) => `${document}, ${variant}: ${path}`,
      ),
    ),
  };
}

/** One line, and one below it for each difference. */
export function describeVariants({ counts, differences }: VariantComparison): string {
  const kinds = [...counts].map(([kind, count]) => `${String(count)} ${kind}`).join(", ");
  const line = `Other spellings of the documents (${kinds}): ${String(differences.length)} files with other bytes.`;
  return [line, ...differences].join("\n  ");
}

/** Files by path, and the members of the manifest beside `files` by name. */
function pathsThatDiffer(one: Json, other: Json): readonly string[] {
  if (isObject(other) && typeof other["refused"] === "string") return [other["refused"]];
  const [ours, theirs] = [entriesOf(one), entriesOf(other)];
  const paths = new Set([...ours.keys(), ...theirs.keys()]);
  return [...paths].filter((path) => ours.get(path) !== theirs.get(path)).sort();
}

function entriesOf(manifest: Json): ReadonlyMap<string, string> {
  const { files, ...others } = isObject(manifest) ? manifest : {};
  const all = { ...others, ...(isObject(files) ? files : {}) };
  return new Map(Object.entries(all).map(([name, value]) => [name, JSON.stringify(value)]));
}
