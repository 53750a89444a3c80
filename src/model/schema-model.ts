import type { Json } from "../load/loaded-contract.js";

/** The position of a node of the model in the contract: a JSON pointer (RFC 6901) into the bundled document. */
export interface Origin {
  readonly pointer: string;
}

/*
 * Schemas in one normal form, whatever the dialect: OpenAPI 3.0's `nullable` and boolean `exclusiveMinimum`, 3.1's
 * type arrays, `$defs` and boolean schemas all end up here. Types only.
 */

/** A schema with a name of its own. Filled by `model/schema`, read by `plan/types` and `diff`. */
export interface SchemaModel {
  /** Pascal case, unique over the model, a TypeScript identifier that shadows no global. */
  readonly name: string;
  /**
   * What it is known by between generations: its JSON pointer in the bundled document, with what an item of a list is
   * (`oneOf/kind=cat`) instead of its position; `base:` and the pointer for what
   * the subtypes of a schema share, `object:` and the pointer for the object that was split off a schema (`input:` and it, in a manifest, for the shape
   * that requests have where it differs; `bytes:` and `text:` for the form with bytes, or with text in place of them,
   * beside another).
   */
  readonly identity: string;
  /** As the contract has it (`#/components/schemas/<key>`); absent for an inline schema, which is named from its position. */
  readonly key?: string;
  /** Name of the component-level schema or operation that contains an inline schema: they share a file. */
  readonly owner?: string;
  readonly node: SchemaNode;
}

/** One schema. `doc` and `constraints` never change the set of shapes; `type` does. */
export interface SchemaNode {
  readonly type: SchemaType;
  readonly doc: SchemaDoc;
  /** Sent by the server only / by the client only (OpenAPI, `readOnly`, `writeOnly`). */
  readonly access?: "readOnly" | "writeOnly";
  /** `format: password`, `writeOnly` text, marked by an extension, named as a secret, or in the configuration: masked wherever it could be shown. */
  readonly sensitive: boolean;
  /**
   * Assertions that types do not express, by JSON Schema keyword, values as written: `{ minLength: 1 }`. Numbers that
   * JavaScript would round are texts of their digits. `oneOf`, `anyOf`: alternatives that only require members;
   * `allOf`: constraints that conflict with another constraint of the same keyword; `format` and `content…` only where the
   * type has no place for them.
   */
  readonly constraints: Readonly<Record<string, Json>>;
  readonly origin: Origin;
}

/** What people are told about a schema. */
export interface SchemaDoc {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly default?: Json;
  /** Where more is said (OpenAPI, External Documentation Object). */
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly examples: readonly Json[];
  /** Values that an extension lists, and that others may join: `x-extensible-enum`. Absent: none. */
  readonly values?: readonly string[];
}

/** The set of values, structurally. */
export type SchemaType =
  /** No assertion at all: `{}` or `true`. */
  | { readonly kind: "any" }
  /** Nothing is valid: `false`. */
  | { readonly kind: "never" }
  | { readonly kind: "null" }
  | { readonly kind: "boolean" }
  | {
      readonly kind: "string";
      readonly format?: string;
      readonly contentMediaType?: string;
      readonly contentEncoding?: string;
      /** What the text holds, as a value: `contentSchema` of a member `data` in JSON, which events have. */
      readonly content?: SchemaNode;
    }
  | { readonly kind: "number"; readonly integer: boolean; readonly format?: string }
  /** Raw bytes: `type: string, format: binary` (3.0), or a schema-less binary media type (3.1). */
  | { readonly kind: "binary" }
  /** `const`, or an enum of one. */
  | { readonly kind: "literal"; readonly value: Json }
  /** Values in the contract's order, duplicates removed; at least two, scalars. */
  | { readonly kind: "enum"; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: "array"; readonly items: SchemaNode }
  /** `prefixItems`; `rest` undefined: closed (`items: false`). `minItems` counts how many are certain. */
  | {
      readonly kind: "tuple";
      readonly items: readonly SchemaNode[];
      readonly certain: number;
      readonly rest?: SchemaNode;
    }
  | ObjectType
  | UnionType
  /** `allOf`, and siblings of a `$ref`: every member holds. At least two members. */
  | { readonly kind: "intersection"; readonly members: readonly SchemaNode[] }
  /** A named schema of the model. */
  | { readonly kind: "ref"; readonly name: string };

/** An object; with no properties and an `additional` schema it is a map. */
export interface ObjectType {
  readonly kind: "object";
  /** Sorted by name. */
  readonly properties: readonly PropertyModel[];
  /**
   * What other members may be: `closed` (`additionalProperties: false`), `unsaid` (the keyword is absent: allowed,
   * never promised), or a schema that they match.
   */
  readonly additional: "closed" | "unsaid" | SchemaNode;
  /** `patternProperties`, sorted by pattern. */
  readonly patterns: readonly { readonly pattern: string; readonly schema: SchemaNode }[];
}

export interface PropertyModel {
  readonly name: string;
  readonly required: boolean;
  /** Described under a condition alone (`then`, `else`, `dependentSchemas`): any other description of it holds instead. */
  readonly conditional?: true;
  /** Named by `required` alone: it has the type of other members with that name, or any type where nothing describes them. */
  readonly undescribed?: true;
  readonly schema: SchemaNode;
}

/** `oneOf`, `anyOf`, type arrays, `nullable`: at least two members, nested unions of the same form flattened. */
export interface UnionType {
  readonly kind: "union";
  readonly form: "oneOf" | "anyOf" | "types";
  readonly members: readonly SchemaNode[];
  readonly discriminator?: DiscriminatorModel;
}

/** OpenAPI, Discriminator Object, the implicit mapping made explicit. */
export interface DiscriminatorModel {
  readonly property: string;
  /** Name of the schema whose members every alternative has, one that is not listed too; absent: none is said to. */
  readonly base?: string;
  /** Sorted by value: literal → name of the member schema. What leads to `fallback` is not among them. */
  readonly mapping: readonly { readonly value: string; readonly schema: string }[];
  /** The member for every other value, and for none (`defaultMapping`, OpenAPI 3.2). */
  readonly fallback?: string;
  /** That a value may lack the property, with a `base`: it is the base itself then, and not a subtype. */
  readonly absent?: true;
}
