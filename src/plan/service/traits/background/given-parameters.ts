import type { OperationModel, ParameterModel } from "../../../../model/api-model.js";
import { needsCaller } from "../../only-value.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { GivenParameter } from "../trait.js";
import { shapeOf } from "./status-paths.js";

/**
 * What a read requires of callers beside the id of what an operation started. It is not missing where the operation requires the same, in a
 * parameter of that name and place, or at the same place of its path: `POST /stores/{storeId}/imports` and `GET /stores/{storeId}/imports/{id}`.
 *
 * @param parameter - name of the one that takes the id
 * @returns `missing`: the name of what the operation was not given
 */
export function givenBesides(
  start: OperationModel,
  read: OperationModel,
  parameter: string,
  reader: SchemaReader,
): readonly GivenParameter[] | { readonly missing: string } {
  const given: GivenParameter[] = [];
  for (const one of read.parameters) {
    if (one.name === parameter || !needsCaller(one, reader)) continue;
    const from = sameParameter(start, read, one);
    if (from === undefined || !needsCaller(from, reader) || ![one, from].every((own) => isPlain(own, reader)))
      return { missing: one.name };
    given.push({ parameter: one.name, from: from.name });
  }
  return given;
}

/** The path parameter that takes the id of what an operation started: the only one of a read, else the only one that the operation was not given. */
export function idParameterOf(start: OperationModel, read: OperationModel): string | undefined {
  const own = read.parameters.filter(({ in: where }) => where === "path");
  const [only] = own;
  if (own.length === 1) return only?.name;
  const [left, ...others] = own.filter((one) => sameParameter(start, read, one) === undefined);
  return others.length === 0 ? left?.name : undefined;
}

/** The parameter of an operation that has the value of one of a read. */
function sameParameter(
  { path, parameters }: OperationModel,
  read: OperationModel,
  one: ParameterModel,
): ParameterModel | undefined {
  const named = parameters.find(({ in: where, name }) => where === one.in && name === one.name);
  if (named !== undefined || one.in !== "path") return named;
  const segments = read.path.split("/");
  const at = segments.indexOf(`{${one.name}}`);
  const own = path.split("/").slice(0, at + 1);
  const isSame = shapeOf(own.join("/")) === shapeOf(segments.slice(0, at + 1).join("/"));
  const [, name] = /^\{(.+)\}$/u.exec(own.at(-1) ?? "") ?? [];
  return at !== -1 && isSame
    ? parameters.find((other) => other.in === "path" && other.name === name)
    : undefined;
}

/** Whether a value is one text, number or flag: what an id can carry. */
function isPlain({ content, schema }: ParameterModel, reader: SchemaReader): boolean {
  const { kind } = reader.resolve(schema).type;
  return content === undefined && ["string", "number", "boolean", "enum", "literal", "any"].includes(kind);
}
