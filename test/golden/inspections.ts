import { relative } from "node:path";
import { existsSync, readdirSync } from "node:fs";
import { runCommandLine } from "../../src/cli/run-command-line.js";

const ROOT = new URL("../../", import.meta.url).pathname;

/** A contract of others, with what `inspect` says of it beside it. */
export interface InspectedFixture {
  readonly name: string;
  /** Absolute path of `inspect.txt`. */
  readonly file: string;
  /** What follows `cabinetry`. */
  readonly words: readonly string[];
}

/** Every folder of `fixtures/foreign/`; `cabinetry.yaml` in it holds what its contract does not say. */
export function inspectedFixtures(): readonly InspectedFixture[] {
  return readdirSync(`${ROOT}fixtures/foreign`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const folder = `${ROOT}fixtures/foreign/${name}`;
      const config = `${folder}/cabinetry.yaml`;
      // As from the root of the repository: `inspect` prints the name of the file as it is given.
      const words = existsSync(config)
        ? ["--config", relative(process.cwd(), config)]
        : [relative(process.cwd(), `${folder}/openapi.yaml`)];
      return { name, file: `${folder}/inspect.txt`, words: ["inspect", ...words] };
    });
}

/** What the command prints on stdout. @throws Error when it fails */
export async function inspected({ words }: InspectedFixture): Promise<string> {
  const written = { out: "", err: "" };
  const target = (name: "out" | "err") => ({
    isTTY: false,
    write: (text: string) => {
      written[name] += text;
    },
  });
  const exitCode = await runCommandLine(words, { out: target("out"), err: target("err"), environment: {} });
  if (exitCode !== 0) throw new Error(written.err);
  return written.out;
}
