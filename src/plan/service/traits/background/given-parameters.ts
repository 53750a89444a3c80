import type { LinkModel, OperationModel, ParameterModel } from "../../../../model/api-model.js";
import { needsCaller } from "../../only-value.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { StartParameter } from "../trait.js";
import { shapeOf } from "./status-paths.js";

/**
 * What a read requires of callers beside the id of what an operation started, where the operation requires it too: a parameter of the path at
 * the same position (`POST /stores/{store}/imports` and `GET /stores/{storeId}/imports/{id}`), or one of the query with the same name. The id of
 * a handle has it, and is shown: what is sensitive, and what one request has in its headers, is never taken.
 *
 * @param parameter - the one that takes the id
 * @param link - of the operation to the read: it says where values come from
 * @returns `missing`: the name of what cannot be taken from the operation
 */
export function givenBesides(
  start: OperationModel,
  read: OperationModel,
  parameter: Pick<ParameterModel, "in" | "name">,
  reader: SchemaReader,
  link?: LinkModel,
): readonly StartParameter[] | { readonly missing: string } {
  const given: StartParameter[] = [];
  for (const one of read.parameters) {
    if ((one.in === parameter.in && one.name === parameter.name) || !needsCaller(one, reader)) continue;
    const from = linkedFrom(start, one, link) ?? sameParameter(start, read, one);
    const taken = from && startParameter(from, one, reader);
    if (taken === undefined) return { missing: one.name };
    given.push(taken);
  }
  return given;
}

/** How a parameter of a read has the value of one of a start: both are in the path, or both in the query, and the start requires it. */
export function startParameter(
  from: ParameterModel,
  taking: ParameterModel,
  reader: SchemaReader,
): StartParameter | undefined {
  const { in: where, name } = taking;
  if ((where !== "path" && where !== "query") || from.in !== where || !needsCaller(from, reader))
    return undefined;
  const isShown = [taking, from].every((own) => isPlain(own, reader));
  return isShown ? { in: where, parameter: name, from: from.name } : undefined;
}

/** The path parameter of a read that a start was given, where it was given all others too: the state is that of something which was there before. */
export function startIdOf(
  start: OperationModel,
  read: OperationModel,
  reader: SchemaReader,
): Pick<StartParameter, "from" | "parameter"> | undefined {
  const own = read.parameters.filter(({ in: where }) => where === "path");
  const taken = own.map((one) => {
    const from = sameParameter(start, read, one);
    return from && startParameter(from, one, reader);
  });
  return taken.includes(undefined) ? undefined : taken.at(-1);
}

/** The path parameter that takes the id of what an operation started: the only one of a read, else the last, where the operation was given all others. */
export function idParameterOf(start: OperationModel, read: OperationModel): string | undefined {
  const own = read.parameters.filter(({ in: where }) => where === "path");
  const [only] = own;
  if (own.length === 1) return only?.name;
  const [left, ...others] = own.filter((one) => sameParameter(start, read, one) === undefined);
  return others.length === 0 ? left?.name : undefined;
}

/** The shapes of what a path begins with, up to each of its parameters: `/stores/{}` of `/stores/{id}/imports`. */
export function shapesAbove(path: string): readonly string[] {
  return [...path.matchAll(/\{[^{}]*\}/gu)].map(({ index, 0: { length } }) =>
    shapeOf(path.slice(0, index + length)),
  );
}

/** The parameter of an operation whose value a link hands to one of a read; undefined where no link says it. */
function linkedFrom(
  { parameters }: OperationModel,
  { in: where, name }: ParameterModel,
  link: LinkModel | undefined,
): ParameterModel | undefined {
  const value = link?.parameters[`${where}.${name}`] ?? link?.parameters[name];
  const [, own] = new RegExp(`^\\$request\\.${where}\\.(.+)$`, "u").exec(value ?? "") ?? [];
  return parameters.find((one) => one.in === where && one.name === own);
}

/** The parameter of an operation that has the value of one of a read. */
function sameParameter(
  { path, parameters }: OperationModel,
  read: OperationModel,
  one: ParameterModel,
): ParameterModel | undefined {
  if (one.in !== "path") return parameters.find((other) => other.in === one.in && other.name === one.name);
  const segments = read.path.split("/");
  const at = segments.indexOf(`{${one.name}}`);
  // What is done may follow a colon: `/servers/{id}:restart` (AIP-136).
  const own = path
    .replace(/(?<=\}):[^/{}:]+$/u, "")
    .split("/")
    .slice(0, at + 1);
  const [, name] = /^\{(.+)\}$/u.exec(own.at(-1) ?? "") ?? [];
  return at !== -1 && shapeOf(own.join("/")) === shapeOf(segments.slice(0, at + 1).join("/"))
    ? parameters.find((other) => other.in === "path" && other.name === name)
    : undefined;
}

/** Whether a value is one text or number that may be shown. */
function isPlain({ content, schema, sensitive }: ParameterModel, reader: SchemaReader): boolean {
  const { kind } = reader.resolve(schema).type;
  return !sensitive && content === undefined && ["string", "number", "enum", "literal", "any"].includes(kind);
}
