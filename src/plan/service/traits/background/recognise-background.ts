import type { LinkModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { isSafeMethod } from "../../../../openapi/operations.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { findHeader, fullName, jsonContent, jsonResponse, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../body-members.js";
import type { BackgroundOperation, Trait } from "../trait.js";
import { findStatus, type FoundStatus, hasSameState, isIdKey, isSame, type Statuses } from "./find-status.js";
import { linkedParameter } from "./linked-reads.js";
import { findAddress, findBodyAddress, isLocation, leadsTo, operationHeader } from "./started-address.js";
import { findDone } from "./done-flag.js";
import { type FoundStates, quotedList } from "./final-states.js";
import { givenBesides } from "./given-parameters.js";
import { statesFor } from "./intended-states.js";
import { findError } from "./find-error.js";
import { stateFacts } from "./state-facts.js";
import { shownMember } from "../pagination/paths.js";

/**
 * The durable thing behind a 202 (OPS-1, OPS-2): a write that responds with 202 (or with a `2XX` of which a description says so, or with
 * another success that has `Operation-Location` or `Retry-After`), whose response has an
 * id or an address (`Location`), and the operation that gives its state.
 *
 * @param statuses - operations that give a state, from `listStatuses`
 * @param accepted - the response that starts something; default: the one that says so
 */
export function recogniseBackground(
  operation: OperationModel,
  statuses: Statuses,
  reader: SchemaReader,
  accepted = findAccepted(operation) ?? findPolled(operation),
): Trait<BackgroundOperation> | undefined {
  if (accepted === undefined) return undefined;
  const found = findStatus(operation, accepted, statuses, reader);
  if (found === undefined) return undefined;
  const { status, parameter, why } = found;
  const link = operation.links.find((candidate) => isSame(candidate.target, status.name));
  const isOwnId = !/^\$request\b/u.test(linkedParameter(link, parameter) ?? "");
  const states = statesFor(operation, status, found.states, isOwnId);
  if (states === undefined) return undefined;
  const fromStart = givenBesides(operation, status, { in: "path", name: parameter }, reader, link);
  if ("missing" in fromStart) return undefined;
  const linked = linkedHeader(link, parameter);
  const address =
    linked === undefined ? findAddress(operation, accepted) : { name: linked, header: linked, isUsual: true };
  const inBody = address === undefined ? findBodyAddress(accepted, reader) : undefined;
  const id =
    findId(accepted, { found, link, hasAddress: address?.isUsual === true }, reader) ??
    (inBody !== undefined && leadsTo(inBody, accepted, status, reader) ? inBody.at : undefined);
  if (id === undefined && address === undefined) return undefined;
  const mayBeDone = !successResponses(operation).every(
    (response) => response === accepted || returnsId(response, { id, header: address?.name }, reader),
  );
  // Another status than 202 does not say that something was started: the contract names the state, or all successes have its id, or its address.
  const isCertain =
    found.isNamed ||
    operationHeader(accepted) !== undefined ||
    (isIdKey(parameter) && isNamedAs(id, parameter));
  if (accepted === findPolled(operation) && (mayBeDone || !isCertain)) return undefined;
  const error = findError(status, states.state.member, reader);
  return {
    facts: {
      status: status.name,
      statusParameter: parameter,
      ...(fromStart.length === 0 ? {} : { fromStart }),
      ...(id === undefined ? {} : { id }),
      ...(address === undefined || isLocation(address.name) ? {} : { header: address.name }),
      ...(mayBeDone ? { mayBeDone } : {}),
      state: stateFacts(states.state, status, reader),
      ...(error === undefined ? {} : { error }),
    },
    reason:
      `It responds with ${accepted.status} and ${address === undefined ? `the ${id === inBody?.at ? "address" : "id"} "${shownMember(id ?? "")}"` : addressText(address)}; ` +
      `${fullName(status)} gives its state ("${shownMember(states.state.member)}"${states.listed ? "" : ", whose values only its description or its examples name"}), ${why}` +
      (fromStart.length === 0
        ? ""
        : `; it takes ${quotedList(fromStart.map((one) => one.parameter))} of the start, too`) +
      `${mayBeDone ? "; another success gives the result at once" : ""}. ${finalText(states)}${errorText(error)}`,
  };
}

/** Which states end a wait, for a person. */
function finalText({ state: { member, succeeded, failed, failure }, unknown }: FoundStates): string {
  if (failure !== undefined)
    return `It has ended where "${shownMember(member)}" is true; it has failed where "${shownMember(failure)}" is there, too.`;
  const text = `Final states: ${quotedList(succeeded)} (success), ${quotedList(failed)} (failure).`;
  return unknown.length === 0 ? text : `${text} Taken for running, though not known: ${quotedList(unknown)}.`;
}

/** Where a failed operation says why, for a person. */
function errorText(error: BackgroundOperation["error"]): string {
  const members = Object.values({ ...error }).map((member) => JSON.stringify(shownMember(member)));
  return members.length === 0 ? "" : ` Its failure is in ${members.join(", ")}.`;
}

/** Whether the last name of a path is that of a parameter, in any spelling. */
function isNamedAs(path: string | undefined, parameter: string): boolean {
  return words(path?.split("/").at(-1) ?? "").join("_") === words(parameter).join("_");
}

/** The response that says that something was started. */
export function findAccepted(operation: OperationModel): ResponseModel | undefined {
  if (isSafeMethod(operation.method)) return undefined;
  return (
    operation.responses.find(({ status }) => status === "202") ??
    operation.responses.find((response) => response.status === "2XX" && isDescribedAsAccepted(response))
  );
}

/** Words of an operation that says that it only accepts a request: a request may be `accepted` as JSON, too. */
const ACCEPTS =
  /\b202\b|\baccepted for (?:\w+ )?(?:processing|execution)\b|\b(?:is|are|be|been|gets) queued\b|\basynchronous(?:ly)?\b|\bin the background\b/i;

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Whether a response whose status the contract leaves open says itself that it is a 202. */
function isDescribedAsAccepted({ description = "" }: ResponseModel): boolean {
  const clauses = clausesOf(description.slice(0, LONGEST)).flat();
  return clauses.some((clause) => /\b(?:202|accepted|queued)\b/i.test(clause) && !negates(clause));
}

/** The same where its operation may say it: that can be of another operation, or of what comes later. */
export function describesAccepted(
  { summary = "", description = "" }: OperationModel,
  response: ResponseModel,
): boolean {
  const clauses = [summary, description].flatMap((text) => clausesOf(text.slice(0, LONGEST)).flat());
  return (
    isDescribedAsAccepted(response) || clauses.some((clause) => ACCEPTS.test(clause) && !negates(clause))
  );
}

/**
 * A success of a write that is not 202, but says that something runs: all have `Operation-Location`; or the only one says when to ask again
 * and where: it has `Retry-After`, and an address or a link.
 * After 201 the address is that of what was created (RFC 9110 section 15.3.2).
 */
export function findPolled(operation: OperationModel): ResponseModel | undefined {
  if (isSafeMethod(operation.method) || findAccepted(operation) !== undefined) return undefined;
  const success = successResponses(operation);
  const [response, ...others] = success;
  if (success.every((one) => operationHeader(one) !== undefined)) return response;
  if (response === undefined || response.status === "201" || others.length > 0) return undefined;
  const isLinked = operation.links.some(({ status }) => status === response.status);
  const isAddressed = findAddress(operation, response)?.header !== undefined;
  return findHeader(response, "Retry-After") !== undefined && (isLinked || isAddressed)
    ? response
    : undefined;
}

/** How the response has the address: declared, or only described. */
function addressText({ name, header }: { readonly name: string; readonly header?: unknown }): string {
  return `"${name}"${header === undefined ? ", which only a description names" : ""}`;
}

/** The header that a link hands to a parameter (`$response.header.Operation-Location`). */
function linkedHeader(link: LinkModel | undefined, parameter: string): string | undefined {
  return /^\$response\.header\.([\w-]+)$/.exec(linkedParameter(link, parameter) ?? "")?.[1];
}

/** Where an id is looked for. */
interface IdSearch {
  readonly found: FoundStatus;
  readonly link: LinkModel | undefined;
  /** A header of a usual name has an address. */
  readonly hasAddress: boolean;
}

/**
 * Where the response has the id: as a link says; else the most outward member with the parameter's name; else its only `id`
 * where the status operation returns the same schema, or the contract names that operation and no address leads there; else, of a read right
 * below the path, its `id`. A `name` beside `done` is the name of the operation itself (AIP-122), whose last segment the client takes.
 */
function findId(
  accepted: ResponseModel,
  { found, link, hasAddress }: IdSearch,
  reader: SchemaReader,
): string | undefined {
  const { parameter, status, isNamed, isBelow, shownId } = found;
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(linkedParameter(link, parameter) ?? "") ?? [];
  if (pointer !== undefined) return pointer;
  const body = jsonContent(accepted, reader)?.schema;
  const members = listBodyMembers(body, reader);
  const key = words(parameter).join("_");
  // An `id` further inside may be that of anything.
  const named = members.find((one) => one.key === key && (isIdKey(parameter) || one.path.length === 1));
  if (named !== undefined && (hasAddress || isIdKey(parameter))) return named.at;
  if (shownId !== undefined) return shownId;
  if (isBelow) return idBelow(accepted, found, reader);
  const isSameSchema =
    body?.type.kind === "ref" && isReferenceTo(jsonResponse(status, reader)?.schema, body.type.name);
  if (!isSameSchema && (hasAddress || !isNamed)) return undefined;
  const ids = members.filter((member) => member.key === "id");
  const ofResource = isSameSchema && !hasAddress ? findDone(members, reader)?.name?.at : undefined;
  return named?.at ?? (ids.length === 1 ? ids[0]?.at : ofResource);
}

/** The id of a thing that a read right below the path takes: a member at the top that is named as its parameter, `jobId`; else the `id` beside the same state. */
function idBelow(accepted: ResponseModel, found: FoundStatus, reader: SchemaReader): string | undefined {
  const members = listBodyMembers(jsonContent(accepted, reader)?.schema, reader).filter(({ schema }) =>
    ["string", "number", "any"].includes(reader.resolve(schema).type.kind),
  );
  const key = words(found.parameter).join("_");
  const named = members.find((member) => member.key === key && member.path.length === 1);
  if (named !== undefined && isIdKey(found.parameter)) return named.at;
  // An `id` beside other things may be that of anything.
  if (!hasSameState(accepted, found, reader)) return undefined;
  const above = found.states.state.member.split("/").slice(0, -1).join("/");
  return members.find((one) => one.key === "id" && one.at.split("/").slice(0, -1).join("/") === above)?.at;
}

function isReferenceTo(node: SchemaNode | undefined, name: string): boolean {
  return node?.type.kind === "ref" && node.type.name === name;
}

/** Whether a response has the id of what was started: a 200 with the result of a short operation has not. */
function returnsId(
  response: ResponseModel,
  { id, header = "Location" }: { readonly id: string | undefined; readonly header: string | undefined },
  reader: SchemaReader,
): boolean {
  const schema = jsonContent(response, reader)?.schema;
  const members = id === undefined ? [] : listBodyMembers(schema, reader);
  return members.some(({ at }) => at === id) || findHeader(response, header) !== undefined;
}
