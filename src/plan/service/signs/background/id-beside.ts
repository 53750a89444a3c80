import { words } from "../../../../text/words.js";
import type { StatusCandidate } from "../../traits/background/find-status.js";
import { aboveOf, type BodyMember } from "../../traits/body-members.js";

/** The last word of a parameter that takes an id of another kind. */
const ID = /(?:^|_)(gid|guid|sid|uid|uuid)$/u;

/** The last word of a parameter that takes no id. */
const NAME = /(?:^|_)(name|number|slug)$/u;

/**
 * The member that the text of the parameter names as code, or that the parameter is named after (`{operation}`: `operation` or `operation_id`),
 * else the `id` beside the state, or the `name` for `{job_name}`.
 */
export function idBeside(
  above: string,
  members: readonly BodyMember[],
  { status, parameter }: StatusCandidate,
): BodyMember | undefined {
  const key = words(parameter).join("_");
  const { description = "" } = status.parameters.find(({ name }) => name === parameter) ?? {};
  const inText = new Set(
    [...description.matchAll(/`(\w{0,60}(?:[gsu]id|uuid|_id|Id|ID))`/gu)].map(([, name = ""]) => name),
  );
  // `gid` beside the state for `job_gid`
  const own = new Set(NAME.exec(key)?.slice(1) ?? ["id", ...(ID.exec(key)?.slice(1) ?? [])]);
  const ids = members.filter((one) => own.has(one.key) && aboveOf(one) === above);
  const named = key === "id" ? [] : [key, `${key}_id`];
  // What is deeper than the state is of something else: `settings.upload_id`.
  const isAbove = (one: BodyMember) => `${above}/`.startsWith(aboveOf(one));
  return (
    members.find((one) => inText.has(one.path.at(-1) ?? "")) ??
    members.find((one) => named.includes(one.key) && isAbove(one)) ??
    ids.find((one) => one.key !== "id") ??
    ids[0]
  );
}
