import type { LocatedOverrides } from "../config/client-overrides.js";
import type { ApiModel, BodyModel, MediaModel, ParameterModel } from "../model/api-model.js";
import type { SchemaNode } from "../model/schema-model.js";
import type { UnfitClaim } from "./service/overrides/claim.js";
import { adviseName } from "./service/overrides/find-member.js";
import { mapParts } from "./typescript/types/type-builders.js";

/** A model whose members and parameters are marked as a configuration file says. */
export interface MarkedModel {
  readonly model: ApiModel;
  readonly unfit: readonly UnfitClaim[];
}

/** Marks members and parameters by their names, before anything is read from the model. */
export function markSensitive(given: ApiModel, overrides: LocatedOverrides | undefined): MarkedModel {
  const claimed = overrides?.values.sensitive;
  if (claimed === undefined) return { model: given, unfit: [] };
  const isList = Array.isArray(claimed);
  const { add = [], remove = [] } = isList ? { add: claimed as readonly string[] } : (claimed as Lists);
  const known = new Set<string>();
  const decide = (name: string, marked: boolean): boolean => {
    known.add(name);
    return add.includes(name) || (marked && !remove.includes(name));
  };
  const model = mapNames(given, decide);
  const misfit = (path: readonly string[], name: string): readonly UnfitClaim[] => {
    if (known.has(name)) return [];
    const advice = adviseName(name, [...known], "It has no members.");
    const near = advice.startsWith("Did") ? ` ${advice}` : "";
    const message = `The contract has no member or parameter ${JSON.stringify(name)}.${near}`;
    return [{ path, mayFitOthers: true, message }];
  };
  const unfit = [
    ...add.flatMap((name, at) => misfit(["sensitive", ...(isList ? [] : ["add"]), String(at)], name)),
    ...remove.flatMap((name, at) => misfit(["sensitive", "remove", String(at)], name)),
  ];
  return { model, unfit };
}

interface Lists {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** @param decide - whether what has this name is masked, by whether the contract marks it */
function mapNames(model: ApiModel, decide: (name: string, marked: boolean) => boolean): ApiModel {
  const node = (one: SchemaNode): SchemaNode => {
    const type = mapParts(one.type, node);
    if (type.kind !== "object") return { ...one, type };
    const properties = type.properties.map((property) => {
      const sensitive = decide(property.name, property.schema.sensitive);
      return { ...property, schema: { ...property.schema, sensitive } };
    });
    return { ...one, type: { ...type, properties } };
  };
  const media = (one: MediaModel): MediaModel =>
    one.schema === undefined ? one : { ...one, schema: node(one.schema) };
  const body = (one: BodyModel): BodyModel => ({ ...one, content: one.content.map(media) });
  const parameter = (one: ParameterModel): ParameterModel => {
    const sensitive = decide(one.name, one.sensitive);
    return { ...one, schema: { ...node(one.schema), sensitive }, sensitive };
  };
  return {
    ...model,
    schemas: model.schemas.map((schema) => ({ ...schema, node: node(schema.node) })),
    operations: model.operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map(parameter),
      ...(operation.body !== undefined && { body: body(operation.body) }),
      responses: operation.responses.map((response) => ({
        ...response,
        content: response.content.map(media),
      })),
    })),
    webhooks: model.webhooks.map((webhook) => ({
      ...webhook,
      parameters: webhook.parameters.map(parameter),
      ...(webhook.body !== undefined && { body: body(webhook.body) }),
    })),
  };
}
