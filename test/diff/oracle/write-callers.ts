import { indexExports } from "../../../src/emit/export-lines.js";
import { connectName, optionsName } from "../../../src/emit/views/connect-view.js";
import type { ClassMethodPlan, ClientPlan } from "../../../src/plan/typescript/client-plan.js";
import type { TypePlan } from "../../../src/plan/typescript/type-plan.js";
import { declarationsOf, flatten, written } from "./caller-types.js";
import type { Role } from "./read-roles.js";
import { createReaders, type Readers } from "./write-readers.js";
import { createValues, type Values } from "./write-values.js";

/**
 * Code of a caller of a client, as somebody writes it who uses all of it: imports every name, makes clients, calls every method with all
 * members and with the required ones, and reads everything that comes back.
 *
 * @param module - where the client is imported from.
 * @param roles - what callers do with each model.
 */
export function writeCaller(
  plan: ClientPlan,
  module: string,
  roles: ReadonlyMap<string, readonly Role[]>,
): string {
  const declarations = declarationsOf(plan);
  const writers = { readers: createReaders(declarations), values: createValues(declarations) };
  const methods = plan.resources.flatMap(({ member, methods: all }) =>
    all.flatMap((method) => writeCalls(plan, `.${member}`, method, writers)),
  );
  const own = plan.methods.flatMap((method) => writeCalls(plan, "", method, writers));
  const body = [
    ...writeClients(plan, writers.values),
    ...own,
    ...methods,
    ...writeErrors(plan, writers.readers),
    ...writeWebhooks(plan, writers.readers),
    ...writeNamed(plan),
    ...writeModels(roles, writers),
  ];
  const models = writers.values.models();
  return [
    ...writeImports(plan, module),
    "declare function take<T>(value: T): void;",
    "declare function value<T>(): T;",
    "export async function calls(): Promise<void> {",
    ...body,
    ...models,
    "}",
    ...writers.readers.functions(),
    "",
  ].join("\n");
}

interface Writers {
  readonly readers: Readers;
  readonly values: Values;
}

function writeImports(plan: ClientPlan, module: string): readonly string[] {
  return indexExports(plan).map(({ names, types }) => {
    const listed = names.map((name) => (types.has(name) ? `type ${name}` : name));
    return `import { ${listed.join(", ")} } from ${JSON.stringify(module)};`;
  });
}

/** Named types are used once more where they stand without arguments; values where they stand. */
function writeNamed(plan: ClientPlan): readonly string[] {
  const values = indexExports(plan).flatMap(({ names, types }) => names.filter((name) => !types.has(name)));
  return [
    ...values.map((name) => `void ${name};`),
    ...(plan.contract.codes.length > 0
      ? [
          "switch (value<ProblemCode>()) {",
          ...plan.contract.codes.map((code) => `case ${JSON.stringify(code)}: break;`),
          "default: break; }",
        ]
      : []),
    ...plan.contract.scopes.map(({ name }) => `take<Scope>(${JSON.stringify(name)});`),
  ];
}

function writeClients(plan: ClientPlan, values: Values): readonly string[] {
  if (plan.resources.length === 0) return [];
  const { options, server } = plan.connection;
  const given = (whole: boolean, index: number, without?: string): string => {
    const members = options.members.flatMap((member) => {
      if (member.kind !== "property" || member.name === without || (member.optional && !whole)) return [];
      // Any scope may be given; which one decides what the client can call.
      const type =
        member.name === "scopes" && plan.contract.scopes.length > 0
          ? JSON.stringify(plan.contract.scopes.map(({ name }) => name))
          : values.value(member.type, { whole, index });
      return [`[${JSON.stringify(member.name)}]: ${type}`];
    });
    const parents = whole ? options.parents.flatMap((parent) => PARENT_OPTIONS[parent] ?? []) : [];
    const alone = without === undefined ? [] : ['serverUrl: "https://x.example"'];
    return `{ ${[...members, ...parents, ...alone].join(", ")} }`;
  };
  const count = Math.max(
    1,
    ...options.members.map((member) => (member.kind === "property" ? values.count(member.type) : 1)),
  );
  const all = Array.from({ length: count }, (_, index) => given(true, index));
  return [
    ...[...all, given(false, 0)].map((one) => `new ${plan.name}(${one});`),
    ...(options.allOptional && server.absolute ? [`new ${plan.name}();`] : []),
    ...(server.absolute ? [] : [`new ${plan.name}(${given(false, 0, "baseUrl")});`]),
    ...plan.resources.map(({ className }) => `new ${className}(${connectName(plan)}(${given(true, 0)}));`),
    `take<${optionsName(plan)}>(${given(true, 0)});`,
  ];
}

const PARENT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  IntentOptions: ["intents: undefined as never", 'intentRetention: "1d"'],
  LimitOptions: ["pacing: undefined as never"],
};

