import type { Direction } from "../../../src/diff/fact.js";
import type { WireLevel } from "../../../src/diff/finding.js";
import { worseWire } from "../../../src/diff/law.js";
import { isMembers, valueAt } from "../../../src/openapi/visit.js";
import { fragmentKeys } from "../../../src/text/json-pointer.js";
import { directionsOf, findDirections } from "./directions.js";

/*
 * What the catalogue of changes says of each row, written down by hand: the level on the wire in a request and in a response. Nothing
 * here is derived from the rules of the comparison.
 */

/** Levels of a change: where it is sent to the API, and where the API sends it. */
type Levels = readonly [request: WireLevel, response: WireLevel];

/** What was changed, before the change. */
interface Changed {
  readonly before: unknown;
  /** The object that has it: of a property, the object with the list of properties. */
  readonly owner: unknown;
  /** It is a required property of its owner. */
  readonly isRequired: boolean;
  /** It is written as text in a URL or a header. */
  readonly isText: boolean;
  /** It is a whole body that is neither JSON nor a form. */
  readonly isFile: boolean;
  /** It is the whole of a parameter or header: one value is written as a list of it is. */
  readonly isWhole: boolean;
  /** Its alternatives require values of its discriminator that no other has. */
  readonly isDistinguished: boolean;
}

const NARROWER: Levels = ["breaking", "compatible"];
const WIDER: Levels = ["compatible", "breaking"];
const WIDER_OPEN: Levels = ["compatible", "risky"];
const OTHER: Levels = ["breaking", "breaking"];
const ADDED: Levels = ["compatible", "compatible"];
const DOCS: Levels = ["docs", "docs"];
const NONE: Levels = ["none", "none"];

