import type { ApiModel, MediaModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { isReadAsJson } from "../media.js";
import type { SchemaReader } from "../schema-reader.js";

/** The JSON of error responses, where it has a schema. */
export function errorMedia(
  { operations }: Pick<ApiModel, "operations">,
  reader: SchemaReader,
): readonly MediaModel[] {
  return operations
    .flatMap(({ responses }) => responses)
    .filter(({ status }) => /^(?:[45]|default)/.test(status))
    .flatMap(({ content }) => content)
    .filter((one) => isReadAsJson(one, reader) && one.schema !== undefined);
}

/** Bodies that have one model, or models with the same names of members. */
export interface SharedModel {
  readonly models: readonly SchemaNode[];
  /** How many bodies have them. */
  readonly count: number;
}

/** The model that more of these bodies have than any other. */
export function mostShared(media: readonly MediaModel[], reader: SchemaReader): SharedModel {
  const groups = new Map<SchemaNode | string, SchemaNode[]>();
  for (const { schema } of media) {
    if (schema === undefined) continue;
    const target = reader.resolve(schema);
    const names = (reader.properties(target) ?? []).map(({ name }) => name).sort(byText);
    const key = names.length === 0 ? target : JSON.stringify(names);
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  const [most = []] = [...groups.values()].sort((left, right) => right.length - left.length);
  return { models: [...new Set(most)], count: most.length };
}
