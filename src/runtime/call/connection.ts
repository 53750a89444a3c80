import type { CredentialProvider } from "../credentials/credential-provider.js";
import type { RetryBounds } from "../retry/read-retry.js";
import type { Striker } from "../secrets/striker.js";
import type { TraceContext, Tracing } from "../tracing/tracing.js";
import type { Clock } from "../waiting/clock.js";
import type { ShowOptions } from "./client-options.js";
import type { ContractFacts } from "../descriptors/contract-facts.js";
import type { Report } from "../tracing/events.js";
import type { Limits } from "./limits.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";

/** What every call of one client works with; settled when the client is made, never changed. */
export interface Connection {
  readonly contract: ContractFacts;
  /** Absolute. */
  readonly serverUrl: string;
  /** The absolute URL of a server that an operation has of its own. */
  readonly resolve: (
    server: NonNullable<OperationDescriptor["server"]>,
  ) => string;
  readonly credentials: Readonly<Record<string, CredentialProvider>>;
  /** What the caller said the client needs; a call beyond it is refused. Undefined: nothing was said. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** The caller's `fetch`; undefined: the platform's. */
  readonly ownFetch: ((request: Request) => Promise<Response>) | undefined;
  readonly clock: Clock;
  readonly report: Report;
  /** Strikes the credentials that calls went out with. */
  readonly striker: Striker;
  /** Undefined while the client is being made, and for contracts that state none. */
  readonly limits: () => Limits | undefined;
  readonly insecureHosts: readonly string[];
  readonly crossOriginRedirects: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly show: ShowOptions;
  readonly traceContext: (() => TraceContext | undefined) | undefined;
  readonly tracing: Tracing | undefined;
  /** A trace may be added to requests. */
  readonly isTraced: boolean;
  /** The most bytes that are read of a response. */
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly defaultDeadline: number;
  readonly retry: RetryBounds;
}
