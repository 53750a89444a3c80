import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Another generator of TypeScript clients, at a version that the figures belong to. */
export interface OtherGenerator {
  /** Its name in tables. */
  readonly name: string;
  /** Packages and their exact versions; the first one names the row. */
  readonly packages: Readonly<Record<string, string>>;
  /** Environment of its command: no report to anyone, no notice of updates. */
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares a folder, in which it then runs, and returns the command below `node_modules/.bin` that writes `client*`. */
  command(contract: string, folder: string): Promise<readonly string[]> | readonly string[];
  /** A module beside the client that exports `get`: one GET of the contract, with the body of a success as its result. */
  readonly programs: Readonly<Record<ComparedContract, string>>;
}

/** Contracts with a compared GET. */
export type ComparedContract = "pets" | "museum";

/** The servers that the contracts name: what a client without one of its own is given. */
export type Servers = Readonly<Record<ComparedContract, string>>;

/** The other generators, each as its own documentation shows it, with no option that adds code. */
export function otherGenerators(servers: Servers): readonly OtherGenerator[] {
  return [
    {
      name: "hey-api",
      packages: { "@hey-api/openapi-ts": "0.99.0" },
      command: (contract, folder) => ["openapi-ts", "-i", contract, "-o", join(folder, "client")],
      programs: {
        pets: `import { getPet } from "./client/sdk.gen.js";
          const given = { path: { petId: "7" }, query: { visits: 8 }, throwOnError: true } as const;
          export const get = async () => (await getPet(given)).data;`,
        museum: `import { getSpecialEvent } from "./client/sdk.gen.js";
          const given = { path: { eventId: "7" }, throwOnError: true } as const;
          export const get = async () => (await getSpecialEvent(given)).data;`,
      },
    },
    {
      name: "Redocly CLI",
      packages: { "@redocly/cli": "2.77.0" },
      env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      command: (contract, folder) => [
        "redocly",
        "generate-client",
        contract,
        "-o",
        join(folder, "client.ts"),
      ],
      programs: {
        pets: `import { getPet } from "./client.js";
          export const get = () => getPet({ path: { petId: "7" }, query: { visits: 8 } });`,
        museum: `import { getSpecialEvent } from "./client.js";
          export const get = () => getSpecialEvent({ path: { eventId: "7" } });`,
      },
    },
    {
      name: "openapi-fetch",
      packages: { "openapi-fetch": "0.17.0", "openapi-typescript": "7.13.0" },
      command: (contract, folder) => ["openapi-typescript", contract, "-o", join(folder, "client.ts")],
      programs: {
        pets: openapiFetch(
          servers.pets,
          `"/pets/{petId}", { params: { path: { petId: "7" }, query: { visits: 8 } } }`,
        ),
        museum: openapiFetch(
          servers.museum,
          `"/special-events/{eventId}", { params: { path: { eventId: "7" } } }`,
        ),
      },
    },
    {
      name: "orval",
      packages: { orval: "8.38.0" },
      command: async (contract, folder) => {
        const output = { target: join(folder, "client.ts"), client: "fetch", baseUrl: fromContract };
        const config = join(folder, "orval.config.mjs");
        await writeFile(config, `export default ${JSON.stringify({ client: { input: contract, output } })};`);
        return ["orval", "--config", config];
      },
      programs: {
        pets: `import { getPet } from "./client.js";
          export const get = async () => (await getPet("7", { visits: 8 })).data;`,
        museum: `import { getSpecialEvent } from "./client.js";
          export const get = async () => (await getSpecialEvent("7")).data;`,
      },
    },
    {
      name: "typed-openapi",
      packages: { "typed-openapi": "2.2.7" },
      // It takes the path of its output from the current folder, an absolute one too.
      command: (contract) => ["typed-openapi", contract, "-o", "client.ts"],
      programs: {
        pets: typedOpenapi(servers.pets, `"/pets/{petId}", { path: { petId: "7" }, query: { visits: 8 } }`),
        museum: typedOpenapi(servers.museum, `"/special-events/{eventId}", { path: { eventId: "7" } }`),
      },
    },
  ];
}

const fromContract = { getBaseUrlFromSpecification: true };

/** Its success has `data`; what is not one has `error`, and is thrown as its documentation does. */
function openapiFetch(server: string, given: string): string {
  return `import createClient from "openapi-fetch";
    import type { paths } from "./client.js";
    const client = createClient<paths>({ baseUrl: ${JSON.stringify(server)} });
    export async function get() {
      const { data, error } = await client.GET(${given});
      if (error) throw error;
      return data;
    }`;
}

/** It has no `fetch` of its own: this is what its documentation shows, for requests without a body. */
function typedOpenapi(server: string, given: string): string {
  return `import { createApiClient, type Fetcher } from "./client.js";
    const send: Fetcher["fetch"] = (input) => {
      if (input.urlSearchParams) input.url.search = input.urlSearchParams.toString();
      return fetch(input.url, { method: input.method.toUpperCase(), ...input.overrides });
    };
    const client = createApiClient({ fetch: send }, ${JSON.stringify(server)});
    export const get = () => client.get(${given});`;
}
