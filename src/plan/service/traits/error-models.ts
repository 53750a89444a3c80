import type { ApiModel, MediaModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { reachable } from "../../../openapi/recursive-results.js";
import { byText } from "../../../text/by-text.js";
import { words } from "../../../text/words.js";
import { isReadAsJson } from "../media.js";
import { alternatives, type SchemaReader } from "../schema-reader.js";

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
  // Most error responses have one of few models.
  const keys = new Map<SchemaNode, SchemaNode | string>();
  for (const { schema } of media) {
    if (schema === undefined) continue;
    const target = reader.resolve(schema);
    const key = keys.get(target) ?? keyOf(target, reader);
    keys.set(target, key);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [target]);
    else group.push(target);
  }
  const [most = []] = [...groups.values()].sort((left, right) => right.length - left.length);
  return { models: [...new Set(most)], count: most.length };
}

/** The names of the members that a model or its alternatives have; the model itself where it has none. */
function keyOf(model: SchemaNode, reader: SchemaReader): SchemaNode | string {
  const all = alternatives(model, reader).flatMap((one) => reader.properties(one) ?? []);
  const names = [...new Set(all.map(({ name }) => name))].sort(byText);
  return names.length === 0 ? model : JSON.stringify(names);
}

/** Members of a body whose object has a part of the problem, or all of it; words joined by `_`. */
const HOLDERS = new Set(
  "data details error errors extensions extra info meta metadata problem properties".split(" "),
);

/** Whether a member is called as one that holds a problem: `error`, also where it is `error_v2`. */
export function isHolder(name: string): boolean {
  const parts = words(name);
  return HOLDERS.has((/^v\d+$/.test(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts).join("_"));
}

/** What a schema consists of that has no parts or alternatives itself, through references, each once. */
export function piecesOf(schema: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const inner = ({ type }: SchemaNode) =>
    type.kind === "union" || type.kind === "intersection" ? type.members : [];
  const all = reachable([reader.resolve(schema)], (node) => inner(node).map((one) => reader.resolve(one)));
  return [...all].filter((node) => inner(node).length === 0);
}
