import type { ClientPlan, MethodPlan } from "../../../src/plan/typescript/client-plan.js";
import type { DeclarationPlan, MemberPlan, TypePlan } from "../../../src/plan/typescript/type-plan.js";

type Declarations = ReadonlyMap<string, DeclarationPlan>;

/**
 * What code that was written for one client misses in another, generated over it: exported names that are gone or mean
 * something else, methods that call another operation, members that are gone, required where they were optional, or of
 * another type. Alternatives may be added to a union, members to an object.
 */
export function listLost(before: ClientPlan, after: ClientPlan): readonly string[] {
  const [old, now] = [declarationsOf(before), declarationsOf(after)];
  const compare = { old, now };
  return [
    ...(before.name === after.name ? [] : [`class ${before.name}`]),
    ...[...old.values()].flatMap((declaration) => lostOf(declaration, compare)),
    ...before.resources.flatMap(({ member, methods }) =>
      methods.flatMap((method) => lostMethod(member, method, after, compare)),
    ),
    ...(["payload", "headers", "query"] as const).flatMap((part) =>
      before.webhooks.flatMap(({ name }) => {
        const old = partOf(name, part, before);
        if (old === undefined) return [];
        const found = partOf(name, part, after);
        return found !== undefined && covers(found, old, compare) ? [] : [`${part} of the webhook ${name}`];
      }),
    ),
  ];
}

/** What a webhook carries there; what refers to another that is alike is that. */
function partOf(
  webhook: string,
  part: "payload" | "headers" | "query",
  plan: ClientPlan,
): TypePlan | undefined {
  const type = plan.webhooks.find(({ name }) => name === webhook)?.[part];
  return type?.kind === "member" ? partOf(type.name, part, plan) : type;
}

interface Both {
  readonly old: Declarations;
  readonly now: Declarations;
}

function declarationsOf({ models, resources, headers }: ClientPlan): Declarations {
  const all = [
    ...models.flatMap(({ declarations }) => declarations),
    ...resources.flatMap(({ inputs }) => inputs),
    ...headers.declarations,
  ];
  const byName = new Map(all.map((declaration) => [declaration.name, declaration]));
  if (byName.size < all.length) throw new Error("A name is declared twice.");
  return byName;
}

function lostOf(declaration: DeclarationPlan, both: Both): readonly string[] {
  const { name } = declaration;
  const found = both.now.get(name);
  if (found === undefined) return [`${name} is gone`];
  if (declaration.kind === "alias") {
    const type: TypePlan = found.kind === "alias" ? found.type : { kind: "name", name };
    return covers(type, declaration.type, both) ? [] : [`${name} is another type`];
  }
  // An input of one body has become one of several: each member is in one of them.
  return lostMembers(name, membersOf(declaration, both.old), membersOf(found, both.now), both);
}

function lostMembers(
  name: string,
  old: ReadonlyMap<string, Property>,
  now: ReadonlyMap<string, Property>,
  both: Both,
): readonly string[] {
  const gone = [...old.values()].flatMap((member) => {
    const found = now.get(member.name);
    if (found === undefined) return [`${name}.${member.name} is gone`];
    if (member.optional && !found.optional) return [`${name}.${member.name} is required`];
    return covers(found.type, member.type, both) ? [] : [`${name}.${member.name} is of another type`];
  });
  const required = [...now.values()].filter((member) => !member.optional && !old.has(member.name));
  return [...gone, ...required.map((member) => `${name}.${member.name} is new and required`)];
}

type Property = Extract<MemberPlan, { readonly kind: "property" }>;

/** Own members and those of what it extends; of a union of inputs, those of its first, which a caller gets by default. */
function membersOf(
  declaration: DeclarationPlan | undefined,
  declarations: Declarations,
): Map<string, Property> {
  if (declaration === undefined) return new Map<string, Property>();
  if (declaration.kind === "alias") return membersOfType(declaration.type, declarations);
  const inherited = declaration.extends.flatMap((parent) => [...membersOfType(parent, declarations)]);
  return new Map([...inherited, ...properties(declaration.members)]);
}

