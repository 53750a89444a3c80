import { contractTarget } from "../faults/fault-target.js";
import type { Answer } from "./answer.js";
import type { Exchange } from "./exchange.js";
import type { RouteHandler } from "./router.js";
import { sendInterference } from "./send-interference.js";
import { statusOf } from "./serve-operation.js";

/**
 * Serves the published contract, which can be struck by faults although it is not an operation.
 * @param path the address, for the log
 * @param answer the document, as bytes
 */
export function serveContract(path: string, answer: Answer, exchange: Exchange): RouteHandler {
  return async (incoming, response) => {
    const { traceId } = incoming;
    const encounter = exchange.faults.meet(contractTarget, incoming);
    const struck = (await encounter.before()) ?? (await encounter.after(answer));
    const outcome = struck ?? { kind: "answer", answer };
    const status = statusOf(outcome);
    const injected = encounter.close();
    const time = exchange.clock.now();
    exchange.log({ kind: "request", time, method: "GET", path, status, code: undefined, traceId, injected });
    await sendInterference(outcome, response, exchange);
  };
}
