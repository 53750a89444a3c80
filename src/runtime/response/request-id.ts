import type { ApiResponse } from "../call/call.js";
import type { Core } from "../call/core.js";
import { isApiError } from "../errors/api-error.js";
import { isObject } from "../values/is-object.js";

/** By what a response gave: its value, its headers, or what was made of them. */
const ids = new WeakMap<object, string>();

/**
 * Keeps the identifiers that the server gives to requests; the generated code calls it once, after `createCore`.
 *
 * @param names - of the headers that carry one; the first that is there counts
 */
export function keepRequestIds(core: Core, names: readonly string[]): void {
  const keepId = (headers: Headers | undefined, ...made: unknown[]): void => {
    const id = names.flatMap((name) => headers?.get(name) ?? []).at(0);
    if (id === undefined) return;
    for (const one of made) if (isObject(one)) ids.set(one, id);
  };
  const execute = core.execute.bind(core);
  Object.assign(core, {
    execute: async (...call: Parameters<Core["execute"]>) => {
      try {
        const response = await execute(...call);
        keepId(response.headers, response.headers, response.value);
        return response;
      } catch (error) {
        if (isApiError(error)) keepId(error.allHeaders, error.allHeaders);
        throw error;
      }
    },
    identify: (
      { headers, value }: ApiResponse<unknown>,
      made: unknown = value,
    ) => {
      keepId(headers, headers, made);
    },
  } satisfies Pick<Core, "execute" | "identify">);
}

/**
 * The identifier that the server gave to a request, for the people who run the server.
 *
 * @param given - what a call gave: a value that is an object or a list, a value with its ETag, the raw form, a page, the handle of a
 * background operation (of the request that started it), a state of one, or an error
 * @returns undefined when the response had none, and for values that are texts or numbers: ask the raw form then
 */
export function requestIdOf(given: unknown): string | undefined {
  return (
    idOf(given, 2) ??
    (isApiError(given) ? idOf(given.allHeaders, 0) : undefined)
  );
}

/** Where copies of a response and what wraps a value have what the identifier is kept by. */
const parts = ["headers", "response", "value", "operation"];

function idOf(given: unknown, depth: number): string | undefined {
  if (!isObject(given)) return undefined;
  const known = ids.get(given);
  if (known !== undefined || depth === 0) return known;
  for (const part of parts) {
    // Own data alone: a getter is code of somebody else.
    const own = Object.getOwnPropertyDescriptor(given, part);
    const found = idOf(own?.value, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
