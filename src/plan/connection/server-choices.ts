import type { OperationModel, ServerModel } from "../../model/api-model.js";
import type { ServerChoicePlan, ServerPlan } from "../client-plan.js";
import { fullName } from "../reading/answers.js";

/** The servers of operations that have several of their own, by the first; each address once. */
export function serverChoices(operations: readonly OperationModel[]): readonly ServerChoicePlan[] {
  const choices = new Map<string, ServerChoicePlan>();
  for (const operation of operations) {
    const [first, ...others] = operation.servers ?? [];
    if (first === undefined || others.length === 0) continue;
    const before = choices.get(first.url);
    const listed = new Set([first.url]);
    const written = before?.written ?? first.written;
    const known = [...(before?.others ?? []), ...otherServers(others)];
    choices.set(first.url, {
      url: first.url,
      ...(written !== undefined && { written }),
      others: known.filter(({ url }) => !listed.has(url) && listed.add(url)),
      operations: [...(before?.operations ?? []), fullName(operation)],
    });
  }
  return [...choices.values()].filter(({ others }) => others.length > 0);
}

/** Servers as a doc comment lists them, their descriptions on one line. */
export function otherServers(servers: readonly ServerModel[]): ServerPlan["others"] {
  return servers.map(({ url, written, description = "" }) => ({
    url,
    ...(written !== undefined && { written }),
    description: description.trim().replace(/\s+/g, " "),
  }));
}
