import {
  type Config,
  createConfig,
  type Document,
  mapTypeToComponent,
  type NormalizedProblem,
} from "@redocly/openapi-core";
import { valueOf } from "../openapi/keywords.js";
import { pointerKeys } from "../text/json-pointer.js";
import { BundlingNeed } from "./bundling-need.js";
import type { ContractResolver } from "./contract-resolver.js";
import { displayName } from "./problems/problem-frames.js";
import { judge, type Reading, type ReadProblem, structuralRules, type Verdict } from "./structural-rules.js";

/** What a run of the structural rules is configured with, and what it finds beside problems. */
interface StructuralRun {
  readonly config: Config;
  /**
   * Reference → what the bundler puts in its place: it makes components of what OpenAPI has components for, and writes
   * everything else, as maps of properties and path items, where it is referred to. Filled by the run.
   */
  readonly inlined: ReadonlyMap<object, object>;
  /**
   * Object → the kinds that it is read as, by name: one, unless references use it as other kinds too. Filled by the run, whatever
   * the order in which it meets the references.
   */
  readonly kinds: ReadonlyMap<object, ReadonlyMap<string, ObjectType>>;
  /** Reference without a target → the kind that it is used as, by name. Filled by the run. */
  readonly lost: ReadonlyMap<object, string>;
  /** Of the root alone, and before repairs. */
  readonly need: BundlingNeed;
}

/** A type of the library: what an object of one kind may have. */
export interface ObjectType {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  /** For lists: the type of each element. */
  readonly items?: unknown;
}

/**
 * Creates the configuration of one run. The library's `struct` rule runs inside of a rule of this product: by itself, it keeps every
 * other rule, and later itself, from an object in which it found a wrong type, also where a reference uses the object as another kind.
 *
 * @param root - the parsed document that the run begins with.
 */
export async function createStructuralRun(root: unknown): Promise<StructuralRun> {
  const need = new BundlingNeed(root);
  const inlined = new Map<object, object>();
  const lost = new Map<object, string>();
  const kinds = new Map<object, ReadonlyMap<string, ObjectType>>();
  /** One map for each kind: most objects have no other. */
  const alone = new Map<string, ReadonlyMap<string, ObjectType>>();
  const remember = (node: object, type: ObjectType): void => {
    const before = kinds.get(node);
    if (before?.has(type.name) === true) return;
    const own = alone.get(type.name) ?? new Map([[type.name, type]]);
    alone.set(type.name, own);
    kinds.set(node, before === undefined ? own : new Map([...before, ...own]));
  };
  const check = await libraryStruct();
  const isIgnored = ignoresSiblings(root) ? isBesideReference : () => false;
  const structure = () => ({
    any: {
      enter(node: unknown, context: Context) {
        if (typeof node === "object" && node !== null) remember(node, context.type);
        need.enter(node, context.type.name);
        check(node, {
          ...context,
          report: (problem) => {
            const reading = readingOf(node, problem, context);
            const isUnread = reading !== undefined && isIgnored(reading);
            context.report({ ...problem, ruleId: "struct", reading: reading && { ...reading, isUnread } });
          },
          ignoreNextVisitorsOnNode: () => undefined,
        });
      },
    },
    ref: {
      leave(node: object, { type }: Context, { chain, node: last }: Resolved) {
        need.leave(node, type.name, last);
        if (last === undefined) lost.set(node, type.name);
        const target = chain?.[0]?.node ?? last;
        if (typeof target !== "object" || target === null) return;
        if (mapTypeToComponent(type.name, "oas3") === null) inlined.set(node, target);
      },
    },
  });
  const plugin = { id: "cabinetry", rules: { oas3: { structure } } };
  const rules = { ...structuralRules, "cabinetry/structure": "error" } as const;
  // The library declares the visitors of its rules more narrowly than it calls them.
  return {
    config: await createConfig({ rules, plugins: [plugin as object as Plugin] }),
    inlined,
    kinds,
    lost,
    need,
  };
}

type Plugin = Config["plugins"][number];

type Check = (node: unknown, context: Context) => void;

/** The library exports its rules only as a part of its configuration. */
async function libraryStruct(): Promise<Check> {
  const { plugins } = await createConfig({});
  for (const { rules } of plugins) {
    const rule = rules?.oas3?.["struct"] as (() => { readonly any: Check }) | undefined;
    if (rule !== undefined) return rule().any;
  }
  throw new Error("The library for OpenAPI documents has no rule `struct`.");
}

/** OpenAPI 3.0 ignores what a schema has beside its `$ref`. */
function ignoresSiblings(root: unknown): boolean {
  const version: unknown = typeof root === "object" && root !== null && "openapi" in root && root.openapi;
  return typeof version === "string" && version.startsWith("3.0");
}

