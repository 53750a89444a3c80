import type { KeptNames } from "../../../model/names/kept-names.js";
import type { SchemaModel, SchemaNode } from "../../../model/schema-model.js";
import { codeSpan } from "../../../text/code-span.js";
import { type ListedValue, listedValues, listKey } from "./literals.js";
import { partsOf } from "./schema-usage.js";

/** An enum that requests take values of which the contract does not list. */
export interface OpenEnum {
  readonly values: readonly ListedValue[];
  /** `answers` bring just these values; they did in an earlier generation: `kept`. */
  readonly since: "answers" | "kept";
  /** Where it stands, or the first of those that list the same. */
  readonly pointer: string;
  /** Values that answers list beside all of these; empty where none lists all. */
  readonly more: readonly ListedValue[];
}

/**
 * The enums that requests leave open, by {@link listKey}. Once open, they stay: what somebody read, and sends back, compiles
 * with the next client as well.
 *
 * @param brought - those that answers reach.
 * @param kept - those of an earlier generation.
 */
export function listOpenEnums(
  schemas: ReadonlyMap<string, SchemaModel>,
  requests: readonly SchemaNode[],
  brought: ReadonlyMap<string, readonly ListedValue[]>,
  kept: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, OpenEnum> {
  const open = new Map<string, OpenEnum>();
  for (const node of sentNodes(schemas, requests)) {
    const values = listedValues(node);
    const key = values === undefined ? "" : listKey(values);
    if (values === undefined || open.has(key) || !(brought.has(key) || kept.has(key))) continue;
    if (!values.some((value) => typeof value === "string" || typeof value === "number")) continue;
    const isBrought = brought.has(key);
    const since = isBrought ? "answers" : "kept";
    const more = isBrought ? [] : valuesBeside(values, brought);
    open.set(key, { values, since, pointer: node.origin.pointer, more });
  }
  return open;
}

/** Every schema that a request reaches, in the order in which they are read. */
function* sentNodes(
  schemas: ReadonlyMap<string, SchemaModel>,
  requests: readonly SchemaNode[],
): Iterable<SchemaNode> {
  const names = new Set<string>();
  const waiting = [...requests].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if (listedValues(node) !== undefined) continue;
    for (const part of [...partsOf(node)].reverse()) waiting.push(part);
    if (node.type.kind !== "ref" || names.has(node.type.name)) continue;
    names.add(node.type.name);
    const target = schemas.get(node.type.name);
    if (target !== undefined) waiting.push(target.node);
  }
}

/** What the shortest enum of an answer that lists all of these lists beside them. */
function valuesBeside(
  values: readonly ListedValue[],
  brought: ReadonlyMap<string, readonly ListedValue[]>,
): readonly ListedValue[] {
  const wanted = values.filter((value) => value !== null);
  const [shortest = []] = [...brought.values()]
    .filter((others) => wanted.every((value) => others.includes(value)))
    .sort((left, right) => left.length - right.length);
  return shortest.filter((value) => value !== null && !wanted.includes(value));
}

/** Values that are named; the others are counted. */
const SHOWN = 5;

/**
 * Says of each enum of requests that answers brought so far, and do not any more, that it stays open, and what that does
 * not help: a value that answers list beside those of requests cannot be sent.
 *
 * @param kept - enums of the earlier generation, by their values.
 */
export function noteOpenEnums(
  enums: ReadonlyMap<string, OpenEnum>,
  kept: KeptNames["enums"] = {},
): readonly string[] {
  return [...enums].flatMap(([key, { values, since, pointer, more }]) => {
    if (since !== "kept" || kept[key] !== "answers") return [];
    const stays = `No answer lists just ${list(values)} any more, as this enum of requests does.`;
    const sent =
      more.length === 0
        ? "It takes what is not listed all the same, as in the client so far."
        : `Answers list ${list(more)} as well, which requests do not take: code that sends back what it read may have to say what it sends instead.`;
    return [`${stays} ${sent} (${pointer})`];
  });
}

function list(values: readonly ListedValue[]): string {
  const shown = values.slice(0, SHOWN).map((value) => codeSpan(String(value)));
  const more = values.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}
