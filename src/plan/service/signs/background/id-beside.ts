import type { OperationModel } from "../../../../model/api-model.js";
import { isPlural } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { StatusCandidate } from "../../traits/background/find-status.js";
import { withoutSlash } from "../../traits/background/status-paths.js";
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

/** Last words of the names of parameters that say what is done, or how: they are the id of nothing. */
const CHOICE = /^(?:action|command|format|kind|lang|language|locale|mode|operation|type|verb|version)$/u;

/**
 * The parameter that an operation names a thing by: the last of its path, without those that choose between values. What is deleted
 * has no state.
 */
export function ownId(
  { method, parameters, path }: OperationModel,
  reader: SchemaReader,
): string | undefined {
  const names = [...path.matchAll(/\{([^{}]*)\}/gu)].map(([, name = ""]) => name);
  const isChoice = (name: string) =>
    CHOICE.test(words(name).at(-1) ?? "") ||
    parameters.some((one) => one.in === "path" && one.name === name && reader.values(one.schema).length > 0);
  const last = names.findLast((name) => !isChoice(name));
  const own = parameters.find((one) => one.in === "path" && one.name === last);
  // What is added to a list, or is done by a name of several things, has an id of its own: `/vehicles/{id}/readouts`.
  const isOfList = method === "POST" && isPlural(words(withoutSlash(path).split(/[/{}]/u).at(-1) ?? ""));
  return method === "DELETE" || isOfList || own === undefined || own.sensitive ? undefined : last;
}
