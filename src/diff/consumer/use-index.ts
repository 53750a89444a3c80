import { withoutParameterNames } from "../../openapi/operations.js";
import type { ClassMethodPlan, ClientPlan, ResourcePlan } from "../../plan/typescript/client-plan.js";
import type { DescriptorValue } from "../../plan/typescript/descriptor-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { byText } from "../../text/by-text.js";
import { ConstantReference } from "../../text/constant-reference.js";
import type { ConsumerUse, Location } from "./consumer-use.js";
import { type MemberPosition, positionKey, schemaPosition } from "./schema-positions.js";

/** What is done with a member: `any` counts both. */
export type Access = "any" | "read" | "write";

/** Looks up what a consumer uses, by what the contract and the surface of its client call it. */
export class UseIndex {
  /** Operation → where it is called. */
  readonly #calls = new Map<string, Location[]>();
  /** Operation → where it is called for a text. */
  readonly #textCalls = new Map<string, Location[]>();
  /** `Pet`, `pets.list`, `Pet.name` → where it is named. */
  readonly #names = new Map<string, Location[]>();
  /** The same without those that are written. */
  readonly #readNames = new Map<string, Location[]>();
  /** {@link memberKey} → where the member is read or written. */
  readonly #members = new Map<string, Location[]>();
  /** Schemas ({@link positionKey}) → where an object of their type is made. */
  readonly #made = new Map<string, Location[]>();
  /** Schemas that the client declares a type for ({@link positionKey}). */
  readonly #declared = new Set<string>();
  /** Operation → members of its inputs, by {@link plainName} → where they are given. */
  readonly #inputs = new Map<string, Map<string, Location[]>>();
  /** Operation → names of its inputs. */
  readonly #inputNames: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #always: ReadonlySet<string>;
  readonly #everywhere: Location[] = [];

