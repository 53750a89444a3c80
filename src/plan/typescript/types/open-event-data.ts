import type { ApiModel, MediaModel, OperationModel } from "../../../model/api-model.js";
import type { PropertyModel, SchemaModel, SchemaNode } from "../../../model/schema-model.js";
import type { VisitBudget } from "../../../openapi/visit.js";
import { readEventShape } from "../../service/events.js";
import { responseCodecOf } from "../../service/media.js";
import { createSchemaReader, type SchemaReader } from "../../service/schema-reader.js";
import type { SchemaUsage } from "./plan-model-types.js";
import { closure, referredNames } from "./schema-usage.js";
import { mapParts } from "./type-builders.js";

/**
 * The data of an event is text that can hold JSON: OpenAPI 3.2 describes it by `contentSchema` beside `contentMediaType`
 * (Server-Sent Event Streams). In an event it is read, so that its schema is that of the data. A named schema that is more
 * than an event (a JSON response has it as well) stays as it is: there the data is a string.
 *
 * @returns the model with the schema of the data in place of that of its text.
 */
export function openEventData(model: ApiModel, budget: VisitBudget): ApiModel {
  const reader = createSchemaReader(model.schemas, budget);
  const media = listStreams(model, reader);
  if (media.size === 0) return model;
  const events = eventNames([...media], reader);
  const links = new Map(model.schemas.map(({ name, node }) => [name, referredNames(node)]));
  const others = closure(rootsBeside(model, media).flatMap(referredNames), links);
  const openSchema = (schema: SchemaModel): SchemaModel =>
    events.has(schema.name) && !others.has(schema.name)
      ? { ...schema, node: withOpenData(schema.node) }
      : schema;
  return {
    ...model,
    schemas: model.schemas.map(openSchema),
    operations: model.operations.map((operation) => ({
      ...operation,
      responses: operation.responses.map((response) => ({
        ...response,
        content: response.content.map((each) =>
          media.has(each) && each.schema !== undefined
            ? { ...each, schema: withOpenData(each.schema) }
            : each,
        ),
      })),
    })),
  };
}

/** The event streams whose schema is that of whole events. */
function listStreams({ operations }: ApiModel, reader: SchemaReader): ReadonlySet<MediaModel> {
  const contents = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  return new Set(
    contents.filter(
      (media) => responseCodecOf(media, reader) === "events" && readEventShape(media, reader)?.of === "event",
    ),
  );
}

/** All that a schema is an alternative or a part of, and the elements of a list of events; no members of them. */
function partsOfEvent({ type }: SchemaNode): readonly SchemaNode[] {
  if (type.kind === "union" || type.kind === "intersection") return type.members;
  return type.kind === "array" ? [type.items] : [];
}

/** Names of the schemas that are events, or alternatives or parts of some. */
function eventNames(media: readonly MediaModel[], reader: SchemaReader): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting = media.flatMap(({ schema }) => schema ?? []);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    waiting.push(...partsOfEvent(node));
    if (node.type.kind !== "ref" || names.has(node.type.name)) continue;
    names.add(node.type.name);
    waiting.push(...[reader.named(node.type.name) ?? []].flat());
  }
  return names;
}

/** What leads to schemas beside the streams. */
function rootsBeside(model: ApiModel, media: ReadonlySet<MediaModel>): readonly SchemaNode[] {
  const { request, response } = schemaRoots({
    ...model,
    operations: model.operations.map((operation) => ({
      ...operation,
      responses: operation.responses.map((each) => ({
        ...each,
        content: each.content.filter((one) => !media.has(one)),
      })),
    })),
  });
  return [...request, ...response];
}

/** An event whose data is what its text holds; what it refers to is left to others. */
function withOpenData(node: SchemaNode): SchemaNode {
  const { type } = node;
  if (type.kind === "object")
    return { ...node, type: { ...type, properties: type.properties.map(withOpenText) } };
  return partsOfEvent(node).length === 0 ? node : { ...node, type: mapParts(type, withOpenData) };
}

function withOpenText(property: PropertyModel): PropertyModel {
  const { doc, type } = property.schema;
  if (property.name !== "data" || type.kind !== "string" || type.content === undefined) return property;
  return { ...property, schema: { ...type.content, doc: { ...type.content.doc, ...doc } } };
}

/** The schemas that travel each way; what the API sends to its user's server flows to the user. */
export function schemaRoots(model: ApiModel): SchemaUsage {
  const contentOf = (
    content: readonly { readonly schema?: OperationModel["parameters"][number]["schema"] }[],
  ) => content.flatMap((media) => media.schema ?? []);
  return {
    request: model.operations.flatMap((operation) => [
      ...operation.parameters.map((parameter) => parameter.schema),
      ...contentOf(operation.body?.content ?? []),
    ]),
    response: [
      ...model.operations.flatMap((operation) =>
        operation.responses.flatMap((response) => [
          ...contentOf(response.content),
          ...contentOf(response.headers),
        ]),
      ),
      ...model.webhooks.flatMap(({ body, parameters }) => [
        ...contentOf(body?.content ?? []),
        ...contentOf(parameters),
      ]),
    ],
  };
}
