import type { MethodPlan } from "../client-plan.js";
import { fullName } from "../reading/answers.js";
import { answerType, valueInAnswer } from "./answer-type.js";
import { assembleMethod } from "./assemble-method.js";
import { type CallForm, callType, optionalOptions, plainForm } from "./call-form.js";
import { backgroundForm, statusForm } from "./forms/background-form.js";
import { changeForm } from "./forms/change-form.js";
import { keyedForm } from "./forms/keyed-form.js";
import { pagesForm } from "./forms/pages-form.js";
import { versionedForm } from "./forms/versioned-form.js";
import type { FormSources, MethodSources } from "./method-sources.js";
import { planAlternatives } from "./plan-alternatives.js";
import { planModify } from "./modify/plan-modify.js";
import { planResume } from "./background/plan-resume.js";
import { ownStreamForm, planStreams } from "./plan-streams.js";
import type { PlannedOperation } from "./planned-operation.js";
import { withAddress } from "./redirected-form.js";

/**
 * The methods of a resource that an operation gives: its own, those that ask for its answer otherwise, and `modify` or
 * `resume` where its traits allow one.
 */
export function planMethods(operation: PlannedOperation, sources: MethodSources): readonly MethodPlan[] {
  const own = assembleMethod(
    operation,
    operation.model.name.method,
    chooseForm(operation, sources),
    sources.headers,
  );
  const modification = sources.modifications.get(fullName(operation.model));
  const modify = modification === undefined ? undefined : planModify(modification, sources);
  const resume = planResume(operation, sources);
  return [
    own,
    ...planStreams(operation, sources),
    ...planAlternatives(operation, sources),
    modify,
    resume,
  ].filter((method) => method !== undefined);
}

/** The kind of call that the traits of an operation make of it; the first that fits. */
export function chooseForm(operation: PlannedOperation, sources: FormSources): CallForm {
  const { background } = operation.traits;
  // The answer of a start tells of its operation; a stream has no place for an address.
  const stream = background === undefined ? ownStreamForm(operation, sources) : undefined;
  return stream ?? withAddress(wholeForm(operation, sources), operation.model);
}

function wholeForm(operation: PlannedOperation, sources: FormSources): CallForm {
  const { background, conditionalChange, idempotentCreate, pagination, versionedRead } = operation.traits;
  if (background !== undefined) return backgroundForm(operation, background.facts, sources);
  if (conditionalChange !== undefined) return changeForm(operation, conditionalChange.facts, sources);
  const staysPages = pagination !== undefined && operation.model.form !== undefined;
  if (idempotentCreate !== undefined && !staysPages) return keyedForm(operation, sources);
  if (pagination !== undefined) return pagesForm(operation, pagination.facts, sources);
  if (versionedRead !== undefined) return versionedForm(operation, sources);
  const value = answerType(operation.model, sources);
  const status = statusForm(operation, sources);
  if (status !== undefined) return status;
  return {
    ...plainForm("call", [value], callType(value)),
    options: optionalOptions("CallOptions"),
    valueIn: valueInAnswer(operation.model, sources),
  };
}
