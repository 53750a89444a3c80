import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { DeclarationPlan, DocPlan, MemberPlan, TypePlan } from "../../plan/typescript/type-plan.js";

/** The declarations of one client, and what they are known by in its contract. */
export interface ClientTypes {
  /** Undefined: the runtime or the platform has it. */
  declaration(name: string): DeclarationPlan | undefined;
  /** All of them. */
  declarations(): Iterable<DeclarationPlan>;
  /** Pointer of the schema that a declaration is made of; undefined for an input and for headers. */
  pointerOf(name: string): string | undefined;
  /** The declaration that callers make values of a schema with; undefined: the client has none. */
  constructedName(pointer: string): string | undefined;
}

const NO_DOC: DocPlan = { text: [], tags: [] };

/** Makes a member for types that only comparisons see. */
export function member(name: string, type: TypePlan, optional = false): MemberPlan {
  return { kind: "property", name, optional, type, doc: NO_DOC };
}

/** Looks up everything that a client declares, by name. */
export function readClientTypes(plan: ClientPlan): ClientTypes {
  const declarations = new Map(
    [
      ...plan.models.flatMap((file) => file.declarations),
      ...plan.resources.flatMap((resource) => resource.declarations),
      ...plan.headers.declarations,
      ...webhookDeclarations(plan),
      ...errorDeclarations(plan),
      ...namedValues(plan),
      optionsDeclaration(plan),
    ].map((declaration) => [declaration.name, declaration]),
  );
  // Sets of headers are known by the responses that have them, not by schemas.
  const named = Object.entries(plan.names.models).filter(([identity]) => !identity.startsWith("headers:"));
  const pointers = new Map(named.map(([identity, name]) => [name, identity.replace(/^[^#]*/u, "")]));
  // What is sent has a declaration of its own where it differs from what is read: it comes last.
  const identities = named.toSorted(
    ([left], [right]) => Number(!left.startsWith("#")) - Number(!right.startsWith("#")),
  );
  const constructed = new Map(
    identities
      .filter(([, name]) => declarations.has(name))
      .map(([identity, name]) => [identity.replace(/^[^#]*/u, ""), name]),
  );
  return {
    declaration: (name) => declarations.get(name),
    declarations: () => declarations.values(),
    pointerOf: (name) => pointers.get(name),
    constructedName: (pointer) => constructed.get(pointer),
  };
}

function interfaceOf(
  name: string,
  members: readonly MemberPlan[],
  parents: readonly string[] = [],
): DeclarationPlan {
  const extended = parents.map((parent): TypePlan => ({ kind: "name", name: parent }));
  return { kind: "interface", name, doc: NO_DOC, extends: extended, members };
}

/** `WebhookPayloads`, `WebhookHeaders` and `WebhookQueries`, as far as the client has them. */
function webhookDeclarations({ webhooks }: ClientPlan): readonly DeclarationPlan[] {
  const parts = [
    ["WebhookHeaders", "headers"],
    ["WebhookPayloads", "payload"],
    ["WebhookQueries", "query"],
  ] as const;
  return parts.flatMap(([name, part]) => {
    const members = webhooks.flatMap((webhook) => {
      const type = webhook[part];
      return type === undefined ? [] : [member(webhook.name, type)];
    });
    return members.length === 0 ? [] : [interfaceOf(name, members)];
  });
}

function errorDeclarations({ errors }: ClientPlan): readonly DeclarationPlan[] {
  if (errors === undefined) return [];
  const members = errors.operations.map(({ operation, type }) => member(operation, type));
  return [interfaceOf("ErrorBodies", members)];
}

/** `Scope` and `ProblemCode`, as far as the client has them; `Granted` is any of the scopes. */
function namedValues({ contract: { scopes, codeType } }: ClientPlan): readonly DeclarationPlan[] {
  const alias = (name: string, type: TypePlan): DeclarationPlan => ({
    kind: "alias",
    name,
    doc: NO_DOC,
    type,
  });
  const members = scopes.map(({ name }): TypePlan => ({ kind: "literal", value: name }));
  const granted: DeclarationPlan = {
    kind: "alias",
    name: "Granted",
    doc: NO_DOC,
    type: { kind: "name", name: "Scope" },
  };
  return [
    ...(scopes.length === 0 ? [] : [alias("Scope", { kind: "union", members }), granted]),
    ...(codeType === undefined ? [] : [alias("ProblemCode", codeType)]),
  ];
}

/** The interface of the client's options. */
function optionsDeclaration({ name, connection: { options } }: ClientPlan): DeclarationPlan {
  return interfaceOf(`${name}Options`, options.members, options.parents);
}

/** The body of an error, and its status: `404`, `5XX`, `default`. */
export interface ErrorBody {
  readonly status: string;
  readonly type: TypePlan;
}

/** The bodies by status that the type of an operation's errors has: `Record<404 | 409, Problem> & Record<"5XX", Failure>`. */
export function readErrorBodies(type: TypePlan): readonly ErrorBody[] {
  if (type.kind === "intersection") return type.members.flatMap(readErrorBodies);
  if (type.kind !== "name" || type.name !== "Record") return [];
  const [statuses, body] = type.arguments ?? [];
  if (statuses === undefined || body === undefined) return [];
  return (statuses.kind === "union" ? statuses.members : [statuses]).flatMap((status) =>
    status.kind === "literal" ? [{ status: String(status.value), type: body }] : [],
  );
}
