import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Json, JsonObject } from "../../src/load/loaded-contract.js";
import { compile } from "./compile.js";
import { emitTypes } from "./emit-types.js";

/** A component whose two types are not the same set of values, and why the compiler thinks so. */
export interface Difference {
  readonly schema: string;
  readonly reason: string;
}

/** What openapi-typescript makes of a document, set to mean what we mean where it has an option for that. */
export async function oracleText(document: JsonObject): Promise<string> {
  const nodes = await openapiTypescript(JSON.stringify(document), {
    silent: true,
    // `type: object` is any object, not an empty one; a default makes nothing required of an answer.
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    transform: (schema) => {
      if (schema.format !== "binary") return undefined;
      const bytes = ["Blob", "ArrayBuffer", "Uint8Array"].map((name) =>
        ts.factory.createTypeReferenceNode(name),
      );
      const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());
      const nullable =
        schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes("null"));
      return ts.factory.createUnionTypeNode(nullable ? [...bytes, nothing] : bytes);
    },
  });
  return astToString(nodes);
}

/**
 * Compiles every component's type of ours beside openapi-typescript's and asks whether each can stand for the other.
 * Documented differences (decision record 0003) are taken out first: enums are compared closed, as in requests, and
 * `readOnly` and `writeOnly` are ignored, which openapi-typescript does not split by.
 */
export async function compareWithOracle(
  schemas: JsonObject,
  dialect: "3.0" | "3.1" | "3.2" = "3.1",
): Promise<readonly Difference[]> {
  const plain = withoutAccess(schemas) as JsonObject;
  const keys = Object.keys(plain);
  const version = dialect === "3.0" ? "3.0.3" : "3.1.0";
  const document = {
    openapi: version,
    info: { title: "Given", version: "1" },
    paths: {},
    components: { schemas: plain },
  };
  const ours = emitTypes({ schemas: plain, dialect, request: keys });
  const files = new Map([...ours.files].map(([path, text]) => [`ours/${path}`, text]));
  files.set("oracle.ts", await oracleText(document));
  const checks = keys.map((key, index) => check(key, index, ours.fileOf(key)));
  for (const [index, text] of checks.entries()) files.set(`check${String(index)}.ts`, text);
  return compile(files).map((message) => {
    const index = /^check(\d+)\.ts/.exec(message)?.[1];
    return { schema: index === undefined ? message : (keys[Number(index)] ?? message), reason: message };
  });
}

function check(key: string, index: number, place: { readonly name: string; readonly file: string }): string {
  return [
    `import type { components } from "./oracle.js";`,
    `import type { ${place.name} } from "./ours/${place.file}.js";`,
    `type Theirs = components["schemas"][${JSON.stringify(key)}];`,
    `export const there = (ours: ${place.name}): Theirs => ours;`,
    `export const back = (theirs: Theirs): ${place.name} => theirs;`,
    `export const check${String(index)} = true;`,
  ].join("\n");
}

function withoutAccess(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutAccess);
  if (typeof json !== "object" || json === null) return json;
  const kept = Object.entries(json).filter(
    ([key, value]) => !(typeof value === "boolean" && (key === "readOnly" || key === "writeOnly")),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutAccess(value)]));
}