function writeCalls(
  plan: ClientPlan,
  member: string,
  method: ClassMethodPlan,
  writers: Writers,
): readonly string[] {
  const required = method.parameters.filter(({ optional }) => !optional);
  const count = Math.max(1, ...method.parameters.map(({ type }) => writers.values.count(type)));
  const full = Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    [true, false].map((whole) =>
      method.parameters.map(({ type }) => argument(type, { whole, index }, writers)),
    ),
  );
  const short = required.map(({ type }) => argument(type, { whole: false, index: 0 }, writers));
  const clients = clientTypes(plan, method.scopes);
  const call = (client: string, parts: readonly string[]) =>
    `value<${client}>()${member}.${method.name}(${parts.join(", ")})`;
  const [first = plan.name] = clients;
  return [
    ...full.map((parts) => `void ${call(first, parts)};`),
    ...clients.map((client) => `void ${call(client, short)};`),
    ...writers.readers.read(method.returns, call(first, short)),
  ];
}

function argument(
  type: TypePlan,
  variant: { readonly whole: boolean; readonly index: number },
  { readers, values }: Writers,
): string {
  if (type.kind !== "name" || type.name !== "Rebuild") return values.value(type, variant);
  const [now, change] = type.arguments ?? [];
  if (now === undefined || change === undefined) return values.value(type, variant);
  const inner = values.value(change, variant);
  return `(now) => { ${readers.read(now, "now").join(" ")} return ${inner}; }`;
}

/** Clients that may call a method: with exactly the scopes of each alternative. */
function clientTypes(plan: ClientPlan, scopes: readonly (readonly string[])[]): readonly string[] {
  if (plan.contract.scopes.length === 0) return [plan.name];
  const sets = scopes.length === 0 ? [[]] : scopes;
  return sets.map((set) => {
    const granted = set.length === 0 ? "never" : set.map((scope) => JSON.stringify(scope)).join(" | ");
    return `${plan.name}<${granted}>`;
  });
}

function writeErrors({ errors }: ClientPlan, readers: Readers): readonly string[] {
  return (errors?.operations ?? []).flatMap(({ operation, type: types }) => {
    const bodies = bodiesOf(types);
    const statuses = bodies.map(({ status }) => status);
    return [
      `{ const error = value<unknown>(); if (isErrorOf(error, ${JSON.stringify(operation)})) {`,
      ...bodies.flatMap(({ status, type }) => {
        const code = codeFor(status, statuses);
        const isNever = type.kind === "keyword" && type.name === "never";
        if (code === undefined || isNever) return [];
        return [`if (error.status === ${code}) {`, ...readers.read(type, "error.body"), "}"];
      }),
      "} }",
    ];
  });
}

/** `Record<404 | 409, Problem> & Record<"5XX", Failure>`: each status with its body. */
function bodiesOf(type: TypePlan): readonly { readonly status: string; readonly type: TypePlan }[] {
  if (type.kind === "intersection") return type.members.flatMap(bodiesOf);
  const [statuses, body] = type.kind === "name" ? (type.arguments ?? []) : [];
  if (statuses === undefined || body === undefined) return [];
  return flatten(statuses).flatMap((one) =>
    one.kind === "literal" ? [{ status: String(one.value), type: body }] : [],
  );
}

/** A status that a key stands for, and no other key. */
function codeFor(key: string, keys: readonly string[]): string | undefined {
  if (/^\d{3}$/u.test(key)) return /^[45]/u.test(key) ? key : undefined;
  const candidates = key === "default" ? ["499", "599"] : [`${key.slice(0, 1)}99`];
  const isFree = (code: string) =>
    !keys.includes(code) && (key !== "default" || !keys.includes(`${code.slice(0, 1)}XX`));
  return candidates.find(isFree);
}

/** Functions of each model: also of a base, which no method names, and of one that nothing leads to. */
function writeModels(
  models: ReadonlyMap<string, readonly Role[]>,
  { readers, values }: Writers,
): readonly string[] {
  return [...models].flatMap(([name, roles]) =>
    roles.flatMap((role) => {
      const type: TypePlan = { kind: "name", name };
      return role === "read"
        ? readers.read(type, `value<${name}>()`)
        : [`take<${name}>(${values.value(type, { whole: true, index: 0 })});`];
    }),
  );
}

function writeWebhooks({ webhooks }: ClientPlan, readers: Readers): readonly string[] {
  return webhooks.flatMap(({ name, payload, headers, query }) =>
    Object.entries({ WebhookPayloads: payload, WebhookHeaders: headers, WebhookQueries: query }).flatMap(
      ([owner, type]) => {
        if (type === undefined) return [];
        const text = `value<${owner}[${JSON.stringify(name)}]>()`;
        return type.kind === "member" ? [`take<${written(type)}>(${text});`] : readers.read(type, text);
      },
    ),
  );
}
