import { words } from "../../text/words.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { isPathPrefix } from "./path-prefix.js";

/**
 * Whether the words of an operationId are method and path of the operation, and nothing that a person called it:
 * `getCardsId` and `cards_id_get` of `GET /v1/cards/{id}`. Some write a parameter `0` (`cards-0-get`).
 *
 * Without parameters, or with one that is called otherwise, the same words read as a name: `getCards`, and
 * `getAccountsAccount` of `/accounts/{account}`.
 */
export function repeatsRoute(id: readonly string[], { path, method }: RawOperation): boolean {
  const verb = method.toLowerCase();
  return (
    (id[0] === verb && isRoute(id.slice(1), path)) || (id.at(-1) === verb && isRoute(id.slice(0, -1), path))
  );
}

function isRoute(id: readonly string[], path: string): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  const noun = segments.findIndex((segment) => !isPathPrefix(segment));
  let at = 0;
  let namesId = false;
  for (const segment of segments.slice(Math.max(noun, 0))) {
    const want = words(segment);
    const isParameter = /^\{[^{}]+\}$/u.test(segment);
    if (isParameter && /^\d+$/u.test(id[at] ?? "")) {
      at += 1;
      namesId = true;
      continue;
    }
    if (want.some((word, index) => id[at + index] !== word)) return false;
    if (isParameter && want.at(-1) !== "id") return false;
    at += want.length;
    namesId ||= isParameter;
  }
  return namesId && at === id.length;
}
