import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import type { OperationModel, ParameterModel } from "../api-model.js";
import { isMarkedSensitive } from "../sensitive-marks.js";
import { flagMember, type Located, member, textMember } from "../json-members.js";
import type { SchemaNode } from "../schema-model.js";
import { diagnoseIgnoredPartStyles } from "./build-encoding.js";
import { buildMedia, readExamples } from "./build-media.js";
import type { RawOperation } from "./list-raw-operations.js";
import {
  isIgnoredHeader,
  type LocatedParameter,
  locateParameters,
  parameterKey,
} from "./locate-parameters.js";
import type { OperationContext } from "./operation-context.js";
import { buildUndeclared, isPathless } from "./path-templates.js";

const LOCATIONS = ["path", "query", "querystring", "header", "cookie"] as const;

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
    (left, right) => LOCATIONS.indexOf(left.in) - LOCATIONS.indexOf(right.in),
  );
}

function buildSent(context: OperationContext, parameter: LocatedParameter): ParameterModel | undefined {
  const location = LOCATIONS.find((candidate) => candidate === parameter.location);
  return location === undefined || isIgnoredHeader(parameter)
    ? undefined
    : buildParameter(context, parameter, location);
}

/** One parameter at a place that OpenAPI has. */
export function buildParameter(
  context: OperationContext,
  { name, located }: LocatedParameter,
  location: ParameterModel["in"],
): ParameterModel {
  const description = textMember(located.json, "description");
  const value = buildValue(context, located, name);
  return {
    name,
    in: location,
    required: location === "path" || flagMember(located.json, "required") === true,
    deprecated: flagMember(located.json, "deprecated") === true,
    ...(description === undefined ? {} : { description }),
    ...value,
    ...readExamples(context.document, located),
    ...serialisation(context.document, located.json, location),
    sensitive: value.schema.sensitive || isMarkedSensitive(located.json),
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
export function byLocationAndName(left: ParameterModel, right: ParameterModel): number {
  return LOCATIONS.indexOf(left.in) - LOCATIONS.indexOf(right.in) || byText(left.name, right.name);
}

type Location = ParameterModel["in"];
type Style = ParameterModel["style"];

/** The styles of each place, its default first (OpenAPI 3.2, Parameter Object, "Style Values"). */
const STYLES: Readonly<Record<Location, readonly [Style, ...Style[]]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: ["form"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** Effective style and explode (OpenAPI, Parameter Object: defaults by place, explode true for `form`). */
function serialisation(
  document: JsonObject,
  json: JsonObject,
  location: Location,
): Pick<ParameterModel, "style" | "ignoredStyle" | "explode" | "allowReserved"> {
  const written = textMember(json, "style");
  const [fallback] = STYLES[location];
  const known = STYLES[location].find((candidate) => candidate === written);
  const style = known ?? fallback;
  return {
    style,
    ...(known === undefined && written !== undefined ? { ignoredStyle: written } : {}),
    explode: flagMember(json, "explode") ?? (style === "form" || style === "cookie"),
    allowReserved: flagMember(json, "allowReserved") === true && takesReserved(document, location),
  };
}

/** Diagnostics for styles that parameters and parts of bodies cannot have: one per parameter or body. */
export function diagnoseIgnoredStyles(operations: readonly OperationModel[]): readonly Diagnostic[] {
  const ignored = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ in: location, style, ignoredStyle, origin }) =>
      ignoredStyle === undefined
        ? []
        : [diagnostic("parameter/style", origin.pointer, { location, style: ignoredStyle, used: style })],
    ),
  );
  return [...ignored, ...diagnoseIgnoredPartStyles(operations)];
}

/** Up to OpenAPI 3.1 `allowReserved` is for queries alone; 3.2 has it wherever values are percent-encoded. */
function takesReserved(document: JsonObject, location: Location): boolean {
  if (location === "query") return true;
  return (
    (location === "path" || location === "cookie") &&
    textMember(document, "openapi")?.startsWith("3.2.") === true
  );
}

/**
 * Diagnostics for queries that are described twice: OpenAPI 3.2 (Parameter Object) allows one parameter in
 * `querystring`, and none in `query` beside it. All are sent, joined by `&`.
 */
export function diagnoseQuerystrings(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return operations.flatMap(({ parameters, origin: { pointer } }) => {
    const whole = parameters.filter((parameter) => parameter.in === "querystring");
    const others = parameters.filter((parameter) => parameter.in === "query");
    if (whole.length === 0 || whole.length + others.length === 1) return [];
    const names = [...whole, ...others].map(({ name }) => name);
    return [diagnostic("parameter/repeated-query", pointer, { names })];
  });
}