/** By row, or by row and title where a row has several. */
const EXPECTED: Readonly<Record<string, Levels | ((changed: Changed) => Levels)>> = {
  A2: DOCS,
  A4: ADDED,
  A6: OTHER,
  B1: ADDED,
  B2: OTHER,
  B5: ADDED,
  B13: ADDED,
  B14: ADDED,
  B15: ADDED,
  "B17: a webhook is removed": OTHER,
  "B17: a webhook is added": ADDED,
  B19: OTHER,
  C2: OTHER,
  C4: OTHER,
  C5: ADDED,
  C6: ADDED,
  C7: OTHER,
  D1: NARROWER,
  D2: ADDED,
  // Servers ignore header fields that they do not know.
  D3: ({ before }) => (isMembers(before) && before["in"] === "header" ? ["risky", "breaking"] : OTHER),
  D4: NARROWER,
  D5: WIDER,
  D6: OTHER,
  D7: OTHER,
  D8: OTHER,
  D11: ADDED,
  D12: NARROWER,
  D13: NARROWER,
  D14: WIDER,
  E1: NARROWER,
  E2: ADDED,
  E3: OTHER,
  "E4: a body becomes required": NARROWER,
  "E4: a body becomes optional": WIDER,
  // Receivers of webhooks cannot ask for another media type.
  "E5: a media type of a body is added": WIDER,
  "E5: a media type of a body is removed": OTHER,
  "E6: a media type of a response is added": ADDED,
  "E6: a media type of a response is removed": OTHER,
  E8: WIDER,
  // One of several that callers know: what comes is narrower.
  F1: ({ before }) => (successesOf(before).length > 1 ? NARROWER : OTHER),
  F2: WIDER_OPEN,
  F3: ADDED,
  F4: NONE,
  F5: WIDER,
  F6: ({ before }) =>
    isMembers(before) && before["required"] === true ? ["compatible", "breaking"] : ["compatible", "risky"],
  F7: ADDED,
  F8: ({ before }) => (typeOf(before, "schema") === "string" ? NARROWER : WIDER),
  G1: NARROWER,
  G2: ADDED,
  // A closed object refuses what it no longer describes; an open one ignores it.
  G3: ({ owner }) => [isClosed(owner) ? "breaking" : "risky", "breaking"],
  G4: NARROWER,
  G5: WIDER,
  G6: OTHER,
  G9: NARROWER,
  G10: ({ isRequired }) => [isRequired ? "breaking" : "compatible", "compatible"],
  G11: WIDER,
  G12: ADDED,
  G13: ADDED,
  G14: NONE,
  "H1: a text becomes a number": NARROWED_TEXT,
  "H1: a number becomes an integer": NARROWER,
  // Each boolean is written as a text that was allowed.
  "H1: a boolean becomes a text": ({ isText }) => (isText ? WIDER : OTHER),
  "H1: a value becomes a list of it": ({ isWhole }) => (isWhole ? WIDER : OTHER),
  "H1: anything becomes a text": NARROWER,
  "H2: a text may be a number": WIDER,
  "H2: an integer becomes a number": WIDER,
  "H2: a type goes": WIDER,
  H4: WIDER,
  H5: NARROWER,
  "H7: an integer becomes a long one": NARROWER,
  "H7: a long integer becomes a short one": NARROWER,
  "H7: a text becomes a date": NARROWER,
  // A file is the same bytes, whatever its schema calls them.
  "H7: a text becomes bytes": ({ isFile }) => (isFile ? NONE : NARROWER),
  "H7: bytes become a text": ({ isFile }) => (isFile ? NONE : WIDER),
  I1: WIDER_OPEN,
  I2: NARROWER,
  I3: NARROWER,
  I4: WIDER_OPEN,
  I7: NARROWER,
  I8: WIDER,
  I9: OTHER,
  I10: ["risky", "docs"],
  J1: NARROWER,
  J3: NARROWER,
  J8: NARROWER,
  J11: NARROWER,
  J12: NARROWER,
  "K1: a discriminated union gets an alternative": ({ before }) =>
    isMembers(before) && before["discriminator"] !== undefined ? WIDER_OPEN : WIDER,
  "K1: a union gets an alternative": WIDER,
  K2: NARROWER,
  // Where every object was valid, the one that is added was.
  K3: ({ before }) => (takesEveryObject(before) ? NONE : WIDER),
  K4: WIDER,
  K5: NARROWER,
  K6: NARROWER,
  // Judged as its properties, which are gone: G3.
  K7: ["risky", "breaking"],
  K8: DOCS,
  // It is not part of messages, but released clients may read other alternatives without it.
  K9: ({ isDistinguished }) => (isDistinguished ? NONE : WIDER_OPEN),
  K11: WIDER_OPEN,
  K12: OTHER,
  K16: NARROWER,
  "K19: a list becomes a tuple": NARROWER,
  "K19: a tuple gets longer": OTHER,
  K20: OTHER,
  "K24: names with a beginning are described": NARROWER,
  "K24: names with a beginning lose their schema": ({ before }) => (isClosed(before) ? NARROWER : WIDER),
  K26: NARROWER,
  K27: NARROWER,
  "K28: an object is opened": WIDER_OPEN,
  // Readers of a map read its values, whatever their names are.
  "K28: values of a map are wider": WIDER,
};

function successesOf(responses: unknown): readonly string[] {
  return isMembers(responses) ? Object.keys(responses).filter((status) => status.startsWith("2")) : [];
}

function NARROWED_TEXT({ isText }: Changed): Levels {
  return isText ? NARROWER : OTHER;
}

/** A change that was made of a document. */
export interface Made {
  readonly row: string;
  readonly title: string;
  readonly pointer: string;
}

/**
 * The level that a change has on the wire by the catalogue, as far as operations reach it; undefined: the catalogue leaves it open.
 */
