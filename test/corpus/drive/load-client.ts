import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readNamesLock } from "../../../src/write/names-lock.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";

/** A generated client as a program sees it that knows none of its types. */
export interface LoadedClient {
  /** Makes a client. */
  create(options: object): object;
  /** `GET /pets/{id}` → `pets.get`. */
  readonly names: ReadonlyMap<string, string>;
  /** By the same names. */
  readonly descriptors: ReadonlyMap<string, OperationDescriptor>;
}

/** Imports a client. @param folder an absolute path @throws Error when it has not the shape that clients have */
export async function loadClient(folder: string): Promise<LoadedClient> {
  const { client = "", operations } = readNamesLock(
    await readFile(join(folder, "names.lock.json"), "utf8"),
    folder,
  );
  const index = await importModule(join(folder, "index.ts"));
  const constructor = index[client];
  if (typeof constructor !== "function") throw new Error(`The client exports no class "${client}".`);
  const files = (await readdir(join(folder, "operations"))).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(files.map((file) => importModule(join(folder, "operations", file))));
  const constants = modules.flatMap((module) => Object.values(module)).filter(isDescriptor);
  return {
    create: (options) => Reflect.construct(constructor, [options]) as object,
    names: new Map(Object.entries(operations)),
    descriptors: new Map(constants.map((descriptor) => [descriptor.name, descriptor])),
  };
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
}

function isDescriptor(value: unknown): value is OperationDescriptor {
  return typeof value === "object" && value !== null && "responses" in value && "path" in value;
}
