import type { HeaderModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { recursiveResults } from "../../../openapi/recursive-results.js";
import { isLongInteger, listLongIntegers } from "../../service/long-values.js";
import { isJsonMedia } from "../../service/media.js";
import { isNullable, type SchemaReader } from "../../service/schema-reader.js";
import type { JsonValue } from "../client-plan.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { parameterDoc } from "../types/schema-doc.js";
import type { TypeSources } from "./representations.js";

/** A described header: a member of an interface, and how its text becomes a value (`HeaderDescriptor`). */
export interface HeaderPlan {
  readonly member: MemberPlan;
  readonly read: { readonly [name: string]: JsonValue | undefined };
}

type Reading = Pick<HeaderPlan, "read"> & { readonly type: TypePlan };

const TEXT: Reading = { read: { as: "text" }, type: { kind: "keyword", name: "string" } };

const COOKIES: Reading = { read: { as: "list", items: "text" }, type: { kind: "array", items: TEXT.type } };

/** Plans one header. It is optional even where the contract requires it: what a proxy takes away must not break a caller. */
export function planHeader(header: HeaderModel, sources: TypeSources): HeaderPlan {
  const { read, type } = withoutNull(readingOf(header, sources), header, sources);
  const own = header.required ? ["The contract promises it."] : [];
  const doc =
    header.schema === undefined
      ? {
          text: header.description === undefined ? [] : [header.description],
          tags: header.deprecated ? [{ tag: "deprecated", text: "" }] : [],
        }
      : parameterDoc({ ...header, schema: header.schema });
  return {
    member: {
      kind: "property",
      name: header.name,
      optional: true,
      type,
      doc: { ...doc, text: [...doc.text, ...own] },
    },
    read,
  };
}

function readingOf(header: HeaderModel, sources: TypeSources): Reading {
  const { schema, content, explode } = header;
  const { reader } = sources;
  if (isCookie(header)) return (schema === undefined ? undefined : listReading(schema, sources)) ?? COOKIES;
  if (content !== undefined) return contentReading(content, schema, sources);
  if (schema === undefined) return TEXT;
  const node = besideNull(schema);
  const scalar = headerScalar(node, reader);
  if (scalar !== undefined) {
    return scalar.exact
      ? { read: { as: scalar.as }, type: sources.types.typeOf(node, "response") }
      : { ...TEXT, read: { as: scalar.as } };
  }
  return listReading(node, sources) ?? membersReading(node, explode, sources) ?? TEXT;
}

/** One header for each cookie, which hold commas (RFC 6265 section 3): always a list, whatever the schema says of one. */
function isCookie({ name }: HeaderModel): boolean {
  return name.toLowerCase() === "set-cookie";
}

/**
 * `null` has no text of its own in style `simple`: servers leave the header out (RFC 6570 section 2.3), or empty, or
 * write the word. Where no value of the schema could be that text, all three mean that there is none.
 */
function withoutNull(reading: Reading, { schema }: HeaderModel, { reader }: TypeSources): Reading {
  const { as, items } = reading.read;
  const isText = as === "text" || as === "json" || items === "text" || items === "textOrNull";
  if (isText || schema === undefined || !isNullable(schema, reader)) return reading;
  return { ...reading, read: { ...reading.read, nullable: true } };
}

/** The schema beside null, which is not a value of a header. */
function besideNull(node: SchemaNode): SchemaNode {
  if (node.type.kind !== "union") return node;
  const [only, ...others] = node.type.members.filter((member) => member.type.kind !== "null");
  return only === undefined || others.length > 0 ? node : only;
}

function contentReading(
  content: string,
  schema: SchemaNode | undefined,
  { types, reader }: TypeSources,
): Reading {
  if (!isJsonMedia(content)) return TEXT;
  if (schema === undefined) return { read: { as: "json" }, type: { kind: "keyword", name: "unknown" } };
  return {
    read: { as: "json", longIntegers: listLongIntegers(schema, reader) },
    type: types.typeOf(schema, "response"),
  };
}

/** What an element or a member is whose schema allows null: no text but that of the word, or none, stands for it. */
function scalarWithNull(
  scalar: HeaderScalar,
  schema: SchemaNode,
  reader: TypeSources["reader"],
): HeaderScalar | `${HeaderScalar}OrNull` {
  return isNullable(schema, reader) ? `${scalar}OrNull` : scalar;
}

function listReading(node: SchemaNode, { types, reader }: TypeSources): Reading | undefined {
  const { type } = reader.resolve(node);
  if (type.kind !== "array") return undefined;
  const items = headerScalar(type.items, reader);
  if (items === undefined) return undefined;
  return {
    read: { as: "list", items: scalarWithNull(items.as, type.items, reader) },
    type: items.exact ? types.typeOf(node, "response") : { kind: "array", items: TEXT.type },
  };
}

function membersReading(
  node: SchemaNode,
  explode: boolean,
  { types, reader }: TypeSources,
): Reading | undefined {
  const { type } = reader.resolve(node);
  const properties = reader.properties(node);
  if (properties === undefined || (type.kind === "object" && type.patterns.length > 0)) return undefined;
  const members = properties.map(({ name, schema }) => ({ name, scalar: headerScalar(schema, reader) }));
  if (members.some(({ scalar }) => scalar?.exact !== true)) return undefined;
  const additional =
    type.kind === "object" && typeof type.additional === "object" ? type.additional : undefined;
  const others =
    additional === undefined ? ({ as: "text", exact: true } as const) : headerScalar(additional, reader);
  if (others?.exact !== true) return undefined;
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    read: {
      as: "members",
      members: Object.fromEntries(
        properties.map(({ name, schema }, index) => [
          name,
          scalarWithNull(members[index]?.scalar?.as ?? "text", schema, reader),
        ]),
      ),
      required: required.length === 0 ? undefined : required,
      others: additional === undefined ? "text" : scalarWithNull(others.as, additional, reader),
      explode: explode ? true : undefined,
    },
    type: types.typeOf(node, "response"),
  };
}

