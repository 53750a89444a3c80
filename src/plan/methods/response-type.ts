import type { AnswerModel } from "../../model/api-model.js";
import type { HeaderSets } from "../headers/header-sets.js";
import { successAnswers, unchangedAnswer } from "../reading/answers.js";
import type { TypePlan } from "../type-plan.js";
import { nameType, sameType, unionType } from "../types/type-builders.js";
import type { PlannedOperation } from "./planned-operation.js";

/** What `withResponse()` gives beside the plain value with a status. */
export interface ResponseType {
  readonly type: TypePlan;
  /** Whether it has headers as values: the call must be wrapped then. */
  readonly described: boolean;
}

/** Answers that give the same value and the same headers. */
interface Case {
  readonly value: TypePlan;
  /** Name of the interface of their headers. */
  readonly headers: string | undefined;
  readonly answers: readonly AnswerModel[];
}

/**
 * The type of `withResponse()`: told apart by `status` where success answers differ, with the headers that each
 * describes. Undefined where `ApiResponse` of the value says it all.
 *
 * @param valueIn - the value that an answer gives; undefined for an answer that ends in an error.
 */
export function responseType(
  operation: PlannedOperation,
  valueIn: (answer: AnswerModel) => TypePlan | undefined,
  headers: HeaderSets,
): ResponseType | undefined {
  const unchanged = unchangedAnswer(operation.model);
  const answers = [...successAnswers(operation.model), ...(unchanged === undefined ? [] : [unchanged])];
  const cases = groupAnswers(answers, valueIn, (answer) => headers.of(operation, answer)?.declaration.name);
  const described = cases.some((one) => one.headers !== undefined);
  const [only] = cases;
  if (only === undefined || (cases.length === 1 && !described)) return undefined;
  if (cases.length === 1) return { type: caseType(only), described };
  return { type: unionType(cases.map((one) => caseType(one, statusType(one, answers)))), described };
}

function groupAnswers(
  answers: readonly AnswerModel[],
  valueIn: (answer: AnswerModel) => TypePlan | undefined,
  headersOf: (answer: AnswerModel) => string | undefined,
): readonly Case[] {
  const cases: Case[] = [];
  for (const answer of answers) {
    const value = valueIn(answer);
    if (value === undefined) continue;
    const headers = headersOf(answer);
    const at = cases.findIndex((one) => one.headers === headers && sameType(one.value, value));
    const known = cases[at];
    if (known === undefined) cases.push({ value, headers, answers: [answer] });
    else cases[at] = { ...known, answers: [...known.answers, answer] };
  }
  return cases;
}

function caseType({ value, headers }: Case, status?: TypePlan): TypePlan {
  const last = status === undefined ? [] : [status];
  return headers === undefined
    ? { kind: "name", name: "ApiResponse", arguments: [value, ...last] }
    : { kind: "name", name: "DescribedResponse", arguments: [value, nameType(headers), ...last] };
}

/** `201`, `200 | 203`; the answer that stands for every success that has no name takes those as well. */
function statusType(one: Case, answers: readonly AnswerModel[]): TypePlan {
  const codes = one.answers.flatMap(codeOf);
  // No other redirect stands for one that has no name.
  if (one.answers.some(({ status }) => status === "3XX")) return { kind: "keyword", name: "number" };
  const rest =
    answers.find(({ status }) => status === "2XX") ?? answers.find(({ status }) => !status.startsWith("3"));
  const others = rest !== undefined && one.answers.includes(rest) ? [otherSuccess(answers)] : [];
  return unionType([...codes, ...others]);
}

function otherSuccess(answers: readonly AnswerModel[]): TypePlan {
  const named = answers.filter(({ status }) => status.startsWith("2")).flatMap(codeOf);
  return {
    kind: "name",
    name: "OtherSuccess",
    ...(named.length === 0 ? {} : { arguments: [unionType(named)] }),
  };
}

function codeOf({ status }: AnswerModel): readonly TypePlan[] {
  return /^\d{3}$/.test(status) ? [{ kind: "literal", value: Number(status) }] : [];
}
