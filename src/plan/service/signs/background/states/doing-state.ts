import type { OperationModel } from "../../../../../model/api-model.js";
import { isPlural } from "../../../../../text/nouns.js";
import { words } from "../../../../../text/words.js";
import { jsonContent, jsonResponse, operationKey, successResponses } from "../../../responses.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { isOfNow, isStateName } from "../../../traits/background/final-states.js";
import { startIdOf } from "../../../traits/background/given-parameters.js";
import { shapeOf, withoutSlash } from "../../../traits/background/status-paths.js";
import { type BodyMember, listBodyMembers } from "../../../traits/body-members.js";
import { shownMember } from "../../../traits/pagination/paths.js";
import { hasNameOfRead } from "../../described-read.js";
import type { LostSign, SignSource } from "../../sign.js";
import type { PossibleStatuses } from "../possible-status.js";
import { valuesOf } from "../unfailing-states.js";
import { isAbout, isOfThing, isSent, MOST_OF_ID } from "./own-state.js";
import { readOf, signOfState } from "./running-state.js";

/*
 * A state in which what an operation does is still being done, by the words of both: `DELETING` of a delete.
 */

/** Verbs of one kind, and how the words begin of a state in which such a thing is still being done. */
interface Deed {
  readonly verb: RegExp;
  readonly beginnings: readonly string[];
}

const DEEDS: readonly Deed[] = [
  {
    verb: /^(?:add|allocate|create|insert|launch|make|new|post|provision|request)$/u,
    beginnings: ["allocat", "build", "creat", "generat", "initiali", "launch", "provision"],
  },
  {
    verb: /^(?:delete|deprovision|destroy|drop|purge|release|remove|terminate)$/u,
    beginnings: ["delet", "deprovision", "destroy", "remov", "terminat"],
  },
  {
    verb: /^(?:change|configure|edit|modify|patch|put|replace|resize|scale|set|update|upgrade)$/u,
    beginnings: ["appl", "chang", "configur", "modif", "reconfigur", "resiz", "scal", "updat", "upgrad"],
  },
];

/** The verb of a method, where neither a path nor a name has one. */
const OF_METHOD: Readonly<Record<string, string>> = {
  DELETE: "delete",
  PATCH: "patch",
  POST: "create",
  PUT: "put",
};

/** Verbs of what people do, or wait for: an invitation is `pending_acceptance` until somebody decides. */
const OF_PEOPLE =
  /^(?:accept|approve|assign|authori[sz]e|book|check|close|comment|confirm|deliver|favou?rite|follow|hire|investigate|invite|like|monitor|negotiate|open|order|pay|pend|play|process|review|send|ship|sign|submit|verify|vote|wait|watch)$/u;

/** How the words begin of a state in which what an operation does is still being done. */
interface Beginnings {
  /** Those of its own verb, and of a noun that is made of one (`startDeployment`): what is pending may wait for a person. */
  readonly own: readonly string[];
  readonly ofKind: readonly string[];
}

function beginningsOf({ method, operationId = "", path }: OperationModel): Beginnings {
  const name = words(operationId.split(/[^A-Za-z0-9]/u).at(-1) ?? "");
  const segment = path.split(/[./:=]/u).findLast((one) => /^[A-Za-z]/u.test(one)) ?? "";
  const verb = words(segment)[0] ?? "";
  // What is called below a thing is what is done to it, whatever the name has: `/servers/{id}/reset`.
  const isCalled = /\}[/:][^/{}]{1,100}$/u.test(withoutSlash(path)) && !isPlural(words(segment));
  const verbs = isCalled ? [verb] : [name[0] ?? "", verb];
  const known = verbs.flatMap(ofVerb);
  // What a POST does is a create where it is sent to a list, and a PUT changes a thing at its own path: `/pipelines/{id}/start` is another deed.
  const isFree =
    method === "POST" ? isPlural(words(segment)) && !path.includes("#") : withoutSlash(path).endsWith("}");
  const ofMethod = known.length === 0 && isFree ? ofVerb(OF_METHOD[method] ?? "") : [];
  const own = verbs
    .filter((one) => one.length > 3 && !OF_PEOPLE.test(one))
    .map((one) => one.replace(/[ey]$/u, ""));
  const ofNouns = name.slice(1).flatMap((noun) => OF_NOUN.exec(noun)?.[1] ?? []);
  return { own: [...own, ...ofNouns], ofKind: [...known, ...ofMethod] };
}

function ofVerb(verb: string): readonly string[] {
  return DEEDS.filter((one) => one.verb.test(verb)).flatMap(({ beginnings }) => beginnings);
}

/** A noun that is made of a verb, and how that begins. */
const OF_NOUN =
  /^(deploy|export|import|install|migrat|replicat|restor|transcod|transcri|train)(?:ations?|ions?|ments?|ptions?|s)?$/u;