function membersOfType(type: TypePlan, declarations: Declarations): Map<string, Property> {
  switch (type.kind) {
    case "name": {
      const [whole, left] = type.arguments ?? [];
      if (type.name !== "Omit" || whole === undefined)
        return membersOf(declarations.get(type.name), declarations);
      const rest = membersOfType(whole, declarations);
      const names = left?.kind === "union" ? left.members : left === undefined ? [] : [left];
      for (const name of names) if (name.kind === "literal") rest.delete(String(name.value));
      return rest;
    }
    case "object":
      return new Map(properties(type.members));
    case "intersection":
      return new Map(type.members.flatMap((member) => [...membersOfType(member, declarations)]));
    case "union": {
      const [first] = type.members.filter(({ kind }) => kind === "name");
      return first === undefined ? new Map<string, Property>() : membersOfType(first, declarations);
    }
    default:
      return new Map();
  }
}

function properties(members: readonly MemberPlan[]): [string, Property][] {
  return members.flatMap((member) => (member.kind === "property" ? [[member.name, member]] : []));
}

function lostMethod(resource: string, method: MethodPlan, after: ClientPlan, both: Both): readonly string[] {
  const name = `${resource}.${method.name}`;
  const found = after.resources
    .find(({ member }) => member === resource)
    ?.methods.find((candidate) => candidate.name === method.name);
  if (found === undefined) return [`${name} is gone`];
  const operation = ({ listing, call }: MethodPlan): string =>
    [
      listing.verb,
      listing.path,
      call.callee,
      ...call.arguments.flatMap((one) => (one.kind === "text" ? [one.value] : [])),
    ].join(" ");
  if (operation(found) !== operation(method))
    return [`${name} is ${operation(found)}, was ${operation(method)}`];
  const [old, now] = [method.parameters[0], found.parameters[0]];
  if (old === undefined || now === undefined || !covers(found.returns, method.returns, both))
    return [`${name} returns another type`];
  if (old.optional && !now.optional) return [`${name} takes a required input`];
  if (covers(now.type, old.type, both)) return [];
  return lostMembers(
    `the input of ${name}`,
    membersOfType(old.type, both.old),
    membersOfType(now.type, both.now),
    both,
  );
}

function nameOf(type: TypePlan): string | undefined {
  return type.kind === "name" ? type.name : undefined;
}

/** Whether a type still is, or has among its alternatives, what another was. */
function covers(now: TypePlan, old: TypePlan, both: Both): boolean {
  if (JSON.stringify(now) === JSON.stringify(old)) return true;
  if (old.kind === "union") return old.members.every((member) => covers(now, member, both));
  const alias = now.kind === "name" && now.name !== nameOf(old) ? both.now.get(now.name) : undefined;
  if (alias?.kind === "alias") return covers(alias.type, old, both);
  if (now.kind === "union") return now.members.some((member) => covers(member, old, both));
  if (old.kind === "name" && now.kind === "name") {
    // Requests have a shape of their own where a member travels one way only.
    const isShape = now.name.startsWith(`${old.name}Input`);
    const [first] = old.arguments ?? [];
    const [own] = now.arguments ?? [];
    return (
      isShape ||
      (now.name === old.name && (first === undefined || (own !== undefined && covers(own, first, both)))) ||
      goesOn(now, old, both)
    );
  }
  if (old.kind === "array" && now.kind === "array") return covers(now.items, old.items, both);
  if (old.kind === "intersection" && now.kind === "intersection")
    return old.members.every((member) => now.members.some((other) => covers(other, member, both)));
  if (old.kind === "object" || old.kind === "intersection") {
    const [was, is] = [membersOfType(old, both.old), membersOfType(now, both.now)];
    return was.size > 0 && lostMembers("", was, is, both).length === 0;
  }
  return false;
}

/** Whether a name was an alias of the other and has members of its own beside those by now. */
function goesOn(now: TypePlan, old: TypePlan, both: Both): boolean {
  const found = now.kind === "name" ? both.now.get(now.name) : undefined;
  if (found?.kind !== "interface" || !found.extends.some((parent) => covers(parent, old, both))) return false;
  return lostMembers("", membersOfType(old, both.old), membersOfType(now, both.now), both).length === 0;
}
