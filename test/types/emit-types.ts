import { printModelFile } from "../../src/emit/types/print-declarations.js";
import type { Json, JsonObject } from "../../src/load/loaded-contract.js";
import { createSchemaBuilder } from "../../src/model/schema/build-schemas.js";
import type { SchemaNode } from "../../src/model/schema-model.js";
import { planModelTypes } from "../../src/plan/types/plan-model-types.js";

/** A contract's schemas, and in which direction each is used; what is named in neither is not used at all. */
export interface Given {
  readonly dialect?: "3.0" | "3.1" | "3.2";
  readonly schemas: { readonly [key: string]: Json };
  readonly request?: readonly string[];
  readonly answer?: readonly string[];
  readonly reserved?: readonly string[];
}

/** The document that has the given schemas and nothing else. */
export function documentOf(schemas: JsonObject): JsonObject {
  return { openapi: "3.1.0", info: { title: "Given", version: "1" }, paths: {}, components: { schemas } };
}

/** Model, plan and print at once. Every file by its path; all declarations together under `all`. */
export function emitTypes(given: Given): {
  readonly files: ReadonlyMap<string, string>;
  readonly all: string;
} {
  const reserved = new Set(given.reserved);
  const builder = createSchemaBuilder(documentOf(given.schemas), given.dialect ?? "3.1", reserved);
  const schemas = builder.finish();
  const roots = (keys: readonly string[] = []): readonly SchemaNode[] =>
    schemas
      .filter((schema) => schema.key !== undefined && keys.includes(schema.key))
      .map(({ name, node }) => {
        return { ...node, type: { kind: "ref", name } };
      });
  const answer = given.answer ?? (given.request === undefined ? Object.keys(given.schemas) : []);
  const types = planModelTypes(schemas, { request: roots(given.request), answer: roots(answer) }, reserved);
  const files = new Map(types.files.map((plan) => [`${plan.file}.ts`, printModelFile(plan, "js")]));
  const all = [...files.values()].map((text) => text.replace(/^import[^;]*;\n+/gm, "")).join("\n");
  return { files, all };
}