  constructor(uses: readonly ConsumerUse[], plan: ClientPlan) {
    const { byMember, inputs, asText, always } = listMethodOperations(plan);
    this.#inputNames = inputs;
    this.#always = always;
    const owners = this.#ownersByName(plan);
    const resources = new Map(plan.resources.map(({ className, member }) => [className, member]));
    const takenBy = new Map<string, string[]>();
    for (const [operation, names] of inputs) {
      this.#inputs.set(operation, new Map());
      for (const name of names) takenBy.set(name, [...(takenBy.get(name) ?? []), operation]);
    }
    this.#declareInputs(plan);
    for (const { kind, declaration, member, locations } of uses) {
      if (member === undefined && kind === "write") {
        for (const owner of owners.get(declaration) ?? []) add(this.#made, owner, locations);
        continue;
      }
      const name = member === undefined ? declaration : `${declaration}.${member}`;
      add(this.#names, name, locations);
      if (kind !== "write") add(this.#readNames, name, locations);
      const operations = byMember.get(name);
      for (const operation of operations ?? []) {
        add(this.#calls, operation, locations);
        if (asText.has(name)) add(this.#textCalls, operation, locations);
      }
      const resource = resources.get(declaration);
      if (resource !== undefined && member !== undefined)
        for (const names of [this.#names, this.#readNames]) add(names, `${resource}.${member}`, locations);
      if (declaration === plan.name && member !== undefined)
        for (const names of [this.#names, this.#readNames]) add(names, member, locations);
      if (declaration === plan.name || operations !== undefined) this.#everywhere.push(...locations);
      if (member === undefined || kind === "name") continue;
      for (const owner of owners.get(declaration) ?? [])
        add(this.#members, memberKey({ owner, name: member }, kind), locations);
      for (const operation of kind === "write" ? (takenBy.get(declaration) ?? []) : []) {
        const inputs = this.#inputs.get(operation);
        if (inputs !== undefined) add(inputs, plainName(member), locations);
      }
    }
  }

  /** Names of types → the schemas that they were made of. */
  #ownersByName({ names }: ClientPlan): ReadonlyMap<string, readonly string[]> {
    const owners = new Map<string, string[]>();
    for (const [identity, name] of Object.entries(names.models)) {
      const { root, path } = schemaPosition(identity.slice(identity.indexOf("#/")));
      if (root === undefined) continue;
      const owner = positionKey(root, path);
      this.#declared.add(owner);
      owners.set(name, [...(owners.get(name) ?? []), owner]);
    }
    return owners;
  }

  /** The members that inputs have: one that is missing is given in another way. */
  #declareInputs({ resources }: ClientPlan): void {
    const declarations = new Map(
      resources.flatMap((resource) => resource.declarations.map((one) => [one.name, one])),
    );
    for (const [operation, names] of this.#inputNames) {
      const members = this.#inputs.get(operation);
      for (const name of names) {
        const declaration = declarations.get(name);
        if (declaration?.kind !== "interface") continue;
        for (const member of declaration.members)
          if (member.kind === "property") members?.set(plainName(member.name), []);
      }
    }
  }

  /** Where an operation is called; of one that the client sends by itself, where the client is used. */
  callsOf(operation: string): readonly Location[] {
    return this.#always.has(operation) ? this.everywhere() : (this.#calls.get(operation) ?? []);
  }

  /** Where an operation is called for the text of its response. */
  textCallsOf(operation: string): readonly Location[] {
    return this.#textCalls.get(operation) ?? [];
  }

  /** Whether the client sends an operation by itself. */
  isAlways(operation: string): boolean {
    return this.#always.has(operation);
  }

  /** Where a name of the client is used: a type, `pets.list`, `Pet.name`. */
  namesOf(name: string, access: "any" | "read" = "any"): readonly Location[] {
    return (access === "read" ? this.#readNames : this.#names).get(name) ?? [];
  }

  /** Whether the client has a type for the objects of a schema. */
  isDeclared(owner: string): boolean {
    return this.#declared.has(owner);
  }

  /** Where an object of the type of a schema is made. */
  madeOf(owner: string): readonly Location[] {
    return this.#made.get(owner) ?? [];
  }

  /** Where a member is read or written. */
  membersOf(member: MemberPosition, access: Access): readonly Location[] {
    const kinds = access === "any" ? (["read", "write"] as const) : [access];
    return kinds.flatMap((kind) => this.#members.get(memberKey(member, kind)) ?? []);
  }

  /** Where an input of an operation is given; undefined: the client has no such input, or it is given in another way. */
  inputsOf(operation: string, name: string): readonly Location[] | undefined {
    return this.#inputs.get(operation)?.get(plainName(name));
  }

  /** Where the client is used at all. */
  everywhere(): readonly Location[] {
    return this.#everywhere;
  }
}

function memberKey({ owner, name }: MemberPosition, kind: "read" | "write"): string {
  return `${kind} ${owner} ${name}`;
}

/** A name of a parameter as any client may spell it: `X-Trace-Id` and `xTraceId` are one. */
function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

function add(map: Map<string, Location[]>, key: string, locations: readonly Location[]): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [...locations]);
  else known.push(...locations);
}

/** Each location once, in order. */
export function sortLocations(locations: readonly Location[]): readonly Location[] {
  const unique = new Map(locations.map((one) => [`${one.file}\n${String(one.line)}`, one]));
  return [...unique.values()].sort((left, right) => byText(left.file, right.file) || left.line - right.line);
}

/** What the methods of a client do: the operations behind each, and the inputs of each operation. */
export interface MethodOperations {
  /** `CabinetsResource.list` and `operations/cabinets.list` → operations ({@link withoutParameterNames}): also those that the runtime adds. */
  readonly byMember: ReadonlyMap<string, ReadonlySet<string>>;
  /** Operation → the names of the types that its methods take. */
  readonly inputs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Methods that hand out the response as text: its members have no type. */
  readonly asText: ReadonlySet<string>;
  /** Operations that every client sends by itself: token exchange, limits. */
  readonly always: ReadonlySet<string>;
}

/** Follows the constants that the methods of a planned client hand to the runtime. */
export function listMethodOperations(plan: ClientPlan): MethodOperations {
  const constants = new Map(
    plan.resources.flatMap((resource) =>
      resource.descriptors.map(({ constant, ...rest }) => [
        `${resource.file}.${constant}`,
        { resource, ...rest },
      ]),
    ),
  );
  const byMember = new Map<string, ReadonlySet<string>>();
  const inputs = new Map<string, Set<string>>();
  const asText = new Set<string>();
  for (const resource of plan.resources) {
    for (const { constant } of resource.descriptors)
      byMember.set(`operations/${resource.file}.${constant}`, operationsOf([`${resource.file}.${constant}`]));
    for (const method of resource.methods) {
      const operations = operationsOf(constantsOf(method, resource));
      byMember.set(`${resource.className}.${method.name}`, operations);
      if (isText(method.returns)) asText.add(`${resource.className}.${method.name}`);
      const own = withoutParameterNames(`${method.listing.verb} ${method.listing.path}`);
      for (const operation of new Set([own, ...operations])) {
        const names = inputs.get(operation) ?? new Set();
        inputs.set(operation, names);
        for (const { type } of method.parameters) addNames(type, names);
      }
    }
  }
  return { byMember, inputs, asText, always: alwaysSent(plan) };

  function operationsOf(names: Iterable<string>): ReadonlySet<string> {
    const found = new Set<string>();
    const seen = new Set(names);
    for (const name of seen) {
      const constant = constants.get(name);
      if (constant === undefined) continue;
      const { kind, value, resource } = constant;
      if (kind === "operation")
        found.add(withoutParameterNames(`${value.method.toUpperCase()} ${value.path}`));
      for (const reference of referencesIn(value)) seen.add(nameOf(reference, resource, "operations"));
    }
    return found;
  }
}

/** Every constant that a method hands to the runtime. */
function constantsOf({ call }: ClassMethodPlan, resource: ResourcePlan): readonly string[] {
  const references = [
    ...call.constants.flatMap((one) => (one.kind === "constant" ? [one.reference] : [])),
    ...(call.within === undefined ? [] : [call.within.descriptor]),
  ];
  return references.map((reference) => nameOf(reference, resource, "resource"));
}

/** `cabinets.list`, of the constant that the code of a resource names as `operations.list`, or imports by its name. */
function nameOf(
  { constant, module }: Pick<ConstantReference, "constant" | "module">,
  { file, imports }: ResourcePlan,
  side: keyof ResourcePlan["imports"],
): string {
  const from = imports[side].find(({ namespace, names }) =>
    module === undefined ? names.some(({ name }) => name === constant) : namespace === module,
  )?.from;
  return `${from?.split("/").at(-1) ?? file}.${constant}`;
}

function referencesIn(value: DescriptorValue | undefined): readonly ConstantReference[] {
  if (ConstantReference.is(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one: DescriptorValue | undefined) => referencesIn(one));
}

/** `Call<string>`. */
function isText(type: TypePlan): boolean {
  if (type.kind !== "name") return false;
  const [value] = type.arguments ?? [];
  return value?.kind === "keyword" && value.name === "string";
}

function addNames(type: TypePlan, names: Set<string>): void {
  if (type.kind === "name") {
    names.add(type.name);
    for (const one of type.arguments ?? []) addNames(one, names);
  } else if (type.kind === "union" || type.kind === "intersection")
    for (const one of type.members) addNames(one, names);
}

function alwaysSent({ traits }: ClientPlan): ReadonlySet<string> {
  const also = traits.operations.flatMap(({ traits: { capabilities } }) => {
    const name = capabilities?.facts.also?.operation;
    return name === undefined ? [] : [`${name.resource}.${name.method}`];
  });
  return new Set(
    traits.operations
      .filter(
        ({ name, traits: { tokenExchange, capabilities } }) =>
          also.includes(name) || tokenExchange !== undefined || capabilities !== undefined,
      )
      .map(({ method, path }) => withoutParameterNames(`${method.toUpperCase()} ${path}`)),
  );
}
