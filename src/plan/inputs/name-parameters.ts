import type { OperationModel, ParameterModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";
import { upperFirst } from "../../text/words.js";
import type { TypeSources } from "../methods/representations.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { admitInherited } from "../types/inherited-members.js";
import type { InputParameter } from "./input-plan.js";
import { nestedForm } from "./nested-value.js";
import { isQuotedText, QUOTED } from "./note-quoted-texts.js";
import { onlyValue } from "./only-value.js";
import { parameterDoc } from "./parameter-doc.js";
import { pathType } from "./path-type.js";
import { keptKey } from "./renamed-members.js";
import { isUnwrittenContent } from "./unwritten-content.js";

/**
 * One member each, by its wire name; the same name in a second place, or that of the body, says where it goes:
 * `idInQuery`. What is made up gives way to every name of the contract.
 *
 * What had a member before keeps it.
 *
 * @param besides - the other members of the input: those of the body.
 * @param chosenBy - the member that names the media type of the body.
 */
export function nameParameters(
  given: readonly ParameterModel[],
  besides: readonly MemberPlan[],
  operation: OperationModel,
  chosenBy: string | undefined,
): readonly InputParameter[] {
  const others = besides.flatMap((member) => (member.kind === "property" ? [member.name] : []));
  const settled = new Map(given.map((model) => [model, keptKey(operation, model)]));
  const own = new Set([...others, ...settled.values(), ...(chosenBy === undefined ? [] : [chosenBy])]);
  const taken = new Set([...own, ...given.map(({ name }) => name)]);
  return given.map((model) => {
    const before = settled.get(model);
    if (before !== undefined && !others.includes(before)) return { model, key: before };
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

/** What is sent as JSON, by {@link nestedForm}. */
const NESTED = {
  whole: "Lists and objects that hold others are sent as JSON: OpenAPI gives them no other form here.",
  members: "Members that are or hold objects are sent as JSON: OpenAPI gives them no other form here.",
};

const ONLY = "The only value; it is sent where it is left out.";

const PLACES: Readonly<Record<ParameterModel["in"], string>> = {
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
  const nested = nestedForm(model, reader);
  const sent = key === model.name ? [] : [`Sent as ${codeSpan(model.name)} in the ${PLACES[model.in]}.`];
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
