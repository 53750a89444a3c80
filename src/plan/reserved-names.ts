import { planPublicRuntime } from "./public-runtime.js";
import { runtimeNames } from "./runtime-names.js";

/** Type names of a client that do not come from its contract's schemas; no schema is given one of them. */
export function reservedTypeNames(client: string): ReadonlySet<string> {
  const everything = new Set([...runtimeNames.values()].map(({ module }) => module));
  const handedOn = planPublicRuntime(everything).exports.flatMap(({ values, types }) => [
    ...values,
    ...types,
  ]);
  return new Set([
    ...runtimeNames.keys(),
    ...handedOn,
    client,
    `${client}Options`,
    `connect${client}`,
    "Granted",
    "ProblemCode",
    "Scope",
    "WebhookPayloads",
  ]);
}
