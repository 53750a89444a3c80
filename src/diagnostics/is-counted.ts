/** What decides whether a change of a contract counts. */
export interface Counted {
  /** That it was accepted, and why; absent: it was not. */
  readonly accepted?: unknown;
  /** Where a consumer uses it; absent: no consumer was named. */
  readonly usedBy?: readonly unknown[] | undefined;
}

/** Whether a change has a part in the verdict: it is not accepted, and reaches the consumer, where one was named. */
export function isCounted({ accepted, usedBy }: Counted): boolean {
  return accepted === undefined && usedBy?.length !== 0;
}
