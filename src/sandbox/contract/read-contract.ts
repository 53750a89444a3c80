import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { ContractDocument } from "./contract-document.js";
import { readOperations, type ContractOperation } from "./contract-operation.js";

/** The contract that the sandbox publishes, and against which it holds every request and every response. */
export interface Contract {
  /** The published bytes, as UTF-8 text. */
  readonly source: string;
  readonly document: ContractDocument;
  readonly version: string;
  /** The path of the resource endpoints, `/v1/external`. */
  readonly basePath: string;
  readonly operations: readonly ContractOperation[];
}

/** The fixture, two levels above this room both in the sources and in the build. */
const location = new URL("../../../fixtures/external-api/openapi.yaml", import.meta.url);

/** Reads the contract from the package. @throws Error when the package is incomplete */
export async function readContract(): Promise<Contract> {
  const source = await readFile(location, "utf8");
  const document = parse(source) as ContractDocument;
  return {
    source,
    document,
    version: document.info.version,
    basePath: document.servers[0]?.url ?? "",
    operations: readOperations(document),
  };
}
