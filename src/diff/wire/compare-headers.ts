import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/printable.js";
import { appendPointer } from "../../text/json-pointer.js";
import { compareDocs } from "./compare-docs.js";
import { compareLifeCycle } from "./compare-life-cycle.js";
import { compareAlike, compareValue } from "./compare-values.js";
import { flagMember, follow, type Located, objectMember } from "./document-nodes.js";
import { type ContentPair, elementOf, useOf, type WireComparison } from "./wire-comparison.js";

/** A header of a response or part, references followed. */
interface WireHeader {
  readonly name: string;
  readonly self: Located;
  /** Its position: the target of a reference is elsewhere. */
  readonly listed: string;
}

/** Compares the headers of a response, or of a part of a multipart body. Their names have no case (RFC 9110, section 5.1). */
export function compareHeaders(comparison: WireComparison, response: ContentPair): void {
  const old = readHeaders(comparison.old, response.old);
  const now = readHeaders(comparison.new, response.new);
  for (const key of [...new Set([...old.keys(), ...now.keys()])].sort(byText)) {
    const [before, after] = [old.get(key), now.get(key)];
    if (before !== undefined && after !== undefined) compareHeader(comparison, response, before, after);
    else if (before !== undefined) addHeader(comparison, response, before, "removed");
    else if (after !== undefined) addHeader(comparison, response, after, "added");
  }
}

/** `Content-Type` is described by the media types, and ignored here (OpenAPI, Response Object and Encoding Object, `headers`). */
function readHeaders(document: JsonObject, owner: Located): ReadonlyMap<string, WireHeader> {
  const pointer = appendPointer(owner.pointer, "headers");
  const headers = everyMember(objectMember(owner.json, "headers")).flatMap(([name, json]) => {
    const listed = appendPointer(pointer, name);
    const self = follow(document, json, listed);
    const key = name.toLowerCase();
    return self === undefined || key === "content-type" ? [] : [[key, { name, self, listed }] as const];
  });
  return new Map(headers);
}

/** Every member: a header may be called `x-…`, which does not make it an extension. */
function everyMember(headers: JsonObject | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(headers ?? {}).sort(([left], [right]) => byText(left, right));
}

function elementFor({ pair, what }: ContentPair, { name }: WireHeader, pointer: string): string {
  return elementOf(pair, pointer, `header ${codeSpan(name)}`, what);
}

function useFor({ pair, part, direction }: ContentPair, { name }: WireHeader) {
  return useOf(pair, `${part} header ${name}`, direction);
}

function addHeader(
  { facts }: WireComparison,
  response: ContentPair,
  header: WireHeader,
  change: "added" | "removed",
): void {
  const isRequired = flagMember(header.self.json, "required");
  facts.add({
    change: `header.${isRequired ? "required" : "optional"}-${change}`,
    effect: isRequired === (change === "added") ? "narrower" : "wider",
    element: elementFor(response, header, header.listed),
    [change === "added" ? "new" : "old"]: { pointer: header.listed, value: header.name },
    uses: [useFor(response, header)],
  });
}

function compareHeader(
  comparison: WireComparison,
  response: ContentPair,
  old: WireHeader,
  now: WireHeader,
): void {
  if (compareAlike(comparison, { old: old.self, new: now.self }, () => useFor(response, now))) return;
  const element = elementFor(response, now, now.self.pointer);
  const use = useFor(response, now);
  const sides = { old: old.self, new: now.self, element };
  const [was, is] = [flagMember(old.self.json, "required"), flagMember(now.self.json, "required")];
  if (was !== is) {
    comparison.facts.add({
      change: is ? "header.became-required" : "header.became-optional",
      effect: is ? "narrower" : "wider",
      element,
      old: { pointer: old.self.pointer, value: was },
      new: { pointer: now.self.pointer, value: is },
      uses: [use],
    });
  }
  compareValue(comparison, { ...sides, subject: "header", location: "header", use });
  compareLifeCycle(comparison, { ...sides, subject: "header", uses: [use] });
  compareDocs(comparison, { ...sides, kind: "header", uses: [use] });
}
