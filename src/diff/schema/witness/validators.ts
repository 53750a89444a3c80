import { createRequire } from "node:module";
import type * as formats from "ajv-formats";
import type * as library from "ajv/dist/2020.js";
import type { Json } from "../../../load/loaded-contract.js";
import type { Direction } from "../../fact.js";
import type { PairSide } from "../compare/compared-pair.js";
import { toJsonSchema } from "./json-schema.js";

/** Says whether a value is valid. */
export type Validator = (value: Json) => boolean;

/** Makes validators of the schemas of both documents, each once. */
export interface Validators {
  /** Undefined when no validator can decide right, or the comparison has used up its steps. */
  of(side: "new" | "old", pair: PairSide, direction: Direction): Validator | undefined;
}

/** Schema objects of all validators of one comparison. */
const MOST_OBJECTS = 12_000;

/** Creates the validators of one comparison. The validator's library is loaded for the first of them. */
export function createValidators(): Validators {
  const known = new Map<string, Validator | undefined>();
  let left = MOST_OBJECTS;
  return {
    of(side, pair, direction) {
      const key = [side, direction, ...pair.node.slot].join("\n");
      if (known.has(key)) return known.get(key);
      const converted = left > 0 ? toJsonSchema(pair.reader, pair.node.slot, direction) : undefined;
      left -= converted?.size ?? 0;
      const validator = converted === undefined ? undefined : compile(converted.schema);
      known.set(key, validator);
      return validator;
    },
  };
}

function compile(schema: object): Validator | undefined {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof library;
  const addFormats = require("ajv-formats") as typeof formats.default;
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, inlineRefs: false });
  addFormats.default(ajv);
  try {
    const validate = ajv.compile(schema);
    return (value) => validate(value);
  } catch {
    // A schema that breaks the rules of JSON Schema proves nothing.
    return undefined;
  }
}
