import { codeSpan } from "../../text/printable.js";
import { pointerKeys } from "../../text/json-pointer.js";

/**
 * What a pointer into a document means, for people: `` property `colour` of `Pet` ``, `` items of query parameter `ids` of
 * `GET /pets` ``.
 *
 * @param roots - names of schemas within operations, by pointer.
 */
export function describeElement(pointer: string, roots: ReadonlyMap<string, string> = new Map()): string {
  const keys = pointerKeys(pointer);
  const owner = rootOf(pointer, roots) ?? ownerOf(keys);
  const steps = stepsOf(keys.slice(owner.length));
  if (steps.length === 0) return owner.text;
  return `${steps.toReversed().join(" of ")} of ${owner.text}`;
}

function rootOf(pointer: string, roots: ReadonlyMap<string, string>): Owner | undefined {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const text = roots.get(pointer.slice(0, end));
    if (text !== undefined) return { text, length: pointerKeys(pointer.slice(0, end)).length };
  }
  return undefined;
}

interface Owner {
  readonly text: string;
  /** How many keys lead to it. */
  readonly length: number;
}

/** The component or part of an operation that a schema belongs to. */
function ownerOf(keys: readonly string[]): Owner {
  const [first, second, name = "", method = ""] = keys;
  if (first === "components") {
    const end = endOfHolder(keys, 3);
    const noun = NOUNS.get(second ?? "");
    return {
      text: noun === undefined ? codeSpan(name) : `${noun} ${codeSpan(name)}`,
      length: second === "schemas" ? 3 : end,
    };
  }
  const isWebhook = first === "webhooks";
  if (first !== "paths" && !isWebhook)
    return { text: codeSpan(toText(keys.slice(0, 3))), length: Math.min(3, keys.length) };
  const path = second ?? "";
  const hasMethod = name !== "parameters";
  const operation = hasMethod ? `${name.toUpperCase()} ${path}` : path;
  const of = isWebhook ? `webhook ${codeSpan(path)}` : codeSpan(operation);
  const [part, partLength] = partOf(hasMethod ? keys.slice(3) : keys.slice(2), method);
  return { text: part === "" ? of : `${part} of ${of}`, length: (hasMethod ? 3 : 2) + partLength };
}

const NOUNS: ReadonlyMap<string, string> = new Map([
  ["parameters", "parameter"],
  ["headers", "header"],
  ["responses", "response"],
  ["requestBodies", "request body"],
  ["callbacks", "callback"],
  ["mediaTypes", "media type"],
]);

/** The part of an operation that keys lead into, and how many of them. */
function partOf(keys: readonly string[], part: string): readonly [string, number] {
  switch (part) {
    case "requestBody":
      return ["request body", endOfHolder(keys, 1)];
    case "responses": {
      const status = keys[1] ?? "";
      if (keys[2] === "headers")
        return [`header ${codeSpan(keys[3] ?? "")} of response ${status}`, endOfHolder(keys, 4)];
      return [`response ${status}`, endOfHolder(keys, 2)];
    }
    default: {
      const isParameter = keys[0] === "parameters";
      const length = endOfHolder(keys, isParameter ? 2 : keys.length);
      return [
        isParameter ? `parameter ${String(Number(keys[1] ?? 0) + 1)}` : keys.slice(0, length).join(" "),
        length,
      ];
    }
  }
}

/** The index after `schema`, or after `content`, the media type and `schema`. */
function endOfHolder(keys: readonly string[], from: number): number {
  const end = keys[from] === "content" ? from + 2 : from;
  return ["schema", "itemSchema"].includes(keys[end] ?? "") ? end + 1 : end;
}

/** The steps from a schema to one below it, outermost first. */
function stepsOf(keys: readonly string[]): readonly string[] {
  const steps: string[] = [];
  for (let index = 0; index < keys.length; index += 1) {
    const [keyword = "", name] = [keys[index], keys[index + 1]];
    const step = STEPS.get(keyword);
    if (step === undefined) continue;
    const [text, isNamed] = step;
    if (isNamed) index += 1;
    // A pointer that ends with the keyword is about all that it lists: about the schema that has it.
    if (text === "" || (isNamed && name === undefined)) continue;
    steps.push(isNamed ? `${text} ${nameOf(keyword, name ?? "")}` : text);
  }
  return steps;
}

function nameOf(keyword: string, name: string): string {
  return LISTS.has(keyword) ? String(Number(name) + 1) : codeSpan(name);
}

const LISTS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "prefixItems"]);

/** Keyword → what is below it, and whether a name or an index follows. */
const STEPS: ReadonlyMap<string, readonly [text: string, isNamed: boolean]> = new Map([
  ["properties", ["property", true]],
  ["patternProperties", ["properties that match", true]],
  ["dependentSchemas", ["objects with", true]],
  ["$defs", ["definition", true]],
  ["definitions", ["definition", true]],
  ["oneOf", ["alternative", true]],
  ["anyOf", ["alternative", true]],
  ["prefixItems", ["item", true]],
  ["allOf", ["", true]],
  ["items", ["items", false]],
  ["additionalItems", ["further items", false]],
  ["unevaluatedItems", ["further items", false]],
  ["additionalProperties", ["additional properties", false]],
  ["unevaluatedProperties", ["additional properties", false]],
  ["propertyNames", ["property names", false]],
  ["contains", ["contained items", false]],
  ["contentSchema", ["content", false]],
  ["not", ["the exclusion", false]],
  ["if", ["the condition", false]],
  ["then", ["the consequence", false]],
  ["else", ["the alternative", false]],
]);

function toText(keys: readonly string[]): string {
  return keys.join("/");
}

/** A short name of the schema at a pointer: that of its component or property, or its description. */
export function shortName(pointer: string): string {
  const keys = pointerKeys(pointer);
  const isNamed = keys.length === 3 && keys[1] === "schemas";
  return isNamed ? (keys[2] ?? "") : describeElement(pointer);
}
