import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import { withoutOutside } from "../../src/emit/openapi-types.js";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { compile } from "./compile.js";
import { documentedDifferences, type DocumentedDifference, levelDocument } from "./documented-differences.js";
import { emitDocumentTypes } from "./emit-types.js";
import { isObject } from "./schema-json.js";

/** A component whose two types are not the same set of values, and why the compiler thinks so. */
export interface Difference {
  readonly schema: string;
  readonly reason: string;
}

/** Source that compiles only where our types and openapi-typescript's are alike. */
export interface Comparison {
  /** Path → text. */
  readonly files: ReadonlyMap<string, string>;
  /** How often each documented difference was taken out. */
  readonly documented: ReadonlyMap<string, number>;
  /** What the compiler's complaints, `check.ts(12,1): …`, mean. */
  differences(complaints: readonly string[]): readonly Difference[];
}

/** What openapi-typescript makes of a document, set to mean what we mean where it has an option for that. */
export async function oracleText(document: JsonObject): Promise<string> {
  const nodes = await openapiTypescript(JSON.stringify(withoutOutside(document)), {
    silent: true,
    // `type: object` is any object, not an empty one; a default makes nothing required of an answer.
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    transform: (schema) => {
      if (schema.format !== "binary") return undefined;
      const bytes = ["Blob", "ArrayBuffer", "Uint8Array"].map((name) =>
        ts.factory.createTypeReferenceNode(name),
      );
      const stream = ts.factory.createTypeReferenceNode("ReadableStream", [
        ts.factory.createTypeReferenceNode("Uint8Array"),
      ]);
      const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());
      const nullable =
        schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes("null"));
      return ts.factory.createUnionTypeNode(nullable ? [...bytes, stream, nothing] : [...bytes, stream]);
    },
  });
  return astToString(nodes);
}

/**
 * Puts every component's type of ours beside openapi-typescript's, so that a compiler tells whether each can stand for
 * the other. Documented differences (docs/reference/types.md) are taken out first, each by a rule of its own.
 *
 * @param rules - fewer than all of them, to see that one is needed.
 * @returns undefined for a document without component schemas.
 */
export async function compareTypes(
  document: JsonObject,
  rules: readonly DocumentedDifference[] = documentedDifferences,
): Promise<Comparison | undefined> {
  const { document: plain } = levelDocument(document, "ours", rules);
  const { document: theirs, met } = levelDocument(document, "oracle", rules);
  const keys = componentKeys(plain);
  if (keys.length === 0) return undefined;
  const ours = emitDocumentTypes(plain, { dialect: dialectOf(document), request: keys });
  const files = new Map([...ours.sources].map(([path, text]) => [`ours/${path}`, text]));
  files.set("oracle.ts", await oracleText(theirs));
  const checks = keys.flatMap((key) => check(key, ours.fileOf(key)));
  files.set("check.ts", [...HEAD, ...checks, ""].join("\n"));
  return {
    files,
    documented: met,
    differences: (complaints) => complaints.map((complaint) => differenceOf(complaint, keys)),
  };
}

/** The differences between our types and openapi-typescript's for components that refer to nothing else. */
export async function compareWithOracle(
  schemas: JsonObject,
  openapi: "3.0.3" | "3.1.0" = "3.1.0",
  rules: readonly DocumentedDifference[] = documentedDifferences,
): Promise<readonly Difference[]> {
  const document = { openapi, info: { title: "Given", version: "1" }, paths: {}, components: { schemas } };
  const comparison = await compareTypes(document, rules);
  return comparison?.differences(compile(comparison.files)) ?? [];
}

/**
 * An optional member may be left out of a type without changing what is assignable; with every member required, three
 * levels down, it may not.
 */
const HEAD: readonly string[] = [
  `import type { components } from "./oracle.js";`,
  `export type Theirs = components["schemas"];`,
  `type Scalar = string | number | boolean | null | undefined | Blob | ArrayBuffer | Uint8Array | ReadableStream;`,
  `export type Whole<T, Depth extends 1[] = [1, 1, 1]> = Depth extends [1, ...infer Rest extends 1[]]`,
  `  ? T extends Scalar ? T : { [Name in keyof T]-?: Whole<T[Name], Rest> } : T;`,
];

const LINES_OF_CHECK = 4;

function check(key: string, place: { readonly name: string; readonly file: string }): readonly string[] {
  const ours = `import("./ours/${place.file}.js").${place.name}`;
  const theirs = `Theirs[${JSON.stringify(key)}]`;
  const each = [
    [ours, theirs],
    [`Whole<${ours}>`, `Whole<${theirs}>`],
  ];
  return each.flatMap(([left = "", right = ""]) => [
    `{ const given = (ours: ${left}): ${right} => ours; void given; }`,
    `{ const given = (theirs: ${right}): ${left} => theirs; void given; }`,
  ]);
}

function differenceOf(complaint: string, keys: readonly string[]): Difference {
  const line = /^(?:.*\/)?check\.ts\((\d+),/.exec(complaint)?.[1];
  const index = line === undefined ? -1 : Math.floor((Number(line) - 1 - HEAD.length) / LINES_OF_CHECK);
  return { schema: keys[index] ?? complaint, reason: complaint };
}

function componentKeys({ components }: JsonObject): readonly string[] {
  const schemas = isObject(components) ? components["schemas"] : undefined;
  return isObject(schemas) ? Object.keys(schemas) : [];
}

function dialectOf({ openapi }: JsonObject): "3.0" | "3.1" | "3.2" {
  const minor = typeof openapi === "string" ? openapi.slice(0, 3) : "";
  return minor === "3.0" || minor === "3.2" ? minor : "3.1";
}
