import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../support/repository.js";

/** What a run tries. */
export type Kind = "contracts" | "schemas" | "responses";

/** One case that broke a promise. */
export interface Failure {
  readonly kind: Kind;
  /** `npm run fuzz -- --only <kind> --seed <seed> --runs 1` tries it again. */
  readonly seed: number;
  /** What is alike in failures of one cause. */
  readonly signature: string;
  readonly text: string;
  /** What was tried, as JSON. */
  readonly tried: string;
}

/** What one kind came to. */
export interface KindReport {
  readonly kind: Kind;
  readonly runs: number;
  /** How often what happened, for people: `exit 0`, `a response`, … */
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
}

/** Where failures are left. */
const folder = join(repository, ".tmp/fuzz");

/** Writes what a failure was tried with, and what it said. @returns the path of the former */
export async function keepFailure({ kind, seed, signature, text, tried }: Failure): Promise<string> {
  const path = join(folder, `${kind}-${String(seed)}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, `${tried}\n`);
  await writeFile(join(folder, `${kind}-${String(seed)}.txt`), `${signature}\n\n${text}\n`);
  return path;
}

/** The first failure of each signature, with how many there are. */
export function groupFailures(failures: readonly Failure[]): readonly (readonly [Failure, number])[] {
  const groups = new Map<string, [Failure, number]>();
  for (const failure of failures) {
    const group = groups.get(failure.signature) ?? [failure, 0];
    groups.set(failure.signature, [group[0], group[1] + 1]);
  }
  return [...groups.values()];
}
