import type { OperationModel, ResponseModel } from "../../../../../model/api-model.js";
import { pointerKeys } from "../../../../../text/json-pointer.js";
import { singularWord } from "../../../../../text/nouns.js";
import { words } from "../../../../../text/words.js";
import { yamlScalar } from "../../../../../text/yaml-scalar.js";
import { jsonContent, jsonResponse, operationKey, successResponses } from "../../../responses.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { classifyStates, isOfNow } from "../../../traits/background/final-states.js";
import { givenBesides } from "../../../traits/background/given-parameters.js";
import { isOfJobs, isResultPath, isStatePath, shapeOf } from "../../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../../traits/body-members.js";
import { type Path, shownMember } from "../../../traits/pagination/paths.js";
import { hasNameOfRead, readOfText } from "../../described-read.js";
import { configuredPath } from "../../pages/paging-lines.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "../../sign.js";
import { endsLine } from "../partial-states.js";
import { valuesOf } from "../unfailing-states.js";
import { goesWrong, isJudged, isRun } from "../work-words.js";
import { outcomeBeside } from "./outcome-beside.js";
import { isAbout, isEnvelope, isOfStart, isOfWorker, isSetByCallers, mayCreate } from "./own-state.js";
import { LASTS } from "./running-state.js";

/*
 * Work whose state a read gives to callers who send the id that came back: in the query of a GET (`GET /video/status?task_id=…`), or in the
 * body of a POST. The response of the start has little more than the id.
 */

/** An operation that takes an id: a GET in its path or its query, another one also in its body. */
interface Taker {
  readonly operation: OperationModel;
  /** The name of what takes the id, as the contract has it. */
  readonly name: string;
  readonly in: "body" | "path" | "query";
}

/** The one read that gives the state of whatever an id of this name is of. */
export interface ReadById {
  readonly read: Taker;
  readonly state: BodyMember;
  readonly values: readonly string[];
  /** The words of its path and its name. */
  readonly named: ReadonlySet<string>;
}

