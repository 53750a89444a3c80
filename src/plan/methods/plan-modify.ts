import { words, camel } from "../../text/words.js";
import type { MethodPlan } from "../client-plan.js";
import { resourceClassName } from "../names.js";
import { fullName } from "../reading/answers.js";
import { bothAlternatives, selfType, union } from "../scopes/scope-alternatives.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { answerType } from "./answer-type.js";
import { coreOf, inputParameter } from "./assemble-method.js";
import { methodDoc, scopeText } from "./method-doc.js";
import type { MethodSources } from "./method-sources.js";
import type { PlannedOperation } from "./planned-operation.js";

/** Verbs of a change that `modify` takes the place of: `updateSources` → `modifySources`. */
const CHANGES = new Set(["update", "change", "patch", "put", "set", "replace", "edit", "save", "modify"]);

/**
 * `modify`: reread and rebuild on 412 (ETG-3), for a change whose read is known. What the read's input names (the
 * resource and its context) is given once, so that it cannot change between the rounds (ACC-8).
 */
export function planModify(operation: PlannedOperation, sources: MethodSources): MethodPlan | undefined {
  const facts = operation.traits.conditionalChange?.facts;
  const read = facts?.read === undefined ? undefined : sources.find(facts.read);
  if (read?.input.type === undefined || operation.input.type === undefined) return undefined;
  const { model } = operation;
  const scopes = bothAlternatives(read.scopes, operation.scopes);
  const self = selfType(resourceClassName(model.name.resource), scopes);
  const value = answerType(read.model, sources);
  const of: TypePlan = { kind: "literal", value: fullName(read.model) };
  const rebuilt = rebuiltType(operation, read, sources);
  return {
    name: modifyName(operation, sources.all),
    doc: methodDoc(model, operation.traits, scopes, {
      notes: [
        `Reads with \`${fullName(read.model)}\`, builds the change from what is there now, and sends it with that ` +
          "ETag; when somebody was faster (412), reads and builds again, a bounded number of times.",
      ],
      input: read.input,
    }),
    ...(self === undefined ? {} : { self }),
    parameters: [
      { ...inputParameter(read.input), optional: false },
      {
        name: "rebuild",
        type: { kind: "name", name: "Rebuild", arguments: [value, rebuilt] },
        optional: false,
      },
      { name: "options", type: { kind: "name", name: "ModifyOptions" }, optional: true },
    ],
    returns: {
      kind: "name",
      name: "Call",
      arguments: [{ kind: "name", name: "Versioned", arguments: [value, of] }],
    },
    call: {
      callee: "modify",
      typeArguments: [value, of, rebuilt],
      arguments: [
        coreOf(self, model.name.resource),
        `operations.${modifyConstant(operation)}`,
        inputParameter(read.input).name,
        "rebuild",
        "options",
      ],
    },
    listing: {
      verb: `${read.model.method} + ${model.method}`,
      path: model.path,
      scopes: scopeText(scopes).replace(/^, scopes? /, ""),
      summary: "Read, rebuild and change, again on 412",
    },
  };
}

/** The verb of the change gives way; where the name is taken, it says what it is over the change's whole name. */
function modifyName({ model }: PlannedOperation, all: readonly PlannedOperation[]): string {
  const [verb, ...rest] = words(model.name.method);
  const short = camel([
    "modify",
    ...(verb !== undefined && CHANGES.has(verb) ? rest : words(model.name.method)),
  ]);
  const taken = all.some(
    (other) => other.model.name.resource === model.name.resource && other.model.name.method === short,
  );
  return taken ? camel(["modify", "by", ...words(model.name.method)]) : short;
}

/** The constant beside the change's descriptor that pairs it with its read. */
export function modifyConstant({ model }: PlannedOperation): string {
  return `${model.name.method}Rounds`;
}

/** The change's input without what the read's input names already. */
function rebuiltType(operation: PlannedOperation, read: PlannedOperation, sources: MethodSources): TypePlan {
  const shared = carriedMembers(operation, read, sources);
  const type =
    operation.input.declaration === undefined
      ? operation.input.type
      : declared(operation.input.declaration.name);
  if (type === undefined || shared.length === 0) return type ?? { kind: "name", name: "NoInput" };
  const names = union(shared.map((name) => ({ kind: "literal", value: name })));
  return { kind: "name", name: "Omit", arguments: [type, names] };
}

/** Members that read and change both take, by name: given once, the same in every round. */
export function carriedMembers(
  operation: PlannedOperation,
  read: PlannedOperation,
  sources: Pick<MethodSources, "types">,
): readonly string[] {
  const given = new Set(inputMembers(read, sources));
  return inputMembers(operation, sources).filter((name) => given.has(name));
}

function declared(name: string): TypePlan {
  return { kind: "name", name };
}

/** Names of all members of an input: its own and those of the body it extends. */
function inputMembers(
  { input }: PlannedOperation,
  { types }: Pick<MethodSources, "types">,
): readonly string[] {
  const body =
    input.body?.from === "members" && input.body.media.schema !== undefined
      ? (types.propertiesOf(input.body.media.schema, "request") ?? [])
      : [];
  const isNamed = (member: MemberPlan): member is Extract<MemberPlan, { kind: "property" }> =>
    member.kind === "property";
  return [...input.parameters.map(({ key }) => key), ...body.filter(isNamed).map((member) => member.name)];
}
