/*
 * TypeScript declarations as data. Types only. Filled by `plan/types`, printed by `emit/types`; no other room makes
 * TypeScript types, so that every decision about them can be tested without printing.
 */

/** A TypeScript type expression. */
export type TypePlan =
  | {
      readonly kind: "keyword";
      readonly name:
        "string" | "number" | "bigint" | "boolean" | "null" | "object" | "unknown" | "never" | "undefined";
    }
  /** The type of one value: `"queued"`, `42`, `true`; the printer quotes and escapes. */
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  /** Every text that begins and ends so: `` `image/${string}` ``, `` `application/${string}+json` ``. */
  | { readonly kind: "pattern"; readonly start: string; readonly end: string }
  /** What every object has by a name: `Object["constructor"]`. */
  | { readonly kind: "inherited"; readonly name: string }
  /** What an interface of the same file has by a name: `WebhookHeaders["petLost"]`. */
  | { readonly kind: "member"; readonly of: string; readonly name: string }
  /** A name that the file declares or imports, with its type arguments. */
  | { readonly kind: "name"; readonly name: string; readonly arguments?: readonly TypePlan[] }
  | { readonly kind: "array"; readonly items: TypePlan }
  | {
      readonly kind: "tuple";
      readonly items: readonly { readonly type: TypePlan; readonly optional: boolean }[];
      readonly rest?: TypePlan;
    }
  | { readonly kind: "object"; readonly members: readonly MemberPlan[] }
  | { readonly kind: "union"; readonly members: readonly TypePlan[] }
  | { readonly kind: "intersection"; readonly members: readonly TypePlan[] };

/** A member of an interface or object type. */
export type MemberPlan =
  | {
      readonly kind: "property";
      /** The wire name; the printer quotes it where TypeScript needs that. */
      readonly name: string;
      readonly optional: boolean;
      /** Described under a condition alone: where members of several parts become one, any other description holds. */
      readonly conditional?: true;
      readonly type: TypePlan;
      readonly doc: DocPlan;
    }
  | {
      readonly kind: "index";
      /** The text that the names begin with; absent: any name. */
      readonly prefix?: string;
      readonly type: TypePlan;
      /** The doc of names that no member beside it has, where `type` is wider to admit those members. */
      readonly others?: TypePlan;
      readonly doc: DocPlan;
    };

/** A doc comment, as text: paragraphs and tags in order; the printer escapes and wraps. Empty: no comment. */
export interface DocPlan {
  /** Markdown paragraphs. */
  readonly text: readonly string[];
  /** `{ tag: "deprecated", text: "" }`. */
  readonly tags: readonly { readonly tag: string; readonly text: string }[];
}

/** One exported declaration. */
export type DeclarationPlan = { readonly name: string; readonly doc: DocPlan } & (
  | {
      readonly kind: "interface";
      readonly extends: readonly TypePlan[];
      readonly members: readonly MemberPlan[];
    }
  | { readonly kind: "alias"; readonly type: TypePlan }
);

/** A file of declarations. Imports follow from the names it uses and does not declare. */
export interface ModelFilePlan {
  /** Under `models/`, without extension, kebab case: `cabinet-page`. */
  readonly file: string;
  readonly declarations: readonly DeclarationPlan[];
  /**
   * Names that it uses from other files, sorted by file: a model (`./deal`) or the runtime (`../runtime/values/unlisted`),
   * as seen from it, without extension.
   */
  readonly imports: readonly { readonly from: string; readonly names: readonly string[] }[];
}
