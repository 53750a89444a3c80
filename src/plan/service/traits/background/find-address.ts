import type { HeaderModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { findHeader } from "../../responses.js";

/** The header that has the address of what was started, or its id. */
export interface FoundAddress {
  /** As the contract spells it. */
  readonly name: string;
  /** Absent: only a description names it. */
  readonly header?: HeaderModel;
  /** Its name is a usual one. */
  readonly isUsual: boolean;
}

/**
 * Headers with the address of what was started, those of one vendor that name what is polled before `Location`: beside them, that has the
 * address of the result.
 */
const NAMES = ["Operation-Location", "Azure-AsyncOperation", "Location", "Content-Location"];

/** Names of services' own that say the same: `X-Job-Location`. */
const OWN_NAME = /^x-(?:[a-z0-9]+-)*location$/i;

/** Words of a description for an address, and for what is found there. */
const ADDRESS = /\b(?:URL|URI|address|location|where)\b/i;
const STATE = /\b(?:status|state|operation|job|task|poll|progress|monitor)/i;
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
  return ADDRESS.test(text) && STATE.test(text) && !OTHER.test(text);
}

function namesHeader(text: string, name: string): boolean {
  return new RegExp(
    `(?<![\\w-])${name}\\b(?:\`|")?\\s+(?:response\\s+)?header|header\\s+[\`"]?${name}\\b|\`${name}\``,
  ).test(text);
}

/** Whether that is `Location`, where an id is looked for by default. */
export function isLocation(name: string): boolean {
  return name.toLowerCase() === "location";
}
