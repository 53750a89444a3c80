/**
 * The names in a path template, each once: `id` of `/pets/{id}` (OpenAPI, Paths Object). Those behind a `#` are none: what
 * stands there is never sent.
 */
export function templateNames(path: string): ReadonlySet<string> {
  const [sent = ""] = path.split("#", 1);
  return new Set([...sent.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []));
}
