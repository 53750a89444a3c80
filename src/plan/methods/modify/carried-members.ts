import type { MemberPlan, TypePlan } from "../../type-plan.js";
import { union } from "../../scopes/scope-alternatives.js";
import { inputType } from "../input-parameter.js";
import type { PlannedOperation } from "../planned-operation.js";
import type { TypeSources } from "../representations.js";
import type { Modification } from "./list-modifications.js";

type Types = Pick<TypeSources, "types">;

/** Members that read and change both take, by name: given once, the same in every round (ACC-8). */
export function carriedMembers({ change, read }: Modification, sources: Types): readonly string[] {
  const given = new Set(inputMembers(read, sources));
  return inputMembers(change, sources).filter((name) => given.has(name));
}

/** What `rebuild` gives: the change's input without what the read's input names already. */
export function rebuiltType(modification: Modification, sources: Types): TypePlan {
  const shared = carriedMembers(modification, sources);
  const type = inputType(modification.change.input);
  if (shared.length === 0) return type;
  const names = union(shared.map((name) => ({ kind: "literal", value: name })));
  return { kind: "name", name: "Rebuilt", arguments: [type, names] };
}

/** Names of all members of an input: its own and those of the body it extends. */
function inputMembers({ input }: PlannedOperation, { types }: Types): readonly string[] {
  const body =
    input.body?.from === "members" && input.body.media.schema !== undefined
      ? (types.propertiesOf(input.body.media.schema, "request") ?? [])
      : [];
  const isNamed = (member: MemberPlan): member is Extract<MemberPlan, { kind: "property" }> =>
    member.kind === "property";
  const own = body.filter(isNamed).map(({ name }) => input.body?.renamed?.get(name) ?? name);
  return [...input.parameters.map(({ key }) => key), ...own];
}
