import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Contract } from "./read-contract.js";

/** Words of the contract's schemas that say nothing about validity. */
const annotations = ["discriminator", "example", "x-open", "x-sensitive"];

/** Compiles schemas of the contract, or that refer to it. */
export interface SchemaCompiler {
  /** The schema at a JSON pointer of the contract; compiled once. */
  at(pointer: string): ValidateFunction;
  /** A schema put together from parts of the contract; compiled each time. */
  compile(schema: object): ValidateFunction;
}

/**
 * @param contract the contract whose schemas are compiled (JSON Schema 2020-12, as OpenAPI 3.1 says)
 * @param options.coerce whether strings become numbers and defaults are filled in, as parameters need it
 */
export function createSchemaCompiler(contract: Contract, options: { coerce: boolean }): SchemaCompiler {
  const ajv = new Ajv2020({
    allErrors: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: true,
    coerceTypes: options.coerce,
    useDefaults: options.coerce,
  });
  formats.default(ajv);
  // The document is not a schema itself, only the root that its own `#/components/...` references resolve against.
  ajv.addVocabulary([...annotations, ...Object.keys(contract.document)]);
  ajv.addSchema(contract.document, "contract", false, false);
  const compiled = new Map<string, ValidateFunction>();
  return {
    compile: (schema) => ajv.compile(schema),
    at: (pointer) => {
      const known = compiled.get(pointer);
      if (known !== undefined) return known;
      const validate = ajv.compile({ $ref: `contract#${encodeFragment(pointer)}` });
      compiled.set(pointer, validate);
      return validate;
    },
  };
}

/** A JSON pointer as URI fragment (RFC 6901 section 6). */
function encodeFragment(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}
