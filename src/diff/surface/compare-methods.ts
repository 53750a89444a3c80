import type { ClassMethodPlan, ClientPlan, MethodPlan } from "../../plan/typescript/client-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import type { PairExplainer } from "./explain-pairs.js";
import type { Anchor, Position, Source } from "./position.js";
import { isRuntimeSubtype } from "./runtime-types.js";
import type { SurfaceChange } from "./surface-change.js";
import { namesIn, typeText } from "./type-text.js";

/** A method, and what its operation is known by in the document. */
interface Method {
  /** `pets.list`; of the client itself `connect`. */
  readonly name: string;
  readonly plan: ClassMethodPlan;
  /** `GET /pets`; absent: it is a method of the client itself. */
  readonly operation?: string;
  readonly pointers: readonly string[];
  /** Of a sequence of pages: the member that holds its items. */
  readonly items?: string;
}

/** Compares resources and methods. */
export function compareMethods(old: ClientPlan, now: ClientPlan, explain: PairExplainer): void {
  compareResources(old, now, explain);
  const [before, after] = [methodsOf(old), methodsOf(now)];
  const renamed = renamedMethods(before, after);
  for (const [name, method] of before) {
    const other = after.get(name);
    if (other !== undefined) compareMethod(method, other, { old, now }, explain);
    else explain.add(goneMethod(method, renamed.get(name), now));
  }
  const taken = new Set([...renamed.values()].map((method) => method.name));
  for (const [name, method] of after)
    if (!before.has(name) && !taken.has(name))
      explain.add({
        rule: "sdk.method-added",
        level: "compatible",
        element: `method \`${name}\``,
        arguments: { name },
        names: { new: name },
        roles: [],
        types: typesOf(method),
        anchors: { old: [], new: method.pointers },
      });
}

function compareResources(old: ClientPlan, now: ClientPlan, explain: PairExplainer): void {
  const members = (plan: ClientPlan) => new Set(plan.resources.map(({ member }) => member));
  const [before, after] = [members(old), members(now)];
  for (const name of before)
    if (!after.has(name)) explain.add(resourceChange("sdk.resource-removed", "breaking", name));
  for (const name of after)
    if (!before.has(name)) explain.add(resourceChange("sdk.resource-added", "compatible", name));
}

function resourceChange(rule: string, level: SurfaceChange["level"], name: string): SurfaceChange {
  return {
    rule,
    level,
    element: `resource \`${name}\``,
    arguments: { name },
    names: level === "breaking" ? { old: name } : { new: name },
    roles: [],
    anchors: { old: [], new: [] },
  };
}

