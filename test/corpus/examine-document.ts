import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { generate, type GenerateOutcome, type Step } from "../../src/generate.js";
import { UserError } from "../../src/text/user-error.js";
import type { Json } from "../determinism/json-tree.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { readClientFiles } from "./client-files.js";
import { compareDocument, type TypeComparison } from "./compare-document.js";
import { compileClient } from "./compile-client.js";
import { corpusPath } from "./corpus.js";
import { countLooseTypes, type LooseTypes } from "./count-loose-types.js";
import { findUnformatted } from "./find-unformatted.js";
import { vendor } from "./vendor.js";

/** What a client of a document is like. */
export interface Examination extends LooseTypes, TypeComparison {
  readonly kind: "generated";
  readonly document: string;
  readonly operations: number;
  readonly models: number;
  /** Of `generate` as a whole. */
  readonly milliseconds: number;
  readonly steps: readonly Step[];
  /** One line a complaint of the compiler. */
  readonly compileErrors: readonly string[];
  /** Paths of the files that prettier would change. */
  readonly unformatted: readonly string[];
  /** Paths that a second generation would write or remove. */
  readonly unstable: readonly string[];
  /** `manifest.json`: the hash of every file. */
  readonly manifest: Json;
}

/** A document that no client could be generated from. */
export interface Refusal {
  readonly kind: "refused";
  readonly document: string;
  /** 3 for a contract at fault; undefined when the generator fell over. */
  readonly exitCode: number | undefined;
  /** What was said, and where. */
  readonly text: string;
}

/**
 * Generates a client of a document into a temporary folder, compiles it, lays it out with prettier, and generates it
 * again.
 *
 * @param document - as `corpusDocuments` names it.
 * @param path - where it stands.
 */
export async function examineDocument(
  document: string,
  path: string = corpusPath(document),
): Promise<Examination | Refusal> {
  const temporary = await makeTemporaryFolder("corpus");
  try {
    const out = join(temporary.path, "client");
    await mkdir(out);
    const options = { contract: path, out, vendor };
    const steps: Step[] = [];
    const generated = await generate(options, (step) => steps.push(step)).catch((error: unknown) =>
      refusal(document, error),
    );
    if ("kind" in generated) return generated;
    // Forced: a client that is found unchanged is not built again.
    const again = await generate({ ...options, check: true, force: true });
    return {
      kind: "generated",
      document,
      steps,
      ...(await examine(out, generated, again, steps)),
      ...(await compareDocument(out, join(temporary.path, "comparison"))),
    };
  } finally {
    await temporary.remove();
  }
}

async function examine(
  out: string,
  { operations, models }: GenerateOutcome,
  again: GenerateOutcome,
  steps: readonly Step[],
): Promise<Omit<Examination, "kind" | "document" | "steps" | keyof TypeComparison>> {
  const files = await readClientFiles(out);
  return {
    operations,
    models,
    milliseconds: steps.reduce((sum, step) => sum + step.milliseconds, 0),
    ...countLooseTypes(files),
    compileErrors: await compileClient(out),
    unformatted: await findUnformatted(files),
    manifest: JSON.parse(files.find(({ path }) => path === "manifest.json")?.text ?? "null") as Json,
    unstable: [...again.created, ...again.changed, ...again.stale, ...again.edited],
  };
}

function refusal(document: string, error: unknown): Refusal {
  if (error instanceof UserError) {
    const text = [error.message, error.where].filter((part) => part !== undefined).join("\n");
    return { kind: "refused", document, exitCode: error.exitCode, text };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: "refused", document, exitCode: undefined, text };
}
