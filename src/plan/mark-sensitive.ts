import type { LocatedOverrides } from "../config/client-overrides.js";
import type { ApiModel, BodyModel, MediaModel, ParameterModel } from "../model/api-model.js";
import type { ObjectType, SchemaNode } from "../model/schema-model.js";
import type { VisitBudget } from "../openapi/visit.js";
import type { UnfitClaim } from "./service/overrides/claim.js";
import { adviseName } from "./service/overrides/find-member.js";
import { findNamedSecrets, findTokenPairs } from "./secret-names.js";
import { mapParts } from "./typescript/types/type-builders.js";

/** A model whose members and parameters are marked by their names. */
export interface MarkedModel {
  readonly model: ApiModel;
  readonly unfit: readonly UnfitClaim[];
}

/** Marks members and parameters that are named as secrets or by a configuration file, before anything is read from the model. */
export function markSensitive(
  given: ApiModel,
  overrides: LocatedOverrides | undefined,
  budget?: VisitBudget,
): MarkedModel {
  const claimed = overrides?.values.sensitive;
  const isList = Array.isArray(claimed);
  const { add = [], remove = [] } = isList
    ? { add: claimed as readonly string[] }
    : ((claimed ?? {}) as Lists);
  const known = new Set<string>();
  const isNamedSecret = findNamedSecrets(given.schemas, budget);
  const isOfTokenPair = findTokenPairs(given.schemas);
  const decide: Decide = (name, marked, schema, holder) => {
    known.add(name);
    if (add.includes(name) || remove.includes(name)) return add.includes(name);
    const isOfPair = holder !== undefined && isOfTokenPair(name, holder);
    return marked || isOfPair || isNamedSecret(name, schema, holder !== undefined);
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

/** Whether what has this name is masked, by whether the contract marks it, by its schema, and by the object that has it as a member; a parameter has none. */
type Decide = (name: string, marked: boolean, schema: SchemaNode, holder?: ObjectType) => boolean;

function mapNames(model: ApiModel, decide: Decide): ApiModel {
  // What stays as it is stays the same object: few members are secrets.
  const node = (one: SchemaNode): SchemaNode => {
    const changed: SchemaNode[] = [];
    const part = (inner: SchemaNode): SchemaNode => {
      const mapped = node(inner);
      if (mapped !== inner) changed.push(mapped);
      return mapped;
    };
    const type = mapParts(one.type, part);
    if (type.kind !== "object") return changed.length === 0 ? one : { ...one, type };
    const properties = type.properties.map((property) => {
      const sensitive = decide(property.name, property.schema.sensitive, property.schema, type);
      if (sensitive === property.schema.sensitive) return property;
      changed.push(property.schema);
      return { ...property, schema: { ...property.schema, sensitive } };
    });
    return changed.length === 0 ? one : { ...one, type: { ...type, properties } };
  };
  const media = (one: MediaModel): MediaModel =>
    one.schema === undefined ? one : { ...one, schema: node(one.schema) };
  const body = (one: BodyModel): BodyModel => ({ ...one, content: one.content.map(media) });
  const parameter = (one: ParameterModel): ParameterModel => {
    const sensitive = decide(one.name, one.sensitive, one.schema);
    const schema = node(one.schema);
    return sensitive === one.sensitive && sensitive === schema.sensitive
      ? { ...one, schema }
      : { ...one, schema: { ...schema, sensitive }, sensitive };
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