function methodsOf(plan: ClientPlan): ReadonlyMap<string, Method> {
  const operations = new Map(plan.traits.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const read = (name: string, method: MethodPlan): Method => {
    // What reads before it changes is listed as `GET + POST`.
    const verb = method.listing.verb.split(" + ").at(-1) ?? "";
    const operation = `${verb} ${method.listing.path}`;
    const known = operations.get(operation);
    const isPaged = method.returns.kind === "name" && method.returns.name === "PageSequence";
    const items = isPaged ? known?.traits.pagination?.facts.items : undefined;
    return {
      name,
      plan: method,
      operation,
      pointers: known === undefined ? [] : [known.pointer],
      ...(items !== undefined && { items }),
    };
  };
  const own = plan.methods.map((method): Method => ({ name: method.name, plan: method, pointers: [] }));
  const all = plan.resources.flatMap(({ member, methods }) =>
    methods.map((method) => read(`${member}.${method.name}`, method)),
  );
  return new Map([...own, ...all].map((method) => [method.name, method]));
}

/** Methods of the same operation and the same call, of which one is gone and the other is new: old name → new method. */
function renamedMethods(
  before: ReadonlyMap<string, Method>,
  after: ReadonlyMap<string, Method>,
): ReadonlyMap<string, Method> {
  const keyOf = ({ operation, plan }: Method) => `${operation ?? ""} ${plan.call.callee}`;
  const added = new Map(
    [...after.values()].flatMap((method) => (before.has(method.name) ? [] : [[keyOf(method), method]])),
  );
  return new Map(
    [...before.values()].flatMap((method) => {
      const other = after.has(method.name) ? undefined : added.get(keyOf(method));
      return other === undefined ? [] : [[method.name, other]];
    }),
  );
}

/** The names that a method takes and gives. */
function typesOf({ plan }: Method): readonly string[] {
  return [...plan.parameters.map(({ type }) => type), plan.returns].flatMap(namesIn);
}

function goneMethod(method: Method, renamed: Method | undefined, { names }: ClientPlan): SurfaceChange {
  const { name, pointers } = method;
  const [key] = Object.entries(names.operations).find(([, locked]) => locked === renamed?.name) ?? [];
  const element = `method \`${name}\``;
  return renamed === undefined
    ? {
        rule: "sdk.method-removed",
        level: "breaking",
        element,
        arguments: { name },
        names: { old: name },
        roles: [],
        types: typesOf(method),
        anchors: { old: pointers, new: [] },
      }
    : {
        rule: "sdk.method-renamed",
        level: "breaking",
        element,
        arguments: { from: name, to: renamed.name },
        names: { old: name, new: renamed.name },
        ...(key !== undefined && { lockLine: { key, name } }),
        roles: [],
        anchors: { old: pointers, new: renamed.pointers },
      };
}

interface Clients {
  readonly old: ClientPlan;
  readonly now: ClientPlan;
}

function compareMethod(old: Method, now: Method, clients: Clients, explain: PairExplainer): void {
  compareScopes(old, now, clients, explain);
  compareParameters(old, now, explain);
  compareResult(old, now, explain);
}

function changeOf(
  old: Method,
  now: Method,
  change: Pick<SurfaceChange, "arguments" | "level" | "rule">,
): SurfaceChange {
  return {
    ...change,
    element: `method \`${old.name}\``,
    names: { old: old.name, new: now.name },
    roles: [],
    types: [...typesOf(old), ...typesOf(now)],
    anchors: { old: old.pointers, new: now.pointers },
  };
}

/** A client that could call the method must be able to call it still. */
function compareScopes(old: Method, now: Method, clients: Clients, explain: PairExplainer): void {
  const [before, after] = [old.plan.scopes, now.plan.scopes];
  const meets = (granted: readonly string[], needed: readonly (readonly string[])[]) =>
    needed.length === 0 || needed.some((set) => set.every((scope) => granted.includes(scope)));
  const within = (sets: readonly (readonly string[])[], needed: readonly (readonly string[])[]) =>
    (sets.length === 0 ? [[]] : sets).every((granted) => meets(granted, needed));
  const [isSufficient, isSame] = [within(before, after), within(after, before)];
  if (isSufficient && isSame) return;
  // Without scopes in its types, every client was given all.
  const isBreaking = !isSufficient && clients.old.contract.scopes.length > 0;
  explain.add(
    changeOf(old, now, {
      rule: isSufficient ? "sdk.method-scope-dropped" : "sdk.method-scope-required",
      level: isBreaking ? "breaking" : "compatible",
      arguments: { name: old.name, from: scopesText(before), to: scopesText(after) },
    }),
  );
}

function scopesText(sets: readonly (readonly string[])[]): string {
  return sets.length === 0
    ? "none"
    : sets.map((set) => set.map((scope) => `\`${scope}\``).join(" and ")).join(", or ");
}

/** Methods of one name have as many arguments: a name of what has others (`modify`, `resume`) is reserved for it. */
function compareParameters(old: Method, now: Method, explain: PairExplainer): void {
  for (const [index, before] of old.plan.parameters.entries()) {
    const after = now.plan.parameters[index];
    if (after === undefined) continue;
    const { name } = after;
    const add = (rule: string, level: SurfaceChange["level"]) => {
      explain.add(changeOf(old, now, { rule, level, arguments: { name, position: index + 1 } }));
    };
    if (before.optional && !after.optional) add("sdk.parameter-required", "breaking");
    if (!before.optional && after.optional) add("sdk.parameter-optional", "compatible");
    explain.compare(before.type, after.type, "constructed", {
      owner: `argument \`${before.name}\` of \`${old.name}\``,
      name: `${old.name}(${before.name})`,
      path: [],
      old: anchorOf(old, (operation) => ({ kind: "argument", operation, name: before.name })),
      now: anchorOf(now, (operation) => ({ kind: "argument", operation, name })),
    });
  }
}

function positionOf(old: Method, now: Method): Position {
  return {
    owner: `the result of \`${old.name}\``,
    name: `${old.name}()`,
    path: [],
    old: anchorOf(old, (operation) => ({ kind: "result", operation, ...itemsOf(old) })),
    now: anchorOf(now, (operation) => ({ kind: "result", operation, ...itemsOf(now) })),
  };
}

function itemsOf({ items }: Method): { readonly items?: readonly string[] } {
  return items === undefined ? {} : { items: [...(items === "" ? [] : [items]), "[]"] };
}

function anchorOf({ pointers }: Method, sourceOf: (operation: string) => Source): Anchor {
  const [operation] = pointers;
  return {
    within: pointers,
    ...(operation !== undefined && { described: { source: sourceOf(operation), path: [] } }),
  };
}

function compareResult(old: Method, now: Method, explain: PairExplainer): void {
  const [before, after] = [old.plan.returns, now.plan.returns];
  const [from, to] = [kindOf(before), kindOf(after)];
  if (from === to) {
    explain.compare(before, after, "read", positionOf(old, now));
    return;
  }
  const isExtended = isRuntimeSubtype(to, from);
  const awaited = asCall(after);
  if (isExtended && awaited !== undefined) explain.compare(before, awaited, "read", positionOf(old, now));
  // What is within one more type of the runtime, or one less, can be another value too.
  const [given, gives] = [valueOf(before), valueOf(after)];
  if (!isExtended && given !== undefined && gives !== undefined)
    explain.compare(given, gives, "read", positionOf(old, now));
  explain.add(
    changeOf(old, now, {
      rule: isExtended ? "sdk.method-result-extended" : "sdk.method-result-changed",
      level: isExtended ? "compatible" : "breaking",
      arguments: { name: old.name, from: typeText(before), to: typeText(after) },
    }),
  );
}

/** What a call gives, or what is in the type of the runtime that it gives; undefined for anything but a call. */
function valueOf(type: TypePlan): TypePlan | undefined {
  if (type.kind !== "name" || !CALLS.has(type.name)) return undefined;
  const [given] = type.arguments ?? [];
  return given?.kind === "name" && WRAPPERS.has(given.name) ? given.arguments?.[0] : given;
}

const CALLS = new Set(["Call", "DescribedCall"]);

/** What a sequence of pages is to code that awaits it; undefined for anything else. */
function asCall(type: TypePlan): TypePlan | undefined {
  if (type.kind !== "name" || type.name !== "PageSequence") return undefined;
  const [, ...page] = type.arguments ?? [];
  return { ...type, name: "Call", arguments: page };
}

/** What kind of result a method has: a call, one that gives a value with its ETag, a sequence of pages, a handle. */
function kindOf(type: TypePlan): string {
  if (type.kind !== "name") return type.kind;
  const [given] = type.arguments ?? [];
  const wrapper = given?.kind === "name" && WRAPPERS.has(given.name) ? ` of ${given.name}` : "";
  return `${type.name === "DescribedCall" ? "Call" : type.name}${wrapper}`;
}

/** Types of the runtime that a value is in: one more or less changes the result as a whole, not member by member. */
const WRAPPERS = new Set(["StartedOrDone", "Versioned"]);
