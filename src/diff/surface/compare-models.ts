import { reachable } from "../../openapi/recursive-results.js";
import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import type { ClientTypes } from "./client-types.js";
import type { PairExplainer } from "./explain-pairs.js";
import type { Anchor } from "./position.js";
import type { Role } from "./surface-change.js";
import { declaredTypes, namesIn } from "./type-names.js";

/** Of a type that is known by its name. */
const BY_NAME: Anchor = { within: [] };

/**
 * Compares every type of a schema that both clients export: callers write functions of a base, which no method names and whose subtypes
 * can be what they were although the base is not. What the methods lead to was compared before, and is told once.
 *
 * @param responded - pointers of the schemas in the old contract that responses to webhooks and callbacks lead to.
 */
export function compareModelTypes(
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
export function modelRoles(
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
