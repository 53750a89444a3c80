import { createHash } from "node:crypto";
import { toCanonicalJson } from "../pages/canonical-json.js";
import { Rejection } from "../problems/rejection.js";
import type { Call } from "../server/call.js";
import type { OperationRecord } from "./operation-record.js";

/** The header that names an intent. */
export const idempotencyKeyHeader = "Idempotency-Key";

/** What a key stands for: an operation, or a request with an unknown outcome. */
export type KeyedOutcome =
  { readonly kind: "operation"; readonly record: OperationRecord } | { readonly kind: "ambiguous" };

/** What the keys of each access key stand for, as long as they are kept (IDM-1, IDM-2, OPS-6). */
export interface IdempotencyStore {
  /** @throws Refusal `idempotency_key_conflict` when the key was used with different data */
  find(call: Call, key: string): KeyedOutcome | undefined;
  /** @param expiresAt until when the key is kept, in epoch milliseconds */
  remember(call: Call, key: string, outcome: KeyedOutcome, expiresAt: number): void;
}

interface Entry {
  readonly fingerprint: string;
  readonly outcome: KeyedOutcome;
  readonly expiresAt: number;
}

/** Creates an empty store. It keeps hashes of the requests, never the requests. */
export function createIdempotencyStore(): IdempotencyStore {
  const entries = new Map<string, Entry>();
  const nameOf = (call: Call, key: string) => `${call.caller.credential.credentialId} ${key}`;
  return {
    find: (call, key) => {
      const entry = entries.get(nameOf(call, key));
      if (entry === undefined || entry.expiresAt <= call.now) return undefined;
      if (entry.fingerprint === fingerprint(call)) return entry.outcome;
      const advice = "Use a new key for a new request or repeat the original one unchanged.";
      throw new Rejection("idempotency_key_conflict", advice);
    },
    remember: (call, key, outcome, expiresAt) => {
      entries.set(nameOf(call, key), { fingerprint: fingerprint(call), outcome, expiresAt });
    },
  };
}

/** The order of properties never matters; the key itself is not part of the data. */
function fingerprint({ operation, parameters, body }: Call): string {
  const data = { ...parameters, [idempotencyKeyHeader]: undefined };
  return createHash("sha256")
    .update(toCanonicalJson([operation.operationId, data, body]))
    .digest("hex");
}
