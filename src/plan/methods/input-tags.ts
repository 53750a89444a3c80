import { codeSpan } from "../../text/code-span.js";
import type { InputPlan } from "../inputs/input-plan.js";
import { parameterDoc } from "../inputs/parameter-doc.js";
import type { DocPlan } from "../type-plan.js";
import { inputParameter } from "./input-parameter.js";

/**
 * What the doc of a method says of its input: where its members are told, and of a bare value what the contract says of
 * the parameter it stands for.
 */
export function inputTags(input: InputPlan): DocPlan["tags"] {
  const { declaration, shorthand, type } = input;
  const declared = declaration?.name ?? (type?.kind === "name" ? type.name : undefined);
  const link = declared === undefined ? "" : `{@link ${declared}}`;
  const text = shorthand === undefined ? link : bareText(input, shorthand.name, declaration && link);
  return text === "" ? [] : [{ tag: "param", text: `${inputParameter(input).name} - ${text}` }];
}

/** `The event, as listed.`; where an object may be given as well, `` `eventId` alone, or {@link UpdateInput} ``. */
function bareText({ parameters }: InputPlan, name: string, link: string | undefined): string {
  if (link !== undefined) return `${codeSpan(name)} alone, or ${link}`;
  const parameter = parameters.find(({ key }) => key === name);
  const [told = ""] = parameter === undefined ? [] : parameterDoc(parameter.model).text;
  const [paragraph = ""] = told.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, " ");
}