/** What one value of a header is; the same words as the runtime's `HeaderScalar`. */
export type HeaderScalar = "text" | "number" | "integer" | "longInteger" | "boolean";

/**
 * What the text of a header, of an element or of a member becomes.
 *
 * `exact`: the type of the schema holds every such value; otherwise it is a plain string, whatever the schema says. It is
 * undefined for what has no text in style `simple`: lists in lists, objects in lists.
 */
export function headerScalar(node: SchemaNode, reader: SchemaReader): ReadScalar | undefined {
  const known = readers.get(reader) ?? createScalars(reader);
  readers.set(reader, known);
  return known(reader.resolve(node));
}

/** What one reader has read. */
const readers = new WeakMap<SchemaReader, (target: SchemaNode) => ReadScalar | undefined>();

interface ReadScalar {
  readonly as: HeaderScalar;
  readonly exact: boolean;
}

function createScalars(reader: SchemaReader): (target: SchemaNode) => ReadScalar | undefined {
  return recursiveResults<SchemaNode, ReadScalar | undefined>({
    // What consists of itself has no text.
    onCycle: undefined,
    compute: (target, recurse) => scalarOf(target, (node) => recurse(reader.resolve(node))),
  });
}

function scalarOf(
  target: SchemaNode,
  recurse: (node: SchemaNode) => ReadScalar | undefined,
): ReadScalar | undefined {
  const { type } = target;
  switch (type.kind) {
    case "string":
      return exactly("text");
    case "any":
    case "binary":
      return { as: "text", exact: false };
    case "boolean":
      return exactly("boolean");
    case "number":
      return exactly(isLongInteger(target) ? "longInteger" : type.integer ? "integer" : "number");
    case "literal":
    case "enum": {
      const values = type.kind === "enum" ? type.values : [type.value];
      return together(values.filter((value) => value !== null).map(scalarOfValue));
    }
    case "union":
    case "intersection": {
      const members = type.members.filter((member) => member.type.kind !== "null");
      // Every part of an intersection holds, and one that says nothing takes nothing away.
      const described =
        type.kind === "union" ? members : members.filter((member) => member.type.kind !== "any");
      const scalars = described.map(recurse);
      if (scalars.some((scalar) => scalar === undefined || !scalar.exact)) return undefined;
      return together(scalars.map((scalar) => scalar?.as));
    }
    default:
      return undefined;
  }
}

function exactly(as: HeaderScalar): ReadScalar {
  return { as, exact: true };
}

/** Alternatives of one kind are read as that; numbers with numbers; any other mixture stays text. */
function together(scalars: readonly (HeaderScalar | undefined)[]): ReadScalar | undefined {
  const kinds = new Set(scalars);
  const [first] = kinds;
  if (first === undefined || kinds.has(undefined)) return undefined;
  if (kinds.size === 1) return exactly(first);
  if (kinds.has("text") || kinds.has("boolean")) return { as: "text", exact: false };
  return exactly(kinds.has("number") ? "number" : "longInteger");
}

function scalarOfValue(value: unknown): HeaderScalar | undefined {
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "number") return undefined;
  return Number.isInteger(value) ? "integer" : "number";
}
