import type { OperationModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { words } from "../../../../text/words.js";
import { jsonResponse, operationKey } from "../../responses.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { isStateName } from "../../traits/background/final-states.js";
import { isSame } from "../../traits/background/find-status.js";
import { type BodyMember, listBodyMembers, objectMembers } from "../../traits/body-members.js";
import { shownPath } from "../../traits/pagination/paths.js";
import { CODES, RETRYABLE } from "../../traits/problems/error-models.js";
import type { BackgroundOperation } from "../../traits/trait.js";
import { configuredPath } from "../pages/paging-lines.js";
import { backgroundKeys, type LostSign, operationLines, type SignSource } from "../sign.js";

/** Names of a member that has what went wrong. */
const FAILURE =
  /^(?:(?:last|job|task|operation)_)?(?:errors?|failures?|problems?|exception)(?:_(?:details?|info|reasons?))?$/;

/** The same of a member that has the code of it alone. */
const FAILURE_CODE = /^(?:fail|failed|exception|last_error|last_failure)_(?:code|type)$/;

const MESSAGES: readonly string[] = ["message", "detail", "description", "reason", "text", "title"];

/** The state that a background operation has, and what the client reads of it. */
interface StateSource {
  readonly facts: BackgroundOperation;
  readonly status: OperationModel;
  readonly reader: SchemaReader;
}

/** What went wrong, in a state that the client knows as a failure, where it reads nothing of that: no code, and no message. */
export function failureSign(
  { operation, traits, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const { facts, decidedBy } = traits.background ?? {};
  if (facts === undefined || decidedBy !== undefined) return undefined;
  const status = all.find((one) => isSame(one.operation.name, facts.status))?.operation;
  const failure = status && findFailure({ facts, status, reader });
  if (status === undefined || failure === undefined) return undefined;
  const decided = ["background:", ...backgroundKeys(traits, status).map((key) => `  ${key}`)];
  const lines = linesOf(failure, reader);
  return {
    operation,
    trait: "background",
    rule: "trait/unread-failure",
    shown: `the response of \`${operationKey(status)}\` has "${shownPath(failure.path)}"`,
    missing: isList(failure.schema, reader)
      ? "that is a list, and nothing tells which entry decides"
      : "nothing says for certain that it has the code of a failure",
    lines: lines.length === 0 ? [] : operationLines(operation, [...decided, ...lines]),
    meant: operationLines(operation, decided),
  };
}

/** The line of `background` that says where the code of a failure is; none where the client reads one, or no line can say it. */
export function failureLines(source: StateSource): readonly string[] {
  const failure = findFailure(source);
  return failure === undefined ? [] : linesOf(failure, source.reader);
}

/** A member that may have the code of a failure. A list outside of the object that has the state is of what went wrong with the request. */
function findFailure({ facts, status, reader }: StateSource): BodyMember | undefined {
  const { state, error } = facts;
  if (error !== undefined || (state.failed.length === 0 && state.failure === undefined)) return undefined;
  const members = listBodyMembers(jsonResponse(status, reader)?.schema, reader);
  const above = pointerKeys(`/${state.member}`).slice(0, -1);
  const own = isStateName(words(above.at(-1) ?? "").join("_")) ? above.slice(0, -1) : above;
  return members.find(
    ({ path, key, schema }) =>
      (own.every((name, index) => path[index] === name) || !isList(schema, reader)) &&
      (FAILURE_CODE.test(key) || (FAILURE.test(key) && mayHaveCode(schema, reader))),
  );
}

/** Whether it is an object or a list of objects with a code, or one of which the contract says nothing. */
function mayHaveCode(schema: SchemaNode, reader: SchemaReader): boolean {
  return alternatives(schema, reader).some((one) => {
    const { type } = reader.resolve(one);
    if (type.kind === "any") return true;
    const held = type.kind === "array" ? reader.resolve(type.items) : one;
    if (held.type.kind === "any") return true;
    const names = objectMembers(held, reader).map(({ name }) => words(name).join("_"));
    if (names.length === 0) return isOpen(held, reader);
    return names.some((name) => CODES.includes(name));
  });
}

/** Whether an object may have any member of any kind. */
function isOpen({ type }: SchemaNode, reader: SchemaReader): boolean {
  if (type.kind !== "object" || type.additional === "closed") return false;
  return type.additional === "unsaid" || reader.resolve(type.additional).type.kind === "any";
}

function isList(schema: SchemaNode, reader: SchemaReader): boolean {
  return alternatives(schema, reader).some((one) => reader.resolve(one).type.kind === "array");
}

/** No line leads into a list: which entry decides is unknown. */
function linesOf({ path, key, schema }: BodyMember, reader: SchemaReader): readonly string[] {
  if (isList(schema, reader)) return [];
  if (FAILURE_CODE.test(key)) return [`  error: { code: ${configuredPath(path)} }`];
  const members = objectMembers(schema, reader);
  const entries = [
    ["code", CODES],
    ["message", MESSAGES],
    ["retryable", RETRYABLE],
  ] as const;
  const found = entries.flatMap(([name, known]) => {
    const [member] = known.flatMap((key) => members.filter((one) => words(one.name).join("_") === key));
    return member === undefined ? [] : [`${name}: ${configuredPath([...path, member.name])}`];
  });
  return [
    `  error: { ${found.length === 0 ? 'code: "?", message: "?", retryable: "?"' : found.join(", ")} }`,
  ];
}
