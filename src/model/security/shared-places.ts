import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { SecurityAlternativeModel, SecuritySchemeModel } from "../api-model.js";
import { isObject, listMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { readAlternative } from "./build-security.js";

/** Schemes by name. */
type Schemes = ReadonlyMap<string, SecuritySchemeModel>;
type Need = SecurityAlternativeModel[number];

/**
 * Leaves of schemes that write the same place of a request the one whose credential can be sent: two bearer tokens do
 * not fit into one `Authorization` (RFC 9110 section 11.6.2). It is the one that says most: with scopes, then of OAuth 2.0
 * or OpenID Connect, then the first by name.
 */
export function withoutSharedPlaces(
  alternative: SecurityAlternativeModel,
  schemes: Schemes,
): SecurityAlternativeModel {
  const sent = new Set([...byPlace(alternative, schemes).values()].map(([first]) => first));
  return alternative.filter((need) => placeOf(schemes.get(need.scheme)) === undefined || sent.has(need));
}

/** What a person should know of alternatives that need several credentials in one place. One note a place. */
export function noteSharedPlaces(
  document: JsonObject,
  operations: readonly RawOperation[],
  schemes: Schemes,
): readonly SchemaNote[] {
  const owners = [{ json: document, pointer: "#" }, ...operations];
  return owners.flatMap(({ json, pointer }) =>
    listMember(json, "security").flatMap((written, index) => {
      const alternative = isObject(written) ? readAlternative(document, written) : undefined;
      if (alternative === undefined) return [];
      return [...byPlace(alternative, schemes)].flatMap(([place, needs]) => {
        const [sent, ...others] = needs.map(({ scheme }) => JSON.stringify(scheme));
        if (sent === undefined || others.length === 0) return [];
        const text = `${place} has room for one credential: that of ${sent} is sent, that of ${others.join(", ")} is not.`;
        return [{ text, pointer: appendPointer(pointer, "security", index) }];
      });
    }),
  );
}

/** What an alternative needs, by the place in the request; the first of each is what is sent. */
function byPlace(alternative: SecurityAlternativeModel, schemes: Schemes): ReadonlyMap<string, Need[]> {
  const places = new Map<string, Need[]>();
  const ranked = [...alternative].sort(
    (left, right) => rank(left, schemes) - rank(right, schemes) || byText(left.scheme, right.scheme),
  );
  for (const need of ranked) {
    const place = placeOf(schemes.get(need.scheme));
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), need]);
  }
  return places;
}

function rank({ scheme, scopes }: Need, schemes: Schemes): number {
  if (scopes.length > 0) return 0;
  const kind = schemes.get(scheme)?.kind;
  return kind === "oauth2" || kind === "openIdConnect" ? 1 : 2;
}

/** Where a scheme's credential stands, in words; undefined where it is not in the request. */
function placeOf(scheme: SecuritySchemeModel | undefined): string | undefined {
  if (scheme === undefined || scheme.kind === "mutualTLS") return undefined;
  if (scheme.kind !== "apiKey") return header("authorization");
  return scheme.in === "header"
    ? header(scheme.parameter)
    : `The ${scheme.in === "query" ? "query parameter" : "cookie"} ${JSON.stringify(scheme.parameter)}`;
}

/** Names of headers are the same in any case (RFC 9110 section 5.1). */
function header(name: string): string {
  return `The header ${JSON.stringify(name.toLowerCase())}`;
}
