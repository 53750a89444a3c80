import type { ParameterModel } from "../../model/api-model.js";
import type { DocPlan } from "../type-plan.js";
import { schemaDoc } from "../types/schema-doc.js";

/** What a caller is told about a parameter: its own description, then what its schema says. */
export function parameterDoc(
  parameter: Pick<ParameterModel, "schema" | "description" | "deprecated">,
): DocPlan {
  const schema = schemaDoc(parameter.schema);
  const own = parameter.description;
  const described = own === undefined ? schema.text : [own, ...schema.text.filter((text) => text !== own)];
  const deprecated = parameter.deprecated && !schema.tags.some(({ tag }) => tag === "deprecated");
  return {
    text: described,
    tags: deprecated ? [...schema.tags, { tag: "deprecated", text: "" }] : schema.tags,
  };
}
