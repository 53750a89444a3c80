import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { isPlural } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { findHeaderParameter, jsonContent } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { findAddress, findBodyAddress } from "../../traits/background/started-address.js";
import { shapesAbove } from "../../traits/background/given-parameters.js";
import { shapeOf, withoutSlash } from "../../traits/background/status-paths.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { configuredPath } from "../pages/paging-lines.js";
import { showsJobState } from "./job-id.js";
import { ownerOfId, type PossibleStatuses } from "./possible-status.js";

/*
 * Where the id of what was started may be: in the response of the start, or in what that was given.
 */

/** Any member may have the id. */
export const OPEN_ID = '"?"';

/** A header that the contract does not declare may have the id, or an address that leads there: a server can send more than is declared. */
export const HEADER_ID = '{ header: "?" }';

/** Where the id may be, as the configuration has it: `?` where any member may have it; undefined where nothing can. */
export function possibleId(
  operation: OperationModel,
  response: ResponseModel,
  parameter: string,
  reader: SchemaReader,
): string | undefined {
  const address = findAddress(operation, response);
  const body = jsonContent(response, reader);
  const key = words(parameter).join("_");
  const members = listBodyMembers(body?.schema, reader).filter(isPlain);
  const member =
    parameter === ""
      ? undefined
      : (members.find((one) => one.key === key) ??
        members.find((one) => [key, key.replace(/_id$/u, "")].includes(ownerOfId(one) ?? "")));
  // A member that is described tells more than a header that a text names.
  if (member !== undefined && address?.header === undefined)
    return configuredPath(pointerKeys(`/${member.at}`));
  const open = address?.header === undefined ? ", undeclared: true" : "";
  if (address !== undefined) return `{ header: ${yamlScalar(address.name)}${open} }`;
  if (body === undefined) return describedHeader(operation, response);
  const own = body.schema === undefined ? [] : (reader.properties(body.schema) ?? []);
  // Not an id: `codespace_name`.
  const isOfId = !/^(?:code|name|number|slug)$/u.test(words(parameter).at(-1) ?? "");
  const named = own.find((one) => isOfId && one.required && words(one.name).join("_") === "id");
  const path = findBodyAddress(response, reader)?.path ?? (named && [named.name]);
  return path === undefined ? OPEN_ID : configuredPath(path);

  function isPlain({ schema }: BodyMember): boolean {
    return ["any", "number", "string"].includes(reader.resolve(schema).type.kind);
  }
}

/** "the id of a ticket is in the header `X-Ticket-Id`", "with its id in the `X-Ticket-Id` header" */
const ID_HEADER =
  /\b(?:ids?|identifier)\b[^.;\n]{0,60}?\s(?:header\s(?:field\s)?(?:called\s|named\s)?[`"']?([A-Za-z]\w{0,30}-[\w-]{1,60})|[`"']?([A-Za-z]\w{0,30}-[\w-]{1,60})[`"']?\s(?:response\s)?header\b)/iu;

/** By which a text may be of a header that is sent. */
const IS_SENT =
  /\b(?:add|decides?|determines?|expects?|goes|identif(?:ies|y)|includ(?:e|ing)|must|needs?|pass|provide|read\sfrom|requires?|send|sent|set|specify|supply|taken|takes)\b/iu;

/** A header with the id of something, and not what a sentence names beside it (`Retry-After`), nor the id of a call, or of who makes it. */
const NAMES_ID =
  /^(?!.*(?:account|client|correlation|idempot|request|session|tenant|trace|tracking|user))\S*(?:guid|id|identifier|uuid)$/iu;

/** The header that texts name for the id of what was started; an open one where it may be of the request. */
function describedHeader(
  operation: OperationModel,
  { description: own = "", headers }: ResponseModel,
): string | undefined {
  const { description = "" } = operation;
  const found = [own, description].flatMap((text) =>
    text
      .slice(0, 2000)
      .split(/[.;]\s|\n/u)
      .flatMap((sentence) => {
        const [, before, after] = ID_HEADER.exec(sentence) ?? [];
        const name = before ?? after ?? "";
        const isSent = findHeaderParameter(operation, name) !== undefined;
        return !NAMES_ID.test(name) || isSent ? [] : [{ name, mayBeSent: IS_SENT.test(sentence) }];
      }),
  );
  const certain = found.find(({ mayBeSent }) => !mayBeSent);
  if (certain === undefined) return found.length === 0 ? undefined : HEADER_ID;
  const declared = headers.find((one) => one.name.toLowerCase() === certain.name.toLowerCase());
  return `{ header: ${yamlScalar(declared?.name ?? certain.name)}${declared === undefined ? ", undeclared: true" : ""} }`;
}

/** Whether a response has what may be the id of something, by its name: `snapshot_id`. */
export function hasId(response: ResponseModel, reader: SchemaReader): boolean {
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  return members.some(({ key }) => /(?:^|_)(?:[gu]?id|uuid|key|ref)$/u.test(key));
}

/** Last words of the names of parameters that say what is done, or how: they are the id of nothing. */
const CHOICE = /^(?:action|command|format|kind|lang|language|locale|mode|operation|type|verb|version)$/u;

/**
 * The parameter that an operation names a thing by: the last of its path, without those that choose between values. What is deleted
 * has no state. Only where a read takes the same thing, and none of the state of a job takes another.
 */
export function ownId(
  operation: OperationModel,
  { reads }: Pick<PossibleStatuses, "reads">,
  reader: SchemaReader,
): string | undefined {
  const { method, parameters, path } = operation;
  const names = [...path.matchAll(/\{([^{}]*)\}/gu)].map(([, name = ""]) => name);
  const isChoice = (name: string) =>
    CHOICE.test(words(name).at(-1) ?? "") ||
    parameters.some((one) => one.in === "path" && one.name === name && reader.values(one.schema).length > 0);
  const last = names.findLast((name) => !isChoice(name));
  const own = parameters.find((one) => one.in === "path" && one.name === last);
  // What is added to a list, or is done by a name of several things, has an id of its own: `/vehicles/{id}/readouts`.
  const isOfList = method === "POST" && isPlural(words(withoutSlash(path).split(/[/{}]/u).at(-1) ?? ""));
  if (method === "DELETE" || isOfList || own === undefined || own.sensitive) return undefined;
  const above = shapeOf(path.slice(0, path.indexOf(`{${own.name}}`) + own.name.length + 2));
  // `{id}` of another path is that of another thing.
  const takesOwn = (read: OperationModel) => shapesAbove(read.path).includes(above);
  const isOfOther = reads.some((read) => !takesOwn(read) && showsJobState(read, reader));
  return reads.some(takesOwn) && !isOfOther ? last : undefined;
}
