import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OperationDescriptor } from "../../../src/runtime/call/operation-descriptor.js";

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
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as {
    readonly name: string;
    readonly names: { readonly operations: Readonly<Record<string, string>> };
  };
  const index = await importModule(join(folder, "index.ts"));
  const constructor = index[manifest.name];
  if (typeof constructor !== "function") throw new Error(`The client exports no class "${manifest.name}".`);
  const files = (await readdir(join(folder, "operations"))).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(files.map((file) => importModule(join(folder, "operations", file))));
  const constants = modules.flatMap((module) => Object.values(module)).filter(isDescriptor);
  return {
    create: (options) => Reflect.construct(constructor, [options]) as object,
    names: new Map(Object.entries(manifest.names.operations)),
    descriptors: new Map(constants.map((descriptor) => [descriptor.name, descriptor])),
  };
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
}

function isDescriptor(value: unknown): value is OperationDescriptor {
  return typeof value === "object" && value !== null && "answers" in value && "path" in value;
}