/** What starts work, and names it by an id that one read of a state takes under the same name. */
export function readByIdSign(
  { operation, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const [response, ...others] = successResponses(operation);
  if (operation.method !== "POST" || response === undefined || others.length > 0) return undefined;
  const id = idOf(operation, response, reader);
  if (id === undefined || !mayCreate(operation, all) || !isOfStart(operation) || isOfWorker(operation))
    return undefined;
  const { path } = operation;
  if (isJudged(path) || isJudged(nounOf(id.key)) || OF_PLANS.test(path)) return undefined;
  const found = readOf(id.key, all, reader);
  return found !== undefined && isOfStarted(operation, id.key, found)
    ? signOf({ operation, reader }, response, id, found)
    : undefined;
}

/** A path of what runs again and again, and is never over. */
const OF_PLANS = /\/(?:crons?|schedules?|triggers?)(?:\/|$)/iu;

/** Name of an id that tells what it is of: `task_id`. */
const ID = /^[a-z0-9_]{2,60}_(?:guid|id|key|uuid)$/u;

/** Names of ids that let a caller in, that are of an owner, or of a request alone. */
const OF_OTHERS =
  /(?:^|_)(?:access|account|api|app|auth[a-z]{0,20}|client|company|correlation|customer|event|idempotency|log|merchant|message|org[a-z]{0,20}|owner|project|request|session|span|tenant|trace|user)_(?:guid|id|key|uuid)$/u;

/** Members beside an id in a response that has little more: a message, when it started, whose request it was. */
const MOST_BESIDE = 4;

/** The id in a response that has little more: of what was started, and not what came of it, or a reference. */
function idOf(
  operation: OperationModel,
  response: ResponseModel,
  reader: SchemaReader,
): BodyMember | undefined {
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const [id, ...more] = members.filter(
    (one) => (ID.test(one.key) || /^(?:id|uuid)$/u.test(one.key)) && !OF_OTHERS.test(one.key),
  );
  if (id === undefined || more.length > 0 || !ID.test(id.key) || !isOfNow(id)) return undefined;
  const beside = members.filter((one) => one !== id && aboveOf(one) === aboveOf(id));
  const hasResult = beside.some(({ key }) => /(?:^|_)(?:data|file|href|link|result|ur[il])s?$/u.test(key));
  const isText = /^(?:number|string)$/u.test(reader.resolve(id.schema).type.kind);
  const isFound =
    isText && !hasResult && beside.length <= MOST_BESIDE && isHeldByThing(id.path, nounOf(id.key));
  return isFound && !isGiven(operation, id.key, reader) ? id : undefined;
}

/** Whether what holds a member is an envelope, or the thing that a text names. */
function isHeldByThing(path: Path, text: string): boolean {
  const named = new Set(words(text).map(singularWord));
  return path
    .slice(0, -1)
    .every((holder) => isEnvelope(holder) || named.has(singularWord(words(holder).at(-1) ?? "")));
}

/** Whether an operation is given an id, or the thing that it is of: that was there before. */
function isGiven({ body, parameters }: OperationModel, key: string, reader: SchemaReader): boolean {
  const sent = (body?.content ?? []).flatMap(({ schema }) => listBodyMembers(schema, reader));
  const given = new Set([
    ...parameters.map(({ name }) => words(name).join("_")),
    ...sent.map((one) => one.key),
  ]);
  return given.has(key) || given.has(nounOf(key));
}

/** What an id is of: `video_task` of `video_task_id`. */
function nounOf(key: string): string {
  return key.replace(/_[a-z]+$/u, "");
}

/** What is known of a contract: who takes which id, and where its state is. */
interface Known {
  readonly takers: ReadonlyMap<string, readonly Taker[]>;
  readonly reads: Map<string, ReadById | undefined>;
}

function createKnown(): Map<readonly SignSource[], Known> {
  return new Map();
}

/** The one read of a state by an id, looked for once for each name of an id. */
function readOf(key: string, all: readonly SignSource[], reader: SchemaReader): ReadById | undefined {
  const byContract = reader.once(createKnown);
  const known = byContract.get(all) ?? {
    takers: listTakers(all, reader),
    reads: new Map<string, ReadById | undefined>(),
  };
  byContract.set(all, known);
  if (!known.reads.has(key)) known.reads.set(key, findRead(known.takers.get(key) ?? [], all, reader));
  return known.reads.get(key);
}

function listTakers(all: readonly SignSource[], reader: SchemaReader): ReadonlyMap<string, readonly Taker[]> {
  const found = new Map<string, Taker[]>();
  for (const { operation } of all) {
    const inBody = listBodyMembers(operation.body?.content[0]?.schema, reader).filter(
      ({ path }) => path.length === 1,
    );
    const taking = [
      ...operation.parameters.flatMap(({ in: where, name }) =>
        where === "path" || where === "query" ? [{ operation, name, in: where }] : [],
      ),
      ...inBody.map(({ path: [name = ""] }) => ({ operation, name, in: "body" as const })),
    ];
    for (const taker of taking) {
      const key = words(taker.name).join("_");
      if (!ID.test(key) || OF_OTHERS.test(key)) continue;
      const others = found.get(key);
      if (others === undefined) found.set(key, [taker]);
      else others.push(taker);
    }
  }
  return found;
}

/** Of operations that take an id, the one that gives the state of what that is of. What callers start, or whose state they set, does not run by itself. */
function findRead(
  takers: readonly Taker[],
  all: readonly SignSource[],
  reader: SchemaReader,
): ReadById | undefined {
  if (takers.some(({ operation }) => operation.method !== "GET" && BEGINS.test(verbOf(operation))))
    return undefined;
  const reading = takers.filter(({ operation }) => isReading(operation));
  if (reading.some((read) => read.in === "path")) return undefined;
  const gets = reading.filter(({ operation: { method } }) => method === "GET");
  // No lines come of a POST: of several, the one that has a state may be named.
  const reads =
    gets.length > 0 ? gets : reading.filter((one) => stateOf(one.operation, one.name, reader) !== undefined);
  const ofWork = reads.filter(({ operation }) => !isResultPath(operation.path));
  const ofState = reads.filter(({ operation }) => isStatePath(operation.path));
  const [read, ...more] = [ofState, ofWork, reads].find(({ length }) => length > 0) ?? [];
  if (read === undefined || more.length > 0) return undefined;
  const state = stateOf(read.operation, read.name, reader);
  if (state === undefined) return undefined;
  const thing = shapeOf(read.operation.path).replace(/\/(?:progress|state|status)$/iu, "");
  const name = state.path.at(-1) ?? "";
  if (isSetByCallers(thing, name, all) || takers.some((one) => takesState(one, name, reader)))
    return undefined;
  const { operationId = "", path } = read.operation;
  const named = new Set(words(`${path} ${operationId}`).map(singularWord));
  return { read, state, values: valuesOf(state, reader), named };
}

/** Whether callers send the state of what an id is of. */
function takesState({ operation }: Taker, name: string, reader: SchemaReader): boolean {
  const sent = (operation.body?.content ?? []).flatMap(({ schema }) => listBodyMembers(schema, reader));
  return operation.method !== "GET" && sent.some(({ path }) => path.at(-1) === name);
}

/** The first word of what callers do to what was made before, so that it runs. */
const BEGINS = /^(?:begin|commit|complete|execute|finali[sz]e|launch|run|start|submit|trigger|upload)$/u;

function verbOf({ operationId = "", path }: OperationModel): string {
  const last = path.split(/[./:=]/u).findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "";
  return BEGINS.test(words(last)[0] ?? "") ? (words(last)[0] ?? "") : (words(operationId)[0] ?? "");
}

function isReading(operation: OperationModel): boolean {
  if (operation.method !== "POST") return operation.method === "GET";
  return isStatePath(operation.path) || hasNameOfRead(operation) || readOfText(operation) !== undefined;
}

/** The state that a read gives of what it names: the only one, or the only one in which that may still run. */
export function stateOf(read: OperationModel, taking: string, reader: SchemaReader): BodyMember | undefined {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader).filter(isOfNow);
  const states = members.filter(
    (one) =>
      isAbout(`${read.path} ${taking}`, one.key) &&
      isHeldByThing(one.path, `${read.path} ${taking}`) &&
      endsWell(valuesOf(one, reader)),
  );
  const running = states.filter((one) => mayRun(valuesOf(one, reader)));
  const [state, ...more] = running.length > 0 ? running : states;
  return more.length > 0 ? undefined : state;
}

