import type { ServerModel } from "../../model/api-model.js";
import type { ServerVariablePlan } from "../client-plan.js";

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
