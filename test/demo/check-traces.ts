import type { Sandbox } from "../../src/sandbox/index.js";

/** Tells what came in at the sandbox. @throws Error when a promise of the client was broken there */
export function checkTraces({ requests, defects }: Sandbox): void {
  const count = (operationId: string): number =>
    requests.filter((request) => request.operationId === operationId).length;
  const leaks = requests.filter(
    ({ operationId, hasAccessKey: hasAccessKey }) => hasAccessKey && operationId !== "exchangeToken",
  );
  const keys = new Set(requests.flatMap(({ headers }) => headers["idempotency-key"] ?? []));
  const refused = requests.filter(({ status }) => status >= 400).map(({ code }) => code ?? "no code");
  console.log(`  ${String(requests.length)} requests, ${String(count("exchangeToken"))} of them for a token`);
  console.log(
    `  ${String(count("exportDeals"))} requests for an export, ${String(keys.size)} idempotency key`,
  );
  console.log(`  refused: ${refused.join(", ")}`);
  if (leaks.length > 0) throw new Error("the access key went to a resource endpoint.");
  if (defects.length > 0) throw new Error(`the sandbox broke its contract: ${defects[0]?.message ?? ""}`);
  if (count("exchangeToken") !== 1) throw new Error("one token would have been enough.");
  if (keys.size !== 1) throw new Error("one intent was sent under several idempotency keys.");
}
