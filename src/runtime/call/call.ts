/**
 * The promise of one logical call. Await it for the value; `withResponse()` for the value with status and headers.
 */
export interface Call<Value> extends Promise<Value> {
  /** The same call (not a second one) with what HTTP said beside the value. */
  withResponse(): Promise<ApiResponse<Value>>;
}

/** A parsed answer with what HTTP said around it. */
export interface ApiResponse<Value> {
  readonly value: Value;
  /** Status code (RFC 9110 section 15). */
  readonly status: number;
  readonly headers: Headers;
  /** How many requests were sent for this one logical call; at least 1. */
  readonly attempts: number;
  /** Milliseconds spent waiting between attempts. */
  readonly waited: number;
}
