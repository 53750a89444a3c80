import type { OperationModel, ParameterModel } from "../../../../model/api-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { jsonContent, jsonResponse, operationKey, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { classifyStates, isStateName } from "../../traits/background/final-states.js";
import { givenBesides } from "../../traits/background/given-parameters.js";
import { shapeOf } from "../../traits/background/status-paths.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import type { LostSign, SignSource } from "../sign.js";
import { isOfStart, isSetByCallers, mayCreate, MOST_OF_ID } from "./states/own-state.js";
import { endsWell, queryLines, stateOf } from "./states/read-by-id.js";
import { OF_PEOPLE } from "./texts/tracked-id.js";
import { isJudged, isRun, isWork } from "./work-words.js";
import { moreUnknown } from "./partial-states.js";
import { valuesOf } from "./unfailing-states.js";

/** A GET of a state whose query takes the id: `GET /exports/status?key=…`. */
interface QueriedState {
  readonly read: OperationModel;
  readonly taking: ParameterModel;
  readonly state: BodyMember;
  readonly values: readonly string[];
}

/** Last segment of the path of a state that a query selects. */
const STATE = /\/(?:check|progress|state|status)\/?$/iu;

/** Last word of a parameter that takes an id. */
const ID = /^(?:guid|id|key|token|uuid)$/u;

/**
 * What is started and named by an id that the query of a GET right below its path takes: both give the same states, or the response has little
 * more than the id, and the state is that of work.
 */
export function queriedSign(
  { operation, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const [response, ...others] = successResponses(operation);
  if (operation.method !== "POST" || response === undefined || others.length > 0) return undefined;
  if (isJudged(operation.path) || isOfPeople(operation.path)) return undefined;
  const known = reader.once(createKnown);
  const states = known.get(all) ?? listQueried(all, reader);
  known.set(all, states);
  // `GET /packages/check` is about `POST /packages/{language}`, too.
  const own = shapeOf(operation.path);
  const found = [...new Set([own, own.replace(/\/\{\}$/u, "")])].flatMap((shape) => states.get(shape) ?? []);
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const shown = (one: QueriedState) => members.find(({ at }) => at === one.state.at);
  const isOnlyId = members.length <= MOST_OF_ID && mayCreate(operation, all) && isOfStart(operation);
  const [fit, ...more] = found.flatMap((one) => {
    const id = idFor(one, operation.path, members);
    const same = shown(one);
    const isSame =
      same === undefined
        ? isOnlyId &&
          isRun(operation.path, one.values) &&
          !isSetByCallers(operation.path, one.state.path.at(-1) ?? "", all) &&
          stateOf(one.read, one.taking.name, reader) === one.state
        : valuesOf(same, reader).join("\n") === one.values.join("\n");
    return id !== undefined && isSame && isReached(operation, one, reader) ? [{ ...one, id }] : [];
  });
  if (fit === undefined || more.length > 0) return undefined;
  const { read, taking, state, values, id } = fit;
  const ends = classifyStates(values);
  return {
    operation,
    trait: "background",
    shown: `its response ${response.status} has "${shownMember(id.at)}"${shown(fit) ? ` and the state "${shownMember(state.at)}"` : ""}`,
    missing: `nothing says that callers wait for the end that \`${operationKey(read)}\` gives${moreUnknown(ends.unknown)}`,
    lines: queryLines(operation, { read, taking: taking.name, state, values }, id),
  };
}

/** The states of each contract by the path that they are right below, listed once. */
function createKnown(): Map<readonly SignSource[], ReadonlyMap<string, readonly QueriedState[]>> {
  return new Map();
}

function listQueried(
  all: readonly SignSource[],
  reader: SchemaReader,
): ReadonlyMap<string, readonly QueriedState[]> {
  const found = new Map<string, QueriedState[]>();
  for (const { operation: read } of all) {
    if (read.method !== "GET" || !STATE.test(read.path)) continue;
    const [taking, ...others] = read.parameters.filter(
      ({ in: where, name }) =>
        where === "query" && ID.test(words(name).at(-1) ?? "") && !OF_CALLER.test(words(name).join("_")),
    );
    const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
    const state = members.find((one) => isStateName(one.key) && endsWell(valuesOf(one, reader)));
    if (taking === undefined || others.length > 0 || state === undefined) continue;
    const above = shapeOf(read.path.replace(STATE, ""));
    const one = { read, taking, state, values: valuesOf(state, reader) };
    found.set(above, [...(found.get(above) ?? []), one]);
  }
  return found;
}

/** Names of what lets a caller in. */
const OF_CALLER = /(?:^|_)(?:access|api|app|auth[a-z]{0,20}|client|session|user)_(?:id|key|token)$/u;

/**
 * The member with the id that a query takes: it has the name of the parameter, or its last word where the others are what is started
 * (`id` for `export_id` of `/customer-exports`), or a request.
 */
function idFor(
  { taking }: QueriedState,
  path: string,
  members: readonly BodyMember[],
): BodyMember | undefined {
  const own = words(taking.name);
  const outward = members.filter(({ path: at }) => at.length === 1);
  const started = new Set([singularWord(lastWords(path).at(-1) ?? ""), "job", "request", "task"]);
  const isStarted = own.slice(0, -1).every((word) => started.has(singularWord(word)));
  const plain = outward.find(({ key }) => key === own.at(-1));
  const named = outward.find(({ key }) => key === own.join("_"));
  // Beside an `id`, a `customer_id` is that of an owner.
  if (!isStarted) return plain === undefined ? named : undefined;
  return named ?? plain;
}

/** Whether people wait for what a path starts: `/payments/initiate`, and not `/orders/export`. */
function isOfPeople(path: string): boolean {
  return OF_PEOPLE.test(words(path).join(" ")) && !isWork(path);
}

/** The words of the last segment of a path that names something: `customer`, `exports` of `/customer-exports/create`. */
function lastWords(path: string): readonly string[] {
  const named = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  const last = named.findLast((segment) => !NAMES_NOTHING.test(segment)) ?? named.at(-1);
  return words(last ?? "");
}

/** A version, or a verb of what makes the thing that is named before it. */
const NAMES_NOTHING = /^(?:v\d{1,3}|async|create|generate|initiate|make|new|render|request|start|submit)$/iu;

function isReached(operation: OperationModel, { read, taking }: QueriedState, reader: SchemaReader): boolean {
  return !("missing" in givenBesides(operation, read, taking, reader));
}
