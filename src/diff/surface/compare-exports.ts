import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { byText } from "../../text/by-text.js";
import type { ClientTypes } from "./client-types.js";
import type { PairExplainer } from "./explain-pairs.js";
import type { Described } from "./position.js";
import type { SurfaceChange } from "./surface-change.js";
import { declaredTypes, namesIn, typeKey } from "./type-text.js";

/** The types of two clients. */
interface BothTypes {
  readonly old: ClientTypes;
  readonly now: ClientTypes;
}

/** The types of two clients, and who names which. */
interface TypesAndUsers extends BothTypes {
  readonly users: Readonly<Record<"now" | "old", Users>>;
}

/** By name: the methods and declarations that name it. */
type Users = ReadonlyMap<string, readonly string[]>;

/** Removed and added types that are tried for being the same under another name. */
const MOST_TRIED = 400;

/** Compares the names that a client's index exports. */
export function compareExports(
  old: ClientPlan,
  now: ClientPlan,
  types: BothTypes,
  explain: PairExplainer,
): void {
  const users = { old: usersOf(old, types.old), now: usersOf(now, types.now) };
  compareModels(old, now, { ...types, users }, explain);
  const [before, after] = [otherNames(old), otherNames(now)];
  const removed = [...before].flatMap(([name, isValue]) => {
    const other = after.get(name);
    return other === undefined || (isValue && !other) ? [name] : [];
  });
  const added = [...after.keys()].filter((name) => !before.has(name));
  exportsChange("sdk.export-removed", removed, users.old, explain);
  exportsChange("sdk.export-added", added, users.now, explain);
}

function usersOf(plan: ClientPlan, types: ClientTypes): Users {
  const users = new Map<string, string[]>();
  const add = (user: string, named: Iterable<TypePlan>) => {
    for (const name of new Set([...named].flatMap(namesIn)))
      users.set(name, [...(users.get(name) ?? []), user]);
  };
  for (const declared of types.declarations()) add(declared.name, declaredTypes(declared));
  for (const { name, of } of plan.enums) users.set(name, [of]);
  for (const { member, methods } of plan.resources)
    for (const { name, parameters, returns } of methods)
      add(`${member}.${name}`, [...parameters.map(({ type }) => type), returns]);
  return users;
}

/** What the runtime exports for a feature comes and goes together: one change. */
function exportsChange(
  rule: "sdk.export-added" | "sdk.export-removed",
  given: readonly string[],
  users: Users,
  explain: PairExplainer,
): void {
  if (given.length === 0) return;
  const names = given.toSorted(byText);
  const [first, ...more] = names.map((name) => (rule === "sdk.export-added" ? { new: name } : { old: name }));
  explain.add({
    rule,
    level: rule === "sdk.export-added" ? "compatible" : "breaking",
    element: "exports of the client",
    arguments: { names },
    names: first ?? {},
    more,
    roles: [],
    users: names.flatMap((name) => users.get(name) ?? []),
    anchors: { old: [], new: [] },
  });
}

/** Names of the index beside models, methods and resources, and whether each is a value. */
function otherNames(plan: ClientPlan): ReadonlyMap<string, boolean> {
  const values = [
    ...plan.runtimeExports.flatMap((module) => module.values),
    ...(plan.errors === undefined ? [] : ["isErrorOf"]),
    ...plan.enums.map(({ name }) => name),
  ];
  const types = [
    ...plan.runtimeExports.flatMap((module) => module.types),
    ...(plan.errors === undefined ? [] : ["ErrorBodies"]),
    ...(plan.contract.codes.length === 0 ? [] : ["ProblemCode"]),
    ...(plan.contract.scopes.length === 0 ? [] : ["MissingScope", "Requires", "Scope"]),
  ];
  return new Map([
    ...types.map((name) => [name, false] as const),
    ...values.map((name) => [name, true] as const),
  ]);
}

function compareModels(old: ClientPlan, now: ClientPlan, types: TypesAndUsers, explain: PairExplainer): void {
  const [before, after] = [typeNames(old), typeNames(now)];
  const [gone, fresh] = [namesOfOwnMethods(old, now), namesOfOwnMethods(now, old)];
  const removed = before.filter((name) => !after.includes(name) && !gone.has(name));
  const added = after.filter((name) => !before.includes(name) && !fresh.has(name));
  const renamed = findRenamed(removed, added, types);
  const both = { ...types, inputs: { old: inputsOf(old), now: inputsOf(now) } };
  for (const name of removed) {
    const to = renamed.get(name);
    explain.add(
      to === undefined
        ? modelChange("sdk.model-removed", name, undefined, both)
        : { ...modelChange("sdk.model-renamed", name, to, both), ...lockLineOf(now, name, to) },
    );
  }
  const taken = new Set(renamed.values());
  for (const name of added)
    if (!taken.has(name)) explain.add(modelChange("sdk.model-added", undefined, name, both));
}

/** With which line of its lock a client has a type under its old name. */
function lockLineOf(
  { names: { models } }: ClientPlan,
  from: string,
  to: string,
): Pick<SurfaceChange, "lockLine"> {
  const [key] = Object.entries(models).find(([, name]) => name === to) ?? [];
  return key === undefined ? {} : { lockLine: { key, name: from } };
}

