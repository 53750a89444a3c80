import type { OperationModel, ResponseModel } from "../../../../../model/api-model.js";
import { pointerKeys } from "../../../../../text/json-pointer.js";
import { singularWord } from "../../../../../text/nouns.js";
import { words } from "../../../../../text/words.js";
import { yamlScalar } from "../../../../../text/yaml-scalar.js";
import { jsonContent, jsonResponse, operationKey, successResponses } from "../../../responses.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { classifyStates, isOfNow, isStateName } from "../../../traits/background/final-states.js";
import { givenBesides } from "../../../traits/background/given-parameters.js";
import { isOfJobs, isStatePath } from "../../../traits/background/status-paths.js";
import { type BodyMember, listBodyMembers } from "../../../traits/body-members.js";
import { shownMember } from "../../../traits/pagination/paths.js";
import { hasNameOfRead, readOfText } from "../../described-read.js";
import { configuredPath } from "../../pages/paging-lines.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "../../sign.js";
import { endsLine, moreUnknown } from "../partial-states.js";
import { isAbout } from "./own-state.js";
import { OF_PEOPLE } from "../texts/tracked-id.js";
import { valuesOf } from "../unfailing-states.js";
import { goesWrong, isJudged, isRun, isWork } from "../work-words.js";

/*
 * Work whose state a read gives to callers who send the id that came back: in the query of a GET (`GET /video/status?task_id=…`), or in the
 * body of a POST. The response of the start has no state.
 */

/** A read of a state. */
interface ReadById {
  readonly read: OperationModel;
  /** The name of what takes the id, as the contract has it. */
  readonly taking: string;
  readonly state: BodyMember;
  readonly values: readonly string[];
}

/** Name of an id that says what it is of: `task_id`. */
const ID = /^[a-z0-9_]{2,60}_(?:guid|id|key|uuid)$/u;

/** Names of ids that let a caller in, or that are of an owner. */
const OF_OTHERS =
  /(?:^|_)(?:access|account|api|app|auth[a-z]{0,20}|client|company|customer|idempotency|merchant|org[a-z]{0,20}|owner|project|session|tenant|user)_(?:guid|id|key|uuid)$/u;

