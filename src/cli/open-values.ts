import { parse } from "yaml";
import { byText } from "../text/by-text.js";
import { textTable } from "./text-columns.js";

/** What belongs in the place of a value that a person fills in, by its key, and where that has several meanings by the key above. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "background.id":
      "the member of the response with the id of what it starts, as `data.id`, and not its address; `{ header: Location }` where only an address has it",
    "background.interval": "the time between two polls, as `30s`",
    "background.status": "the GET that gives the state of what it starts, as `GET /jobs/{id}`",
    "capabilities.features": "the member of that response with the features; `false` where it has none",
    "capabilities.operation": "the GET that says what the server allows",
    "conditional.read": "the GET whose ETag the change sends; `conditional: false` where there is none",
    "error.code": "the member of that response with the code of a failure",
    "error.message": "the member of that response with the text of a failure",
    "error.retryable": "the member of that response that says whether to start again",
    "id.header":
      "the header of the response with the id of what it starts, or with an address that leads to it, as `Location`",
    "next.header": "the header of the response with what leads to the next page",
    "next.member": "the member of the response with what leads to the next page",
    "pagination.cursor": "the parameter of the request that takes what leads to the next page",
    "pagination.id": "the member of an item with its id",
    "pagination.items": "the member of the response with the list of items, as `data.rows`",
    "pagination.next": "the member of the response with what leads to the next page, as `meta.next`",
    "state.failed": "the values of the state with which it fails; delete the ? if the list is complete",
    "state.member": "the member of the response of that GET with the state, as `data.status`",
    "state.succeeded": "the values of the state with which it succeeds; delete the ? if the list is complete",
    audience: "the audience of the tokens, or `false`",
    features: "the features that the operation needs; `false` where it needs none",
    intentRetention: "how long the service remembers a key, as `24h`",
    limits: "the member of that response with the limit; `false` where it has none",
    meanings: "what the code means, as docs/cabinetry.schema.json lists it",
    requestedTokenType: "the type of the tokens, as a URN",
    responseFields: "the members that every token response has; delete the ? if the list is complete",
    resource: "the resource of the tokens, as a URL, or `false`",
    scheme: "the security scheme that the tokens are for",
    scopes: "the scopes that the operation needs; `false` where it needs none",
    sensitive:
      "the names of members and parameters that hold secrets or personal data; delete the ? if the list is complete",
    subjectTokenType: "the type of the access key, as a URN",
    url: "the URL of the token endpoint",
  }),
);

/**
 * What belongs in the place of each `?` of lines of a configuration, one line for each key that has one.
 *
 * @param lines - valid YAML
 */
export function openValueLines(lines: readonly string[]): readonly string[] {
  const open = new Map<string, string>();
  for (const keys of openPaths(parse(lines.join("\n")), [])) {
    const [key = "", above = ""] = keys.toReversed();
    const own = MEANINGS.get(`${above}.${key}`);
    const meaning = own ?? MEANINGS.get(key) ?? MEANINGS.get(above);
    // A key with one meaning is named alone: `scopes`.
    const name = own === undefined && MEANINGS.has(key) ? key : `${above}.${key}`;
    if (meaning !== undefined) open.set(name, meaning);
  }
  return textTable(
    [...open].sort(([left], [right]) => byText(left, right)),
    4,
  );
}

/** The keys that lead to each value that is to be filled in. */
function openPaths(value: unknown, keys: readonly string[]): readonly (readonly string[])[] {
  if (value === "?" || value === "GET ?") return [keys];
  if (Array.isArray(value)) return value.flatMap((one) => openPaths(one, keys));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => openPaths(below, [...keys, key]));
}
