import type { Clock } from "../clock.js";
import type { ResponseValidator } from "../contract/response-validator.js";
import type { FaultEngine } from "../faults/create-fault-engine.js";
import type { Pauses } from "../pauses.js";
import type { Interceptor } from "./interceptor.js";
import type { RecordedRequest } from "./recorded-request.js";
import type { SandboxEvent } from "./sandbox-event.js";

/** What every request passes, whatever its operation. */
export interface Exchange {
  readonly clock: Clock;
  /** For the `Date` of responses. */
  readonly wallClock: Clock;
  /** `{base_url}`, for problem types. */
  readonly baseUrl: string;
  readonly responses: ResponseValidator;
  readonly interceptor: Interceptor;
  readonly faults: FaultEngine;
  readonly pauses: Pauses;
  readonly log: (event: SandboxEvent) => void;
  /** Receives each request when it comes in; its status follows. */
  readonly record: (request: RecordedRequest) => void;
}
