import type { HeaderModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { findHeader } from "../../responses.js";

/** The header that has the address of what was started, or its id. */
export interface FoundAddress {
  /** As the contract spells it. */
  readonly name: string;
  /** Absent: only a description names it. */
  readonly header?: HeaderModel;
}

/**
 * Headers with the address of what was started, those of one vendor that name what is polled before `Location`: beside them, that has the
 * address of the result.
 */
const NAMES = ["Operation-Location", "Azure-AsyncOperation", "Location", "Content-Location"];

/** Headers that lead elsewhere, or nowhere. */
const OTHERS = /^(?:link|retry-after|etag|date|.*(?:request|trace|correlation|flow)-id)$/i;

/** Words of a description for an address, and for what is found there. */
const ADDRESS = /\b(?:URL|URI|address|location|where)\b/i;
const STATE = /\b(?:status|state|operation|job|task|poll|progress|monitor)/i;

/**
 * The header of a response that leads to what it started: one of the usual names, declared; else one whose description says so; else
 * `Location`, which only a description names.
 */
export function findAddress(operation: OperationModel, accepted: ResponseModel): FoundAddress | undefined {
  const declared = NAMES.map((name) => findHeader(accepted, name)).find((header) => header !== undefined);
  const header = declared ?? accepted.headers.find(isDescribedAddress);
  if (header !== undefined) return { name: header.name, header };
  const texts = [accepted.description, operation.description].map((text = "") => text.slice(0, 2000));
  const name = NAMES.find((one) => texts.some((text) => namesHeader(text, one)));
  return name === undefined ? undefined : { name };
}

function isDescribedAddress({ name, description = "", schema }: HeaderModel): boolean {
  const text = `${description} ${schema?.doc.description ?? ""}`;
  return !OTHERS.test(name) && ADDRESS.test(text) && STATE.test(text);
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
