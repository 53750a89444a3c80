import type { ParameterModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { DocPlan } from "../type-plan.js";
import { schemaDoc } from "../types/schema-doc.js";

/** What a caller is told about a parameter: its own description, then what its schema says. */
export function parameterDoc(
  parameter: Pick<ParameterModel, "schema" | "description" | "deprecated"> & { readonly name?: string },
): DocPlan {
  const own = parameter.description;
  const schema = schemaDoc(
    own === undefined ? parameter.schema : withoutWords(parameter.schema, own),
    parameter.name === undefined ? [] : [parameter.name],
  );
  const described = own === undefined ? schema.text : [own, ...schema.text];
  const deprecated = parameter.deprecated && !schema.tags.some(({ tag }) => tag === "deprecated");
  return {
    text: described,
    tags: deprecated ? [...schema.tags, { tag: "deprecated", text: "" }] : schema.tags,
  };
}

/** A schema without the words that are said already; its title is none beside a description. */
function withoutWords(schema: SchemaNode, said: string): SchemaNode {
  const { deprecated, examples, default: initial, description, externalDocs } = schema.doc;
  const doc = {
    ...(initial === undefined ? {} : { default: initial }),
    ...(description === undefined || description.trim() === said.trim() ? {} : { description }),
    ...(externalDocs === undefined ? {} : { externalDocs }),
  };
  return { ...schema, doc: { deprecated, examples, ...doc } };
}
