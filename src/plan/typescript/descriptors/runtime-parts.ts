import type { ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { ConstantReference } from "../../../text/constant-reference.js";
import { type CodecName, isSequential } from "../../service/media.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import type { DescriptorPart } from "../descriptor-parts.js";

/*
 * Which functions of the runtime a descriptor names. What it does not name, a bundle of a program that does not need it does
 * not hold; one text for a parameter and JSON for a body need none.
 */

/** A function of the runtime as the value of a descriptor's member. */
export function part(name: DescriptorPart): ConstantReference {
  return new ConstantReference(name);
}

const STYLES = {
  path: "pathStyle",
  query: "queryStyle",
  querystring: "wholeQuery",
  header: "headerStyle",
  cookie: "cookieStyle",
} as const satisfies Record<ParameterModel["in"], DescriptorPart>;

/** What writes a parameter; undefined: every value of it is one text in the default style of its place. */
export function parameterWriter(model: ParameterModel, reader: SchemaReader): ConstantReference | undefined {
  const isPlain =
    model.in !== "querystring" &&
    (model.style === "simple" || model.style === "form") &&
    !model.allowReserved &&
    model.content === undefined &&
    isScalar(model.schema, reader);
  return isPlain ? undefined : part(STYLES[model.in]);
}

/** Whether every value of a schema is one text, number or boolean, or null, which no parameter can be. */
function isScalar(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  switch (type.kind) {
    case "boolean":
    case "string":
    case "number":
    case "enum":
    case "null":
      return true;
    case "literal":
      return typeof type.value !== "object" || type.value === null;
    case "union":
      return type.members.every(({ type: { kind } }) => SCALARS.has(kind));
    default:
      return false;
  }
}

/** Kinds of alternatives that are certainly one text. */
const SCALARS: ReadonlySet<string> = new Set(["boolean", "enum", "null", "number", "string"]);

const WRITERS: Readonly<Partial<Record<CodecName, DescriptorPart>>> = {
  form: "writeFormBody",
  multipart: "writeNamedParts",
  parts: "writeListedParts",
  text: "writeText",
  binary: "writeBinary",
  lines: "writeLines",
  sequence: "writeSequence",
};

/** What writes a body; undefined: it is JSON. Under an idempotency key equal values are equal bytes. */
export function bodyWriter(codec: CodecName, isKeyed: boolean): ConstantReference | undefined {
  const name = codec === "json" && isKeyed ? "writeKeyedJson" : WRITERS[codec];
  return name === undefined ? undefined : part(name);
}

/** What reads a response; undefined: it is JSON. */
export function responseReader(codec: CodecName): ConstantReference | undefined {
  if (isSequential(codec)) return part("readStream");
  const name = READERS[codec];
  return name === undefined ? undefined : part(name);
}

const READERS: Readonly<Partial<Record<CodecName, DescriptorPart>>> = {
  form: "readForm",
  multipart: "readParts",
  parts: "readBinary",
  text: "readText",
  binary: "readBinary",
};

/** What parses JSON in place of the platform; undefined: nothing in it is a 64-bit integer. */
export function jsonParser({
  codec,
  longIntegers,
}: {
  readonly codec: CodecName;
  readonly longIntegers: unknown;
}): ConstantReference | undefined {
  return codec === "json" && longIntegers !== undefined ? part("readLongJson") : undefined;
}
