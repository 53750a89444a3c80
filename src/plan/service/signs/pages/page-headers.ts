import type { HeaderModel } from "../../../../model/api-model.js";
import { jsonContent, successResponses } from "../../responses.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";

/*
 * Where an operation declares headers of pages.
 */

/** The headers of all successes that have JSON: a page before the last (206) may have others than the last. */
export function successHeaders({ operation, response, reader }: ShownPages): readonly HeaderModel[] {
  const others = successResponses(operation).filter(
    (one) => one !== response && jsonContent(one, reader) !== undefined,
  );
  const found = new Map<string, HeaderModel>();
  for (const header of [response, ...others].flatMap((one) => one?.headers ?? [])) {
    const name = header.name.toLowerCase();
    if (!found.has(name)) found.set(name, header);
  }
  return [...found.values()];
}

/** Whether a 304 has the header of the next position: it responds to a position that nothing follows, and the client raises it as an error. */
export function endsUnchanged({ operation }: ShownPages, header: string): boolean {
  const end = operation.responses.find(({ status }) => status === "304");
  return end?.headers.some(({ name }) => name.toLowerCase() === header.toLowerCase()) === true;
}
