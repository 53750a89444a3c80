import type { JsonObject } from "../load/loaded-contract.js";

/** One side of a comparison: a bundled document, in which every `$ref` is local (`#/…`). */
export interface ComparedDocument {
  readonly document: JsonObject;
  readonly dialect: "3.0" | "3.1" | "3.2";
}
