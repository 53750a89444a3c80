import { appendPointer, fragmentKeys, toPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import type { AnswerModel, HeaderModel, LinkModel } from "../api-model.js";
import {
  flagMember,
  isObject,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import type { RawOperation } from "./list-raw-operations.js";
import { buildMedia } from "./build-media.js";
import type { OperationContext, OperationIndex } from "./operation-context.js";

/** The answers of an operation: codes, then ranges (`4XX`), then `default`. */
export function buildAnswers(context: OperationContext, operation: RawOperation): readonly AnswerModel[] {
  return locateAnswers(context, operation).map(({ status, located }) => {
    const description = textMember(located.json, "description");
    return {
      status,
      ...(description === undefined ? {} : { description }),
      headers: buildHeaders(context, located),
      content: buildMedia(context, located, /^2/.test(status) ? "Answer" : `Answer${status}`),
      origin: { pointer: located.pointer },
    };
  });
}

/** Links from the answers of an operation to operations of the same document (OpenAPI, Link Object). */
export function buildLinks(
  context: OperationContext,
  operation: RawOperation,
  index: OperationIndex,
): readonly LinkModel[] {
  return locateAnswers(context, operation).flatMap(({ status, located }) =>
    sortedMembers(objectMember(located.json, "links")).flatMap(([name, json]) => {
      const link = resolveReference(context.document, json, appendPointer(located.pointer, "links", name));
      const target = link === undefined ? undefined : linkTarget(link, index);
      return link === undefined || target === undefined
        ? []
        : [{ name, status, target, parameters: linkParameters(link) }];
    }),
  );
}

interface LocatedAnswer {
  readonly status: string;
  readonly located: Located;
}

function locateAnswers(context: OperationContext, operation: RawOperation): readonly LocatedAnswer[] {
  const pointer = appendPointer(operation.pointer, "responses");
  return sortedMembers(objectMember(operation.json, "responses"), "without-extensions")
    .flatMap(([status, json]) => {
      const located = resolveReference(context.document, json, appendPointer(pointer, status));
      return located === undefined ? [] : [{ status: canonicalStatus(status), located }];
    })
    .sort((left, right) => rank(left.status) - rank(right.status) || byText(left.status, right.status));
}

/** `4xx` is written as the specification spells it, `4XX`; `default` in lower case. */
function canonicalStatus(status: string): string {
  return status.toLowerCase() === "default" ? "default" : status.toUpperCase();
}

function rank(status: string): number {
  return status === "default" ? 2 : status.endsWith("XX") ? 1 : 0;
}

function buildHeaders(context: OperationContext, answer: Located): readonly HeaderModel[] {
  return sortedMembers(objectMember(answer.json, "headers")).flatMap(([name, json]) => {
    const header = resolveReference(context.document, json, appendPointer(answer.pointer, "headers", name));
    if (header === undefined) return [];
    const description = textMember(header.json, "description");
    const schema = member(header.json, "schema");
    return [
      {
        name,
        required: flagMember(header.json, "required") === true,
        ...(description === undefined ? {} : { description }),
        ...(schema === undefined
          ? {}
          : {
              schema: context.schemas.node(
                schema,
                appendPointer(header.pointer, "schema"),
                `${context.typeName}Header`,
                context.typeName,
              ),
            }),
      },
    ];
  });
}

function linkTarget(link: Located, index: OperationIndex): LinkModel["target"] | undefined {
  const id = textMember(link.json, "operationId");
  if (id !== undefined) return index.byId(id);
  const reference = textMember(link.json, "operationRef");
  return reference?.startsWith("#") === true
    ? index.byPointer(toPointer(fragmentKeys(reference)))
    : undefined;
}

function linkParameters(link: Located): Readonly<Record<string, string>> {
  const parameters = member(link.json, "parameters");
  if (!isObject(parameters)) return {};
  return Object.fromEntries(
    sortedMembers(parameters).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
