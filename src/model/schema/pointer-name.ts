import { pointerKeys } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import { identifier } from "./schema-names.js";

/** The name that the place of a schema gives it, for what is referred to in the middle of something else. */
export interface PointerName {
  readonly name: string;
  /** The component, or the part of the document, whose file it goes to. */
  readonly owner: string;
}

/**
 * Names the schema at a pointer: `#/components/schemas/Cabinet/properties/owner` → `CabinetOwner`;
 * `#/paths/~1cabinets/get/responses/200/content/application~1json/schema` → `GetCabinetsAnswer200`.
 *
 * @param components - component key → name.
 */
export function nameFromPointer(pointer: string, components: ReadonlyMap<string, string>): PointerName {
  const [first = "", second = "", third = "", ...rest] = pointerKeys(pointer);
  if (first === "components") {
    const owner = second === "schemas" ? (components.get(third) ?? identifier(third)) : identifier(third);
    return { owner, name: `${owner}${suffixes(rest)}` };
  }
  const owner = identifier(`${third} ${second}`);
  return { owner, name: `${owner}${suffixes(rest)}` };
}

/** Keywords that are followed by a name, and what the name is worth. */
const NAMED: Readonly<Record<string, (name: string) => string>> = {
  properties: (name) => pascal(words(name)),
  patternProperties: () => "Value",
  $defs: (name) => pascal(words(name)),
  definitions: (name) => pascal(words(name)),
  responses: (status) => `Answer${pascal(words(status))}`,
  headers: (name) => pascal(words(name)),
  callbacks: (name) => pascal(words(name)),
  content: () => "",
  allOf: () => "",
  oneOf: (index) => `Option${next(index)}`,
  anyOf: (index) => `Option${next(index)}`,
  prefixItems: (index) => `Item${next(index)}`,
  parameters: (index) => `Parameter${next(index)}`,
};

const ALONE: Readonly<Record<string, string>> = {
  items: "Item",
  additionalProperties: "Value",
  unevaluatedProperties: "Value",
  requestBody: "Body",
  schema: "",
};

function suffixes(keys: readonly string[]): string {
  let text = "";
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    const named = Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
    if (named !== undefined) text += named(keys[++index] ?? "");
    else text += Object.hasOwn(ALONE, key) ? (ALONE[key] ?? "") : pascal(words(key));
  }
  return text;
}

function next(index: string): string {
  return /^\d+$/.test(index) ? String(Number(index) + 1) : pascal(words(index));
}
