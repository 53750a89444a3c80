import type { AnswerModel, OperationModel } from "../model/api-model.js";
import { byText } from "../text/by-text.js";
import type { ClientPlan } from "./client-plan.js";
import { type NameModules, planImports } from "./imports/plan-imports.js";
import { answerCodecOf } from "./media.js";
import { mediaType } from "./methods/media-type.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import type { TypeSources } from "./methods/representations.js";
import { fullName, successAnswers } from "./reading/answers.js";
import type { MemberPlan, TypePlan } from "./type-plan.js";
import { namesIn } from "./types/names-in.js";
import { unionType } from "./types/type-builders.js";

/** Declared by the file beside the interface; what the file of a client without described errors would have. */
const RUNTIME = ["DescribedError", "hasDescribedBody"];

/** The types of the error bodies that the contract describes as JSON, by operation and status; undefined: there are none. */
export function planErrors(
  operations: readonly PlannedOperation[],
  sources: TypeSources,
  modules: NameModules,
): ClientPlan["errors"] {
  const members = operations
    .flatMap(({ model }) => operationMember(model, sources))
    .sort((left, right) => byText(left.name, right.name));
  if (members.length === 0) return undefined;
  const declaration = {
    kind: "interface",
    name: "ErrorBodies",
    doc: {
      text: [
        "JSON bodies of the errors that the contract describes, by operation and status. A range (`4XX`) and `default` stand for statuses without an entry of their own.",
      ],
      tags: [],
    },
    extends: [],
    members,
  } as const;
  return {
    declaration,
    imports: planImports([...RUNTIME, ...namesIn(declaration)], modules, { self: "errors" }),
  };
}

type Property = Extract<MemberPlan, { readonly kind: "property" }>;

function operationMember(operation: OperationModel, sources: TypeSources): readonly Property[] {
  // RFC 9110 section 9.3.2: the response to HEAD has no content.
  if (operation.method === "HEAD") return [];
  const success = successAnswers(operation);
  const answers = operation.answers.filter(
    (answer) => /^(?:[45]|default$)/.test(answer.status) && !success.includes(answer),
  );
  const bodies = answers.map((answer) => ({ status: answer.status, type: bodyType(answer, sources) }));
  if (bodies.every(({ type }) => type === undefined)) return [];
  // A status without JSON is told only where a range or `default` would stand for it.
  const isCovered = (status: string) =>
    bodies.some((one) => one.status !== status && isWider(one.status, status) && one.type !== undefined);
  const members = bodies.flatMap(({ status, type }): readonly Property[] =>
    type !== undefined || isCovered(status) ? [property(status, type ?? NEVER)] : [],
  );
  return [property(fullName(operation), { kind: "object", members })];
}

/** Whether one status stands for another that has no entry of its own. */
function isWider(wide: string, status: string): boolean {
  if (wide === "default") return true;
  return wide.endsWith("XX") && !status.endsWith("XX") && wide.startsWith(status.charAt(0));
}

/** Undefined: it has no JSON. */
function bodyType({ content }: AnswerModel, sources: TypeSources): TypePlan | undefined {
  const types = content.flatMap((media) => {
    const codec = answerCodecOf(media, sources.reader);
    return codec === "json" ? [mediaType(media, codec, sources)] : [];
  });
  return types.length === 0 ? undefined : unionType(types);
}

function property(name: string, type: TypePlan): Property {
  return { kind: "property", name, optional: false, type, doc: { text: [], tags: [] } };
}

const NEVER: TypePlan = { kind: "keyword", name: "never" };
