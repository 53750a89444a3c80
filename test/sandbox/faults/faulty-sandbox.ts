import { onTestFinished } from "vitest";
import {
  createManualClock,
  startSandbox,
  type FaultRule,
  type ManualClock,
  type Sandbox,
  type SandboxOptions,
} from "../../../src/sandbox/index.js";
import { connect, northwind, type Connection } from "../connect.js";

/** A sandbox with faults, a connection to it that was made before they began, and its clock. */
export interface FaultySandbox {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  readonly api: Connection;
  /** The import of one deal under an idempotency key. */
  importDeal(key?: string): ReturnType<Connection["post"]>;
  /** Deals in the context that deals are imported into. */
  countDeals(): number;
}

/** Starts a sandbox that ends with the test. @param faults take hold once the JWT is there */
export async function startFaulty(
  faults: readonly FaultRule[],
  options: SandboxOptions & { seed?: number } = {},
): Promise<FaultySandbox> {
  const { seed = 0, ...others } = options;
  const clock = createManualClock();
  const sandbox = await startSandbox({ clock, ...others });
  onTestFinished(() => sandbox.close());
  const api = await connect(sandbox);
  sandbox.faults.set({ seed, faults });
  const path = `/gck/cabinets/${northwind(sandbox)}/deals/import-jobs`;
  const body = { reason: "fair", contacts: [{ phone: "+442079460958" }] };
  return {
    sandbox,
    clock,
    api,
    importDeal: (key = "k") => api.post(path, body, { "idempotency-key": key }),
    countDeals: () => {
      clock.advance(3000);
      return sandbox.inspectUpstream().find(({ name }) => name === "Northwind")?.deals.length ?? 0;
    },
  };
}

/** Status, media type and text of a response. */
export async function readRaw(sandbox: Sandbox, path: string, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(sandbox.apiUrl + path, { headers });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}
