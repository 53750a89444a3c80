import type { PreparedBody } from "../descriptors/media-descriptor.js";
import type { GivenParameter } from "../descriptors/operation-descriptor.js";

/*
 * Options that only the runtime may set: they say where a request goes. A caller's options reach the core together with
 * them, so they are recognised by identity: a caller cannot write one.
 */

/** A link that the server gave, to its next page. */
export interface ServerLink {
  /** URL reference (RFC 3986), as the server wrote it. */
  readonly address: string;
  /** Its address in place of that of the call. */
  resolve(url: string): string;
}

/** One logical call, serialised once; attempts differ by credentials alone. */
export interface PreparedCall {
  /** Absolute. */
  readonly url: string;
  /** Without credentials. */
  readonly headers: Headers;
  readonly body?: PreparedBody;
  readonly given: readonly GivenParameter[];
  /** The body before it was serialised; absent without one. */
  readonly bodyValue?: unknown;
  /** Names of the members that say which resource is meant. */
  readonly identifiers: readonly string[];
  /** Absolute URL of the server that the operation is of. */
  readonly server: string;
}

const links = new WeakSet<ServerLink>();

/** Notes that the runtime itself made this link of what a server said. */
export function registerLink(link: ServerLink): ServerLink {
  links.add(link);
  return link;
}

/** Whether the runtime made it. */
export function isLink(link: ServerLink | undefined): boolean {
  return link !== undefined && links.has(link);
}

const prepared = new WeakSet<PreparedCall>();

/** Notes that the core itself made this call of a descriptor and an input. */
export function registerPrepared(call: PreparedCall): PreparedCall {
  prepared.add(call);
  return call;
}

/** Whether the core made it. */
export function isPrepared(call: PreparedCall | undefined): boolean {
  return call !== undefined && prepared.has(call);
}
