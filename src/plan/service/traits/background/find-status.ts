import type { LinkModel, OperationModel, OperationName, ResponseModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import { fullName, jsonContent, jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../body-members.js";
import { findStates, type FoundStates } from "./find-states.js";

/** The operation that gives the state of what another one started. */
export interface FoundStatus {
  readonly status: OperationModel;
  /** Its path parameter, which takes the id. */
  readonly parameter: string;
  readonly states: FoundStates;
  readonly why: string;
  /** The contract says so itself: no other operation could be meant. */
  readonly isNamed: boolean;
}

/** A GET with one path parameter whose response has states. */
export type StatusCandidate = Omit<FoundStatus, "isNamed" | "why">;

/** The candidates of a contract. Found once: every operation with a 202 asks for them. */
export function listStatuses(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly StatusCandidate[] {
  return operations.flatMap((status) => {
    const [parameter, ...others] = status.parameters.filter((one) => one.in === "path");
    if (status.method !== "GET" || parameter === undefined || others.length > 0) return [];
    const states = findStates(listBodyMembers(jsonResponse(status)?.schema, reader), reader);
    return states === undefined ? [] : [{ status, parameter: parameter.name, states }];
  });
}

/**
 * The operation that gives the state: the target of a link; else the one whose path or `operationId` the response names, in the description of
 * `Location` or its own; else the only one whose parameter the response has; else the only one.
 */
export function findStatus(
  operation: OperationModel,
  accepted: ResponseModel,
  candidates: readonly StatusCandidate[],
  reader: SchemaReader,
): FoundStatus | undefined {
  const linked = operation.links
    .filter((link) => link.status === accepted.status)
    .map((link) => candidates.find(({ status }) => isSame(status.name, link.target)))
    .find((candidate) => candidate !== undefined);
  if (linked !== undefined) return { ...linked, why: "a link of the response says so", isNamed: true };
  const text = textsOfLocation(operation, accepted);
  const named = candidates.filter(({ status }) => names(text, status));
  const [only] = named;
  if (only !== undefined && named.length === 1)
    return { ...only, why: "the response names it", isNamed: true };
  const keys = new Set(listBodyMembers(jsonContent(accepted)?.schema, reader).map(({ key }) => key));
  const taking = candidates.filter(
    ({ parameter }) => isIdKey(parameter) && keys.has(words(parameter).join("_")),
  );
  const [taker] = taking;
  if (candidates.length > 1 && taker !== undefined && taking.length === 1)
    return { ...taker, why: `the only one that takes "${taker.parameter}" of the response`, isNamed: false };
  const [candidate] = candidates;
  return candidate !== undefined && candidates.length === 1
    ? { ...candidate, why: "the only operation that does", isNamed: false }
    : undefined;
}

/** Whether a parameter says whose id it takes: `jobId` names what it is an id of; `id` could be that of anything. */
export function isIdKey(parameter: string): boolean {
  return words(parameter).length > 1;
}

/** Characters of a description that are searched. */
const LONGEST = 2000;

function textsOfLocation({ description = "" }: OperationModel, accepted: ResponseModel): string {
  const location = accepted.headers.find(({ name }) => name.toLowerCase() === "location");
  const examples = location?.schema?.doc.examples.filter((example) => typeof example === "string") ?? [];
  return [
    location?.description,
    location?.schema?.doc.description,
    ...examples,
    accepted.description,
    description,
  ]
    .filter((text) => text !== undefined)
    .map((text) => text.slice(0, LONGEST))
    .join("\n");
}

/** Whether a text has the path of an operation, with whatever in the place of its parameter, or its `operationId`. */
function names(text: string, { path, operationId }: OperationModel): boolean {
  if (text.includes(path)) return true;
  if (operationId !== undefined && operationId.length > 5 && wordIn(text, operationId)) return true;
  const [before = "", after = ""] = path.split(/\{[^}]*\}/u);
  if (before.length < 2) return false;
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
    const [, rest = ""] =
      /^[\w{}:<>-]{1,80}(.*)/u.exec(text.slice(at + before.length, at + before.length + 200)) ?? [];
    const [word] = /^[\w{}:<>-]/u.exec(text.slice(at + before.length)) ?? [];
    if (word !== undefined && rest.startsWith(after) && !/^[/\w]/u.test(rest.slice(after.length)))
      return true;
  }
  return false;
}

function wordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/u.test(`${text.charAt(at - 1)}${text.charAt(at + word.length)}`)) return true;
  return false;
}

/** Whether two names are of one operation. */
export function isSame(left: OperationName, right: OperationName): boolean {
  return fullName({ name: left }) === fullName({ name: right });
}

/** What a link hands to a path parameter: a runtime expression or a constant. */
export function linkedParameter(link: LinkModel | undefined, parameter: string): string | undefined {
  return link?.parameters[`path.${parameter}`] ?? link?.parameters[parameter];
}
