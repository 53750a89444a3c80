import type { Source } from "@redocly/openapi-core";
import { pointerKeys, toPointer } from "../text/json-pointer.js";
import type { JsonObject, LoadedContract } from "./loaded-contract.js";
import type { Origin, Origins } from "./origins.js";
import { locatePlace } from "./problem-frames.js";

/**
 * Answers where a pointer of the bundled document stands in its source. Objects keep their identity while they are
 * bundled, so the deepest one on the way whose origin is known says file and pointer; what is below it is appended.
 */
export function locatorFor(document: JsonObject, origins: Origins, root: Source): LoadedContract["locate"] {
  return (pointer) => {
    let node: unknown = document;
    let origin: Origin = { source: root, keys: [] };
    let below: string[] = [];
    for (const key of pointerKeys(pointer)) {
      node = typeof node === "object" && node !== null ? (node as Record<string, unknown>)[key] : undefined;
      const known = typeof node === "object" && node !== null ? origins.of(node) : undefined;
      below = known === undefined ? [...below, key] : [];
      origin = known ?? origin;
    }
    const place = toPointer([...origin.keys, ...below]);
    return locatePlace({ source: origin.source, pointer: place === "#" ? "#/" : place });
  };
}
