import { words } from "../../text/words.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { isPathPrefix } from "./path-prefix.js";

/**
 * The words of an operationId that repeats how the path begins, without that: `api books get collection` of `/books` is
 * `books get collection`. Where method and path are all that is left (`getApiV4GroupsId` of grape-swagger,
 * `api_books_id_get` of API Platform) nobody named the operation, and there are no words.
 *
 * @returns undefined for an id that has no prefix of a path
 */
export function withoutPathPrefix(
  id: readonly string[],
  { path, method }: RawOperation,
): readonly string[] | undefined {
  const verb = method.toLowerCase();
  const isVerbFirst = id[0] === verb;
  const name = isVerbFirst ? id.slice(1) : id;
  const start = name.findIndex((word) => !isPathPrefix(word));
  const left = name.slice(start);
  const route = routeWords(path);
  if (start <= 0 || left[0] !== route[0]) return undefined;
  if (left.join(" ") === [...route, ...(isVerbFirst ? [] : [verb])].join(" ")) return [];
  return isVerbFirst ? undefined : left;
}

/** A path from its first noun on. */
function routeWords(path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  const noun = segments.findIndex((segment) => !isPathPrefix(segment));
  return segments.slice(Math.max(noun, 0)).flatMap((segment) => words(segment));
}
