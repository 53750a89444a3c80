import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import { byText } from "../../../text/by-text.js";
import { appendPointer } from "../../../text/json-pointer.js";
import {
  follow,
  isObject,
  isSameJson,
  listMember,
  type Located,
  member,
  namedEntries,
  objectMember,
  textMember,
} from "../document-nodes.js";
import type { WireOperation } from "../read-operations.js";

/** One way in: every scheme that it takes, with the scopes (OpenAPI, Security Requirement Object). Without schemes: no credentials. */
export type WayIn = ReadonlyMap<string, ReadonlySet<string>>;

/** The ways into an operation, and where they are written. */
export interface WaysIn {
  readonly pointer: string;
  readonly ways: readonly WayIn[];
}

/**
 * The ways into an operation: its own, otherwise those of the document (OpenAPI, Operation Object, `security`). No list and an
 * empty list both mean that it takes no credentials.
 *
 * @param names - new names of schemes by old ones, where a scheme was only renamed.
 */
export function readWaysIn(
  document: JsonObject,
  { self }: WireOperation,
  names: ReadonlyMap<string, string> = new Map(),
): WaysIn {
  const isOwn = member(self.json, "security") !== undefined;
  const owner = isOwn ? self : { json: document, pointer: "#" };
  const pointer = appendPointer(owner.pointer, "security");
  const ways = new Map(
    listMember(owner.json, "security")
      .filter(isObject)
      .map((json) => readWay(json, names))
      .map((way) => [wayText(way), way]),
  );
  if (ways.size === 0) return { pointer, ways: [new Map()] };
  return { pointer, ways: [...ways].sort(([left], [right]) => byText(left, right)).map(([, way]) => way) };
}

function readWay(json: JsonObject, names: ReadonlyMap<string, string>): WayIn {
  const schemes = Object.keys(json).map(
    (name) => [names.get(name) ?? name, new Set(textList(json[name]).sort(byText))] as const,
  );
  return new Map(schemes.sort(([left], [right]) => byText(left, right)));
}

function textList(value: Json | undefined): string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((each) => typeof each === "string") : [];
}

/** A way in for people: `oauth (read, write) + key`; `no credentials` for the one without. */
export function wayText(way: WayIn): string {
  if (way.size === 0) return "no credentials";
  return [...way]
    .map(([scheme, scopes]) => (scopes.size === 0 ? scheme : `${scheme} (${[...scopes].join(", ")})`))
    .join(" + ");
}

/** The security schemes of a document by name, references followed. */
export function readSchemes(document: JsonObject): ReadonlyMap<string, Located> {
  const schemes = namedEntries(objectMember(objectMember(document, "components"), "securitySchemes"));
  return new Map(
    schemes.flatMap(([name, json]) => {
      const located = follow(document, json, appendPointer("#/components/securitySchemes", name));
      return located === undefined ? [] : [[name, located] as const];
    }),
  );
}

/** What a security scheme asks callers to send, as written: without words and token addresses. */
export function writtenCredential({ json }: Located): JsonObject {
  const type = textMember(json, "type") ?? "";
  const members: Readonly<Record<string, readonly string[]>> = {
    apiKey: ["in", "name"],
    http: ["scheme"],
    openIdConnect: ["openIdConnectUrl"],
  };
  const own = (members[type] ?? []).flatMap((name): [string, Json][] => {
    const value = member(json, name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([["type", type], ...own]);
}

/** The same in one spelling: names of headers and schemes have no case. */
export function credentialOf(scheme: Located): JsonObject {
  const written = writtenCredential(scheme);
  const entries = Object.entries(written).map(([name, value]): [string, Json] => {
    const hasNoCase = name === "scheme" || (name === "name" && written["in"] === "header");
    return [name, typeof value === "string" && hasNoCase ? value.toLowerCase() : value];
  });
  return Object.fromEntries(entries);
}

/** Old name → new name of the schemes that were only renamed: the same definition, and no other scheme that it could be. */
export function renamedSchemes(
  old: ReadonlyMap<string, Located>,
  now: ReadonlyMap<string, Located>,
): ReadonlyMap<string, string> {
  const gone = [...old].filter(([name]) => !now.has(name));
  const fresh = [...now].filter(([name]) => !old.has(name));
  const pairs = gone.flatMap(([name, scheme]): [string, string][] => {
    const isSame = ([, other]: readonly [string, Located]) =>
      isSameJson(definition(scheme), definition(other));
    const [match, ...more] = fresh.filter(isSame);
    const rivals = gone.filter(isSame);
    return match !== undefined && more.length === 0 && rivals.length === 1 ? [[name, match[0]]] : [];
  });
  return new Map(pairs);
}

function definition(scheme: Located): JsonObject {
  const flows = member(scheme.json, "flows");
  return { ...credentialOf(scheme), ...(flows !== undefined && { flows }) };
}
