import type { ServerModel } from "../../../model/api-model.js";
import { codeSpan } from "../../../text/printable.js";
import type { ClientPlan, CredentialPlan, ServerPlan, ServerVariablePlan } from "../client-plan.js";
import { optionNames } from "../runtime-names.js";
import type { DocPlan, MemberPlan, TypePlan } from "../type-plan.js";
import { literalsType, unionType } from "../types/type-builders.js";

type OptionsPlan = ClientPlan["connection"]["options"];

/** The options that a client's user gives: those of every client, and what this contract's credentials need. */
export function planOptions(
  server: ServerPlan,
  offered: readonly OfferedVariable[],
  credentials: readonly CredentialPlan[],
  has: { readonly scopes: boolean; readonly intents: boolean; readonly limits: boolean },
): OptionsPlan {
  const exchanges = credentials.flatMap((plan) => (plan.kind === "tokenExchange" ? [plan.exchange] : []));
  const exchange = exchanges.length > 0;
  const others = credentials.filter(({ kind }) => kind !== "tokenExchange");
  const members = [
    ...(server.absolute ? [] : [baseUrl()]),
    ...(server.others.length > 0 ? [serverUrl(server.others)] : []),
    ...(exchange ? [accessKey()] : []),
    // Where the contract fixes the type of the access key, it has no place for another word.
    ...(exchanges.some((one) => one.vendor !== undefined) ? [vendor()] : []),
    ...(has.scopes
      ? [scopes(exchange)]
      : exchange
        ? [unlistedScopes(exchanges.some((one) => one.requiresScope))]
        : []),
    ...(others.length === 0 ? [] : [given(others)]),
    ...(offered.length === 0 ? [] : [variables(offered, server)]),
    ...(server.ofOperations.length === 0 ? [] : [operationServers(server.ofOperations)]),
  ];
  return {
    parents: [
      "ClientOptions",
      ...(has.intents ? ["IntentOptions"] : []),
      ...(has.limits ? ["LimitOptions"] : []),
    ],
    members,
    names: [...ownNames(members), ...parentNames(has)],
    allOptional: members.every((member) => member.kind === "property" && member.optional),
  };
}

/** Members that every client has are repeated where this one says more of them. */
function ownNames(members: readonly MemberPlan[]): readonly string[] {
  const names = members.flatMap((member) => (member.kind === "property" ? [member.name] : []));
  return names.filter((name) => !optionNames.ServerOptions.some((one) => one === name));
}

/** Options of the interfaces that a client's own extends, beside those of all clients. */
function parentNames(has: { readonly intents: boolean; readonly limits: boolean }): readonly string[] {
  return [...(has.intents ? optionNames.IntentOptions : []), ...(has.limits ? optionNames.LimitOptions : [])];
}

function baseUrl(): MemberPlan {
  return property("baseUrl", TEXT, false, [
    "Scheme and host of the API, like `https://platform.example`; the contract's path is joined to it.",
  ]);
}

/** The servers that the contract has beside the one that is used, which this option can take (OpenAPI Object, `servers`). */
function serverUrl(others: ServerPlan["others"]): MemberPlan {
  return property("serverUrl", TEXT, true, [
    "The whole address that paths are joined to, in place of the contract's first server.",
    `Its others: ${listServers(others)}.`,
  ]);
}

function listServers(servers: ServerPlan["others"]): string {
  return servers
    .map(({ url, description }) => (description === "" ? codeSpan(url) : `${codeSpan(url)} (${description})`))
    .join("; ");
}

/** The servers that operations have beside the first of their own (OpenAPI, Operation Object, `servers`). */
function operationServers(choices: ServerPlan["ofOperations"]): MemberPlan {
  const members = choices.flatMap((first) => {
    const { url, written, others, operations } = first;
    const type = literalsType([first, ...others].flatMap(spellings), false);
    const text = `Server of ${listOperations(operations)}. Its others: ${listServers(others)}.`;
    return [
      property(url, type, true, [text]),
      ...(written === undefined
        ? []
        : [
            property(written, type, true, [
              `${codeSpan(url)} as the contract writes it: give one of the two.`,
            ]),
          ]),
    ];
  });
  return property("operationServers", { kind: "object", members }, true, [
    "Which server is called where operations have several of their own: their first → the one to call.",
    "One that is given here keeps its host beside `serverUrl` alone; where `baseUrl` is given, every request goes to one host: that of `baseUrl`, or of `serverUrl` beside it.",
  ]);
}

