import { hidden, maskMembers } from "./mask-members.js";

/** Parameters whose values say how much is asked for, never what or whose. */
const shown: ReadonlySet<string> = new Set([
  "limit",
  "offset",
  "order",
  "page",
  "page_size",
  "pageSize",
  "per_page",
  "sort",
]);

/** A parameter as far as showing it goes. */
export interface ShownParameter {
  /** On the wire. */
  readonly name: string;
  readonly sensitive?: true;
}

/**
 * The parameters of a call, by wire name, fit for a log: values of the allow-list, `[hidden]` for all others.
 *
 * @param more - names that the caller allows in addition
 * @param sensitive - member names that stay masked, whatever is allowed
 */
export function showParameters(
  given: readonly (readonly [parameter: ShownParameter, value: unknown])[],
  more: readonly string[],
  sensitive: readonly string[],
): Readonly<Record<string, unknown>> {
  const masked = new Set(sensitive.map((name) => name.toLowerCase()));
  return Object.fromEntries(
    given.map(([{ name, sensitive: secret }, value]) => {
      const allowed =
        (shown.has(name) || more.includes(name)) &&
        secret !== true &&
        !masked.has(name.toLowerCase());
      return [name, allowed ? maskMembers(value, sensitive) : hidden];
    }),
  );
}
