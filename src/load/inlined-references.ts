import { createConfig, mapTypeToComponent, type Config } from "@redocly/openapi-core";
import { pointerKeys } from "../text/json-pointer.js";
import { structuralRules } from "./structural-rules.js";

/** What a run of the structural rules is configured with, and what it finds beside problems. */
export interface StructuralRun {
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
}

/** A type of the library: what an object of one kind may have. */
export interface ObjectType {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  /** For lists: the type of each element. */
  readonly items?: unknown;
}

/** Which member of which object the `struct` rule reports. Problems of a run have it as `reading`. */
export interface Reading {
  readonly holder: object;
  readonly key: string;
  /** The kind that the value should have; for a scalar, the kind of the holder. */
  readonly kind: string;
  /** What to take out: the member, or one element of the list that it is. */
  readonly place: { readonly holder: object; readonly key: string };
}

/**
 * Creates the configuration of one run. The library's `struct` rule runs inside of a rule of this product: by itself, it keeps every
 * other rule, and later itself, from an object in which it found a wrong type, also where a reference uses the object as another kind.
 */
export async function createStructuralRun(): Promise<StructuralRun> {
  const inlined = new Map<object, object>();
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
  const structure = () => ({
    any: {
      enter(node: unknown, context: Context) {
        if (typeof node === "object" && node !== null) remember(node, context.type);
        check(node, {
          ...context,
          report: (problem) => {
            context.report({ ...problem, ruleId: "struct", reading: readingOf(node, problem, context) });
          },
          ignoreNextVisitorsOnNode: () => undefined,
        });
      },
    },
    ref: {
      leave(node: object, { type }: Context, { chain, node: last }: Resolved) {
        const target = chain?.[0]?.node ?? last;
        if (typeof target !== "object" || target === null) return;
        if (mapTypeToComponent(type.name, "oas3") === null) inlined.set(node, target);
      },
    },
  });
  const plugin = { id: "cabinetry", rules: { oas3: { structure } } };
  const rules = { ...structuralRules, "cabinetry/structure": "error" } as const;
  // The library declares the visitors of its rules more narrowly than it calls them.
  return { config: await createConfig({ rules, plugins: [plugin as object as Plugin] }), inlined, kinds };
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

/** Undefined for the root, and for what stands behind a reference that says something beside itself. */
function readingOf(
  node: unknown,
  { location }: Reported,
  { type, parent, key, location: at }: Context,
): Reading | undefined {
  const pointer = [location ?? []].flat()[0]?.pointer;
  if (pointer !== undefined && typeof node === "object" && node !== null) {
    const [member, index] = pointerKeys(pointer).slice(pointerKeys(at.pointer).length);
    if (member === undefined) return undefined;
    const own = { holder: node, key: member };
    const value = (node as Readonly<Record<string, unknown>>)[member];
    const isElement = index !== undefined && Array.isArray(value);
    return { ...own, kind: type.name, place: isElement ? { holder: value, key: index } : own };
  }
  if (typeof parent !== "object" || parent === null) return undefined;
  const place = { holder: parent, key: String(key) };
  return { ...place, kind: type.name, place };
}

/**
 * The kind that a member has in an object of some kind; "scalar" for what is no object, undefined for a member that this kind does
 * not have.
 */
export function memberKind(type: ObjectType, key: string, value: unknown): string | undefined {
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
