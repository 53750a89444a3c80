import type { Json } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import { pascal, words } from "../../text/words.js";
import type { ParameterModel } from "../api-model.js";
import { flagMember, member, textMember } from "../document/json-members.js";
import type { Located } from "../document/resolve-reference.js";
import type { SchemaNode } from "../schema-model.js";
import { buildMedia } from "./build-media.js";
import { isIgnoredHeader } from "./ignored-headers.js";
import { type LocatedParameter, locateParameters, parameterKey } from "./locate-parameters.js";
import type { OperationContext } from "./operation-context.js";
import { serialisation } from "./parameter-style.js";
import { isPathless } from "./pathless-parameters.js";
import type { RawOperation } from "./list-raw-operations.js";
import { buildUndeclared } from "./undeclared-path-parameters.js";

const PLACES = ["path", "query", "querystring", "header", "cookie"] as const;

/**
 * The parameters of an operation: its own, and those of its path item that it does not override (same name, same
 * place), and those that its path has and nothing describes; none for a place that its path does not have. Sorted by
 * place, then as the contract orders them.
 */
export function buildParameters(
  context: OperationContext,
  operation: RawOperation,
): readonly ParameterModel[] {
  const merged = new Map<string, ParameterModel>();
  for (const located of locateParameters(context.document, operation).flat()) {
    const parameter = isPathless(operation.path, located) ? undefined : buildSent(context, located);
    if (parameter !== undefined) merged.set(parameterKey(located), parameter);
  }
  const declared = [...merged.values()];
  return [...declared, ...buildUndeclared(context, operation.path, declared)].sort(
    (left, right) => PLACES.indexOf(left.in) - PLACES.indexOf(right.in),
  );
}

function buildSent(context: OperationContext, parameter: LocatedParameter): ParameterModel | undefined {
  const place = PLACES.find((candidate) => candidate === parameter.place);
  return place === undefined || isIgnoredHeader(parameter)
    ? undefined
    : buildParameter(context, parameter, place);
}

/** One parameter at a place that OpenAPI has. */
export function buildParameter(
  context: OperationContext,
  { name, located }: LocatedParameter,
  place: ParameterModel["in"],
): ParameterModel {
  const description = textMember(located.json, "description");
  const value = buildValue(context, located, name);
  return {
    name,
    in: place,
    required: place === "path" || flagMember(located.json, "required") === true,
    deprecated: flagMember(located.json, "deprecated") === true,
    ...(description === undefined ? {} : { description }),
    ...value,
    ...serialisation(context.document, located.json, place),
    sensitive: value.schema.sensitive || flagMember(located.json, "x-sensitive") === true,
    origin: { pointer: located.pointer },
  };
}

/** A parameter has either `schema` or `content` with one media type. */
function buildValue(
  context: OperationContext,
  located: Located,
  name: string,
): Pick<ParameterModel, "schema" | "content"> {
  const suffix = pascal(words(name));
  const [content] = buildMedia(context, located, suffix);
  const suggested = `${context.typeName}${suffix}`;
  const node = (json: Json, ...keys: readonly string[]): SchemaNode =>
    context.schemas.node(json, appendPointer(located.pointer, ...keys), suggested, context.typeName);
  if (content === undefined) return { schema: node(member(located.json, "schema") ?? true, "schema") };
  return { schema: content.schema ?? node(true, "content", content.mediaType, "schema"), content };
}

/** Parameters compared by place and name, for lists whose order means nothing. */
export function byPlaceAndName(left: ParameterModel, right: ParameterModel): number {
  return PLACES.indexOf(left.in) - PLACES.indexOf(right.in) || byText(left.name, right.name);
}
