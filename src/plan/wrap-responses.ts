import type { LocatedOverrides } from "../config/client-overrides.js";
import type { Json } from "../load/loaded-contract.js";
import type { ApiModel, MediaModel, ResponseModel } from "../model/api-model.js";
import type { SchemaNode } from "../model/schema-model.js";
import type { VisitBudget } from "../openapi/visit.js";
import type { UnfitClaim } from "./service/overrides/claim.js";
import { describesSuccess } from "./service/responses.js";
import { createSchemaReader } from "./service/schema-reader.js";

/** A model whose responses have the envelope that a configuration file names, and what of it does not fit. */
export interface WrappedModel {
  readonly model: ApiModel;
  readonly unfit: readonly UnfitClaim[];
}

/**
 * Gives every JSON body of a success an envelope that the contract does not describe: an object with the body in one member. Before anything
 * is read from the model. A body that has the member already stays as it is.
 */
export function wrapResponses(
  given: ApiModel,
  overrides: LocatedOverrides | undefined,
  budget: VisitBudget,
): WrappedModel {
  const member = overrides?.values.envelope;
  if (member === undefined || member === false) return { model: given, unfit: [] };
  const reader = createSchemaReader(given.schemas, budget);
  const hasMember = (schema: SchemaNode) => reader.property(schema, member) !== undefined;
  let count = 0;
  const wrap = (response: ResponseModel): ResponseModel => {
    const content = response.content.map((media) => {
      if (!describesSuccess(response, media, reader) || hasMember(media.schema)) return media;
      count += 1;
      return inEnvelope(media, media.schema, member);
    });
    return { ...response, content };
  };
  const operations = given.operations.map((operation) => ({
    ...operation,
    responses: operation.responses.map(wrap),
  }));
  if (count > 0) return { model: { ...given, operations }, unfit: [] };
  const message = `No response of a success is JSON without the member ${JSON.stringify(member)}.`;
  return { model: given, unfit: [{ path: ["envelope"], message, mayFitOthers: true }] };
}

function inEnvelope(media: MediaModel, schema: SchemaNode, member: string): MediaModel {
  const isWrapped = (example: Json) =>
    typeof example === "object" && example !== null && Object.hasOwn(example, member);
  const envelope: SchemaNode = {
    type: {
      kind: "object",
      properties: [{ name: member, required: true, schema }],
      additional: "unsaid",
      patterns: [],
    },
    doc: { deprecated: false, examples: [] },
    sensitive: false,
    constraints: {},
    origin: schema.origin,
  };
  return {
    ...media,
    schema: envelope,
    ...(media.examples !== undefined && {
      examples: media.examples.map((one) => (isWrapped(one) ? one : { [member]: one })),
    }),
  };
}
