import type { ServerModel } from "../../model/api-model.js";

/** A server's URL with the defaults of its variables in place (OpenAPI, Server Variable Object). */
export function filledUrl({ url, variables }: ServerModel): string {
  const defaults = new Map(variables.map(({ name, default: initial }) => [name, initial]));
  return url.replace(/\{([^}]+)\}/g, (whole, name: string) => defaults.get(name) ?? whole);
}
