import type { Document, NormalizedProblem } from "@redocly/openapi-core";
import { pointerKeys } from "../text/json-pointer.js";
import { judge } from "./structural-rules.js";
import type { ContractResolver } from "./contract-resolver.js";

const jsonTypes = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** What became of values of a wrong type. */
export interface Repairs {
  /** Problems whose value stays, because the model knows it from another version. */
  readonly known: ReadonlySet<NormalizedProblem>;
  /** Values that are right where they stand, and wrong where a reference uses them as something else: nothing mends that. */
  readonly misused: readonly NormalizedProblem[];
}

/**
 * Takes values of a wrong type out of the parsed documents, before they are bundled, as `judge` decided: later rooms
 * then never meet a value whose type OpenAPI does not allow.
 *
 * @param kinds - value → the kinds of object that it is read as (`StructuralRun`).
 */
export function repairStructure(
  problems: readonly NormalizedProblem[],
  resolver: ContractResolver,
  kinds: ReadonlyMap<object, ReadonlySet<string>>,
): Repairs {
  const known = new Set<NormalizedProblem>();
  const misused: NormalizedProblem[] = [];
  const marked: { holder: object; key: string }[] = [];
  for (const problem of problems) {
    const verdict = judge(problem);
    if (verdict !== "ignore-value" && verdict !== "write-as-text") continue;
    for (const at of placesOf(problem)) {
      const document = resolver.documentOf(at.source);
      if (at.pointer === undefined || document === undefined) continue;
      const place = findHolder(document, pointerKeys(at.pointer));
      if (place === undefined) continue;
      const uses = kinds.get(place.holder);
      if (uses !== undefined && uses.size > 1 && !isAbsence(place)) misused.push(misuse(problem, uses));
      else if (verdict === "write-as-text") writeAsText(place);
      else if (isKnownType(place)) known.add(problem);
      else marked.push(place);
    }
  }
  takeOut(marked);
  return { known, misused };
}

/** `required: false`, as a parameter or a header may have it, says what its absence says. */
function isAbsence({ holder, key }: { holder: object; key: string }): boolean {
  return key === "required" && (holder as Record<string, unknown>)[key] === false;
}

function misuse(problem: NormalizedProblem, uses: ReadonlySet<string>): NormalizedProblem {
  const message = `${problem.message.replace(/\.?$/u, ".")} A $ref uses what stands here as another kind of object: ${[...uses].join(", ")}.`;
  return { ...problem, message, suggest: [] };
}

/**
 * Where a value is to be taken out. A reference to what may not stand in its place is taken out itself: what it leads to
 * may be right where it stands.
 */
function placesOf({ message, from, location }: NormalizedProblem): NormalizedProblem["location"] {
  const isOfKind = /^Expected type `\w+` \((?:object|array)\)/u.test(message);
  return isOfKind && from !== undefined ? [from] : location;
}

function findHolder(
  document: Document,
  keys: readonly string[],
): { holder: object; key: string } | undefined {
  const key = keys.at(-1);
  let holder: unknown = document.parsed;
  for (const step of keys.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null) return undefined;
    holder = (holder as Record<string, unknown>)[step];
  }
  return typeof holder === "object" && holder !== null && key !== undefined ? { holder, key } : undefined;
}

function writeAsText({ holder, key }: { holder: object; key: string }): void {
  const values = holder as Record<string, unknown>;
  const value = values[key];
  if (typeof value === "number" || typeof value === "boolean") values[key] = String(value);
  // A reference to such a value: what it leads to stays.
  else if (typeof value === "object") Reflect.deleteProperty(values, key);
}

/** 3.0 documents often use the types of 3.1 (`null`, a list of types). The model knows them all. */
function isKnownType({ holder, key }: { holder: object; key: string }): boolean {
  if (key !== "type") return false;
  const value = (holder as Record<string, unknown>)[key];
  const types: unknown[] = Array.isArray(value) ? value : [value];
  return types.length > 0 && types.every((type) => typeof type === "string" && jsonTypes.has(type));
}

/** Takes values out of lists and objects; each list is gone through once. */
function takeOut(marked: readonly { holder: object; key: string }[]): void {
  const lists = new Map<unknown[], Set<number>>();
  for (const { holder, key } of marked) {
    if (Array.isArray(holder)) lists.set(holder, (lists.get(holder) ?? new Set()).add(Number(key)));
    else Reflect.deleteProperty(holder, key);
  }
  for (const [list, indexes] of lists) {
    const kept = list.filter((_, index) => !indexes.has(index));
    list.splice(0, list.length);
    for (const item of kept) list.push(item);
  }
}
