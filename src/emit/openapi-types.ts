import type { Json, JsonObject } from "../load/loaded-contract.js";
import type { EmittedFile } from "./emitted-client.js";
import { header } from "./render-template.js";

/**
 * The `paths` and `components` types that openapi-typescript derives from the contract, for teams that also use
 * openapi-fetch. It opens the bundled document itself: the one declared exception of this room. Formatted by prettier
 * proper, which is loaded here only.
 */
export async function emitOpenapiTypes(document: JsonObject): Promise<EmittedFile> {
  const [{ default: openapiTS, astToString }, { format }] = await Promise.all([
    import("openapi-typescript"),
    import("prettier"),
  ]);
  const nodes = await openapiTS(JSON.stringify(withoutOutside(document)), {
    alphabetize: true,
    silent: true,
  });
  const text = await format(`${header}\n\n${astToString(nodes)}`, { parser: "typescript" });
  return { path: "openapi-types.ts", text };
}

/**
 * The document without references that lead out of it. The contract was bundled: what is left of them is data (examples,
 * extensions), and openapi-typescript would read every file and fetch every URL that data names.
 */
export function withoutOutside(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(withoutOutside);
  const members = Object.entries(value).filter(([name, member]) => name !== "$ref" || !leadsOutside(member));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutOutside(member)]));
}

function leadsOutside(reference: Json): boolean {
  return typeof reference === "string" && !reference.startsWith("#");
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
