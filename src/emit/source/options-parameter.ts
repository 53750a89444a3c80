import type { ClientPlan } from "../../plan/client-plan.js";
import type { TypePlan } from "../../plan/type-plan.js";
import type { Doc } from "../layout/layout.js";
import { typeDoc } from "../types/type-doc.js";

/** `ExternalApiOptions` */
export function optionsName(plan: ClientPlan): string {
  return `${plan.name}Options`;
}

/**
 * The parameter that takes a client's options. Where the contract names no host, it takes `serverUrl` without `baseUrl` as
 * well: no interface can say that one of two members must be there, and the options stay one, for others to extend.
 */
export function optionsParameter(plan: ClientPlan): Doc {
  const { options, server } = plan.connection;
  const initial = options.allOptional ? " = {}" : "";
  const given: TypePlan = {
    kind: "name",
    name: optionsName(plan),
    ...(plan.contract.scopes.length > 0 && { arguments: [{ kind: "name", name: "Granted" }] }),
  };
  return ["options: ", typeDoc(server.absolute ? given : orServerUrl(given)), initial];
}

function orServerUrl(given: TypePlan): TypePlan {
  const others: TypePlan = {
    kind: "name",
    name: "Omit",
    arguments: [given, { kind: "literal", value: "baseUrl" }],
  };
  const doc = { text: [], tags: [] };
  const type: TypePlan = { kind: "keyword", name: "string" };
  const alone: TypePlan = {
    kind: "object",
    members: [{ kind: "property", name: "serverUrl", optional: false, type, doc }],
  };
  return { kind: "union", members: [given, { kind: "intersection", members: [others, alone] }] };
}