/** Whether a member with schemas is beside a `$ref`. Path items have none of these: what they have beside one counts. */
function isBesideReference({ holder, key }: Position): boolean {
  return "$ref" in holder && typeof holder.$ref === "string" && valueOf("schema", key).holds !== "data";
}

/** Undefined for the root, and for the target of a reference that has siblings. */
function readingOf(
  node: unknown,
  { location }: Reported,
  { type, parent, key, location: at }: Context,
): Omit<Reading, "isUnread"> | undefined {
  const pointer = [location ?? []].flat()[0]?.pointer;
  if (pointer !== undefined && typeof node === "object" && node !== null) {
    const [member, index] = pointerKeys(pointer).slice(pointerKeys(at.pointer).length);
    if (member === undefined) return undefined;
    const own = { holder: node, key: member };
    const value = (node as Readonly<Record<string, unknown>>)[member];
    const isElement = index !== undefined && Array.isArray(value);
    return { ...own, kind: type.name, position: isElement ? { holder: value, key: index } : own };
  }
  if (typeof parent !== "object" || parent === null) return undefined;
  const position = { holder: parent, key: String(key) };
  return { ...position, kind: type.name, position };
}

/**
 * The kind that a member has in an object of some kind; "scalar" if it is not an object, undefined for a member that this kind does
 * not have.
 */
function memberKind(type: ObjectType, key: string, value: unknown): string | undefined {
  const declared = Object.hasOwn(type.properties, key) ? type.properties[key] : undefined;
  const found: unknown = type.items ?? declared ?? (declared === null ? null : type.additionalProperties);
  const member: unknown = typeof found === "function" ? (found as MemberType)(value, key) : found;
  if (member === undefined) return undefined;
  return isNamed(member) ? member.name : "scalar";
}

type MemberType = (value: unknown, key: string) => unknown;

function isNamed(type: unknown): type is { readonly name: string } {
  return typeof type === "object" && type !== null && "name" in type && typeof type.name === "string";
}

interface Context {
  readonly type: ObjectType;
  readonly location: { readonly pointer: string };
  readonly parent?: unknown;
  readonly key: string | number;
  readonly report: (problem: Reported & { readonly ruleId?: string; readonly reading?: unknown }) => void;
  readonly ignoreNextVisitorsOnNode: () => void;
}

interface Reported {
  readonly location?: Where | readonly Where[];
}

interface Where {
  readonly pointer?: string;
}

interface Resolved {
  readonly node?: unknown;
  /** References on the way that say something beside themselves. */
  readonly chain?: readonly { readonly node: unknown }[];
}

const jsonTypes = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** What became of values of a wrong type. */
interface Repairs {
  /** Problems whose value stays, because the model knows it from another version. */
  readonly known: ReadonlySet<NormalizedProblem>;
  /** Values that are right for one kind of object and wrong for another that a reference uses the object as: nothing repairs that. */
  readonly misused: readonly NormalizedProblem[];
  /** Whether a value was taken out: a reference may have led to it. */
  readonly tookOut: boolean;
}

/**
 * Takes values of a wrong type out of the parsed documents, before they are bundled, as `judge` decided: later rooms
 * then never meet a value whose type OpenAPI does not allow. A value that is right for any kind that its object is read as stays.
 *
 * @param kinds - object → the kinds that it is read as (`StructuralRun`).
 */
export function repairStructure(
  problems: readonly ReadProblem[],
  resolver: ContractResolver,
  kinds: StructuralRun["kinds"],
): Repairs {
  const known = new Set<NormalizedProblem>();
  const misused: NormalizedProblem[] = [];
  const marked: Position[] = [];
  const rightKinds = rightKindsOf(problems, kinds);
  for (const problem of problems) {
    const verdict = judge(problem);
    if (!isRepaired(verdict)) continue;
    const position = positionOf(problem, resolver);
    if (position === undefined) continue;
    const right = isAbsence(position) ? [] : rightKinds(problem, verdict);
    if (isKnownType(position)) known.add(problem);
    else if (right.length > 0) misused.push(misuse(problem, right, kinds));
    else if (verdict === "write-as-text") writeAsText(position);
    else if (verdict === "empty-value") (position.holder as Record<string, unknown>)[position.key] = {};
    else marked.push(position);
  }
  takeOut(marked);
  return { known, misused, tookOut: marked.length > 0 };
}

function isRepaired(verdict: Verdict): boolean {
  return verdict === "ignore-value" || verdict === "empty-value" || verdict === "write-as-text";
}

interface Position {
  readonly holder: object;
  readonly key: string;
}

