import type { RawOperation } from "../operations/list-raw-operations.js";

/**
 * What follows method and path in an operationId that has both as the contract writes them, perhaps below the server's
 * path: `patch-/pets/{id}_update` of `PATCH /pets/{id}` is `update`, as HubSpot writes it; so is
 * `patch-/shop/v1/pets/{id}_update`. Empty for method and path alone (`get-/pets`, `get/pets`), which name nothing.
 *
 * @returns undefined for an id that has not both
 */
export function afterRoute(id: string, { path, method }: RawOperation): string | undefined {
  const verb = method.toLowerCase();
  if (!id.toLowerCase().startsWith(verb)) return undefined;
  const rest = id.slice(verb.length).replace(/^[-_ :.]/u, "");
  const at = rest.startsWith("/") ? rest.lastIndexOf(path) : -1;
  if (at === -1) return undefined;
  const name = rest.slice(at + path.length);
  return /^(?:_|$)/u.test(name) ? name.slice(1) : undefined;
}