/** Whether a state says that something goes on: `DELETING`, `PENDING_UPDATE`, `CREATE_IN_PROGRESS`. */
function goesOn(value: string, { own, ofKind }: Beginnings): boolean {
  const all = words(value);
  const waits = all.includes("pending");
  const isOpen = all.includes("progress");
  const known = waits ? ofKind : [...ofKind, ...own];
  return all.some(
    (word) =>
      known.some((one) => word.startsWith(one)) &&
      (isOpen || word.endsWith("ing") || (waits && OF_DEED.test(word))),
  );
}

/** What is pending where a service does it: changes and applications wait for a person. */
const OF_DEED =
  /^(?:allocat|creat|delet|provision|resiz|scal|terminat|updat|upgrad)(?:e|ion)?$|^(?:destroy|modif(?:ication|y)|remov(?:al|e))$/u;

const OPEN = /^(?:pending|progress)$/u;

/** Whether nothing goes on in a state. */
function isOver(value: string): boolean {
  return words(value).every((word) => !OPEN.test(word) && !word.endsWith("ing"));
}

/** A state of a thing, and its value in which what an operation does is still being done. */
interface DoingState {
  readonly member: BodyMember;
  readonly value: string;
}

/** The first state of a thing in which what an operation does is still being done, and others in which nothing is. */
function doingState(
  operation: OperationModel,
  members: readonly BodyMember[],
  reader: SchemaReader,
): DoingState | undefined {
  const own = members.filter((one) => isOfNow(one) && isOwnState(operation, one));
  if (own.length === 0) return undefined;
  const beginnings = beginningsOf(operation);
  for (const member of own) {
    const values = reader.values(member.schema).filter((value) => typeof value === "string");
    const value = values.find((one) => goesOn(one, beginnings));
    if (value !== undefined && values.some(isOver) && isOfThing(member.path, members, reader))
      return { member, value };
  }
  return undefined;
}

/** Words before the name of a state that say nothing of what it is of: `lifecycle_state`. */
const OF_ANY = /^(?:current|cycle|life|lifecycle|operation|operational|provisioning|resource)$/u;

/** Whether a member is the state of what an operation names; one of another thing is that of a part: `session_status` of a project. */
function isOwnState({ operationId = "", path }: OperationModel, { key }: BodyMember): boolean {
  const state = words(key)
    .filter((word) => !OF_ANY.test(word))
    .join("_")
    .replace(/(?<=status)_code$/u, "");
  return isStateName(state) && isAbout(`${path}/${operationId}`, state);
}

/** Whether a text says that an operation ends with its response: "Performs a synchronous deletion". */
function endsAtOnce({ summary = "", description = "" }: OperationModel): boolean {
  return [summary, description].some((text) => /\bsynchronous(?:ly)?\b/iu.test(text.slice(0, LONGEST)));
}

/** Characters of a text that are searched. */
const LONGEST = 2000;

/** A change whose response, or the read of what it changes, has a state in which that is still being done. Which states end it, a person says. */
export function doingSign(
  { operation, reader }: SignSource,
  possible: PossibleStatuses,
): LostSign | undefined {
  const [response] = successResponses(operation);
  if (response === undefined || hasNameOfRead(operation) || endsAtOnce(operation)) return undefined;
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const own = doingState(operation, members, reader);
  const shown = `its response ${response.status}`;
  if (own !== undefined)
    return signOf(
      { operation, reader },
      { ...own, holder: shown },
      members,
      readOf(operation, own.member, possible, reader),
    );
  const read = readOfThing(operation, members, possible, reader);
  if (read === undefined) return undefined;
  const given = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  const state = doingState(operation, given, reader);
  return (
    state && signOf({ operation, reader }, { ...state, holder: `\`${operationKey(read)}\`` }, members, read)
  );
}

/** The read of what a path names; of a POST whose response has little more than an id, the read right below. */
function readOfThing(
  operation: OperationModel,
  members: readonly BodyMember[],
  { byShape }: PossibleStatuses,
  reader: SchemaReader,
): OperationModel | undefined {
  const shape = shapeOf(operation.path);
  if (operation.method === "POST") {
    const isId = members.length > 0 && members.length <= MOST_OF_ID;
    return isId ? byShape.get(`${shape}/{}`) : undefined;
  }
  const read = byShape.get(shape);
  return read === undefined || startIdOf(operation, read, reader) === undefined ? undefined : read;
}

/** A state of what is deleted, and may still be read. */
const GONE = /(?:delet|destroy|purg|remov|terminat)ed$/iu;

function signOf(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  { member, value, holder }: DoingState & { readonly holder: string },
  members: readonly BodyMember[],
  read: OperationModel | undefined,
): LostSign | undefined {
  if (isSent(operation, member, reader)) return undefined;
  const shown = `${holder} has the state "${shownMember(member.at)}" with ${JSON.stringify(value)}`;
  const isGone = beginningsOf(operation).ofKind.includes("delet");
  if (isGone && !valuesOf(member, reader).some((one) => GONE.test(one)))
    return {
      operation,
      trait: "background",
      shown,
      missing:
        "no state says that it is gone: a read then ends with 404, which the client throws as an error",
      lines: [],
    };
  return signOfState({ operation, reader }, { member, shown, isOfRead: true }, members, read);
}
