import type { OperationModel, ParameterModel } from "../../model/api-model.js";
import type { MemberPlan } from "../type-plan.js";

/** Members of an input that stay what they were, whatever the body of the operation has gained. */
export function settledMembers(
  operation: OperationModel,
  given: readonly ParameterModel[],
): ReadonlySet<string> {
  const { kept } = operation;
  if (kept === undefined) return new Set();
  const keys = given.flatMap((parameter) => keptKey(operation, parameter) ?? []);
  return new Set([...keys, ...(kept.chosenBy === undefined ? [] : [kept.chosenBy])]);
}

/** The member that a parameter had in an earlier generation; a path has had all of its parameters ever since. */
export function keptKey({ kept }: OperationModel, { name, in: place }: ParameterModel): string | undefined {
  return (
    kept?.parameters.get(`${place} ${name}`) ?? (kept !== undefined && place === "path" ? name : undefined)
  );
}

/**
 * Members of a body that give way to those that an input has already: `id` → `idInBody`.
 *
 * @param settled - as {@link settledMembers} gives them.
 */
export function renameMembers(
  members: readonly MemberPlan[],
  settled: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = members.flatMap((member) => (member.kind === "property" ? member.name : []));
  const taken = new Set([...names, ...settled]);
  const renamed = names
    .filter((name) => settled.has(name))
    .map((name): [string, string] => {
      let free = `${name}InBody`;
      for (let count = 2; taken.has(free); count++) free = `${name}InBody${String(count)}`;
      taken.add(free);
      return [name, free];
    });
  return new Map(renamed);
}
