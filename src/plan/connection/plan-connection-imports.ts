import type { ConnectionPlan, CredentialPlan, ImportPlan } from "../client-plan.js";
import { planImports } from "../imports/plan-imports.js";
import { namesInType } from "../types/names-in.js";

/** Constructors of credentials by kind. */
export const PROVIDERS = {
  tokenExchange: "tokenExchange",
  bearer: "bearer",
  token: "tokenFrom",
  basic: "basic",
  apiKey: "apiKey",
  authorization: "authorization",
} as const satisfies Record<CredentialPlan["kind"], string>;

/** Imports of the module that connects a client. */
export function planConnectionImports(
  connection: Omit<ConnectionPlan, "imports">,
  hasScopes: boolean,
): readonly ImportPlan[] {
  const { credentials, knownScopes, limits, intents, options } = connection;
  const exchange = credentials.some(({ kind }) => kind === "tokenExchange");
  const names = [
    "checkClientOptions",
    "ClientConnection",
    "connectionOf",
    "createCore",
    "resolveServer",
    ...(credentials.length === 0 ? [] : ["CredentialProvider"]),
    ...(exchange ? ["resolveEndpoint"] : []),
    ...credentials.map(({ kind }) => PROVIDERS[kind]),
    ...(limits === undefined ? [] : ["obeyLimits", limits.constant]),
    ...(intents ? ["keepIntents"] : []),
    ...(hasScopes ? ["Scope"] : []),
    ...(knownScopes.length > 0 ? ["knownScopes"] : []),
    ...options.parents,
    ...options.members.flatMap(({ type }) => namesInType(type)),
  ];
  const modules = new Map([
    ["Scope", "scopes"],
    ...(limits === undefined ? [] : [[limits.constant, `operations/${limits.file}`] as const]),
  ]);
  const own: ImportPlan = {
    from: "contract",
    names: ["contract", "server"].map((name) => ({ name, type: false })),
  };
  return planImports(names, modules, { self: "connect", namespaces: [own] });
}
