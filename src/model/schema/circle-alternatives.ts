import type { Json } from "../../load/loaded-contract.js";
import { isObject, listMember, member, textMember } from "../document/json-members.js";
import type { EndlessReferences } from "./endless-references.js";
import type { References, ReferenceTarget } from "./references.js";

/**
 * What a value can be where alternatives refer to each other in a circle (`A: oneOf [B, string]`, `B: oneOf [A,
 * integer]`): the alternatives of all of them that lead out of the circle. The reference that closes it adds those to
 * the schema that it stands in.
 *
 * @param within - pointer of the schema that the closing reference is an alternative of.
 * @param target - what it points at.
 * @returns undefined where more than alternatives stand in the circle: what is left of those is nothing that can be told.
 */
export function circleAlternatives(
  within: string,
  target: ReferenceTarget,
  references: References,
  endless: EndlessReferences,
): readonly ReferenceTarget[] | undefined {
  const seen = new Set([within, target.pointer]);
  const found: ReferenceTarget[] = [];
  return collect(target.json, target.pointer) ? found : undefined;

  /** Adds what leads out; false where something else than alternatives leads back. */
  function collect(json: Json, pointer: string): boolean {
    const forms = isObject(json) ? formsOf(json) : undefined;
    if (forms === undefined || !isObject(json)) return false;
    if (member(json, "nullable") === true)
      found.push({ json: { type: "null" }, pointer: `${pointer}/nullable` });
    return forms.every((form) =>
      form === "$ref"
        ? follow(json, pointer)
        : listMember(json, form).every((part, index) => add(part, `${pointer}/${form}/${String(index)}`)),
    );
  }
  function add(part: Json, pointer: string): boolean {
    if (isObject(part) && textMember(part, "$ref") !== undefined) return follow(part, pointer);
    if (!endless.leads(part, pointer, within)) found.push({ json: part, pointer });
    else return collect(part, pointer);
    return true;
  }
  function follow(json: Json, pointer: string): boolean {
    const reference = isObject(json) ? textMember(json, "$ref") : undefined;
    if (reference === undefined) return false;
    const next = references.resolve(reference, pointer);
    if (seen.has(next.pointer)) return true;
    if (!endless.leads(json, pointer, within)) {
      found.push({ json, pointer });
      return true;
    }
    seen.add(next.pointer);
    return collect(next.json, next.pointer);
  }
}

/** Keywords that assert nothing about the value beside the alternatives. */
const SILENT: ReadonlySet<string> = new Set([
  ...["title", "description", "deprecated", "default", "example", "examples", "externalDocs"],
  ...["discriminator", "nullable", "$comment", "$id", "$anchor", "readOnly", "writeOnly"],
]);

/** The keyword that a schema consists of, where it is one of alternatives or the same by another name. */
function formsOf(json: { readonly [name: string]: Json }): readonly string[] | undefined {
  const keywords = Object.keys(json).filter((keyword) => !SILENT.has(keyword) && !keyword.startsWith("x-"));
  const [form] = keywords;
  if (form === undefined || keywords.length > 1) return undefined;
  const single = form === "allOf" && listMember(json, "allOf").length === 1;
  return ["$ref", "oneOf", "anyOf"].includes(form) || single ? keywords : undefined;
}
