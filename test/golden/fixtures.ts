import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { GenerateOptions } from "../../src/client-settings.js";

const ROOT = new URL("../../", import.meta.url).pathname;

/** A fixture whose client is committed under `generated/`. */
export interface GoldenFixture {
  readonly name: string;
  readonly options: GenerateOptions;
}

/** Every folder of `fixtures/` with a contract; `options.json` beside it holds what is not the default. */
export function goldenFixtures(): readonly GoldenFixture[] {
  return readdirSync(`${ROOT}fixtures`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${ROOT}fixtures/${entry.name}/openapi.yaml`))
    .map(({ name }) => {
      const options = `${ROOT}fixtures/${name}/options.json`;
      const given = existsSync(options)
        ? (JSON.parse(readFileSync(options, "utf8")) as Partial<GenerateOptions>)
        : {};
      return {
        name,
        options: {
          ...given,
          contract: `${ROOT}fixtures/${name}/openapi.yaml`,
          out: `${ROOT}generated/${name}`,
        },
      };
    });
}
