import type { JsonObject } from "../../load/loaded-contract.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { isHeaderName } from "./header-name.js";
import type { RawOperation } from "./list-raw-operations.js";
import { type LocatedParameter, locateParameters } from "./locate-parameters.js";

/** What describes these headers instead, in the words of a sentence. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["accept", "The media types of the answers say it."],
  ["content-type", "The media types of the body say it."],
  ["authorization", "A security scheme says it."],
]);

/**
 * What frames a message on a connection, or says what a connection can do (RFC 9110 sections 6.6.2, 7.2, 7.6.1, 8.6 and
 * 10.1; RFC 9112 section 6). The transport sends it: `fetch` drops or refuses another value (Fetch standard, forbidden
 * request-headers), and on some platforms fails as if the connection had.
 */
const TRANSPORT: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Whether a parameter is a header that OpenAPI has ignored (Parameter Object, `name`: "shall be ignored"), one that is
 * the transport's to send, or one that nobody can send, because its name is none.
 */
export function isIgnoredHeader({ name, place }: Pick<LocatedParameter, "name" | "place">): boolean {
  const lower = name.toLowerCase();
  return place === "header" && (INSTEAD.has(lower) || TRANSPORT.has(lower) || !isHeaderName(name));
}

/** What a person should know of the header parameters that are left out: one note a parameter. */
export function noteIgnoredHeaders(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const ignored = operations
    .flatMap((operation) => locateParameters(document, operation).flat())
    .filter(isIgnoredHeader);
  return [
    ...new Map(ignored.map(({ name, located }) => [located.pointer, noteOf(name, located.pointer)])).values(),
  ];
}

function noteOf(name: string, pointer: string): SchemaNote {
  if (!isHeaderName(name))
    return { text: `${JSON.stringify(name)} is no name of a header; the parameter is left out.`, pointer };
  const instead = INSTEAD.get(name.toLowerCase());
  const text =
    instead === undefined
      ? `The header parameter "${name}" is left out: the transport sends that header by itself.`
      : `OpenAPI ignores a header parameter "${name}"; it is left out. ${instead}`;
  return { text, pointer };
}
