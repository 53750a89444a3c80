import type {
  HeaderModel,
  LinkModel,
  OperationModel,
  OperationName,
  ResponseModel,
} from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import { needsCaller } from "../../only-value.js";
import { findHeader, fullName, jsonContent, jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../body-members.js";
import { indexNames, namedOperations, type NameIndex } from "../named-operations.js";
import { findStates, type FoundStates } from "./final-states.js";

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

/** The operations of a contract that give a state, and what texts call them. */
export interface Statuses {
  readonly candidates: readonly StatusCandidate[];
  /** GETs whose response has states, and that more than an id leads to. */
  readonly rivals: readonly OperationModel[];
  readonly names: NameIndex;
}

/** The candidates of a contract. Found once: every operation with a 202 asks for them. */
export function listStatuses(operations: readonly OperationModel[], reader: SchemaReader): Statuses {
  const all = operations.flatMap((status) => {
    const [parameter] = pathParameters(status);
    if (status.method !== "GET" || parameter === undefined) return [];
    const states = findStates(listBodyMembers(jsonResponse(status, reader)?.schema, reader), reader);
    return states === undefined ? [] : [{ status, parameter, states }];
  });
  const candidates = all.filter(({ status }) => pathParameters(status).length === 1);
  const rivals = all.flatMap(({ status }) => (pathParameters(status).length > 1 ? [status] : []));
  return { candidates, rivals, names: indexNames(candidates.map(({ status }) => status)) };
}

function pathParameters({ parameters }: OperationModel): readonly string[] {
  return parameters.flatMap(({ in: where, name }) => (where === "path" ? [name] : []));
}

/** States right below what a start was given: of all that leads there, only an id is new. */
export function rivalsOf(
  operation: OperationModel,
  { rivals }: Pick<Statuses, "rivals">,
): readonly OperationModel[] {
  const given = new Set(pathParameters(operation));
  return rivals.filter((rival) => {
    const names = pathParameters(rival);
    return names.filter((name) => given.has(name)).length === names.length - 1;
  });
}

/** What a status operation requires of callers besides the id: an id alone does not lead to the state. */
export function requiredBesides(
  status: OperationModel,
  parameter: string,
  reader: SchemaReader,
): string | undefined {
  return status.parameters.find((one) => one.name !== parameter && needsCaller(one, reader))?.name;
}

/**
 * The operation that gives the state: the target of a link; else the one whose path or `operationId` the response names, in the description of
 * the address or its own; else the only one whose parameter the response has; else the only one, where none is right below what was given.
 */
export function findStatus(
  operation: OperationModel,
  accepted: ResponseModel,
  { candidates, rivals, names }: Statuses,
  reader: SchemaReader,
): FoundStatus | undefined {
  const linked = operation.links
    .filter((link) => link.status === accepted.status)
    .map((link) => candidates.find(({ status }) => isSame(status.name, link.target)))
    .find((candidate) => candidate !== undefined);
  if (linked !== undefined) return { ...linked, why: "a link of the response says so", isNamed: true };
  const text = textsOfAddress(operation, accepted);
  const inText = new Set(namedOperations(text, names));
  const named = candidates.filter(({ status }) => inText.has(status));
  const [only] = named;
  if (only !== undefined && named.length === 1)
    return { ...only, why: "the response names it", isNamed: true };
  const keys = new Set(listBodyMembers(jsonContent(accepted, reader)?.schema, reader).map(({ key }) => key));
  const taking = candidates.filter(
    ({ parameter }) => isIdKey(parameter) && keys.has(words(parameter).join("_")),
  );
  const [taker] = taking;
  if (candidates.length > 1 && taker !== undefined && taking.length === 1)
    return { ...taker, why: `the only one that takes "${taker.parameter}" of the response`, isNamed: false };
  const [candidate] = candidates;
  return candidate !== undefined && candidates.length === 1 && rivalsOf(operation, { rivals }).length === 0
    ? { ...candidate, why: "the only operation that does", isNamed: false }
    : undefined;
}

/** Whether a parameter says whose id it takes: `jobId` names what it is an id of; `id` could be that of anything. */
export function isIdKey(parameter: string): boolean {
  return words(parameter).length > 1;
}

/** What a contract says of the address of what was started. */
export function textsOfAddress(operation: OperationModel, accepted: ResponseModel): string {
  const location = findAddress(operation, accepted)?.header;
  const examples = location?.schema?.doc.examples.filter((example) => typeof example === "string") ?? [];
  return [
    location?.description,
    location?.schema?.doc.description,
    ...examples,
    accepted.description,
    operation.description,
  ]
    .filter((text) => text !== undefined)
    .join("\n");
}

/** Whether two names are of one operation. */
export function isSame(left: OperationName, right: OperationName): boolean {
  return fullName({ name: left }) === fullName({ name: right });
}

/** What a link hands to a path parameter: a runtime expression or a constant. */
export function linkedParameter(link: LinkModel | undefined, parameter: string): string | undefined {
  return link?.parameters[`path.${parameter}`] ?? link?.parameters[parameter];
}

/** The header that has the address of what was started, or its id. */
export interface FoundAddress {
  /** As the contract spells it. */
  readonly name: string;
  /** Absent: only a description names it. */
  readonly header?: HeaderModel;
  /** Its name is a usual one. */
  readonly isUsual: boolean;
}

/** Headers that have the address of what still runs, whatever the status (Azure REST API guidelines). */
const OPERATION_NAMES = ["Operation-Location", "Azure-AsyncOperation"];

/**
 * Headers with the address of what was started, those of one vendor that name what is polled before `Location`: beside them, that has the
 * address of the result.
 */
const NAMES = [...OPERATION_NAMES, "Location", "Content-Location"];

/** Names of services' own that say the same: `X-Job-Location`. */
const OWN_NAME = /^x-(?:[a-z0-9]+-)*location$/i;

/** Words of a description for an address, and for what is found there. */
const ADDRESS = /\b(?:URL|URI|address|location|where)\b/i;
const STATE_WORD = /\b(?:status|state|operation|job|task|poll|progress|monitor)/i;
const OTHER = /\b(?:doc|deprecat|sunset|polic|callback|webhook|help|support)/i;

/**
 * The header of a response that leads to what it started: one of the usual names, declared; else one that its schema calls an address
 * and its description that of a state; else `Location`, which only a description names.
 */
export function findAddress(operation: OperationModel, accepted: ResponseModel): FoundAddress | undefined {
  const declared = NAMES.map((name) => findHeader(accepted, name)).find((header) => header !== undefined);
  if (declared !== undefined) return { name: declared.name, header: declared, isUsual: true };
  const { headers } = accepted;
  const header = headers.find(({ name }) => OWN_NAME.test(name)) ?? headers.find(isDescribedAddress);
  if (header !== undefined) return { name: header.name, header, isUsual: false };
  const texts = [accepted.description, operation.description].map((text = "") => text.slice(0, 2000));
  const name = NAMES.find((one) => texts.some((text) => namesHeader(text, one)));
  return name === undefined ? undefined : { name, isUsual: true };
}

function isDescribedAddress({ name, description = "", schema }: HeaderModel): boolean {
  const text = `${description} ${schema?.doc.description ?? ""}`;
  const isAddress = schema?.type.kind === "string" && /^ur[il]/.test(schema.type.format ?? "");
  if (!isAddress || name.toLowerCase() === "link") return false;
  return ADDRESS.test(text) && STATE_WORD.test(text) && !OTHER.test(text);
}

function namesHeader(text: string, name: string): boolean {
  return new RegExp(
    `(?<![\\w-])${name}\\b(?:\`|")?\\s+(?:response\\s+)?header|header\\s+[\`"]?${name}\\b|\`${name}\``,
  ).test(text);
}

/** The header that says by its name that an operation still runs. */
export function operationHeader(response: ResponseModel): HeaderModel | undefined {
  return OPERATION_NAMES.map((name) => findHeader(response, name)).find((header) => header !== undefined);
}

/** Whether that is `Location`, where an id is looked for by default. */
export function isLocation(name: string): boolean {
  return name.toLowerCase() === "location";
}
