import { reachable } from "../../openapi/recursive-results.js";
import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { type ClientTypes, member, readClientTypes } from "./client-types.js";
import { compareErrors, compareWebhooks } from "./compare-errors.js";
import { compareExports } from "./compare-exports.js";
import { compareMethods } from "./compare-methods.js";
import { explainPairs, type PairExplainer } from "./explain-pairs.js";
import type { Anchor } from "./position.js";
import type { Role, SurfaceChange } from "./surface-change.js";
import { declaredTypes, namesIn } from "./type-text.js";

/**
 * What changes for the code that is compiled against a generated client, when the client of one contract takes the place of that of
 * another. Both are planned with the same settings, and the names of the old one are the lock of the new one.
 *
 * @param responded - pointers of the schemas in the old contract that responses to webhooks and callbacks lead to.
 * @param onCutOff - told when types have more alternatives than are compared.
 */
export function compareSurfaces(
  old: ClientPlan,
  now: ClientPlan,
  responded: Iterable<string> = [],
  onCutOff: () => void = () => undefined,
): readonly SurfaceChange[] {
  const types = { old: readClientTypes(old), now: readClientTypes(now) };
  const explain = explainPairs(types.old, types.now);
  compareClient(old, now, explain);
  compareMethods(old, now, explain);
  compareErrors(old, now, explain);
  compareWebhooks(old, now, explain);
  compareModelTypes(old, responded, types, explain);
  compareExports(old, now, types, explain);
  if (explain.isCutOff()) onCutOff();
  return explain.changes();
}

const OF_CLIENT: Anchor = { within: [], described: { source: { kind: "client" }, path: [] } };

/** Compares the class of the client, and what it takes to make one. */
function compareClient(old: ClientPlan, now: ClientPlan, explain: PairExplainer): void {
  if (old.name !== now.name)
    explain.add({
      rule: "sdk.client-renamed",
      level: "breaking",
      element: "the class of the client",
      arguments: { from: old.name, to: now.name },
      names: { old: old.name, new: now.name },
      roles: [],
      anchors: { old: [], new: [] },
    });
  const position = {
    owner: "the options of the client",
    name: `${old.name}Options`,
    path: [],
    old: OF_CLIENT,
    now: OF_CLIENT,
  };
  explain.compare(constructorOptions(old), constructorOptions(now), "constructed", position);
  if (old.connection.options.allOptional && old.connection.server.absolute && !takesNothing(now))
    explain.add({
      rule: "sdk.parameter-required",
      level: "breaking",
      element: `class \`${old.name}\``,
      arguments: { name: "options", position: 1 },
      names: { old: old.name, new: now.name },
      roles: ["constructed"],
      anchors: { old: [], new: [] },
      described: {
        new: {
          source: { kind: "client" },
          path: [now.connection.server.absolute ? "credentials" : "baseUrl"],
        },
      },
    });
  compareValues("Scope", old, now, explain);
  compareValues("ProblemCode", old, now, explain);
}

function takesNothing({ connection: { options } }: ClientPlan): boolean {
  return options.allOptional;
}

/** What the constructor takes: where the contract names no host, `serverUrl` may be given in place of `baseUrl`. */
function constructorOptions({ name, connection: { server } }: ClientPlan): TypePlan {
  const options: TypePlan = { kind: "name", name: `${name}Options` };
  if (server.absolute) return options;
  const without: TypePlan = {
    kind: "name",
    name: "Omit",
    arguments: [options, { kind: "literal", value: "baseUrl" }],
  };
  const alone: TypePlan = {
    kind: "object",
    members: [member("serverUrl", { kind: "keyword", name: "string" })],
  };
  return { kind: "union", members: [options, { kind: "intersection", members: [without, alone] }] };
}

/** Scopes are given, and problem codes are compared with. */
function compareValues(
  name: "ProblemCode" | "Scope",
  old: ClientPlan,
  now: ClientPlan,
  explain: PairExplainer,
): void {
  const values = ({ contract: { scopes, codes } }: ClientPlan) =>
    name === "Scope" ? scopes.map((scope) => scope.name) : codes;
  const [before, after] = [values(old), values(now)];
  // A name that comes or goes as a whole is told of as an export.
  if (before.length === 0 || after.length === 0) return;
  const type: TypePlan = { kind: "name", name };
  const position = {
    owner: `\`${name}\``,
    name,
    path: [],
    old: OF_CLIENT,
    now: OF_CLIENT,
  };
  explain.compare(type, type, "constructed", position);
  if (name === "ProblemCode") explain.compare(type, type, "read", position);
}

/** Of a type that is known by its name. */
const BY_NAME: Anchor = { within: [] };

/**
 * Compares every type of a schema that both clients export: callers write functions of a base, which no method names and whose subtypes
 * can be what they were although the base is not. What the methods lead to was compared before, and is told once.
 *
 * @param responded - pointers of the schemas in the old contract that responses to webhooks and callbacks lead to.
 */
function compareModelTypes(
  plan: ClientPlan,
  responded: Iterable<string>,
  { old, now }: { readonly old: ClientTypes; readonly now: ClientTypes },
  explain: PairExplainer,
): void {
  const made = [...responded].flatMap((pointer) => old.constructedName(pointer) ?? []);
  for (const [name, roles] of modelRoles(plan, made, old)) {
    if (now.declaration(name) === undefined) continue;
    const type: TypePlan = { kind: "name", name };
    const position = { owner: `\`${name}\``, name, path: [], old: BY_NAME, now: BY_NAME };
    for (const role of roles) explain.compare(type, type, role, position);
  }
}

/**
 * What callers do with each exported type of a schema: what they do with the types that lead to it, and both with one that nothing leads to.
 *
 * @param made - names of types that a server responds with to webhooks and callbacks: no method takes them.
 */
function modelRoles(
  plan: ClientPlan,
  made: readonly string[],
  types: ClientTypes,
): ReadonlyMap<string, readonly Role[]> {
  const uses: Readonly<Record<Role, ReadonlySet<string>>> = {
    read: namesBelow(readTypes(plan).flatMap(namesIn), types),
    constructed: namesBelow([...constructedTypes(plan).flatMap(namesIn), ...made], types),
  };
  const both = ["read", "constructed"] as const;
  const models = plan.models.flatMap((file) => file.declarations);
  return new Map(
    models.map(({ name }) => {
      const roles = both.filter((role) => uses[role].has(name));
      return [name, roles.length > 0 ? roles : both];
    }),
  );
}

/** What methods give, and what comes with errors, webhooks and callbacks. */
function readTypes({ resources, errors, webhooks }: ClientPlan): readonly TypePlan[] {
  return [
    ...resources.flatMap(({ methods }) => methods.map(({ returns }) => returns)),
    ...(errors?.operations ?? []).map(({ type }) => type),
    ...webhooks.flatMap(({ headers, payload, query }) => [headers, payload, query]),
  ].filter((type) => type !== undefined);
}

/** What methods take. */
function constructedTypes({ resources }: ClientPlan): readonly TypePlan[] {
  return resources.flatMap(({ methods }) =>
    methods.flatMap(({ parameters }) => parameters.map(({ type }) => type)),
  );
}

/** Names, and all names that their declarations lead to: by members, by what they extend, by alternatives. */
function namesBelow(names: readonly string[], types: ClientTypes): ReadonlySet<string> {
  return reachable(names, (name) => {
    const declared = types.declaration(name);
    return declared === undefined ? [] : declaredTypes(declared).flatMap(namesIn);
  });
}
