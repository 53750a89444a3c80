import { createRequire } from "node:module";
import type * as formats from "ajv-formats";
import type * as library from "ajv/dist/2020.js";
import type { Json } from "../../../load/loaded-contract.js";
import type { Direction } from "../../fact.js";
import type { PairSide } from "../compare/compared-pair.js";
import { MOST_TEXT } from "../../../openapi/patterns.js";
import type { Verdict } from "../inclusion/verdict.js";
import { type ConvertedSchema, toJsonSchema } from "./json-schema.js";

/** Decides whether a value is valid: `unknown` where an expression would be run on a long text, or a schema refers to itself in a circle. */
export type Validator = (value: Json) => Verdict;

/** Makes validators of the schemas of both documents, each once. */
export interface Validators {
  /** The comparison has used up its steps: there are no more validators. */
  readonly isSpent: boolean;
  /** Counts schemas that were looked at without a validator, which takes less time. */
  countLooks(looks: number): void;
  /**
   * A validator of values with members of these names only: schemas of other properties have no part in it.
   *
   * @returns undefined when no validator can decide right, or the comparison has used up its steps.
   */
  of(
    side: "new" | "old",
    pair: PairSide,
    direction: Direction,
    names: ReadonlySet<string>,
  ): Validator | undefined;
}

/** Schema objects of all validators of one comparison. */
const MOST_OBJECTS = 25_000;
/** A validator takes as much time as so many objects of its schema, beside them. */
const OBJECTS_OF_VALIDATOR = 10;

/** Looks that take as much time as one object of a validator's schema. */
const LOOKS_OF_OBJECT = 100;

/** Creates the validators of one comparison. The validator's library is loaded for the first of them. */
export function createValidators(): Validators {
  const known = new Map<string, Validator | undefined>();
  let left = MOST_OBJECTS;
  let compile: Compile | undefined;
  return {
    get isSpent() {
      return left <= 0;
    },
    countLooks(looks) {
      left -= looks / LOOKS_OF_OBJECT;
    },
    of(side, { reader, node }, direction, names) {
      const key = JSON.stringify([side, direction, node.slot, [...names].sort()]);
      if (known.has(key)) return known.get(key);
      const converted = left > 0 ? toJsonSchema(reader, node.slot, { direction, names }) : undefined;
      left -= (converted?.size ?? 0) + OBJECTS_OF_VALIDATOR;
      if (converted !== undefined) compile ??= loadCompiler();
      const validator = compile && converted && makeValidator(converted, compile);
      known.set(key, validator);
      return validator;
    },
  };
}

type Compile = (schema: object) => (value: Json) => boolean;

function loadCompiler(): Compile {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof library;
  const addFormats = require("ajv-formats") as typeof formats.default;
  const settings = { strict: false, logger: false, validateSchema: false, inlineRefs: false } as const;
  // Each validator judges a few values: optimising its code takes longer.
  const ajv = new Ajv2020({ ...settings, code: { optimize: false } });
  addFormats.default(ajv);
  return (schema) => {
    const validate = ajv.compile(schema);
    ajv.removeSchema(schema);
    return (value) => validate(value);
  };
}

function makeValidator({ schema, hasPatterns }: ConvertedSchema, compile: Compile): Validator | undefined {
  try {
    const validate = compile(schema);
    return (value) => {
      if (hasPatterns && longestText(value) > MOST_TEXT) return "unknown";
      try {
        return validate(value) ? "yes" : "no";
      } catch {
        // A schema that refers to itself without a step into the value is asked for ever; with `unevaluatedProperties` in a branch,
        // the code of some schemas fails.
        return "unknown";
      }
    };
  } catch {
    // A schema that breaks the rules of JSON Schema proves nothing.
    return undefined;
  }
}

/** Characters of the longest text in a value. */
function longestText(value: Json): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (most, [name, part]) => Math.max(most, name.length, longestText(part)),
    0,
  );
}