function modelChange(
  rule: string,
  from: string | undefined,
  to: string | undefined,
  { old, now, users, inputs }: TypesAndUsers & { readonly inputs: Record<"now" | "old", Inputs> },
): SurfaceChange {
  const name = from ?? to ?? "";
  // A model has its schema.
  const before = from === undefined || old.pointerOf(from) !== undefined ? undefined : inputs.old.get(from);
  const after = to === undefined || now.pointerOf(to) !== undefined ? undefined : inputs.now.get(to);
  const of = before ?? after;
  const pointers = (types: ClientTypes, one: string | undefined) => {
    const pointer = one === undefined ? undefined : types.pointerOf(one);
    return pointer === undefined ? [] : [pointer];
  };
  return {
    rule,
    level: from === undefined ? "compatible" : "breaking",
    element: `type \`${name}\``,
    arguments: from === undefined || to === undefined ? { name } : { from, to },
    names: { ...(from !== undefined && { old: from }), ...(to !== undefined && { new: to }) },
    roles: [],
    types: [...namesOfDeclared(old, from), ...namesOfDeclared(now, to)],
    users: [
      ...(from === undefined ? [] : (users.old.get(from) ?? [])),
      ...(to === undefined ? [] : (users.now.get(to) ?? [])),
    ],
    anchors: { old: pointers(old, from), new: pointers(now, to) },
    // What a name came or went with is in one of the contracts.
    described: of === undefined ? {} : { old: before ?? of, new: after ?? of },
  };
}

/** The names that a declaration is written with. */
function namesOfDeclared(types: ClientTypes, name: string | undefined): readonly string[] {
  const declared = name === undefined ? undefined : types.declaration(name);
  return declared === undefined ? [] : declaredTypes(declared).flatMap(namesIn);
}

/** Inputs and headers, which are of no schema, by name: what describes them. */
type Inputs = ReadonlyMap<string, Described>;

function inputsOf(plan: ClientPlan): Inputs {
  const pointers = new Map(
    plan.traits.operations.map(({ method, path, pointer }) => [`${method} ${path}`, pointer]),
  );
  const inputs = new Map<string, Described>();
  for (const { methods } of plan.resources)
    for (const { parameters, returns, listing } of methods) {
      const operation = pointers.get(`${listing.verb} ${listing.path}`);
      if (operation === undefined) continue;
      const headers: Described = {
        source: { kind: "result", operation },
        path: ["withResponse()", "headerValues"],
      };
      for (const name of namesIn(returns)) if (!inputs.has(name)) inputs.set(name, headers);
      for (const { name: argument, type } of parameters)
        for (const name of namesIn(type))
          if (!inputs.has(name))
            inputs.set(name, { source: { kind: "argument", operation, name: argument }, path: [] });
    }
  return inputs;
}

/** Names of models, inputs, headers and what webhooks carry. */
function typeNames(plan: ClientPlan): readonly string[] {
  const declared = [
    ...plan.models.flatMap((file) => file.declarations),
    ...plan.resources.flatMap((resource) => resource.declarations),
    ...plan.headers.declarations,
  ].map(({ name }) => name);
  const has = (part: "headers" | "payload" | "query") =>
    plan.webhooks.some((webhook) => webhook[part] !== undefined);
  return [
    ...declared,
    ...(has("headers") ? ["WebhookHeaders"] : []),
    ...(has("payload") ? ["WebhookPayloads"] : []),
    ...(has("query") ? ["WebhookQueries"] : []),
  ].sort(byText);
}

/** Names of inputs and headers that only methods have which the other client lacks: the methods are reported. */
function namesOfOwnMethods(plan: ClientPlan, other: ClientPlan): ReadonlySet<string> {
  const common = new Set(
    other.resources.flatMap(({ member, methods }) => methods.map(({ name }) => `${member}.${name}`)),
  );
  const uses = new Map<string, boolean>();
  for (const { member, methods } of plan.resources)
    for (const { name, parameters, returns } of methods) {
      for (const used of [...parameters.map(({ type }) => type), returns].flatMap(namesIn))
        uses.set(used, uses.get(used) === true || common.has(`${member}.${name}`));
    }
  const own = plan.resources.flatMap((resource) => resource.declarations);
  return new Set(
    [...own, ...plan.headers.declarations].flatMap(({ name }) => (uses.get(name) === false ? [name] : [])),
  );
}

/** Types that are the same under another name: old name → new name. */
function findRenamed(
  removed: readonly string[],
  added: readonly string[],
  { old, now }: BothTypes,
): ReadonlyMap<string, string> {
  if (removed.length * added.length > MOST_TRIED) return new Map();
  const free = new Set(added);
  return new Map(
    removed.flatMap((name) => {
      const before = old.declaration(name);
      const to = [...free].find((other) => {
        const after = now.declaration(other);
        if (before === undefined || after?.kind !== before.kind) return false;
        return contentOf(before) === contentOf(after);
      });
      if (to === undefined) return [];
      free.delete(to);
      return [[name, to] as const];
    }),
  );
}

function contentOf(declared: NonNullable<ReturnType<ClientTypes["declaration"]>>): string {
  if (declared.kind === "alias") return typeKey(declared.type);
  const members = { kind: "object", members: declared.members } as const;
  return typeKey({ kind: "intersection", members: [...declared.extends, members] });
}
