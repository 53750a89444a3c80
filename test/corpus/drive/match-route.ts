import type { PublishedOperation } from "./published-operations.js";

/** An operation whose method and path a request has. */
export interface Route {
  readonly operation: PublishedOperation;
  /** Texts of the path's parameters, percent-encoding untouched. */
  readonly segments: ReadonlyMap<string, string>;
}

/**
 * The operations that a request can be meant for: those with the fewest parameters in their path (OpenAPI, Paths Object:
 * concrete paths before templated ones). Several, when paths differ by names or by what stands behind a `#` alone.
 *
 * @param target - path and query
 */
export function matchRoutes(
  operations: readonly PublishedOperation[],
  method: string,
  target: string,
): readonly Route[] {
  const [path = ""] = target.split("?");
  const routes = operations
    .filter((operation) => operation.method === method)
    .flatMap((operation) => {
      const segments = operation.bases.map((base) => matchPath(base + wirePath(operation.path), path));
      const found = segments.find((one) => one !== undefined);
      return found === undefined ? [] : [{ operation, segments: found }];
    });
  const fewest = Math.min(...routes.map(({ segments }) => segments.size));
  return routes.filter(({ segments }) => segments.size === fewest);
}

/** A fragment is a part of the document's key that is never sent (RFC 9110 section 7.1). */
function wirePath(template: string): string {
  const [path = ""] = template.split(/[?#]/);
  return path.startsWith("/") ? path : `/${path}`;
}

function matchPath(template: string, path: string): ReadonlyMap<string, string> | undefined {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return encodeURI(part).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return "([^/]+?)";
    })
    .join("");
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match === null ? undefined : new Map(names.map((name, index) => [name, match[index + 1] ?? ""]));
}
