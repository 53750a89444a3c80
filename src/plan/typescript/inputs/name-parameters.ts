import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { OperationModel, ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { codeSpan } from "../../../text/printable.js";
import { upperFirst } from "../../../text/words.js";
import { isJsonMedia, isString } from "../../service/media.js";
import { operationKey } from "../../service/responses.js";
import { onlyValue } from "../../service/only-value.js";
import { isNullable, type SchemaReader } from "../../service/schema-reader.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { admitInherited } from "../types/merge-members.js";
import { parameterDoc } from "../types/schema-doc.js";
import { NULL, sameType, unionType } from "../types/type-builders.js";
import { isUnwrittenContent } from "./body-type.js";
import type { InputParameter } from "./input-plan.js";
import type { TypeSources } from "./representations.js";

/**
 * One member each, by its wire name; the same name in a second place, or that of the body, says where it goes:
 * `idInQuery`. A name that is made up is replaced where the contract has it.
 *
 * @param besides - the other members of the input: those of the body.
 * @param chosenBy - the member that names the media type of the body.
 */
export function nameParameters(
  given: readonly ParameterModel[],
  besides: readonly MemberPlan[],
  chosenBy: string | undefined,
): readonly InputParameter[] {
  const others = besides.flatMap((member) => (member.kind === "property" ? [member.name] : []));
  const own = new Set([...others, ...(chosenBy === undefined ? [] : [chosenBy])]);
  const taken = new Set([...own, ...given.map(({ name }) => name)]);
  return given.map((model) => {
    const isFirst = given.find(({ name }) => name === model.name) === model;
    if (isFirst && !own.has(model.name)) return { model, key: model.name };
    const placed = `${model.name}In${upperFirst(model.in)}`;
    let key = placed;
    for (let count = 2; taken.has(key); count++) key = `${placed}${String(count)}`;
    taken.add(key);
    return { model, key };
  });
}

const TEXT: TypePlan = { kind: "keyword", name: "string" };

/** What is sent as JSON, by {@link nestedParts}. */
const NESTED = {
  whole: "Lists and objects that hold others are sent as JSON: OpenAPI gives them no other form here.",
  members: "Members that are or hold objects are sent as JSON: OpenAPI gives them no other form here.",
};

const ONLY = "The only value; it is sent where it is omitted.";

const LOCATIONS: Readonly<Record<ParameterModel["in"], string>> = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
};

/** A parameter as a member of an input. */
export function parameterMember({ model, key }: InputParameter, { types, reader }: TypeSources): MemberPlan {
  const doc = parameterDoc(model);
  const type = isUnwrittenContent(model, reader) ? TEXT : types.typeOf(model.schema, "request");
  const only = onlyValue(model, reader);
  const nested = nestedParts(model, reader);
  const sent = key === model.name ? [] : [`Sent as ${codeSpan(model.name)} in the ${LOCATIONS[model.in]}.`];
  const more = [
    ...sent,
    ...(isQuotedText(model, reader) ? [QUOTED] : []),
    ...(nested === undefined ? [] : [NESTED[nested]]),
    ...(only === undefined ? [] : [ONLY]),
  ];
  return admitInherited({
    kind: "property",
    name: key,
    optional: !model.required || only !== undefined,
    type: model.in === "path" ? pathType(type, model, reader) : type,
    doc: { ...doc, text: [...doc.text, ...more] },
  });
}

/**
 * Which values of a parameter the runtime writes as JSON, because OpenAPI has no form for them in the parameter's style
 * (Style Values: the behaviour is undefined for lists and objects inside of a list or an object): the whole of them, or
 * members of an object that is spread over the query, where lists of plain values are not among them.
 */
function nestedParts(parameter: ParameterModel, reader: SchemaReader): "whole" | "members" | undefined {
  const { schema, style, content, explode } = parameter;
  if (content !== undefined || style === "deepObject") return undefined;
  const isSpread = explode && (parameter.in === "query" || (parameter.in === "cookie" && style !== "cookie"));
  const shapes = shapesOf(schema, reader);
  const spread = isSpread ? shapes.filter(({ type }) => type.kind === "object") : [];
  const holdsOthers = (node: SchemaNode) => insideOf(node, reader).some((inner) => isCompound(inner, reader));
  if (shapes.some((shape) => !spread.includes(shape) && holdsOthers(shape))) return "whole";
  const members = spread.flatMap((shape) => insideOf(shape, reader));
  const deeper = members
    .flatMap((member) => shapesOf(member, reader))
    .some((member) => (isList(member) ? holdsOthers(member) : isCompound(member, reader)));
  return deeper ? "members" : undefined;
}

