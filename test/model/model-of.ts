import { parse } from "yaml";
import type { JsonObject, LoadedContract } from "../../src/load/loaded-contract.js";
import type { ApiModel, OperationModel } from "../../src/model/api-model.js";
import { buildModel, type ModelOptions } from "../../src/model/build-model.js";

/** YAML text as a loaded contract: what a document leaves out of the obligatory parts is filled in. */
export function contractOf(yaml: string): LoadedContract {
  const given = parse(yaml) as JsonObject;
  const document = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {}, ...given };
  const dialect = /^3\.[012]/.exec(document.openapi)?.[0] as "3.0" | "3.1" | "3.2";
  return {
    document,
    dialect,
    digest: "0".repeat(64),
    source: "given",
    locate: (pointer) => ({ file: "given", pointer }),
    longDigits: new Map(),
    diagnostics: [],
  };
}

/** The model of a contract given as YAML text. */
export function modelOf(yaml: string, options?: ModelOptions): ApiModel {
  return buildModel(contractOf(yaml), options);
}

/** The only operation of a contract given as YAML text. */
export function operationOf(yaml: string): OperationModel {
  const [operation, ...others] = modelOf(yaml).operations;
  if (operation === undefined || others.length > 0) throw new Error("Give a contract with one operation.");
  return operation;
}

/** What an error says, for expectations about the whole of it. */
export function thrownBy(work: () => unknown): Record<string, unknown> {
  try {
    work();
  } catch (error) {
    return { ...(error as object), message: (error as Error).message };
  }
  throw new Error("Nothing was thrown.");
}
