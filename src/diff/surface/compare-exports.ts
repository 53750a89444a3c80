import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { byText } from "../../text/by-text.js";
import type { ClientTypes } from "./client-types.js";
import type { PairExplainer } from "./explain-pairs.js";
import type { Described } from "./position.js";
import type { SurfaceChange } from "./surface-change.js";
import { typeKey } from "./type-text.js";

/** The types of two clients. */
interface BothTypes {
  readonly old: ClientTypes;
  readonly now: ClientTypes;
}

/** Removed and added types that are tried for being the same under another name. */
const MOST_TRIED = 400;

/** Compares the names that a client's index exports. */
export function compareExports(
  old: ClientPlan,
  now: ClientPlan,
  types: BothTypes,
  explain: PairExplainer,
): void {
  compareModels(old, now, types, explain);
  const [before, after] = [otherNames(old), otherNames(now)];
  const removed = [...before].flatMap(([name, isValue]) => {
    const other = after.get(name);
    return other === undefined || (isValue && !other) ? [name] : [];
  });
  const added = [...after.keys()].filter((name) => !before.has(name));
  exportsChange("sdk.export-removed", removed, explain);
  exportsChange("sdk.export-added", added, explain);
}

/** What the runtime exports for a feature comes and goes together: one change. */
function exportsChange(
  rule: "sdk.export-added" | "sdk.export-removed",
  given: readonly string[],
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

function compareModels(old: ClientPlan, now: ClientPlan, types: BothTypes, explain: PairExplainer): void {
  const [before, after] = [typeNames(old), typeNames(now)];
  const [gone, fresh] = [namesOfOwnMethods(old, now), namesOfOwnMethods(now, old)];
  const removed = before.filter((name) => !after.includes(name) && !gone.has(name));
  const added = after.filter((name) => !before.includes(name) && !fresh.has(name));
  const renamed = findRenamed(removed, added, types);
  const both = { ...types, users: { old: usersOf(old), now: usersOf(now) } };
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
  { old, now, users }: BothTypes & { readonly users: Record<"now" | "old", Users> },
): SurfaceChange {
  const name = from ?? to ?? "";
  // A model has its schema.
  const before = from === undefined || old.pointerOf(from) !== undefined ? undefined : users.old.get(from);
  const after = to === undefined || now.pointerOf(to) !== undefined ? undefined : users.now.get(to);
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
    anchors: { old: pointers(old, from), new: pointers(now, to) },
    // What a name came or went with is in one of the contracts.
    described: of === undefined ? {} : { old: before ?? of, new: after ?? of },
  };
}

/** Inputs and headers, which are of no schema, by name: what describes them. */
type Users = ReadonlyMap<string, Described>;

function usersOf(plan: ClientPlan): Users {
  const pointers = new Map(
    plan.traits.operations.map(({ method, path, pointer }) => [`${method} ${path}`, pointer]),
  );
  const users = new Map<string, Described>();
  for (const { methods } of plan.resources)
    for (const { parameters, returns, listing } of methods) {
      const operation = pointers.get(`${listing.verb} ${listing.path}`);
      if (operation === undefined) continue;
      const headers: Described = {
        source: { kind: "result", operation },
        path: ["withResponse()", "headerValues"],
      };
      for (const name of namesIn(returns)) if (!users.has(name)) users.set(name, headers);
      for (const { name: argument, type } of parameters)
        for (const name of namesIn(type))
          if (!users.has(name))
            users.set(name, { source: { kind: "argument", operation, name: argument }, path: [] });
    }
  return users;
}

function namesIn(type: TypePlan): readonly string[] {
  return [...typeKey(type).matchAll(/"kind":"name","name":"([^"]*)"/gu)].map(([, name = ""]) => name);
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
