import { createHash } from "node:crypto";
import { Rejection } from "../problems/rejection.js";

/** A value that changes only under the strong `ETag` of its current state (ETG-1 to ETG-3). */
export interface Versioned<Value> {
  readonly value: Value;
  /** The strong validator with its quotes (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** Puts another value in place, whatever the validator. */
  replace(value: Value): void;
}

/**
 * @param identity what the value belongs to, so that equal values of two resources have different validators
 * @param initial the first value
 */
export function createVersioned<Value>(identity: string, initial: Value): Versioned<Value> {
  let value = initial;
  let revision = 1;
  return {
    get value() {
      return value;
    },
    get etag() {
      // The revision is part of it: going back to an earlier value still is a change.
      const digest = createHash("sha256")
        .update(JSON.stringify([identity, revision, value]))
        .digest("hex");
      return `"${digest.slice(0, 24)}"`;
    },
    replace: (next) => {
      value = next;
      revision += 1;
    },
  };
}

/**
 * Compares `If-Match` with the current validator (RFC 9110 section 13.1.1, strong comparison).
 * @throws Refusal `stale_etag`
 */
export function checkIfMatch(resource: Versioned<unknown>, ifMatch: string): void {
  if (resource.etag !== ifMatch) {
    throw new Rejection("stale_etag", "Read the resource again and rebuild the change.");
  }
}
