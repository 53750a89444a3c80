import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../support/repository.js";

/** Where the demo works; paths are absolute. */
export interface Workshop {
  readonly folder: string;
  /** The client that is generated. */
  readonly client: string;
  /** The integrator's program. */
  readonly program: string;
  /** A program that calls beyond the scopes of its client. */
  readonly offender: string;
  /** The JavaScript of both. */
  readonly output: string;
}

/** Empties the demo's folder in the repository, which git ignores, and puts the integrator's program into it. */
export async function makeWorkshop(): Promise<Workshop> {
  const folder = join(repository, ".tmp/demo");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const workshop: Workshop = {
    folder,
    client: join(folder, "external-api"),
    program: join(folder, "integrator.ts"),
    offender: join(folder, "beyond-scopes.ts"),
    output: join(folder, "dist"),
  };
  const program = await readFile(join(repository, "test/demo/integrator.ts"), "utf8");
  // In the repository it is checked against the committed client; here against the one that is generated now.
  await writeFile(workshop.program, program.replaceAll("../../generated/external-api/", "./external-api/"));
  return workshop;
}
