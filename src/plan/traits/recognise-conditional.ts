import type { AnswerModel, OperationModel, OperationName } from "../../model/api-model.js";
import {
  findHeader,
  findHeaderParameter,
  fullName,
  jsonAnswer,
  place,
  successAnswers,
} from "../reading/answers.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { ConditionalChange, Trait } from "./trait.js";

/**
 * A GET whose ETag protects a change (ETG-1). An ETag that no change asks for is there for caches, may be weak, and says
 * nothing to the caller.
 */
export function recogniseVersionedRead(
  operation: OperationModel,
  operations: readonly OperationModel[],
): Trait<object> | undefined {
  const answer = answerWithETag(operation);
  if (answer === undefined) return undefined;
  const change = operations.find((candidate) => {
    const read = recogniseConditionalChange(candidate, operations)?.facts.read;
    return read !== undefined && isSame(read, operation.name);
  });
  if (change === undefined) return undefined;
  return {
    facts: {},
    reason: `A GET whose answer ${answer.status} has the header "ETag", which protects ${fullName(change)}.`,
  };
}

/** The success answer with JSON and an ETag. */
function answerWithETag(operation: OperationModel): AnswerModel | undefined {
  if (operation.method !== "GET" || jsonAnswer(operation) === undefined) return undefined;
  return successAnswers(operation).find((candidate) => findHeader(candidate, "ETag") !== undefined);
}

/**
 * A write with a required If-Match, and the read that hands its validator out (ETG-2): the one whose link passes the
 * ETag to it; else the GET of the same path; else the only versioned read that answers with the same schema.
 */
export function recogniseConditionalChange(
  operation: OperationModel,
  operations: readonly OperationModel[],
): Trait<ConditionalChange> | undefined {
  const parameter = findHeaderParameter(operation, "If-Match");
  if (parameter?.required !== true || ["GET", "HEAD"].includes(operation.method)) return undefined;
  const start = `It has the required header parameter "${parameter.name}"`;
  const reads = operations.filter((candidate) => answerWithETag(candidate) !== undefined);
  for (const { read, why } of [
    byLink(operation, reads),
    byPath(operation, reads),
    bySchema(operation, reads),
  ]) {
    if (read !== undefined) {
      return {
        facts: { header: parameter.name, read: read.name },
        reason: `${start}; its ETag comes from ${fullName(read)}, ${why}.`,
      };
    }
  }
  return {
    facts: { header: parameter.name },
    reason: `${start}; no read with an ETag could be paired with it.`,
  };
}

interface Pairing {
  readonly read: OperationModel | undefined;
  readonly why: string;
}

function byLink(operation: OperationModel, reads: readonly OperationModel[]): Pairing {
  const read = reads.find((candidate) =>
    candidate.links.some(
      (link) =>
        isSame(link.target, operation.name) &&
        Object.entries(link.parameters).some(
          ([name, value]) =>
            /^(?:header\.)?if-match$/i.test(name) && /^\$response\.header\.etag$/i.test(value),
        ),
    ),
  );
  return { read, why: "whose link passes it on" };
}

function byPath(operation: OperationModel, reads: readonly OperationModel[]): Pairing {
  const read = reads.find((candidate) => candidate.path === operation.path);
  return { read, why: `the read of the same path (${place({ method: "GET", path: operation.path })})` };
}

function bySchema(operation: OperationModel, reads: readonly OperationModel[]): Pairing {
  const schema = schemaName(jsonAnswer(operation)?.schema);
  const same =
    schema === undefined ? [] : reads.filter((read) => schemaName(jsonAnswer(read)?.schema) === schema);
  return {
    read: same.length === 1 ? same[0] : undefined,
    why: `the only versioned read of "${schema ?? ""}"`,
  };
}

function schemaName(node: SchemaNode | undefined): string | undefined {
  return node?.type.kind === "ref" ? node.type.name : undefined;
}

function isSame(left: OperationName, right: OperationName): boolean {
  return left.resource === right.resource && left.method === right.method;
}
