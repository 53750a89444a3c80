import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/printable.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { ContentPair } from "./content/compare-content.js";
import { follow, isSameJson, type Located, objectMember } from "./document-nodes.js";
import { elementOf, useOf, type WireComparison } from "./wire-comparison.js";

/** Compares the links of a response by name. */
export function compareLinks({ facts, ...documents }: WireComparison, response: ContentPair): void {
  const old = objectMember(response.old.json, "links") ?? {};
  const now = objectMember(response.new.json, "links") ?? {};
  const { pair, part, what, direction } = response;
  for (const name of [...new Set([...Object.keys(old), ...Object.keys(now)])].sort(byText)) {
    const before = readLink(documents.old, response.old, old, name);
    const after = readLink(documents.new, response.new, now, name);
    if (isSameJson(before?.json, after?.json)) continue;
    const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
    facts.add({
      change: `link.${change}`,
      effect: "equal",
      element: elementOf(pair, (after ?? before)?.listed ?? "", `link ${codeSpan(name)}`, what),
      ...(before && { old: { pointer: before.listed } }),
      ...(after && { new: { pointer: after.listed } }),
      uses: [useOf(pair, `${part} link ${name}`, direction)],
    });
  }
}

function readLink(
  document: JsonObject,
  owner: Located,
  links: JsonObject,
  name: string,
): { readonly json: Json; readonly listed: string } | undefined {
  const listed = appendPointer(owner.pointer, "links", name);
  const json = Object.hasOwn(links, name) ? follow(document, links[name], listed)?.json : undefined;
  return json === undefined ? undefined : { json, listed };
}
