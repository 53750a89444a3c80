import { appendPointer } from "../../text/json-pointer.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";
import { sentPath } from "./sent-path.js";

/**
 * What a person should know of what stands behind the path in a path template, where OpenAPI has nothing (Paths Object): a
 * fragment, which no request carries (RFC 9110 section 7.1), and a query. One note for each end of a path.
 */
export function noteTemplateEnds(operations: readonly RawOperation[]): readonly SchemaNote[] {
  return [...new Set(operations.map(({ path }) => path))].flatMap((path) => {
    const pointer = appendPointer("#/paths", path);
    const sent = sentPath(path);
    return [
      ...(path === sent ? [] : [{ text: fragment, pointer }]),
      ...(sent.includes("?") ? [{ text: query, pointer }] : []),
    ];
  });
}

const fragment =
  "What stands behind # in a path is never sent: the server tells operations of one path apart by their parameters and bodies alone.";
const query = "OpenAPI has no query in a path; it is sent as it stands there, before the query parameters.";
