import { byText } from "../../../text/by-text.js";
import { camel, words } from "../../../text/words.js";
import { fullName } from "../../reading/answers.js";
import type { MethodNames } from "../method-names.js";
import type { FindOperation, PlannedOperation } from "../planned-operation.js";

/** A change that `modify` can make, and the read that it starts from. */
export interface Modification {
  readonly change: PlannedOperation;
  readonly read: PlannedOperation;
  /** Method: `modify`, `modifySources`. */
  readonly method: string;
  /** The constant beside the change's descriptor that pairs it with its read. */
  readonly constant: string;
}

/** Verbs of a change that `modify` takes the place of: `updateSources` → `modifySources`. The first ones come first. */
const CHANGES = ["update", "change", "patch", "put", "set", "replace", "edit", "save", "modify"];

/**
 * What `modify` is there for: changes whose read is known and that have something to build. A DELETE has nothing, and
 * what is only accepted (202) is not done; where the server may also do it at once, `modify` gives the one or the other. By
 * the full name of the change.
 */
export function listModifications(
  all: readonly PlannedOperation[],
  find: FindOperation,
  names: MethodNames,
): ReadonlyMap<string, Modification> {
  const found = all.flatMap((change) => {
    const read = readOf(change, find);
    return read === undefined ? [] : [{ change, read }];
  });
  // In this order names are given, wherever the operations stand in the contract.
  const ordered = found.sort(
    (left, right) =>
      verbRank(left.change) - verbRank(right.change) ||
      byText(fullName(left.change.model), fullName(right.change.model)),
  );
  return new Map(
    ordered.map(({ change, read }) => {
      const own = change.model.name.method;
      const method = names.claim(change.model, "modify", modifyNames(own));
      return [fullName(change.model), { change, read, method, constant: `${own}Rounds` }];
    }),
  );
}

function readOf(change: PlannedOperation, find: FindOperation): PlannedOperation | undefined {
  const { traits, model, input } = change;
  const name = traits.conditionalChange?.facts.read;
  // What always goes on in the background has no state to give.
  const { background } = traits;
  if (name === undefined || (background !== undefined && background.facts.mayBeDone !== true))
    return undefined;
  // Accepted for later, and nothing to follow it by: the next read gives the old state.
  if (background === undefined && model.answers.some(({ status }) => status === "202")) return undefined;
  return input.body === undefined || model.method === "DELETE" ? undefined : find(name);
}

/** The verb of the change gives way; where that name is taken, the change's whole name tells it apart. */
function modifyNames(change: string): readonly [string, string] {
  const [verb = "", ...rest] = words(change);
  return [
    camel(["modify", ...(CHANGES.includes(verb) ? rest : words(change))]),
    camel(["modify", "by", ...words(change)]),
  ];
}

function verbRank({ model }: PlannedOperation): number {
  const [verb = ""] = words(model.name.method);
  const at = CHANGES.indexOf(verb);
  return at === -1 ? CHANGES.length : at;
}
