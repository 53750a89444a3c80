import type { Mutant } from "../mutant.js";
import { callMutants } from "./calls.js";
import { idempotencyMutants } from "./idempotency.js";
import { limitMutants } from "./limits.js";
import { operationMutants } from "./operations.js";
import { pageAndETagMutants } from "./pages-and-etag.js";
import { repeatMutants } from "./retry.js";
import { sandboxAccessMutants } from "./sandbox-access.js";
import { sandboxFaultMutants } from "./sandbox-faults.js";
import { sandboxRuleMutants } from "./sandbox-rules.js";
import { secretAndErrorMutants } from "./secrets-and-errors.js";
import { spanMutants } from "./spans.js";
import { tokenMutants } from "./token.js";

/** Every behaviour that is taken away, one at a time. */
export const mutants: readonly Mutant[] = [
  ...tokenMutants,
  ...repeatMutants,
  ...callMutants,
  ...idempotencyMutants,
  ...operationMutants,
  ...pageAndETagMutants,
  ...limitMutants,
  ...secretAndErrorMutants,
  ...spanMutants,
  ...sandboxAccessMutants,
  ...sandboxRuleMutants,
  ...sandboxFaultMutants,
];
