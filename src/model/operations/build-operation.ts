import type { OperationModel, OperationName } from "../api-model.js";
import { flagMember, listMember, member, textMember, textSet } from "../document/json-members.js";
import { buildSecurity } from "../security/build-security.js";
import { buildServers } from "../servers/build-servers.js";
import { buildAnswers } from "./build-answers.js";
import { buildBody } from "./build-body.js";
import { buildLinks } from "./build-links.js";
import { buildParameters } from "./build-parameters.js";
import type { RawOperation } from "./list-raw-operations.js";
import { takesBody } from "./unsendable-bodies.js";
import type { OperationContext, OperationIndex } from "./operation-context.js";

/** One operation of `paths` in the model's form. */
export function buildOperation(
  context: OperationContext,
  operation: RawOperation,
  name: OperationName,
  index: OperationIndex,
): OperationModel {
  const operationId = textMember(operation.json, "operationId");
  const summary = textMember(operation.json, "summary") ?? textMember(operation.pathItem, "summary");
  const description =
    textMember(operation.json, "description") ?? textMember(operation.pathItem, "description");
  const servers = [operation.json, operation.pathItem].map(buildServers).find((list) => list.length > 0);
  const body = takesBody(operation) ? buildBody(context, operation) : undefined;
  return {
    name,
    ...(operationId === undefined ? {} : { operationId }),
    method: operation.method,
    path: operation.path,
    ...(servers === undefined ? {} : { servers }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    deprecated: flagMember(operation.json, "deprecated") === true,
    tags: listMember(operation.json, "tags").filter((tag) => typeof tag === "string"),
    features: textSet(operation.json, "x-features"),
    parameters: buildParameters(context, operation),
    ...(body === undefined ? {} : { body }),
    ...(takesBody(operation) || member(operation.json, "requestBody") === undefined
      ? {}
      : { unsentBody: true as const }),
    answers: buildAnswers(context, operation),
    security: buildSecurity(context.document, operation.json),
    links: buildLinks(context.document, operation, index),
    origin: { pointer: operation.pointer },
  };
}
