import type { Json } from "../../../load/loaded-contract.js";
import { canonicalJson } from "../../../text/canonical-json.js";

/*
 * The normal form of a schema: one record for what many spellings say. References and parts (`allOf`) are merged, and the
 * forms of 3.0 and 3.1 are the same. Every constraint remembers where it comes from. Types, and the tables that go with them.
 */

/** Types of JSON values; integers are numbers (see {@link SchemaForm.isInteger}). */
export type TypeName = "array" | "boolean" | "null" | "number" | "object" | "string";

export const TYPES: readonly TypeName[] = ["array", "boolean", "null", "number", "object", "string"];

/**
 * Pointers of schemas that all hold for one value, sorted, as written: references are not followed. None: any value. A child of
 * merged parts has the pointers of all parts that describe it.
 */
export type Slot = readonly string[];

/** A value of a keyword, and the pointer of the keyword. */
export interface Constraint<Value> {
  readonly value: Value;
  readonly pointer: string;
}

/** Keywords that limit a number or a count, `exclusiveMinimum` and `exclusiveMaximum` included in the two first. */
export const BOUNDS = {
  minimum: { side: "lower", type: "number" },
  maximum: { side: "upper", type: "number" },
  minLength: { side: "lower", type: "string" },
  maxLength: { side: "upper", type: "string" },
  minItems: { side: "lower", type: "array" },
  maxItems: { side: "upper", type: "array" },
  minProperties: { side: "lower", type: "object" },
  maxProperties: { side: "upper", type: "object" },
} as const satisfies Record<string, { side: "lower" | "upper"; type: TypeName }>;

export type BoundName = keyof typeof BOUNDS;

export const BOUND_NAMES = Object.keys(BOUNDS) as readonly BoundName[];

/** The values of a list, or those that several lists have in common. */
export interface ListedValues extends Constraint<readonly Json[]> {
  readonly isConst: boolean;
  /** Absent: there is one. */
  readonly lists?: readonly Constraint<readonly Json[]>[];
}

/** A limit of a number or a count. */
export interface Bound {
  readonly limit: number;
  readonly isExclusive: boolean;
  readonly pointer: string;
}

/** `oneOf` or `anyOf`, without its branch for null. */
export interface Union {
  readonly kind: "anyOf" | "oneOf";
  readonly pointer: string;
  /** Pointers of the branches as written: a branch that is a reference is its target. */
  readonly branches: readonly string[];
  readonly hasNull: boolean;
  /** Null is one of its branches. */
  readonly listsNull: boolean;
  readonly discriminator: Discriminator | undefined;
  /** No keyword lists the branches: they are the subtypes of a base, at the pointer of its discriminator. */
  readonly isImplied?: true;
}

/** How the branches of a union, or the subtypes of a base, are distinguished. */
export interface Discriminator {
  readonly pointer: string;
  readonly property: string;
  /** Value → pointer of the schema, or the text as written where it leads out of the document. */
  readonly mapping: ReadonlyMap<string, string>;
  /** The schema of values that the mapping does not know; since OpenAPI 3.2. */
  readonly otherwise: string | undefined;
}

/** `if`, `then` and `else` of one schema. */
export interface Conditional {
  readonly pointer: string;
  readonly condition: Slot;
  readonly then: Slot;
  readonly else: Slot;
  /** Which of the three keywords it has. */
  readonly keywords: readonly string[];
}

/** `contains` with its counts. */
export interface Contains {
  readonly pointer: string;
  readonly slot: Slot;
  readonly least: number;
  readonly most: number | undefined;
}

/** What a schema says without limiting its values. */
export interface Annotations {
  readonly default: Constraint<Json> | undefined;
  readonly readOnly: string | undefined;
  readonly writeOnly: string | undefined;
  readonly deprecated: string | undefined;
  readonly sunset: Constraint<Json> | undefined;
  readonly stability: Constraint<Json> | undefined;
  /** `x-enum-varnames` and the like. */
  readonly memberNames: Constraint<Json> | undefined;
  /** How the value is written as XML. */
  readonly xml: Constraint<Json> | undefined;
  /** `x-extensible-enum`: known values of an open list. */
  readonly knownValues: Constraint<readonly Json[]> | undefined;
}

