import { createHash } from "node:crypto";
import type { Diagnostic, SourceLocation } from "../diagnostics/diagnostic.js";
import { canonicalJson } from "../text/canonical-json.js";

/** A contract that was read, bundled into one document, validated and hashed. Filled by `load`, read by `model`. */
export interface LoadedContract {
  /**
   * The bundled document as plain JSON values: every `$ref` in it points into itself (`#/…`). Key order is that of
   * the source and means nothing: callers that iterate must sort. Objects may be shared, but never form a cycle.
   */
  readonly document: JsonObject;
  /** Minor version of the OpenAPI Specification it is written in. */
  readonly dialect: "3.0" | "3.1" | "3.2";
  /** SHA-256 (hex) over the canonical JSON of the document: the same for every key order and every split into files. */
  readonly digest: string;
  /** What the user named, for messages only; it never reaches an emitted file. */
  readonly source: string;
  /** Where the document was fetched from, when it came over HTTP. Relative server URLs are resolved against it. */
  readonly retrievedFrom?: string;
  /** The position of a JSON pointer in its source, for messages. Computed on demand; without the line in a very long source. */
  locate(pointer: string): SourceLocation;
  /** Integers that JavaScript rounds: rounded number → digits as written, where they are certain. */
  readonly longDigits: ReadonlyMap<number, string>;
  /** Operations that a selection has taken out of the document. Absent: none. */
  readonly unselected?: readonly UnselectedOperation[];
  /** The document with them. */
  readonly whole?: JsonObject;
  /** Diagnostics for the document as it was read; each has its place in the source. */
  readonly diagnostics: readonly Diagnostic[];
}

/** An operation that the contract has, and the client has not. */
export interface UnselectedOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  /** The entry or the list that decides it, for messages: `` `include` (cabinetry.yaml:5:5) ``. */
  readonly by: string;
  /** An option of the command line decides it, and not the file that has the claims. */
  readonly byOption: boolean;
  /** The scopes that it requires, and what it and its responses say: another part of the contract may be about it alone. */
  readonly texts?: readonly string[];
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** SHA-256 (hex) over the canonical JSON of a bundled document: the same for every key order and every split into files. */
export function digestOf(document: JsonObject): string {
  return createHash("sha256").update(canonicalJson(document)).digest("hex");
}