/** What starts work, and names it by an id that one read of a state takes under the same name. */
export function readByIdSign(
  { operation, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const [response, ...others] = successResponses(operation);
  if (operation.method !== "POST" || response === undefined || others.length > 0) return undefined;
  if (isOfOther(operation)) return undefined;
  const known = reader.once(createKnown);
  const reads = known.get(all) ?? listReads(all, reader);
  known.set(all, reads);
  const given = listGiven(operation, reader);
  for (const id of listBodyMembers(jsonContent(response, reader)?.schema, reader)) {
    if (!ID.test(id.key) || OF_OTHERS.test(id.key) || given.has(id.key)) continue;
    const about = (reads.get(id.key) ?? []).filter((one) => isOfStarted(operation, id.key, one));
    const ofState = about.filter(({ read }) => isStatePath(read.path));
    const [found, ...more] = ofState.length > 0 ? ofState : about;
    if (found !== undefined && more.length === 0) return signOf({ operation, reader }, response, id, found);
  }
  return undefined;
}

/** Whether an operation reads, or is about what people do or judge. */
function isOfOther(operation: OperationModel): boolean {
  const { path } = operation;
  return isReading(operation) || isJudged(path) || (OF_PEOPLE.test(words(path).join(" ")) && !isWork(path));
}

function isReading(operation: OperationModel): boolean {
  return isStatePath(operation.path) || hasNameOfRead(operation) || readOfText(operation) !== undefined;
}

/** The names of what an operation is given: an id of that is of what was there before. */
function listGiven({ body, parameters }: OperationModel, reader: SchemaReader): ReadonlySet<string> {
  const sent = (body?.content ?? []).flatMap(({ schema }) => listBodyMembers(schema, reader));
  return new Set([...parameters.map(({ name }) => words(name).join("_")), ...sent.map(({ key }) => key)]);
}

/** The reads of each contract by the name of the id that they take, listed once. */
function createKnown(): Map<readonly SignSource[], ReadonlyMap<string, readonly ReadById[]>> {
  return new Map();
}

function listReads(
  all: readonly SignSource[],
  reader: SchemaReader,
): ReadonlyMap<string, readonly ReadById[]> {
  const found = new Map<string, ReadById[]>();
  for (const { operation: read } of all) {
    const names = takenIds(read, reader);
    if (names.length === 0) continue;
    const states = listBodyMembers(jsonResponse(read, reader)?.schema, reader).filter(
      (one) => isOfNow(one) && isStateName(one.key) && endsWell(valuesOf(one, reader)),
    );
    for (const taking of names) {
      const state = states.find((one) => isAbout(`${read.path} ${taking}`, one.key));
      if (state === undefined) continue;
      const key = words(taking).join("_");
      const one = { read, taking, state, values: valuesOf(state, reader) };
      found.set(key, [...(found.get(key) ?? []), one]);
    }
  }
  return found;
}

/** The names of the ids that the query of a GET takes, or the body of a POST that reads. */
function takenIds(read: OperationModel, reader: SchemaReader): readonly string[] {
  const names =
    read.method === "GET"
      ? read.parameters.flatMap(({ in: where, name }) => (where === "query" ? [name] : []))
      : read.method === "POST" && isReading(read)
        ? listBodyMembers(read.body?.content[0]?.schema, reader).flatMap(({ path: [name = ""], at }) =>
            at.includes("/") ? [] : [name],
          )
        : [];
  return names.filter((name) => {
    const key = words(name).join("_");
    return ID.test(key) && !OF_OTHERS.test(key);
  });
}

/** Whether one of several states is a good end. */
export function endsWell(values: readonly string[]): boolean {
  const { succeeded } = classifyStates(values);
  return succeeded.length > 0 && values.length > succeeded.length;
}

/**
 * Whether a read gives the state of what an operation starts: the id is that of a job, or of what the read names, and that is work by its
 * states or its path.
 */
function isOfStarted({ path }: OperationModel, key: string, { read, values }: ReadById): boolean {
  const noun = key.replace(/_[a-z]+$/u, "");
  if (isOfJobs(noun) && goesWrong(values)) return true;
  const named = new Set(words(`${read.path} ${read.operationId ?? ""}`).map(singularWord));
  return named.has(singularWord(words(noun).at(-1) ?? "")) && (isRun(path, values) || isRun(noun, values));
}

function signOf(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  { status }: ResponseModel,
  id: BodyMember,
  { read, taking, state, values }: ReadById,
): LostSign {
  const sign = {
    operation,
    trait: "background" as const,
    shown: `its response ${status} has "${shownMember(id.at)}"`,
  };
  if (read.method !== "GET")
    return {
      ...sign,
      missing: `\`${operationKey(read)}\` gives the state of what it starts, and the client polls only by GET`,
      lines: [],
    };
  const besides = givenBesides(operation, read, { in: "query", name: taking }, reader);
  const missing = `nothing says that callers wait for the end that \`${operationKey(read)}\` gives`;
  if ("missing" in besides)
    return {
      ...sign,
      missing: `${missing}, which also requires ${JSON.stringify(besides.missing)}`,
      lines: [],
    };
  return {
    ...sign,
    missing: `${missing}${moreUnknown(classifyStates(values).unknown)}`,
    lines: queryLines(operation, { read, taking, state, values }, id),
  };
}

/** The lines that say which GET gives the state: its query takes the id that a start returns. */
export function queryLines(
  operation: OperationModel,
  { read, taking, state, values }: ReadById,
  id: BodyMember,
): readonly string[] {
  return operationLines(operation, [
    "background:",
    `  status: ${quotedKey(read)}`,
    `  parameter: ${yamlScalar(taking)}`,
    `  id: ${configuredPath(pointerKeys(`/${id.at}`))}`,
    `  ${endsLine(state.at, classifyStates(values))}`,
  ]);
}
