import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject, type Json } from "../../determinism/json-tree.js";
import { type Direction, jsonSchemaOf } from "./json-schema-of.js";
import { nodeAt, type PublishedDocument } from "./published-document.js";

/** Says of a value whether it is one of a schema of the document. */
export interface SchemaBook {
  /** One line a complaint; none: it is valid. */
  complaints(schema: Json, value: unknown, direction: Direction): readonly string[];
  /**
   * The same for a value that travelled as text: `"5"` is the number 5 where the schema wants one. What comes back of it
   * is only the verdict.
   */
  complaintsOfText(schema: Json, value: unknown, direction: Direction): readonly string[];
}

/** Compiles the schemas of a document as they are asked for; each component once. */
export function schemaBook(document: PublishedDocument): SchemaBook {
  const strict = { request: judgeOf(document, "request", false), answer: judgeOf(document, "answer", false) };
  const lenient = { request: judgeOf(document, "request", true), answer: judgeOf(document, "answer", true) };
  return {
    complaints: (schema, value, direction) => strict[direction](schema, value),
    complaintsOfText: (schema, value, direction) => lenient[direction](schema, structuredClone(value)),
  };
}

type Judge = (schema: Json, value: unknown) => readonly string[];

function judgeOf(document: PublishedDocument, direction: Direction, fromText: boolean): Judge {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: true,
    inlineRefs: false,
    addUsedSchema: false,
    multipleOfPrecision: 6,
    coerceTypes: fromText ? "array" : false,
    code: { optimize: false, regExp: Object.assign(patternOf, { code: "new RegExp" }) },
  });
  // CommonJS: what TypeScript sees as the module is its default export.
  addFormats.default(ajv);
  const compiled = new Map<Json, ValidateFunction>();
  const known = new Set<string>();
  const missing: string[] = [];
  const convert = (schema: Json) =>
    jsonSchemaOf(
      schema,
      document.is30,
      (reference) => {
        const id = `urn:document:${encodeURIComponent(reference)}`;
        if (!known.has(id)) missing.push(reference);
        known.add(id);
        return id;
      },
      (property) => {
        const found =
          isObject(property) && "$ref" in property
            ? { ...document.resolve(property), ...property }
            : property;
        return isObject(found) && found[direction === "request" ? "readOnly" : "writeOnly"] === true;
      },
    );
  const compile = (schema: Json): ValidateFunction => {
    const converted = convert(schema);
    for (let next = missing.pop(); next !== undefined; next = missing.pop()) {
      const target = convert(nodeAt(document.root, next));
      ajv.addSchema({ $id: `urn:document:${encodeURIComponent(next)}`, allOf: [target] });
    }
    return ajv.compile(converted);
  };
  return (schema, value) => {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = "", params }) =>
        `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** A pattern that JavaScript cannot read asserts nothing: its dialect is another. */
function patternOf(pattern: string, flags: string): RegExp {
  for (const tried of [flags, ""]) {
    try {
      return new RegExp(pattern, tried);
    } catch {
      continue;
    }
  }
  return /(?:)/;
}
