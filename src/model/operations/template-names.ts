import { sentPath } from "./sent-path.js";

/**
 * The names in a path template, each once: `id` of `/pets/{id}` (OpenAPI, Paths Object). Those behind a `#` are none: what
 * stands there is never sent.
 */
export function templateNames(path: string): ReadonlySet<string> {
  return new Set([...sentPath(path).matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []));
}
