import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "../../src/generate.js";
import { corpusPath } from "../corpus/corpus.js";
import { repository } from "../support/repository.js";
import { type BundleSize, bundleSize } from "./bundle.js";
import { contract } from "./contract.js";

/** A program whose bundle is measured. */
export interface SizedProgram {
  /** What it is called in tables: `museum, one GET`. */
  readonly name: string;
  readonly client: "external-api" | "museum" | "pets";
  /** TypeScript, with imports relative to the client's folder. */
  readonly text: string;
}

/** The programs whose sizes are promised: one GET of a plain contract, and whole clients. */
export const sizedPrograms: readonly SizedProgram[] = [
  {
    name: "pets, one GET",
    client: "pets",
    text: `import { connectPets } from "./connect.js";
      import { PetsResource } from "./resources/pets.js";
      console.log(await new PetsResource(connectPets()).get({ petId: "7" }));`,
  },
  {
    name: "museum, one GET",
    client: "museum",
    text: `import { connectRedoclyMuseumApi } from "./connect.js";
      import { EventsResource } from "./resources/events.js";
      console.log(await new EventsResource(connectRedoclyMuseumApi()).get("7"));`,
  },
  {
    name: "museum, whole",
    client: "museum",
    text: `import { RedoclyMuseumApi } from "./index.js"; console.log(new RedoclyMuseumApi());`,
  },
  {
    name: "external-api, whole",
    client: "external-api",
    text: `import { ExternalApi } from "./index.js";
      console.log(new ExternalApi({ baseUrl: "https://a.example", accessKey: "k", scopes: [] }));`,
  },
];

/**
 * Generates the client of a program and bundles it.
 *
 * @param folder - an empty one, for the client
 */
export async function measureProgram({ client, text }: SizedProgram, folder: string): Promise<BundleSize> {
  const out = join(folder, client);
  await generate({ contract: await contractOf(client, folder), out, force: true, vendor: vendors[client] });
  return bundleSize(out, text);
}

const vendors: Readonly<Partial<Record<SizedProgram["client"], string>>> = { "external-api": "example" };

async function contractOf(client: SizedProgram["client"], folder: string): Promise<string> {
  if (client === "museum") return corpusPath("museum.yaml");
  if (client === "external-api") return join(repository, "fixtures/external-api/openapi.yaml");
  const document = join(folder, "pets.json");
  await writeFile(document, JSON.stringify(contract));
  return document;
}
