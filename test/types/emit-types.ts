import { readFileSync } from "node:fs";
import { join } from "node:path";
import { printModelFile } from "../../src/emit/views/declaration-view.js";
import type { Json, JsonObject } from "../../src/load/loaded-contract.js";
import { createSchemaBuilder } from "../../src/model/schema/build-schemas.js";
import type { SchemaNode } from "../../src/model/schema-model.js";
import { planModelTypes } from "../../src/plan/typescript/types/plan-model-types.js";
import { byText } from "../../src/text/by-text.js";
import { kebab, words } from "../../src/text/words.js";
import { repository } from "../support/repository.js";

/** A contract's schemas, and in which direction each is used; what is named in neither is not used at all. */
export interface Given {
  readonly dialect?: "3.0" | "3.1" | "3.2";
  readonly schemas: { readonly [key: string]: Json };
  readonly request?: readonly string[];
  readonly response?: readonly string[];
  readonly reserved?: readonly string[];
  /** Integers that JavaScript rounds: rounded number → digits as written. */
  readonly longDigits?: ReadonlyMap<number, string>;
}

/** The document that has the given schemas and nothing else. */
export function documentOf(schemas: JsonObject): JsonObject {
  return { openapi: "3.1.0", info: { title: "Given", version: "1" }, paths: {}, components: { schemas } };
}

/** What came of a contract's schemas. */
export interface EmittedTypes {
  /** Path → text: the models. */
  readonly files: ReadonlyMap<string, string>;
  /** The models, and beside them what they import of the runtime. */
  readonly sources: ReadonlyMap<string, string>;
  /** All declarations, without imports. */
  readonly all: string;
  /** Where the request's type of a component is declared; the path is without extension. */
  fileOf(key: string): { readonly name: string; readonly file: string };
}

/** The one module of the runtime that models import. */
const UNLISTED: readonly [string, string] = [
  "runtime/http.ts",
  readFileSync(join(repository, "src/runtime/values/unlisted.ts"), "utf8"),
];

/** Declarations without header and imports, each plain value where a file of its own would be. */
function declarationsOf(files: ReadonlyMap<string, string>): readonly string[] {
  const blocks = [...files].flatMap(([path, text]): (readonly [string, string])[] => {
    const body = text.replace(/^\/\/.*\n\n|^import[^;]*;\n+/gm, "");
    if (path !== "models/values.ts") return [[path, body]];
    return body
      .split(/(?<=;\n)\n/)
      .map((one) => [`models/${kebab(words(/^export type (\S+)/m.exec(one)?.[1] ?? ""))}.ts`, one]);
  });
  return blocks.sort(([left], [right]) => byText(left, right)).map(([, block]) => block);
}

/** Model, plan and print at once. */
export function emitTypes(given: Given): EmittedTypes {
  return emitDocumentTypes(documentOf(given.schemas), given);
}

/** The same for the components of a whole document, whatever they refer to. */
export function emitDocumentTypes(document: JsonObject, given: Omit<Given, "schemas">): EmittedTypes {
  const reserved = new Set(given.reserved);
  const builder = createSchemaBuilder(
    document,
    given.dialect ?? "3.1",
    reserved,
    new Map(),
    given.longDigits,
  );
  const schemas = builder.finish();
  const roots = (isRoot: (key: string) => boolean): readonly SchemaNode[] =>
    schemas
      .filter(({ key }) => key !== undefined && isRoot(key))
      .map(({ name, node }) => ({ ...node, type: { kind: "ref", name } }));
  const { request = [], response } = given;
  const isAnswer = (key: string): boolean => response?.includes(key) ?? given.request === undefined;
  const usage = { request: roots((key) => request.includes(key)), response: roots(isAnswer) };
  const types = planModelTypes(schemas, usage, { reserved });
  const files = new Map(types.files.map((plan) => [`models/${plan.file}.ts`, printModelFile(plan, "js")]));
  const all = declarationsOf(files).join("\n");
  const fileOf = (key: string) => {
    const schema = schemas.find((candidate) => candidate.key === key);
    const type =
      schema === undefined
        ? undefined
        : types.typeOf({ ...schema.node, type: { kind: "ref", name: schema.name } }, "request");
    if (type?.kind !== "name") throw new Error(`No component has the key ${key}.`);
    return { name: type.name, file: `models/${types.fileOf(type.name) ?? ""}` };
  };
  return { files, sources: new Map([...files, UNLISTED]), all, fileOf };
}
