import type { JsonObject } from "../../load/loaded-contract.js";
import type { EmittedFile } from "../emitted-client.js";
import { header } from "../templates/render-template.js";

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
  const nodes = await openapiTS(JSON.stringify(document), { alphabetize: true, silent: true });
  const text = await format(`${header}\n\n${astToString(nodes)}`, { parser: "typescript" });
  return { path: "openapi-types.ts", text };
}