/** Finds the kinds of the same object for which the value of a problem is right. */
function rightKindsOf(
  problems: readonly ReadProblem[],
  kinds: StructuralRun["kinds"],
): (problem: ReadProblem, verdict: Verdict) => readonly string[] {
  /** Holder → member → the kinds for which it is wrong; a number where a text belongs is wrong for nothing but another text. */
  const wrong = new Map<object, Map<string, Map<string, Verdict>>>();
  for (const problem of problems) {
    if (problem.reading === undefined || !isOfValue(problem)) continue;
    const { holder, key, kind } = problem.reading;
    if ((kinds.get(holder)?.size ?? 0) < 2) continue;
    const members = wrong.get(holder) ?? new Map<string, Map<string, Verdict>>();
    const ofKinds = members.get(key) ?? new Map<string, Verdict>();
    wrong.set(holder, members.set(key, ofKinds.set(kind, judge(problem))));
  }
  return ({ reading }, verdict) => {
    const ofKinds = reading && wrong.get(reading.holder)?.get(reading.key);
    if (reading === undefined || ofKinds === undefined) return [];
    const { holder, key } = reading;
    const isRight = (kind: string): boolean => {
      const found = ofKinds.get(kind);
      return found === undefined || (found === "write-as-text" && verdict !== "write-as-text");
    };
    const value = (holder as Readonly<Record<string, unknown>>)[key];
    return [...(kinds.get(holder)?.values() ?? [])].flatMap((type) => {
      const member = memberKind(type, key, value);
      return member !== undefined && isRight(member) && isRight(type.name) ? [type.name] : [];
    });
  };
}

/** Whether a problem says that a value is wrong, or that a kind of object has no such member. */
function isOfValue(problem: ReadProblem): boolean {
  const isUnexpected = /^(?:Property .* is not expected here|The field .* is not allowed here)/u;
  return isRepaired(judge(problem)) || isUnexpected.test(problem.message);
}

/** `required: false`, as a parameter or a header may have it, says what its absence says. */
function isAbsence({ holder, key }: Position): boolean {
  return key === "required" && (holder as Record<string, unknown>)[key] === false;
}

function misuse(
  problem: ReadProblem,
  right: readonly string[],
  kinds: StructuralRun["kinds"],
): NormalizedProblem {
  const { message, from, reading } = problem;
  const all = [...(reading === undefined ? [] : (kinds.get(reading.holder)?.keys() ?? []))];
  const others = listed(all.filter((kind) => !right.includes(kind)));
  const where =
    from === undefined ? "" : ` The $ref is at ${displayName(from.source)} ${from.pointer ?? ""}.`;
  const reason = `A $ref uses this object as ${others}; the value is right for ${listed(right)}.`;
  return { ...problem, message: `${message.replace(/\.?$/u, ".")} ${reason}${where}`, suggest: [] };
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(" and ");
}

/**
 * The position from which a value is removed. A reference with an unfit target is removed itself, because its target
 * may be right for its own position.
 */
function positionOf({ reading, location }: ReadProblem, resolver: ContractResolver): Position | undefined {
  if (reading !== undefined) return reading.position;
  const [at] = location;
  const document = at === undefined ? undefined : resolver.documentOf(at.source);
  if (at?.pointer === undefined || document === undefined) return undefined;
  return findHolder(document, pointerKeys(at.pointer));
}

function findHolder(document: Document, keys: readonly string[]): Position | undefined {
  const key = keys.at(-1);
  let holder: unknown = document.parsed;
  for (const step of keys.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null) return undefined;
    holder = (holder as Record<string, unknown>)[step];
  }
  return typeof holder === "object" && holder !== null && key !== undefined ? { holder, key } : undefined;
}

function writeAsText({ holder, key }: Position): void {
  const values = holder as Record<string, unknown>;
  const value = values[key];
  if (typeof value === "number" || typeof value === "boolean") values[key] = String(value);
  // A reference to such a value: what it leads to stays.
  else if (typeof value === "object") Reflect.deleteProperty(values, key);
}

/** 3.0 documents often use the types of 3.1 (`null`, a list of types). The model knows them all. */
function isKnownType({ holder, key }: Position): boolean {
  if (key !== "type") return false;
  const value = (holder as Record<string, unknown>)[key];
  const types: unknown[] = Array.isArray(value) ? value : [value];
  return types.length > 0 && types.every((type) => typeof type === "string" && jsonTypes.has(type));
}

/** Takes values out of lists and objects; each list is gone through once. */
function takeOut(marked: readonly Position[]): void {
  const lists = new Map<unknown[], Set<number>>();
  for (const { holder, key } of marked) {
    if (Array.isArray(holder)) lists.set(holder, (lists.get(holder) ?? new Set()).add(Number(key)));
    else Reflect.deleteProperty(holder, key);
  }
  for (const [list, indexes] of lists) {
    const remaining = list.filter((_, index) => !indexes.has(index));
    list.splice(0, list.length);
    for (const item of remaining) list.push(item);
  }
}
