import type { OperationModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";
import type { DocPlan } from "../type-plan.js";
import { scopeText } from "./scope-list.js";

/** What the doc of a method says beside the contract's own words. */
export interface DocAdditions {
  /** Paragraphs about what this form of the call adds. */
  readonly notes: readonly string[];
  /** What is sent: `GET /cabinets`. */
  readonly places: readonly string[];
  /** Sets of scopes, any one of which is enough. */
  readonly scopes: readonly (readonly string[])[];
  /** `@param` tags. */
  readonly parameters: DocPlan["tags"];
  /** Classes of the errors to expect, beside those that every call may raise. */
  readonly errors: readonly string[];
}

/** What a caller reads on hover: summary, description, verb and path with scopes, input, and which errors to expect. */
export function methodDoc(
  { summary, description, deprecated }: Pick<OperationModel, "summary" | "description" | "deprecated">,
  { notes, places, scopes, parameters, errors }: DocAdditions,
): DocPlan {
  const own = [summary === undefined || summary.trim() === "" ? undefined : sentence(summary), description];
  const said = (description === summary ? own.slice(0, 1) : own).filter((text) => text !== undefined);
  const wire = `${places.map(codeSpan).join(" and ")}${scopeText(scopes)}.`;
  return {
    text: [...said, ...notes, wire].filter((paragraph) => paragraph.trim() !== ""),
    tags: [
      ...parameters,
      ...(errors.length === 0 ? [] : [{ tag: "throws", text: errorText(errors) }]),
      ...(deprecated ? [{ tag: "deprecated", text: "" }] : []),
    ],
  };
}

function errorText(errors: readonly string[]): string {
  return `${errors.map((name) => `\`${name}\``).join(", ")}, and what every call may raise.`;
}

function sentence(text: string): string {
  return /[.!?:]\s*$/.test(text) ? text.trim() : `${text.trim()}.`;
}
