import type { OperationModel } from "../model/api-model.js";
import { codeSpan } from "../text/code-span.js";
import { place, successAnswers } from "./reading/answers.js";

/** Answers that have no content by RFC 9110, or give their address: nothing is lost of them. */
const EMPTY = /^(?:204|205|3..)$/;

/**
 * What a person should know of operations that may have something to give, and whose successes all lack a description of
 * their content, or that describe none: a call gives `undefined`, whatever the server sends. One sentence for all, with the first place.
 */
export function noteEmptyReads(operations: readonly OperationModel[]): readonly string[] {
  const reads = operations.flatMap((operation) => {
    const success = successAnswers(operation);
    const told: readonly Pick<OperationModel, "origin">[] =
      success.length === 0 ? [operation] : success.filter(({ status }) => !EMPTY.test(status));
    const [first] = told;
    // Of a `default` that is for errors alone another note tells the same.
    const isTold = operation.answers.some(({ errorsAlone }) => errorsAlone === true);
    return !isTold && mayGive(operation, success) && first !== undefined && success.every(isEmpty)
      ? [{ operation, first }]
      : [];
  });
  // Of a read it is surer that something is lost.
  const read = reads.find(({ operation }) => operation.method === "GET") ?? reads[0];
  if (read === undefined) return [];
  const more = reads.length === 1 ? "" : `, and ${String(reads.length - 1)} more`;
  return [
    `${codeSpan(place(read.operation))} describes no content for a success: what comes is not given. Describe it, a file as \`application/octet-stream\`. (${read.first.origin.pointer}${more})`,
  ];
}

/** A read has something to give; so may a POST whose success is 200, as nothing says that it has no content. */
function mayGive({ method }: OperationModel, success: OperationModel["answers"]): boolean {
  return method === "GET" || (method === "POST" && success.some(({ status }) => status === "200"));
}

function isEmpty({ content }: OperationModel["answers"][number]): boolean {
  return content.length === 0;
}
