import type { Finding } from "./diff/finding.js";
import { digestOf, type LoadedContract, type UnselectedOperation } from "./load/loaded-contract.js";
import { pruneDocument } from "./load/selection/prune-document.js";
import { sameOperations } from "./load/selection/same-operations.js";
import { textMember } from "./model/json-members.js";
import { listRawOperations } from "./model/operations/list-raw-operations.js";
import { withoutParameterNames } from "./openapi/operations.js";

const REMOVED: ReadonlySet<string> = new Set(["operation.removed", "operation.removed-before-sunset"]);

/**
 * What a selection takes out of the client is gone for its callers alone where the contract has it as before. Where the contract changes
 * it too, released clients may meet that.
 */
export function ofSelection(
  findings: readonly Finding[],
  old: LoadedContract,
  { unselected = [], whole }: LoadedContract,
): readonly Finding[] {
  if (unselected.length === 0) return findings;
  // Released clients send the same requests whatever the parameters of a path are called.
  const gone = new Map(unselected.map((one) => [withoutParameterNames(keyOf(one)), one]));
  const isSameIn = whole === undefined ? () => false : sameOperations(old.document, whole);
  return findings.map((finding): Finding => {
    const [{ operation: key } = { operation: "" }] = finding.reach;
    const one = REMOVED.has(finding.rule) ? gone.get(withoutParameterNames(key)) : undefined;
    if (one === undefined) return finding;
    return {
      ...finding,
      title: `The client no longer has ${finding.element}: ${one.by} decides that.`,
      ...(isSameIn(key, keyOf(one)) ? AS_BEFORE : CHANGED),
    };
  });
}

/**
 * Whether a selection, and not the contract, may decide what a client has in addition or no longer: the client is of a part of the
 * contract, or was of one, as far as its operations are in the contract as they were. Folders do not have their selections.
 */
export function mayBeOfSelection(old: LoadedContract, now: LoadedContract): boolean {
  if ((now.unselected ?? []).length > 0) return true;
  const before = new Set(listRawOperations(old.document).map(keyOf));
  const others = listRawOperations(now.document).filter((one) => !before.has(keyOf(one)));
  if (others.length === 0) return false;
  const keys = new Set(others.map(keyOf));
  const ids = new Set(others.map(({ json }) => textMember(json, "operationId")));
  return [true, false].some((hasWebhooks) => {
    const { document } = pruneDocument(now.document, {
      hasOperation: (key) => before.has(key),
      hasWebhook: () => hasWebhooks,
      gone: { hasId: (id) => ids.has(id), hasKey: (key) => keys.has(key) },
    });
    return digestOf(document) === old.digest;
  });
}

const AS_BEFORE = {
  wire: "none",
  runtime: "The server responds as before.",
  why: "The contract has it as before.",
} as const satisfies Partial<Finding>;

const CHANGED = {
  wire: "risky",
  runtime: "Calls of released clients may fail.",
  why: "The contract changes it too, or what it refers to. What is not selected is not compared in detail: compare the contracts without the selection.",
} as const satisfies Partial<Finding>;

function keyOf({ method, path }: Pick<UnselectedOperation, "method" | "path">): string {
  return `${method} ${path}`;
}