/** A host without a scheme is called over https, and may be given as the contract has it. */
function spellings({
  url,
  written,
}: Pick<ServerPlan["others"][number], "url" | "written">): readonly string[] {
  return written === undefined ? [url] : [url, written];
}

/** Operations that are named before the rest is only counted. */
const MOST = 3;

function listOperations(operations: readonly string[]): string {
  const named = operations.slice(0, MOST).map(codeSpan);
  const rest = operations.length > MOST ? [`${String(operations.length - MOST)} more`] : [];
  const all = [...named, ...rest];
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
}

function accessKey(): MemberPlan {
  return property("accessKey", { kind: "name", name: "SecretSource" }, false, [
    "The access key, or where to get it. It goes to the token endpoint alone and is visible nowhere.",
  ]);
}

function vendor(): MemberPlan {
  return property("vendor", TEXT, true, [
    "The service's own word in the type of the access key, when it is another than at generation.",
  ]);
}

function scopes(required: boolean): MemberPlan {
  const type: TypePlan = {
    kind: "name",
    name: "ReadonlyArray",
    arguments: [{ kind: "name", name: "Granted" }],
  };
  return property("scopes", type, !required, [
    "The scopes that this client needs; a call that needs another does not compile.",
  ]);
}

/** The contract names no scope, and its server may have some (RFC 8693 section 2.1). */
function unlistedScopes(required: boolean): MemberPlan {
  const type: TypePlan = { kind: "name", name: "ReadonlyArray", arguments: [TEXT] };
  const meaning = "The scopes that tokens are requested for; the contract does not say which there are.";
  return property("scopes", type, !required, [
    required ? meaning : `${meaning} Without it, none is requested.`,
  ]);
}

function given(credentials: readonly CredentialPlan[]): MemberPlan {
  const members = credentials.map((plan) =>
    property(
      plan.scheme,
      credentialType(plan),
      true,
      [plan.description, plan.what].filter((text) => text.trim() !== ""),
    ),
  );
  return property("credentials", { kind: "object", members }, true, [
    "Credentials by security scheme; a call whose schemes are all missing fails before it is sent.",
  ]);
}

function credentialType(plan: CredentialPlan): TypePlan {
  if (plan.kind === "basic") return { kind: "name", name: "BasicCredential" };
  if (plan.kind === "authorization")
    return unionType([TEXT, { kind: "name", name: "AuthorizationCallback" }]);
  if (plan.kind === "token") return unionType([TEXT, { kind: "name", name: "TokenCallback" }]);
  return { kind: "name", name: "SecretSource" };
}

function variables(offered: readonly OfferedVariable[], { elsewhere }: ServerPlan): MemberPlan {
  const members = offered.map(({ name, values, description, defaults }) => {
    const type = values.length === 0 ? TEXT : literalsType(values, false);
    return property(
      name,
      type,
      true,
      [description, `Default: ${defaults.map(codeSpan).join(" or ")}.`].filter((text) => text !== ""),
    );
  });
  return property("serverVariables", { kind: "object", members }, true, [
    elsewhere.length === 0
      ? "Variables of the server's address."
      : "Variables of the servers' addresses; each goes to every server that has it.",
  ]);
}

const TEXT: TypePlan = { kind: "keyword", name: "string" };

function property(name: string, type: TypePlan, optional: boolean, text: readonly string[]): MemberPlan {
  const doc: DocPlan = { text, tags: [] };
  return { kind: "property", name, optional, type, doc };
}

/** A variable as the options offer it: one for all servers that have it. */
export interface OfferedVariable extends Omit<ServerVariablePlan, "default"> {
  /** Different ones, the contract's own server first. */
  readonly defaults: readonly string[];
}

/**
 * The variables of all servers that a client uses, by name. Any value is offered that one of the servers has; one that
 * another does not list is refused by the call that would go there.
 *
 * @param servers - the contract's first, then all of operations that have their own
 */
export function offeredVariables(servers: readonly ServerModel[]): readonly OfferedVariable[] {
  const offered = new Map<string, OfferedVariable>();
  for (const variable of servers.flatMap(({ variables }) => variables)) {
    const { name, values, default: initial, description = "" } = variable;
    const before = offered.get(name);
    const open = values.length === 0 || before?.values.length === 0;
    offered.set(name, {
      name,
      values: open ? [] : [...new Set([...(before?.values ?? []), ...values])],
      description: before?.description || description,
      defaults: [...new Set([...(before?.defaults ?? []), initial])],
    });
  }
  return [...offered.values()];
}
