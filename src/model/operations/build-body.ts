import { appendPointer } from "../../text/json-pointer.js";
import type { BodyModel } from "../api-model.js";
import { flagMember, member, textMember } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";
import type { RawOperation } from "./list-raw-operations.js";
import { buildMedia } from "./build-media.js";
import type { OperationContext } from "./operation-context.js";

/** The request body, when the operation has one with at least one media type. */
export function buildBody(context: OperationContext, operation: RawOperation): BodyModel | undefined {
  const json = member(operation.json, "requestBody");
  const located = resolveReference(context.document, json, appendPointer(operation.pointer, "requestBody"));
  if (located === undefined) return undefined;
  const content = buildMedia(context, located, "Body");
  const description = textMember(located.json, "description");
  if (content.length === 0) return undefined;
  return {
    required: flagMember(located.json, "required") === true,
    ...(description === undefined ? {} : { description }),
    content,
    origin: { pointer: located.pointer },
  };
}