/** What a value can be, or is all at once: the leaves of unions and `allOf`, each once. */
function shapesOf(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const seen = new Set([reader.resolve(node)]);
  for (const { type } of seen) {
    if (type.kind !== "union" && type.kind !== "intersection") continue;
    for (const member of type.members) seen.add(reader.resolve(member));
  }
  return [...seen].filter(({ type }) => type.kind !== "union" && type.kind !== "intersection");
}

function isList({ type }: SchemaNode): boolean {
  return type.kind === "array" || type.kind === "tuple";
}

/** The schemas of elements and members. */
function insideOf(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const { type } = reader.resolve(node);
  switch (type.kind) {
    case "array":
      return [type.items];
    case "tuple":
      return [...type.items, ...(type.rest === undefined ? [] : [type.rest])];
    case "object":
      return [
        ...type.properties.map(({ schema }) => schema),
        ...type.patterns.map(({ schema }) => schema),
        ...(typeof type.additional === "string" ? [] : [type.additional]),
      ];
    default:
      return [];
  }
}

function isCompound(node: SchemaNode, reader: SchemaReader): boolean {
  return shapesOf(node, reader).some((shape) => isList(shape) || shape.type.kind === "object");
}

/**
 * The type of a path parameter without the null that its schema allows: null has no text of its own in a path (RFC 6570
 * section 2.3), and the path is another one without its part. A value in JSON (`content`) has a text, and stays. Where null
 * is all that the schema allows, it is a text (`diagnoseNullPaths` tells).
 *
 * @param type - that of the whole schema
 */
function pathType(type: TypePlan, { schema, content }: ParameterModel, reader: SchemaReader): TypePlan {
  if (content === undefined && isNullAlone(schema, reader)) return { kind: "keyword", name: "string" };
  if (content !== undefined || !isNullable(schema, reader)) return type;
  if (type.kind !== "union") return withoutNull(type);
  const others = type.members.filter((member) => !sameType(member, NULL));
  // Names may stand for a null of their own.
  return others.some(({ kind }) => kind === "name") ? withoutNull(unionType(others)) : unionType(others);
}

/** Whether a schema allows null and no other value. */
export function isNullAlone(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  if (type.kind === "enum") return type.values.every((value) => value === null);
  return type.kind === "null" || (type.kind === "literal" && type.value === null);
}

function withoutNull(type: TypePlan): TypePlan {
  return { kind: "name", name: "NonNullable", arguments: [type] };
}

/** What a person should know of path parameters that no value fits: null has no text in a path. One each. */
export function diagnoseNullPaths(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly Diagnostic[] {
  return operations.flatMap((operation) =>
    operation.parameters
      .filter(
        ({ in: where, content, schema }) =>
          where === "path" && content === undefined && isNullAlone(schema, reader),
      )
      .map(({ name, origin }) =>
        diagnostic("parameter/null-in-path", origin.pointer, { name, operation: operationKey(operation) }),
      ),
  );
}

/** What a caller should know of a text that is sent as JSON. */
const QUOTED = "Sent as JSON, in quotes.";

/** Whether a parameter is a text that is described as JSON (OpenAPI, Parameter Object, `content`): its quotes are sent. */
function isQuotedText({ content, schema }: ParameterModel, reader: SchemaReader): boolean {
  return content !== undefined && isJsonMedia(content.mediaType) && isString(schema, reader);
}

/**
 * What a person should know of texts that are described as JSON: few servers take quotes off a path.
 */
export function diagnoseQuotedTexts(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly Diagnostic[] {
  return operations.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => isQuotedText(parameter, reader))
      .map(({ name, origin }) =>
        diagnostic("parameter/quoted-text", origin.pointer, { name, operation: operationKey(operation) }),
      ),
  );
}
