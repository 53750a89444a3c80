/** What is the same for every occurrence of a problem. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
}

function kind(status: number, title: string, retryable = false): ProblemKind {
  return { status, title, retryable };
}

/** Every problem of the contract by its code, with the status and the title of the contract's examples. */
export const problemCatalog = {
  malformed_request: kind(400, "The request could not be read"),
  validation_failed: kind(400, "The request does not follow the contract"),
  weak_etag: kind(400, "A weak validator cannot protect a change"),
  cursor_invalid: kind(400, "The cursor does not belong to this request"),
  token_missing: kind(401, "A JWT is needed"),
  token_invalid: kind(401, "The JWT is not valid"),
  token_expired: kind(401, "The JWT has expired"),
  access_denied: kind(403, "The user may not use the external API"),
  scope_missing: kind(403, "The JWT lacks a scope"),
  cabinet_not_allowed: kind(403, "The cabinet is not open to this access key"),
  cabinet_access_denied: kind(403, "The user may not do this in the cabinet"),
  feature_disabled: kind(403, "The operation group is switched off"),
  cabinet_not_found: kind(404, "The cabinet is not there"),
  context_not_found: kind(404, "The cabinet is not reachable in this context"),
  project_not_found: kind(404, "The project is not there"),
  operation_not_found: kind(404, "The operation is not there"),
  idempotency_key_conflict: kind(409, "The idempotency key was used with different data"),
  project_archived: kind(409, "An archived project cannot be changed"),
  operation_not_finished: kind(409, "The operation has not ended", true),
  operation_failed: kind(409, "The operation failed"),
  operation_expired: kind(410, "The operation has expired"),
  stale_etag: kind(412, "The resource has changed since it was read"),
  request_too_large: kind(413, "The request body is too large"),
  unsupported_media_type: kind(415, "The media type is not supported"),
  context_required: kind(422, "The cabinet is reachable in several contexts"),
  precondition_required: kind(428, "If-Match is missing"),
  rate_limited: kind(429, "Too many requests", true),
  too_many_operations: kind(429, "Too many background operations at once", true),
  internal_error: kind(500, "The service failed"),
  ambiguous_upstream_outcome: kind(502, "The outcome in the upstream system is unknown"),
  service_unavailable: kind(503, "The service is unavailable", true),
} as const satisfies Record<string, ProblemKind>;

/** Problems of addresses and methods that the contract does not have. */
export const routingProblems = {
  not_found: kind(404, "There is nothing at this address"),
  method_not_allowed: kind(405, "The address does not support this method"),
} as const satisfies Record<string, ProblemKind>;

/** A machine code of the contract. */
export type ProblemCode = keyof typeof problemCatalog;
