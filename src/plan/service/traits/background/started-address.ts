import type { HeaderModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import { findHeader, jsonContent } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { type BodyMember, exampleValues, listBodyMembers, textOf } from "../body-members.js";

const RUNS = "status|state|operation|job|task|poll(?:ing)?|monitor(?:ing)?|progress";

/** Names of a member with the address of what runs: `status_url`, `links.status`, `_links.job.href`. */
const NAMED_ADDRESS = new RegExp(
  `(?:^|_)(?:(?:${RUNS})_(?:ur[il]|href|link|location|address)|links?_(?:${RUNS})(?:_(?:ur[il]|href))?)$`,
);

/**
 * The member of a response that has the address of what was started. Only where its format is that of an absolute one: a client that takes
 * an id from the body cannot tell a relative address from an id.
 */
export function findBodyAddress(accepted: ResponseModel, reader: SchemaReader): BodyMember | undefined {
  const members = listBodyMembers(jsonContent(accepted, reader)?.schema, reader);
  return members.find(
    ({ path, schema }) =>
      NAMED_ADDRESS.test(path.flatMap((name) => words(name)).join("_")) && isAbsoluteAddress(schema, reader),
  );
}

/**
 * Whether an address leads to a read: all addresses that examples of the member or of the whole body show do. Without one, the name alone
 * may be that of anything: `job_url` has the page of a job that is offered, too.
 */
export function leadsTo(
  member: BodyMember,
  accepted: ResponseModel,
  { path }: OperationModel,
  reader: SchemaReader,
): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  const body = jsonContent(accepted, reader);
  const ofBody = [
    ...(body?.examples ?? []),
    ...(body?.schema?.doc.examples ?? []),
    ...(body?.schema === undefined ? [] : reader.resolve(body.schema).doc.examples),
  ];
  const shown = [...examplesOf(member.schema, reader), ...exampleValues(ofBody, member.path)];
  return (
    shown.length > 0 &&
    segments.some((segment) => !segment.includes("{")) &&
    shown.every((example) => typeof example === "string" && fits(example, segments))
  );
}

/** Whether an address ends in these segments of a path, with an id for a parameter: `overview` is one of no job. */
function fits(address: string, segments: readonly string[]): boolean {
  const own = address
    .replace(/[?#].*$/su, "")
    .replace(/\/$/u, "")
    .split("/")
    .slice(-segments.length);
  return (
    /^https?:/i.test(address) &&
    segments.every((segment, index) =>
      segment.includes("{") ? /[\d{]/.test(own[index] ?? "") : segment === own[index],
    )
  );
}

/** Whether a text is an address with a scheme by its format (RFC 3986 section 4.3). */
export function isAbsoluteAddress(node: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(node);
  return type.kind === "string" && /^(?:ur[il]|iri)$/.test(type.format ?? "");
}

/** What a contract says of a member, with the addresses that examples show. */
function textsOfMember({ schema }: BodyMember, reader: SchemaReader): readonly string[] {
  return [textOf(schema, reader), ...examplesOf(schema, reader)];
}

function examplesOf(schema: SchemaNode, reader: SchemaReader): readonly string[] {
  const examples = [...schema.doc.examples, ...reader.resolve(schema).doc.examples];
  return examples.filter((example) => typeof example === "string");
}

/** What a contract says of the address of what was started. */
export function textsOfAddress(
  operation: OperationModel,
  accepted: ResponseModel,
  reader: SchemaReader,
): string {
  const member = findBodyAddress(accepted, reader);
  const location = findAddress(operation, accepted)?.header;
  const examples = location?.schema?.doc.examples.filter((example) => typeof example === "string") ?? [];
  return [
    location?.description,
    location?.schema?.doc.description,
    ...examples,
    ...(member === undefined ? [] : textsOfMember(member, reader)),
    accepted.description,
    operation.description,
  ]
    .filter((text) => text !== undefined)
    .join("\n");
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
