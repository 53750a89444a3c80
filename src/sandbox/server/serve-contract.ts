import { contractTarget } from "../faults/fault-target.js";
import type { SandboxResponse } from "./sandbox-response.js";
import type { Exchange } from "./exchange.js";
import type { RouteHandler } from "./router.js";
import { sendInterference } from "./send-interference.js";
import { statusOf } from "./serve-operation.js";

/**
 * Serves the published contract, which can be struck by faults although it is not an operation.
 * @param path the address, for the log
 * @param described the document, as bytes
 */
export function serveContract(path: string, described: SandboxResponse, exchange: Exchange): RouteHandler {
  return async (incoming, response) => {
    const { traceId } = incoming;
    const encounter = exchange.faults.meet(contractTarget, incoming);
    const struck = (await encounter.before()) ?? (await encounter.after(described));
    const outcome = struck ?? { kind: "response", response: described };
    const status = statusOf(outcome);
    const injected = encounter.close();
    const time = exchange.clock.now();
    exchange.log({ kind: "request", time, method: "GET", path, status, code: undefined, traceId, injected });
    await sendInterference(outcome, response, exchange);
  };
}
