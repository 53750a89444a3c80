import type { MethodPlan } from "../../client-plan.js";
import { resourceClassName } from "../../names.js";
import { fullName, place } from "../../reading/answers.js";
import { bothAlternatives, selfType } from "../../scopes/scope-alternatives.js";
import type { DocPlan, TypePlan } from "../../type-plan.js";
import { UNKNOWN, sameType } from "../../types/type-builders.js";
import { handleType } from "../background/handle-type.js";
import { ConstantReference } from "../../../text/constant-reference.js";
import { backgroundOf } from "../background/name-backgrounds.js";
import { callType } from "../call-form.js";
import { startedOrDone } from "../forms/background-form.js";
import { answerType } from "../answer-type.js";
import { coreOf, operationsConstant } from "../assemble-method.js";
import { answersWithETag } from "../forms/change-form.js";
import { inputParameter } from "../input-parameter.js";
import { inputTags } from "../input-tags.js";
import { methodDoc } from "../method-doc.js";
import { methodErrors } from "../method-errors.js";
import type { MethodSources } from "../method-sources.js";
import type { TypeSources } from "../representations.js";
import { scopeList } from "../scope-list.js";
import { rebuiltType } from "./carried-members.js";
import type { Modification } from "./list-modifications.js";

/**
 * `modify`: reread and rebuild on 412 (ETG-3). What the read's input names (the resource and its context) is given
 * once, so that it cannot change between the rounds (ACC-8). The change's key, where it takes one, is an option.
 */
export function planModify(modification: Modification, sources: MethodSources): MethodPlan {
  const { change, read, method, constant } = modification;
  const { model } = change;
  const scopes = bothAlternatives(read.scopes, change.scopes);
  const self = selfType(resourceClassName(model.name.resource), scopes);
  const keyed = change.traits.idempotentCreate !== undefined;
  const value = answerType(read.model, sources);
  const of: TypePlan = { kind: "literal", value: fullName(read.model) };
  const versioned: TypePlan = { kind: "name", name: "Versioned", arguments: [value, of] };
  const facts = change.traits.background?.facts;
  const handle = facts === undefined ? undefined : handleType(facts, sources);
  const background = facts === undefined ? undefined : backgroundOf(facts, sources.backgrounds);
  const rebuilt = rebuiltType(modification, sources);
  const input = { ...inputParameter(read.input), optional: false };
  return {
    name: method,
    doc: modifyDoc(modification, scopes, sources),
    ...(self === undefined ? {} : { self }),
    parameters: [
      input,
      {
        name: "rebuild",
        type: { kind: "name", name: "Rebuild", arguments: [value, rebuilt] },
        optional: false,
      },
      { name: "options", type: optionsType(keyed), optional: true },
    ],
    returns: callType(handle === undefined ? versioned : startedOrDone(versioned, handle.type)),
    call: {
      callee: handle !== undefined ? "modifyInBackground" : keyed ? "modifyKeyed" : "modify",
      typeArguments: [value, of, rebuilt, ...(handle?.arguments ?? [])],
      arguments: [
        coreOf(self, model.name.resource),
        operationsConstant(constant),
        ...(background === undefined
          ? []
          : [{ kind: "constant" as const, reference: new ConstantReference(background.constant) }]),
        { kind: "parameter", name: input.name },
        { kind: "parameter", name: "rebuild" },
        { kind: "parameter", name: "options" },
      ],
    },
    listing: {
      verb: `${read.model.method} + ${model.method}`,
      path: model.path,
      scopes: scopeList(scopes),
      summary: "Read, rebuild and change, again on 412",
    },
  };
}

/**
 * Whether what came of the change must be read: it answers with something else than the read gives, with nothing, or
 * without the validator.
 */
export function needsReread({ change, read }: Modification, sources: TypeSources): boolean {
  const value = answerType(read.model, sources);
  const alike = sameType(answerType(change.model, sources), value) && !sameType(value, UNKNOWN);
  return !alike || !answersWithETag(change);
}

function optionsType(keyed: boolean): TypePlan {
  const options: TypePlan = { kind: "name", name: "ModifyOptions" };
  if (!keyed) return options;
  return { kind: "intersection", members: [options, { kind: "name", name: "KeyedOptions" }] };
}

function modifyDoc(
  modification: Modification,
  scopes: readonly (readonly string[])[],
  sources: TypeSources,
): DocPlan {
  const { change, read } = modification;
  const { model, traits } = change;
  // The client sends the validator in every round; 428 cannot come of it.
  const errors = new Set([...methodErrors(read.model, read.traits), ...methodErrors(model, traits)]);
  errors.delete("PreconditionRequiredError");
  if (needsReread(modification, sources)) errors.add("UnreadChangeError");
  return methodDoc(model, {
    notes: [
      `Reads with \`${fullName(read.model)}\`, builds the change from what is there now, and sends it with that ` +
        "ETag; when somebody was faster (412), reads and builds again, a bounded number of times.",
    ],
    places: [place(read.model), place(model)],
    scopes,
    parameters: [
      ...inputTags(read.input),
      {
        tag: "param",
        text: "rebuild - gives the change for what was just read; undefined when nothing is left to change",
      },
    ],
    errors: [...errors],
  });
}
