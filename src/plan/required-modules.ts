import { byText } from "../text/words.js";
import type { ConnectionPlan, CredentialPlan, ResourcePlan } from "./client-plan.js";
import { runtimeNames } from "./runtime-names.js";

/** Constructors of credentials by kind: what a client's connection imports of the runtime. */
const PROVIDERS = {
  tokenExchange: "tokenExchange",
  bearer: "bearer",
  token: "tokenFrom",
  basic: "basic",
  apiKey: "apiKey",
} as const satisfies Record<CredentialPlan["kind"], string>;

/** Modules of the runtime that every client hands on to its user, for errors and options. */
const ALWAYS = ["call/create-core", "call/resolve-server", "call/core", "call/call-options", "call/call"];

/** The modules of the runtime that generated code imports, sorted; what they import comes along with them. */
export function requiredModules(
  resources: readonly ResourcePlan[],
  connection: ConnectionPlan,
): readonly string[] {
  const imported = resources.flatMap(({ imports }) =>
    [...imports.resource, ...imports.operations, ...imports.inputs]
      .map(({ from }) => from)
      .filter((from) => from.startsWith("runtime/"))
      .map((from) => from.slice("runtime/".length)),
  );
  const names = [
    ...connection.credentials.map(({ kind }) => PROVIDERS[kind]),
    ...(connection.limits === undefined ? [] : ["obeyLimits"]),
  ];
  const providers = names.flatMap((name) => runtimeNames.get(name)?.module ?? []);
  return [...new Set([...ALWAYS, ...imported, ...providers])].sort(byText);
}
