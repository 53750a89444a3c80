import type { ResponseModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import { isOfJobs } from "../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import { hasNameOfRead } from "../described-read.js";
import type { LostSign, SignSource } from "../sign.js";
import { WORK } from "./texts/described-job.js";
import { ownerOfId } from "./possible-status.js";
import { valuesOf } from "./unfailing-states.js";
import { goesWrong, isRun } from "./work-words.js";

/** An id of what runs, by the last words of its name. */
const RUN_ID = /(?:^|_)(?:execution|job|operation|process|task|workflow)_(?:guid|id|key|uuid)$/u;

/** How a text begins of what runs by itself, which a person does not start by hand; or what does, of a start that a person may make. */
const STARTS = new RegExp(
  `^\\W{0,8}(?:re-?)?(?:(?:build|execute|launch|queue|run|sync|trigger)(?:e?s)?\\b|(?:start|submit)s?\\s(?:an?\\s|the\\s)?(?:\\w{1,20}\\s){0,2}(?:${WORK})\\b)`,
  "iu",
);

/** What was started, by the id of what runs beside its state, where no operation gives that state. What takes such an id is about what was started before. */
export function unreadSign(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  { status }: ResponseModel,
  state: BodyMember,
  members: readonly BodyMember[],
): LostSign | undefined {
  const above = aboveOf(state);
  const beside = members.filter((one) => aboveOf(one) === above);
  const id =
    beside.find(({ key }) => RUN_ID.test(key)) ??
    beside.find((one) => one.key === "id" && isOfJobs(ownerOfId(one) ?? ""));
  const given = new Set([
    ...operation.parameters.map(({ name }) => words(name).join("_")),
    ...(operation.body?.content ?? [])
      .flatMap(({ schema }) => listBodyMembers(schema, reader))
      .map(({ key }) => key),
  ]);
  const sign = { operation, trait: "background" as const, lines: [] };
  if (operation.method !== "POST" || hasNameOfRead(operation)) return undefined;
  if (id !== undefined && !given.has(id.key) && goesWrong(valuesOf(state, reader)))
    return {
      ...sign,
      shown: `its response ${status} has "${shownMember(id.at)}" and the state "${shownMember(state.at)}"`,
      missing: "nothing says for certain which operation gives that state",
    };
  const { summary, description = "" } = operation;
  return STARTS.test(summary ?? description) && isRun("", valuesOf(state, reader))
    ? {
        ...sign,
        shown: `its text says that it starts something, and its response ${status} has the state "${shownMember(state.at)}"`,
        missing: "nothing says for certain which operation gives that state of what it starts",
      }
    : undefined;
}
