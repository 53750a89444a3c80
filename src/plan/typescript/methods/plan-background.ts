import type { OperationModel } from "../../../model/api-model.js";
import { ConstantReference } from "../../../text/constant-reference.js";
import { codeSpan } from "../../../text/printable.js";
import { operationKey, pathAsSent } from "../../service/responses.js";
import type { BackgroundOperation } from "../../service/traits/trait.js";
import type { MethodPlan } from "../client-plan.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import type { TypePlan } from "../type-plan.js";
import { UNKNOWN } from "../types/type-builders.js";
import { operationsConstant } from "./assemble-method.js";
import { backgroundOf, backgroundsFollowedBy, type NamedBackground } from "./derived-methods.js";
import { methodDoc } from "./method-doc.js";
import {
  responseType,
  type CallKind,
  callType,
  changeOptions,
  type FormSources,
  itemType,
  type MethodSources,
  optionalOptions,
  plainCall,
  scopeList,
  validatorParagraph,
  valueInResponse,
} from "./method-sources.js";

/** The start of a background operation: gives its handle (OPS-1), under a key and a validator where it takes them. */
export function backgroundCall(
  operation: PlannedOperation,
  facts: BackgroundOperation,
  sources: FormSources,
): CallKind {
  const { traits, model } = operation;
  const handle = handleType(facts, sources);
  const background = backgroundOf(facts, sources.backgrounds);
  const done = facts.mayBeDone === true ? doneType(model, sources) : undefined;
  const value = done === undefined ? handle : startedOrDone(done, handle);
  return {
    ...plainCall(done === undefined ? "startOperation" : "startOrDone", callType(value)),
    options: changeOptions(operation),
    valueIn: () => value,
    extra:
      background === undefined
        ? []
        : [{ kind: "constant", reference: new ConstantReference(background.constant) }],
    paragraphs: [
      ...(done === undefined
        ? []
        : ["Gives the value when it is done at once, or the handle of a background operation (202)."]),
      "Returns a handle: `wait()` for completion, or resume it later from its id.",
      ...validatorParagraph(traits),
    ],
  };
}

/** What the operation gives when it is done at once: every success but 202. */
function doneType(model: OperationModel, sources: FormSources): TypePlan {
  return responseType(withoutAccepted(model), sources);
}

/** The operation without its 202 response: what is left describes a change that is made at once. */
export function withoutAccepted(model: OperationModel): OperationModel {
  return { ...model, responses: model.responses.filter(({ status }) => status !== "202") };
}

/** `StartedOrDone<Value, Handle>`. */
export function startedOrDone(value: TypePlan, handle: TypePlan): TypePlan {
  return { kind: "name", name: "StartedOrDone", arguments: [value, handle] };
}

/**
 * The read that tells the state of background operations: shares its requests, and the least time between two of them,
 * with everyone who waits for the same operation. Undefined for an operation that follows none.
 */
export function statusCall({ model }: PlannedOperation, sources: FormSources): CallKind | undefined {
  const [background] = backgroundsFollowedBy(model.name, sources.backgrounds);
  if (background === undefined) return undefined;
  const value = responseType(model, sources);
  return {
    ...plainCall("readStatus", callType(value)),
    options: optionalOptions("CallOptions"),
    valueIn: valueInResponse(model, sources),
    extra: [operationsConstant(background.constant)],
    paragraphs: [
      "Waits until the operation may be polled again: calls and handles share the polls of one operation.",
    ],
  };
}

/** `resume`, beside the status operation: goes on with a background operation from its id (OPS-5); one for each way to end. */
export function planResumes(operation: PlannedOperation, sources: MethodSources): readonly MethodPlan[] {
  return backgroundsFollowedBy(operation.model.name, sources.backgrounds).flatMap((background) =>
    background.resume === undefined ? [] : [planResume(operation, background, background.resume, sources)],
  );
}

/** Starts that a text names; the others are counted. */
const STARTS_NAMED = 3;

function startedBy(keys: readonly string[]): string {
  const named = keys.slice(0, STARTS_NAMED).map(codeSpan);
  const others = keys.length - named.length;
  const all = others === 0 ? named : [...named, `${String(others)} more`];
  return `For what ${all.join(" or ")} started; what others start ends otherwise.`;
}

function planResume(
  { model, scopes }: PlannedOperation,
  background: NamedBackground,
  name: string,
  sources: MethodSources,
): MethodPlan {
  const handle = handleType(background.facts, sources);
  return {
    name,
    doc: methodDoc(
      { summary: "Go on with a background operation", deprecated: model.deprecated },
      {
        paragraphs: [
          "Takes the id from a handle, of this process or another. Sends nothing until the handle is used.",
          ...(background.startKeys === undefined ? [] : [startedBy(background.startKeys)]),
          "With the time of the start, a 404 after the server's retention raises `OperationExpiredError`.",
        ],
        operationKeys: [operationKey(model)],
        scopes,
        parameters: [
          { tag: "param", text: `id - of the operation, as its handle has it${idForm(background.facts)}` },
          { tag: "param", text: "startedAt - `startedAt` of the handle's `toJSON()`" },
        ],
        errors: ["ArgumentError"],
      },
    ),
    scopes,
    parameters: [
      { name: "id", type: { kind: "keyword", name: "string" }, optional: false },
      { name: "startedAt", type: { kind: "keyword", name: "string" }, optional: true },
    ],
    returns: handle,
    call: {
      callee: "resumeOperation",
      holder: "core",
      constants: [operationsConstant(background.constant)],
    },
    listing: {
      verb: model.method,
      path: pathAsSent(model),
      scopes: scopeList(scopes),
      summary: "Go on with a background operation from its id",
      description: "",
    },
  };
}

/** How an id is written that has more than the server's own: `: \`storeId=…&id=…\``. */
function idForm({ fromStart = [], statusParameter }: BackgroundOperation): string {
  const names = new Set([...fromStart.map(({ parameter }) => parameter), statusParameter]);
  if (names.size === 1) return fromStart.length === 0 ? "" : `: the value of ${codeSpan(statusParameter)}`;
  const pairs = [...names].map((name) => `${name}=…`);
  return `: ${codeSpan(pairs.join("&"))}`;
}

/** `ResultHandle<Row, Operation, Page>` where the contract has pages of a result, else `OperationHandle<Operation>`. */
export function handleType(facts: BackgroundOperation, sources: FormSources): TypePlan {
  const result = facts.result === undefined ? undefined : sources.find(facts.result.operation);
  const paging = result?.traits.pagination;
  const status = sources.find(facts.status);
  const operation = status === undefined ? UNKNOWN : responseType(status.model, sources);
  if (result === undefined || paging === undefined)
    return { kind: "name", name: "OperationHandle", arguments: [operation] };
  const row = itemType(result.model, paging.facts, sources);
  const page = responseType(result.model, sources);
  return { kind: "name", name: "ResultHandle", arguments: [row, operation, page] };
}
