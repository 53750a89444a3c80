import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "../../src/generate.js";
import { corpusPath } from "../corpus/corpus.js";
import { runProgram } from "../support/run-program.js";
import { contractAt } from "./contract.js";
import type { CallingProgram } from "./measure-calls.js";
import type { ComparedContract, OtherGenerator } from "./others.js";
import { clientCalls, plainCalls } from "./pet-calls.js";
import { type ProcessCost, processCost } from "./process-cost.js";

/** This generator's name in tables. */
export const own = "Cabinetry";

/**
 * Installs other generators into a folder of their own: nothing of them becomes a dependency of this project.
 *
 * @param folder - empty
 * @throws Error with the words of npm, when there is no network for one
 */
export async function installOthers(folder: string, others: readonly OtherGenerator[]): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  const packages = new Map(others.flatMap(({ packages }) => Object.entries(packages)));
  // What they need of the compiler is the release that most projects have.
  packages.set("typescript", "5.9.3");
  const words = [...packages].map(([name, version]) => `${name}@${version}`);
  const options = ["--save-exact", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { exitCode, stderr } = await runProgram("npm", ["install", ...options, ...words], {
    cwd: folder,
    timeout: 600_000,
  });
  if (exitCode !== 0) throw new Error(`The other generators could not be installed.\n${stderr.trim()}`);
}

/** Generates the client of another generator into a folder below the one that has its package. */
export async function generateByOther(
  { command, env = {} }: OtherGenerator,
  contract: string,
  folder: string,
  timeout = 300_000,
): Promise<ProcessCost> {
  await mkdir(folder, { recursive: true });
  const [bin = "", ...words] = await command(contract, folder);
  const installed = join(folder, "..", "node_modules/.bin", bin);
  return processCost([installed, ...words], { cwd: folder, env, timeout });
}

/** What is compared: plain `fetch`, and the clients of two contracts by all generators, this one's first. */
export interface Contestants {
  readonly plain: CallingProgram;
  /** Of the contract of the benchmark, for the server that runs. */
  readonly pets: readonly CallingProgram[];
  /** Of a published contract. */
  readonly museum: readonly CallingProgram[];
}

/** Generates all clients. @param folder where the other generators are installed */
export async function generateAll(
  others: readonly OtherGenerator[],
  folder: string,
  serverUrl: string,
): Promise<Contestants> {
  const document = join(folder, "pets.json");
  await writeFile(document, JSON.stringify(contractAt(serverUrl)));
  const generateFrom = async (contract: ComparedContract, path: string): Promise<CallingProgram[]> => {
    const ownFolder = join(folder, `${own}-${contract}`);
    await generate({ contract: path, out: join(ownFolder, "client") });
    const programs = [{ name: own, folder: ownFolder, text: ownPrograms[contract] }];
    for (const other of others) {
      const out = join(folder, `${other.name.replaceAll(/\W+/gu, "-")}-${contract}`);
      await generateByOther(other, path, out);
      programs.push({ name: other.name, folder: out, text: other.programs[contract] });
    }
    return programs;
  };
  return {
    plain: { name: "plain `fetch`", folder, text: plainCalls(serverUrl) },
    pets: await generateFrom("pets", document),
    museum: await generateFrom("museum", corpusPath("museum.yaml")),
  };
}

const ownPrograms: Readonly<Record<ComparedContract, string>> = {
  pets: clientCalls,
  museum: `import { RedoclyMuseumApi } from "./client/index.js";
    const client = new RedoclyMuseumApi();
    export const get = () => client.events.getSpecialEvent("7");`,
};
