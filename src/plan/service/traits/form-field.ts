import type { Json } from "../../../load/loaded-contract.js";
import type { MediaModel } from "../../../model/api-model.js";
import { statedConstant } from "../../../text/stated-constant.js";
import type { SchemaReader } from "../schema-reader.js";
import { exampleValues } from "./body-members.js";

/** What a request body says of one of its members. */
export interface FormField {
  readonly required: boolean;
  /** Its only value, by its schema. */
  readonly fixed?: string;
  readonly preset?: Json;
  /** Of the field, and those of it in examples of the whole body. */
  readonly examples: readonly Json[];
  readonly description: string;
  /** The only value that its description allows, where its schema lists none. */
  readonly stated?: string;
  readonly pattern?: string;
}

/** Reads a member of a request body; undefined: the body is described without it. */
export function readField(
  { schema, examples = [] }: MediaModel,
  name: string,
  reader: SchemaReader,
): FormField | undefined {
  const property = schema === undefined ? undefined : reader.property(schema, name);
  if (schema === undefined || property === undefined) return undefined;
  const target = reader.resolve(property.schema);
  const docs = [property.schema.doc, target.doc];
  const whole = [...examples, ...schema.doc.examples, ...reader.resolve(schema).doc.examples];
  const values = reader.values(property.schema);
  const [fixed] = values;
  const preset = docs.map((doc) => doc.default).find((value) => value !== undefined);
  const description = [...new Set(docs.flatMap((doc) => doc.description ?? []))].join("\n");
  const stated = values.length === 0 ? statedConstant(description) : undefined;
  const pattern = target.constraints["pattern"];
  return {
    required: property.required,
    examples: [...docs.flatMap((doc) => doc.examples), ...exampleValues(whole, [name])],
    description,
    ...(values.length === 1 && typeof fixed === "string" && { fixed }),
    ...(preset !== undefined && { preset }),
    ...(stated !== undefined && { stated }),
    ...(typeof pattern === "string" && { pattern }),
  };
}