export function expectedLevel(
  { row, title, pointer }: Made,
  old: unknown,
  now: unknown,
): WireLevel | undefined {
  const found = EXPECTED[`${row}: ${title}`] ?? EXPECTED[row];
  if (found === undefined) return undefined;
  const keys = fragmentKeys(pointer);
  const owner = valueAt(old, keys.slice(0, keys.at(-2) === "properties" ? -2 : -1));
  const before = resolved(old, valueAt(old, keys));
  const changed = {
    before,
    owner,
    isRequired: isRequired(owner, keys),
    isText: isText(old, keys),
    isFile: isFile(keys),
    isWhole: isText(old, keys) && keys.at(-1) === "schema",
    isDistinguished: isDistinguished(old, before),
  };
  const [request, response] = typeof found === "function" ? found(changed) : found;
  // Paths, security and servers are the caller's; what they are is not sent either way.
  if (/^[ABC]/u.test(row)) return request;
  const ways = [directionsOf(old), findDirections(now)].flatMap((each) => [...(each.get(pointer) ?? [])]);
  const levels = { request, response } satisfies Record<Direction, WireLevel>;
  return ways.map((way) => levels[way]).reduce<WireLevel>(worseWire, "none");
}

/** Whether a schema is that of a parameter or header, or of the items of one. */
function isText(document: unknown, keys: readonly string[]): boolean {
  const at = keys.lastIndexOf("schema");
  if (at < 1 || keys.length - at > 2) return false;
  const owner = valueAt(document, keys.slice(0, at));
  return isMembers(owner) && (typeof owner["in"] === "string" || keys[at - 2] === "headers");
}

function isFile(keys: readonly string[]): boolean {
  const [content, mediaType = "", schema] = keys.slice(-3);
  return content === "content" && schema === "schema" && !/json|xml|yaml|form/iu.test(mediaType);
}

function resolved(document: unknown, node: unknown): unknown {
  const reference = isMembers(node) ? node["$ref"] : undefined;
  return typeof reference === "string" ? valueAt(document, fragmentKeys(reference)) : node;
}

function isRequired(owner: unknown, keys: readonly string[]): boolean {
  const required = isMembers(owner) ? owner["required"] : undefined;
  return Array.isArray(required) && required.includes(keys.at(-1));
}

/** Whether an object has neither a required nor a forbidden member. */
function takesEveryObject(schema: unknown): boolean {
  if (!isMembers(schema) || isClosed(schema)) return false;
  return !["required", "minProperties", "allOf"].some((keyword) => keyword in schema);
}

/** Whether each alternative of a schema requires values of the property of its discriminator, and no two the same. */
function isDistinguished(document: unknown, schema: unknown): boolean {
  const { discriminator, oneOf, anyOf } = isMembers(schema) ? schema : {};
  const name = isMembers(discriminator) ? discriminator["propertyName"] : undefined;
  const alternatives = oneOf ?? anyOf;
  if (typeof name !== "string" || !Array.isArray(alternatives)) return false;
  const values = alternatives.map((one) => requiredValues(partsOf(document, one), name));
  const all = values.flat();
  return values.every((each) => each.length > 0) && new Set(all).size === all.length;
}

/** The listed values of a member that the parts of a schema require; empty: any. */
function requiredValues(parts: readonly Record<string, unknown>[], name: string): readonly unknown[] {
  if (!parts.some((part) => isRequired(part, [name]))) return [];
  return parts.flatMap(({ properties }): readonly unknown[] => {
    const member = isMembers(properties) ? properties[name] : undefined;
    if (!isMembers(member)) return [];
    return "const" in member ? [member["const"]] : Array.isArray(member["enum"]) ? member["enum"] : [];
  });
}

/** A schema and the parts of its `allOf`. */
function partsOf(document: unknown, schema: unknown): readonly Record<string, unknown>[] {
  const found = resolved(document, schema);
  if (!isMembers(found)) return [];
  const { allOf } = found;
  return [found, ...(Array.isArray(allOf) ? allOf.flatMap((part) => partsOf(document, part)) : [])];
}

function isClosed(schema: unknown): boolean {
  return isMembers(schema) && schema["additionalProperties"] === false;
}

function typeOf(node: unknown, name: string): unknown {
  const value = isMembers(node) ? node[name] : undefined;
  return isMembers(value) ? value["type"] : undefined;
}
