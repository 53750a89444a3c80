import type { SandboxResponse } from "./sandbox-response.js";

/** What an interceptor may know about a request; nothing of it is sensitive. */
export interface InterceptedRequest {
  /** The operation of the contract. */
  readonly operationId: string;
  readonly method: "GET" | "POST";
  /** The path template. */
  readonly path: string;
  /** The key of the intent; undefined without the header. */
  readonly idempotencyKey: string | undefined;
}

/**
 * What happens instead of the response: another response, which need not follow the contract, text as it is, a connection
 * that is cut without one, half of a response's body (`cut`: with the connection), or a body that comes in ten pieces.
 */
export type Interference =
  | { readonly kind: "response"; readonly response: SandboxResponse }
  | {
      readonly kind: "text";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | { readonly kind: "disconnect" }
  | { readonly kind: "truncated"; readonly response: SandboxResponse; readonly connection: "kept" | "cut" }
  | { readonly kind: "slow"; readonly response: SandboxResponse; readonly milliseconds: number };

/**
 * A program's own hand in every request, before planned faults have theirs. A delay is a promise that takes its time;
 * `undefined` lets the request go on.
 * What interferes `before` leaves no effect; what interferes `after` hides an effect that has happened.
 */
export interface Interceptor {
  before?(request: InterceptedRequest): Promise<Interference | undefined> | Interference | undefined;
  after?(
    request: InterceptedRequest,
    response: SandboxResponse,
  ): Promise<Interference | undefined> | Interference | undefined;
}
