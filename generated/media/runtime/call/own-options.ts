import type { PreparedCall } from "./prepare-call.js";

/*
 * Options that only the runtime may set: they say where a request goes. A caller's options reach the core together with
 * them, so they are told by identity: what a caller writes is none of these.
 */

/** A link that the server gave, to its next page. */
export class ServerLink {
  /** URL reference (RFC 3986), as the server wrote it. */
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }
}

const prepared = new WeakSet<PreparedCall>();

/** Notes that the core itself made this call of a descriptor and an input. */
export function notePrepared(call: PreparedCall): PreparedCall {
  prepared.add(call);
  return call;
}

/** Whether the core made it. */
export function isPrepared(call: PreparedCall | undefined): boolean {
  return call !== undefined && prepared.has(call);
}