/** Whether one of several states is a good end. */
export function endsWell(values: readonly string[]): boolean {
  const { succeeded } = classifyStates(values);
  return succeeded.length > 0 && values.length > succeeded.length;
}

function mayRun(values: readonly string[]): boolean {
  const { succeeded, failed, unknown } = classifyStates(values);
  return values.length > succeeded.length + failed.length + unknown.length;
}

/** Whether a read gives the state of what an operation starts: the id is that of a job, or of work by its states or a path. The read names it, or what starts it. */
function isOfStarted({ path }: OperationModel, key: string, { read, values, named }: ReadById): boolean {
  const noun = nounOf(key);
  const isWork = (isOfJobs(noun) && goesWrong(values)) || isRun(path, values) || isRun(noun, values);
  const nouns = [noun.split("_").at(-1) ?? "", ...words(path).filter((word) => !GENERAL.test(word))];
  const isNamed = nouns.some((word) => named.has(singularWord(word)));
  const namesNothing = words(read.operation.path).every(
    (word) => GENERAL.test(word) || isStatePath(`/${word}`),
  );
  return isWork && (isNamed || namesNothing);
}

/** Words of a path that name no thing. */
const GENERAL = /^(?:api|v?\d{1,3}|v)$/u;

function signOf(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  { status }: ResponseModel,
  id: BodyMember,
  { read, state, values }: ReadById,
): LostSign {
  const sign = {
    operation,
    trait: "background" as const,
    shown: `its response ${status} has "${shownMember(id.at)}"`,
  };
  if (read.operation.method !== "GET")
    return {
      ...sign,
      missing: `\`${operationKey(read.operation)}\` gives the state of what it starts, and the client polls only by GET`,
      lines: [],
    };
  const missing = `nothing says that callers wait for the end that \`${operationKey(read.operation)}\` gives`;
  const besides = givenBesides(operation, read.operation, { in: "query", name: read.name }, reader);
  if ("missing" in besides)
    return {
      ...sign,
      missing: `${missing}, which also requires ${JSON.stringify(besides.missing)}`,
      lines: [],
    };
  const given = listBodyMembers(jsonResponse(read.operation, reader)?.schema, reader);
  const { failed } = classifyStates(values);
  const lasts = values.some((value) => LASTS.test(value));
  const isOpen =
    lasts || !mayRun(values) || failed.length === 0 || outcomeBeside(state, given, reader) !== undefined;
  return {
    ...sign,
    missing: isOpen || hasUnknown(values) ? `${missing}, nor which states end it` : missing,
    lines: queryLines(operation, { read: read.operation, taking: read.name, state, values }, id, isOpen),
  };
}

function hasUnknown(values: readonly string[]): boolean {
  return classifyStates(values).unknown.length > 0;
}

/** The lines that say which GET gives the state: its query takes the id that a start returns. */
export function queryLines(
  operation: OperationModel,
  {
    read,
    taking,
    state,
    values,
  }: {
    readonly read: OperationModel;
    readonly taking: string;
    readonly state: BodyMember;
    readonly values: readonly string[];
  },
  id: BodyMember,
  isOpen = false,
): readonly string[] {
  const ends = classifyStates(values);
  return operationLines(operation, [
    "background:",
    `  status: ${quotedKey(read)}`,
    `  parameter: ${yamlScalar(taking)}`,
    `  id: ${configuredPath(pointerKeys(`/${id.at}`))}`,
    `  ${endsLine(state.at, isOpen ? { ...ends, unknown: ["?"] } : ends)}`,
  ]);
}
