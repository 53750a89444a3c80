import { createHash } from "node:crypto";
import { canonicalJson } from "../text/canonical-json.js";
import type { JsonObject } from "./loaded-contract.js";

/** SHA-256 (hex) over the canonical JSON of a bundled document: the same for every key order and every split into files. */
export function digestOf(document: JsonObject): string {
  return createHash("sha256").update(canonicalJson(document)).digest("hex");
}
