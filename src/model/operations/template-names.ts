/** The names in a path template, each once: `id` of `/pets/{id}` (OpenAPI, Paths Object). */
export function templateNames(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []));
}
