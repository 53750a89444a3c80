import type { OperationModel, ParameterModel } from "../../../../model/api-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { words } from "../../../../text/words.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { jsonContent, jsonResponse, operationKey, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { classifyStates, isStateName } from "../../traits/background/final-states.js";
import { givenBesides } from "../../traits/background/given-parameters.js";
import { shapeOf } from "../../traits/background/status-paths.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import { configuredPath } from "../pages/paging-lines.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "../sign.js";
import { endsLine, moreUnknown } from "./partial-states.js";
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

/** What is started and named by an id that the query of a GET right below its path takes: both give the same states. */
export function queriedSign(
  { operation, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const [response, ...others] = successResponses(operation);
  if (operation.method !== "POST" || response === undefined || others.length > 0) return undefined;
  const known = reader.once(createKnown);
  const states = known.get(all) ?? listQueried(all, reader);
  known.set(all, states);
  // `GET /packages/check` is about `POST /packages/{language}`, too.
  const own = shapeOf(operation.path);
  const found = [...new Set([own, own.replace(/\/\{\}$/u, "")])].flatMap((shape) => states.get(shape) ?? []);
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const [fit, ...more] = found.flatMap((one) => {
    const id = idFor(one, members);
    const isSame = members.some(
      (member) => member.at === one.state.at && valuesOf(member, reader).join("\n") === one.values.join("\n"),
    );
    return id !== undefined && isSame && isReached(operation, one, reader) ? [{ ...one, id }] : [];
  });
  if (fit === undefined || more.length > 0) return undefined;
  const { read, taking, state, values, id } = fit;
  const ends = classifyStates(values);
  return {
    operation,
    trait: "background",
    shown: `its response ${response.status} has "${shownMember(id.at)}" and the state "${shownMember(state.at)}"`,
    missing: `nothing says that callers wait for the end that \`${operationKey(read)}\` gives${moreUnknown(ends.unknown)}`,
    lines: operationLines(operation, [
      "background:",
      `  status: ${quotedKey(read)}`,
      `  parameter: ${yamlScalar(taking.name)}`,
      `  id: ${configuredPath(pointerKeys(`/${id.at}`))}`,
      `  ${endsLine(state.at, ends)}`,
    ]),
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
      ({ in: where, name }) => where === "query" && ID.test(words(name).at(-1) ?? ""),
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

/** Whether one of several states is a good end. */
function endsWell(values: readonly string[]): boolean {
  const { succeeded } = classifyStates(values);
  return succeeded.length > 0 && values.length > succeeded.length;
}

/** The member with the id that a query takes: it has the name of the parameter, or its last word (`key` for `request_key`). */
function idFor({ taking }: QueriedState, members: readonly BodyMember[]): BodyMember | undefined {
  const own = words(taking.name);
  const outward = members.filter(({ path }) => path.length === 1);
  return (
    outward.find(({ key }) => key === own.join("_")) ?? outward.find(({ key }) => key === (own.at(-1) ?? ""))
  );
}

function isReached(operation: OperationModel, { read, taking }: QueriedState, reader: SchemaReader): boolean {
  return !("missing" in givenBesides(operation, read, taking, reader));
}
