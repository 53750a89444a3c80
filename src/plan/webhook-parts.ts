import type { ApiModel, ParameterModel, WebhookModel } from "../model/api-model.js";
import type { PropertyModel } from "../model/schema-model.js";
import { byText } from "../text/by-text.js";
import type { WebhookPlan } from "./client-plan.js";
import { headerScalar } from "./headers/header-scalar.js";
import { parameterDoc } from "./inputs/parameter-doc.js";
import type { TypeSources } from "./methods/representations.js";
import type { MemberPlan, TypePlan } from "./type-plan.js";
import { namesInType } from "./types/names-in.js";
import { unionType } from "./types/type-builders.js";

/**
 * The headers, or the query, that requests of one name carry: texts, as they arrive, and where the schema says which texts
 * there are, those. All are optional, also where the contract promises them: what a proxy takes away must break nobody.
 *
 * @returns undefined where none are described
 */
export function planParts(
  requests: readonly WebhookModel[],
  place: "header" | "query",
  sources: TypeSources,
): TypePlan | undefined {
  const described = new Map<string, ParameterModel[]>();
  for (const parameter of requests
    .flatMap(({ parameters }) => parameters)
    .flatMap(arriving(sources.reader))) {
    if (parameter.in !== place) continue;
    // Servers hand names of headers out in lower case (RFC 9113 section 8.2.1; Fetch standard, `Headers`).
    const name = place === "header" ? parameter.name.toLowerCase() : parameter.name;
    described.set(name, [...(described.get(name) ?? []), parameter]);
  }
  if (described.size === 0) return undefined;
  const sorted = [...described].sort(([left], [right]) => byText(left, right));
  const members = sorted.map(([name, same]): MemberPlan => {
    const type = unionType(same.map((parameter) => partType(parameter, sources)));
    return { kind: "property", name, optional: true, type, doc: partDoc(same) };
  });
  return { kind: "object", members };
}

/**
 * A parameter as it arrives: each member of an exploded object by itself, under its own name (`style: form`) or in brackets
 * behind that of the object (`deepObject`). Members that have no name in the contract are none.
 */
function arriving(reader: TypeSources["reader"]): (parameter: ParameterModel) => readonly ParameterModel[] {
  return (parameter) => {
    const members = spreadMembers(parameter, reader);
    if (members === undefined) return [parameter];
    return members.map(({ name, required, schema }) => ({
      name: parameter.style === "deepObject" ? `${parameter.name}[${name}]` : name,
      in: parameter.in,
      required: parameter.required && required,
      deprecated: parameter.deprecated,
      schema,
      style: parameter.style,
      explode: false,
      allowReserved: parameter.allowReserved,
      sensitive: parameter.sensitive,
      origin: schema.origin,
    }));
  };
}

/** What a person should know of query parameters of webhooks whose members arrive one by one, and have no names. */
export function noteSpreadParameters(
  { webhooks }: Pick<ApiModel, "webhooks">,
  reader: TypeSources["reader"],
): readonly string[] {
  const notes = webhooks.flatMap(({ name, parameters }) =>
    parameters
      .filter((parameter) => hasNamelessMembers(parameter, reader))
      .map((parameter) => {
        const what = `the query parameter ${JSON.stringify(parameter.name)} of the webhook ${JSON.stringify(name)}`;
        return `Members of ${what} that the contract does not name are in no type: they arrive as parameters of their own. (${parameter.origin.pointer})`;
      }),
  );
  return [...new Set(notes)];
}

/** Every name that the types of a webhook use. */
export function namesInWebhook({ payload, headers, query }: WebhookPlan): readonly string[] {
  return [payload, headers, query].flatMap((type) => (type === undefined ? [] : namesInType(type)));
}

/** Members of an object that are parameters of their own; undefined: the parameter is one by itself. */
function spreadMembers(
  { in: place, schema, content, explode, style }: ParameterModel,
  reader: TypeSources["reader"],
): readonly PropertyModel[] | undefined {
  const isSpread = place === "query" && content === undefined && (explode || style === "deepObject");
  return isSpread ? reader.properties(schema) : undefined;
}

/** Whether an object says of members without names what they are, or names none. */
function hasNamelessMembers(parameter: ParameterModel, reader: TypeSources["reader"]): boolean {
  const members = spreadMembers(parameter, reader);
  if (members === undefined) return false;
  const { type } = reader.resolve(parameter.schema);
  const saysMore =
    type.kind === "object" && (typeof type.additional !== "string" || type.patterns.length > 0);
  return members.length === 0 || saysMore;
}

/** A list in the query, each of its values a pair of its own, is one text or several, as most servers read it. */
function partType(parameter: ParameterModel, { types, reader }: TypeSources): TypePlan {
  const { schema, content } = parameter;
  if (content !== undefined) return TEXT;
  const scalar = headerScalar(schema, reader);
  if (scalar?.exact === true && scalar.as === "text") return withoutNull(types.typeOf(schema, "answer"));
  const isList = reader.resolve(schema).type.kind === "array";
  return isList && parameter.in === "query" && parameter.explode
    ? unionType([TEXT, { kind: "array", items: TEXT }])
    : TEXT;
}

/** No text is null. */
function withoutNull(type: TypePlan): TypePlan {
  if (type.kind !== "union") return type;
  return unionType(type.members.filter((member) => member.kind !== "keyword" || member.name !== "null"));
}

function partDoc(same: readonly ParameterModel[]): MemberPlan["doc"] {
  const docs = same.map(parameterDoc);
  const promised = same.some(({ required }) => required) ? ["The contract promises it."] : [];
  return {
    text: [...new Set([...docs.flatMap(({ text }) => text), ...promised])],
    tags: docs.every(({ tags }) => tags.length > 0) ? (docs[0]?.tags ?? []) : [],
  };
}

const TEXT: TypePlan = { kind: "keyword", name: "string" };
