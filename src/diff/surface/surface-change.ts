import type { Fact } from "../fact.js";
import type { SdkLevel, SdkName } from "../finding.js";
import type { Described } from "./position.js";

/*
 * What differs between two generated clients for the code that is compiled against them. Types only.
 */

/** What calling code does with a type: it makes values of it (inputs, options), or it gets them (results, errors, webhooks). */
export type Role = "constructed" | "read";

/** One difference between the surfaces of two clients. */
export interface SurfaceChange {
  /** A key of the table of rules: `sdk.method-removed`. */
  readonly rule: string;
  /** Whether calling code that compiles with the old client compiles with the new one. */
  readonly level: Exclude<SdkLevel, "none">;
  /** What changed, for people: `` method `pets.list` ``, `` member `colour` of `Pet` ``. */
  readonly element: string;
  /** For the placeholders of the rule's texts, beside `element`. */
  readonly arguments: NonNullable<Fact["arguments"]>;
  /** The exported name, or the dotted path to the member, on either side; absent where it is not there. */
  readonly names: SdkName;
  /** Further names that came or went with it. */
  readonly more?: readonly SdkName[];
  /** Names that the types it is about are written with, on either side. */
  readonly types?: readonly string[];
  /** Of a name that came, went or changed: the methods and declarations that name it, as the client has them that has it. */
  readonly users?: readonly string[];
  /** The line of `names.lock.json` with which the new client has the old name, where one can. */
  readonly lockLine?: { readonly key: string; readonly name: string };
  /** What callers do with it, first the role that its level is about; empty where that does not matter: a name that is gone. */
  readonly roles: readonly Role[];
  /**
   * Pointers into the bundled documents of what it is about, the most exact first: a property, its schema, an operation. Empty on a side
   * that has none: a setting of the client, a name that is not there.
   */
  readonly anchors: { readonly old: readonly string[]; readonly new: readonly string[] };
  /** Of a change of a type: what describes its values in each contract, where something does. */
  readonly described?: { readonly old?: Described; readonly new?: Described };
}
