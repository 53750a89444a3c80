import type { ApiModel, ParameterModel, WebhookModel } from "../model/api-model.js";
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
  for (const parameter of requests.flatMap(({ parameters }) => parameters)) {
    if (parameter.in !== place || isSpread(parameter, sources.reader)) continue;
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

/** What a person should know of query parameters of webhooks that are in no type, as their members arrive one by one. */
export function noteSpreadParameters(
  { webhooks }: Pick<ApiModel, "webhooks">,
  reader: TypeSources["reader"],
): readonly string[] {
  const notes = webhooks.flatMap(({ name, parameters }) =>
    parameters
      .filter((parameter) => isSpread(parameter, reader))
      .map((parameter) => {
        const what = `The query parameter ${JSON.stringify(parameter.name)} of the webhook ${JSON.stringify(name)}`;
        return `${what} is in no type: its members arrive as parameters of their own. (${parameter.origin.pointer})`;
      }),
  );
  return [...new Set(notes)];
}

/** Every name that the types of a webhook use. */
export function namesInWebhook({ payload, headers, query }: WebhookPlan): readonly string[] {
  return [payload, headers, query].flatMap((type) => (type === undefined ? [] : namesInType(type)));
}

function isSpread(parameter: ParameterModel, reader: TypeSources["reader"]): boolean {
  const { schema, content, explode } = parameter;
  return (
    parameter.in === "query" &&
    content === undefined &&
    explode &&
    reader.resolve(schema).type.kind === "object"
  );
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