/** The normal form of one schema, or of several that hold together. */
export interface SchemaForm {
  /** Every schema object that takes part. */
  readonly origins: ReadonlySet<string>;
  readonly types: ReadonlySet<TypeName>;
  /** Numbers of this schema are integers. */
  readonly isInteger: boolean;
  readonly typePointer: string | undefined;
  /** The schema that says that null is a value. */
  readonly nullPart: string | undefined;
  /** `enum`, or `const` as a list of one. */
  readonly values: ListedValues | undefined;
  readonly bounds: ReadonlyMap<BoundName, Bound>;
  readonly factors: readonly Constraint<number>[];
  readonly patterns: readonly Constraint<string>[];
  readonly formats: readonly Constraint<string>[];
  readonly contentType: Constraint<string> | undefined;
  readonly contentEncoding: Constraint<string> | undefined;
  readonly contentSchema: Slot;
  readonly properties: ReadonlyMap<string, Slot>;
  readonly required: ReadonlyMap<string, string>;
  readonly patternProperties: ReadonlyMap<string, Slot>;
  /** Properties with other names. */
  readonly additional: Slot;
  readonly propertyNames: Slot;
  readonly dependentRequired: ReadonlyMap<string, Constraint<readonly string[]>>;
  readonly dependentSchemas: ReadonlyMap<string, Slot>;
  readonly prefix: readonly Slot[];
  /** Items after those of `prefix`. */
  readonly items: Slot;
  readonly unique: string | undefined;
  readonly contains: readonly Contains[];
  /** Where it cannot be read as `additionalProperties` or `items`, because branches evaluate members too. */
  readonly unevaluatedProperties: Slot;
  readonly unevaluatedItems: Slot;
  /** Pointers of `not`. */
  readonly exclusions: readonly string[];
  readonly conditionals: readonly Conditional[];
  readonly unions: readonly Union[];
  /** Unions of one branch, and lists of types or values, which are merged. */
  readonly merged: readonly Union[];
  /** Of a base without a union beside it. */
  readonly discriminator: Discriminator | undefined;
  readonly annotations: Annotations;
}

const NO_ANNOTATIONS: Annotations = {
  default: undefined,
  readOnly: undefined,
  writeOnly: undefined,
  deprecated: undefined,
  sunset: undefined,
  stability: undefined,
  memberNames: undefined,
  xml: undefined,
  knownValues: undefined,
};

/** The form of a schema that allows every value. */
export const ANY: SchemaForm = {
  origins: new Set(),
  types: new Set(TYPES),
  isInteger: false,
  typePointer: undefined,
  nullPart: undefined,
  values: undefined,
  bounds: new Map(),
  factors: [],
  patterns: [],
  formats: [],
  contentType: undefined,
  contentEncoding: undefined,
  contentSchema: [],
  properties: new Map(),
  required: new Map(),
  patternProperties: new Map(),
  additional: [],
  propertyNames: [],
  dependentRequired: new Map(),
  dependentSchemas: new Map(),
  prefix: [],
  items: [],
  unique: undefined,
  contains: [],
  unevaluatedProperties: [],
  unevaluatedItems: [],
  exclusions: [],
  conditionals: [],
  unions: [],
  merged: [],
  discriminator: undefined,
  annotations: NO_ANNOTATIONS,
};

/** The type of a JSON value. */
export function typeOfValue(value: Json): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as TypeName;
}

/** The items that both sets have. */
export function commonItems<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): ReadonlySet<Item> {
  return new Set([...left].filter((item) => right.has(item)));
}

/** The items that either set has. */
export function allItems<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): ReadonlySet<Item> {
  return new Set([...left, ...right]);
}

const known = new WeakMap<SchemaForm, string>();

/** What two forms of the same values mostly share, whatever their names are: types, listed values, and names of properties. */
export function formSignature(form: SchemaForm): string {
  const found = known.get(form) ?? makeSignature(form);
  known.set(form, found);
  return found;
}

function makeSignature({ types, isInteger, values, required, properties, unions }: SchemaForm): string {
  return canonicalJson([
    [...types].sort(),
    isInteger,
    values?.value.map((value) => canonicalJson(value)).sort() ?? null,
    [...required.keys()].sort(),
    [...properties.keys()].sort(),
    unions.length,
  ]);
}
