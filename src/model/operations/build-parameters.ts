import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import { pascal, words } from "../../text/words.js";
import type { ParameterModel } from "../api-model.js";
import {
  flagMember,
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import type { OperationContext } from "./operation-context.js";
import type { RawOperation } from "./list-raw-operations.js";
import { buildUndeclared } from "./undeclared-path-parameters.js";

const PLACES = ["path", "query", "header", "cookie"] as const;

/** OpenAPI, Parameter Object: header parameters with these names "shall be ignored". */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/**
 * The parameters of an operation: its own, and those of its path item that it does not override (same name, same
 * place), and those that its path has and nothing describes. Sorted by place, then as the contract orders them.
 */
export function buildParameters(
  context: OperationContext,
  operation: RawOperation,
): readonly ParameterModel[] {
  const merged = new Map<string, ParameterModel>();
  const lists = [
    {
      list: listMember(operation.pathItem, "parameters"),
      pointer: appendPointer(operation.pathPointer, "parameters"),
    },
    {
      list: listMember(operation.json, "parameters"),
      pointer: appendPointer(operation.pointer, "parameters"),
    },
  ];
  for (const { list, pointer } of lists) {
    list.forEach((json, index) => {
      const parameter = buildParameter(context, json, appendPointer(pointer, index));
      if (parameter === undefined) return;
      merged.set(`${parameter.in} ${parameter.name}`, parameter);
    });
  }
  const declared = [...merged.values()];
  return [...declared, ...buildUndeclared(context, operation.path, declared)].sort(
    (left, right) => PLACES.indexOf(left.in) - PLACES.indexOf(right.in),
  );
}

function buildParameter(context: OperationContext, json: Json, pointer: string): ParameterModel | undefined {
  const located = resolveReference(context.document, json, pointer);
  const name = textMember(located?.json, "name");
  const place = PLACES.find((candidate) => candidate === textMember(located?.json, "in"));
  if (located === undefined || name === undefined || place === undefined) return undefined;
  if (place === "header" && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  const description = textMember(located.json, "description");
  const { schema, content } = buildSchema(context, located, name);
  return {
    name,
    in: place,
    required: place === "path" || flagMember(located.json, "required") === true,
    deprecated: flagMember(located.json, "deprecated") === true,
    ...(description === undefined ? {} : { description }),
    schema,
    ...serialisation(located.json, place),
    ...(content === undefined ? {} : { content }),
    sensitive: schema.sensitive || flagMember(located.json, "x-sensitive") === true,
    origin: { pointer: located.pointer },
  };
}

/** A parameter has either `schema` or `content` with one media type. */
function buildSchema(
  context: OperationContext,
  located: Located,
  name: string,
): { schema: ParameterModel["schema"]; content?: string } {
  const suggested = `${context.typeName}${pascal(words(name))}`;
  const [[mediaType, media] = []] = sortedMembers(objectMember(located.json, "content"));
  if (mediaType === undefined) {
    const json = member(located.json, "schema") ?? true;
    return {
      schema: context.schemas.node(
        json,
        appendPointer(located.pointer, "schema"),
        suggested,
        context.typeName,
      ),
    };
  }
  const json = (isObject(media) ? member(media, "schema") : undefined) ?? true;
  const pointer = appendPointer(located.pointer, "content", mediaType, "schema");
  return { schema: context.schemas.node(json, pointer, suggested, context.typeName), content: mediaType };
}

/** Effective style and explode (OpenAPI, Parameter Object: defaults by place, explode true for `form`). */
function serialisation(
  json: JsonObject,
  place: ParameterModel["in"],
): Pick<ParameterModel, "style" | "explode" | "allowReserved"> {
  const fallback = place === "query" || place === "cookie" ? "form" : "simple";
  const style = STYLES.find((candidate) => candidate === textMember(json, "style")) ?? fallback;
  return {
    style,
    explode: flagMember(json, "explode") ?? (style === "form" || style === "cookie"),
    allowReserved: flagMember(json, "allowReserved") === true,
  };
}

const STYLES = [
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
] as const satisfies readonly ParameterModel["style"][];

/** Parameters compared by place and name, for lists whose order means nothing. */
export function byPlaceAndName(left: ParameterModel, right: ParameterModel): number {
  return PLACES.indexOf(left.in) - PLACES.indexOf(right.in) || byText(left.name, right.name);
}
