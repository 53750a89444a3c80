import type { FaultPlan, FaultRule } from "./fault-plan.js";
import { FaultPlanError } from "./fault-plan-error.js";
import type { FaultTarget } from "./fault-target.js";
import type { Fault } from "./fault.js";
import { integer, isRecord, PlanReader, valueThat, describeValue, type PlanPath } from "./plan-reader.js";
import { readFault } from "./read-fault.js";

/** A rule whose every member was checked and filled in. */
export interface ReadFaultRule {
  readonly name: string;
  /** The operationIds that it strikes. */
  readonly operationIds: ReadonlySet<string>;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string | boolean>;
  /** Undefined for all occurrences. */
  readonly nth: ReadonlySet<number> | undefined;
  readonly count: number;
  readonly probability: number;
  readonly fault: Fault;
}

/** A plan that can be followed. */
export interface ReadFaultPlan {
  readonly seed: number;
  readonly rules: readonly ReadFaultRule[];
}

const planMembers: readonly (keyof FaultPlan)[] = ["$schema", "seed", "faults"];
const ruleMembers: readonly (keyof FaultRule)[] = [
  "name",
  "on",
  "headers",
  "nth",
  "count",
  "probability",
  "fault",
];
const most = Number.MAX_SAFE_INTEGER;

const anyText = valueThat((value): value is string => typeof value === "string", "a text");

/** A name is printed with the requests that its rule strikes. */
const ruleName = valueThat(
  (value): value is string => typeof value === "string" && /^[^\p{C}]{1,80}$/u.test(value),
  "a name of up to 80 printable characters",
);

/**
 * Checks a plan of unknown origin.
 * @param value an unchecked `FaultPlan`
 * @throws FaultPlanError with everything that is wrong in it
 */
export function readFaultPlan(value: unknown, targets: readonly FaultTarget[]): ReadFaultPlan {
  const reader = new PlanReader();
  const plan = reader.members(value, [], planMembers, "the plan");
  if (plan?.["$schema"] !== undefined) anyText(reader, plan["$schema"], ["$schema"]);
  const seed = plan?.["seed"] === undefined ? 0 : integer(-most, most)(reader, plan["seed"], ["seed"]);
  const list = plan?.["faults"];
  if (plan !== undefined && !Array.isArray(list))
    reader.refuse(["faults"], `expected a list of rules, not ${describeValue(list)}.`);
  const given: readonly unknown[] = Array.isArray(list) ? list : [];
  const rules = given.map((rule, index) => readRule(reader, rule, ["faults", index], targets));
  checkNames(reader, rules);
  if (reader.problems.length > 0) throw new FaultPlanError(reader.problems);
  return { seed: seed ?? 0, rules: rules.filter((rule) => rule !== undefined) };
}

/** What a rule strikes is drawn by its name, so two rules of one name would always strike together. */
function checkNames(reader: PlanReader, rules: readonly (ReadFaultRule | undefined)[]): void {
  rules.forEach((rule, index) => {
    const first = rules.findIndex((other) => other?.name === rule?.name);
    if (rule !== undefined && first < index)
      reader.refuse(["faults", index, "name"], `${rule.name} is the name of faults[${first}] already.`);
  });
}

function readRule(
  reader: PlanReader,
  value: unknown,
  path: PlanPath,
  targets: readonly FaultTarget[],
): ReadFaultRule | undefined {
  const recorded = reader.problems.length;
  const rule = reader.members(value, path, ruleMembers, "a rule");
  if (rule === undefined) return undefined;
  const within = (name: keyof FaultRule) => [...path, name];
  if (rule["fault"] === undefined) reader.refuse(path, "the fault is missing.");
  const fault = rule["fault"] === undefined ? undefined : readFault(reader, rule["fault"], within("fault"));
  const read = {
    name:
      rule["name"] === undefined
        ? `faults[${String(path.at(-1))}]`
        : ruleName(reader, rule["name"], within("name")),
    operationIds: readTargets(reader, rule["on"], within("on"), targets, fault),
    headers: readHeaders(reader, rule["headers"], within("headers")),
    nth: readNth(reader, rule["nth"], within("nth")),
    count: rule["count"] === undefined ? Infinity : integer(1, most)(reader, rule["count"], within("count")),
    probability: readProbability(reader, rule["probability"], within("probability")),
  };
  const { name, count } = read;
  if (reader.problems.length > recorded || fault === undefined) return undefined;
  return name === undefined || count === undefined ? undefined : { ...read, name, count, fault };
}

/** The operations that a rule names and in which its fault makes sense. */
function readTargets(
  reader: PlanReader,
  on: unknown,
  path: PlanPath,
  targets: readonly FaultTarget[],
  fault: Fault | undefined,
): ReadonlySet<string> {
  const names: readonly unknown[] = Array.isArray(on) ? on : [on];
  const chosen = names.flatMap((name, index) =>
    findTargets(reader, name, Array.isArray(on) ? [...path, index] : path, targets),
  );
  const fitting = chosen.filter(({ kinds }) => fault === undefined || kinds.has(fault.kind));
  if (fault !== undefined && chosen.length > 0 && fitting.length === 0) {
    const able = new Set(
      targets.filter(({ kinds }) => kinds.has(fault.kind)).map(({ operationId }) => operationId),
    );
    reader.refuse(path, `${fault.kind} can strike none of these; it strikes: ${[...able].join(", ")}.`);
  }
  return new Set(fitting.map(({ operationId }) => operationId));
}

function findTargets(
  reader: PlanReader,
  name: unknown,
  path: PlanPath,
  targets: readonly FaultTarget[],
): readonly FaultTarget[] {
  if (name === "*") return targets;
  const found = targets.filter(({ operationId, request }) => operationId === name || request === name);
  if (found.length > 0) return found;
  if (name === undefined) {
    reader.refuse(path, "the operations are missing: ids, a method with a path template, or * for all.");
    return [];
  }
  const isRequest = typeof name === "string" && name.includes(" ");
  const known = targets.map(({ operationId, request }) => (isRequest ? request : operationId));
  reader.word(
    name,
    path,
    [...new Set(known)],
    isRequest ? "a request of the contract" : "an operation of the contract",
  );
  return [];
}

function readHeaders(
  reader: PlanReader,
  value: unknown,
  path: PlanPath,
): ReadonlyMap<string, string | boolean> {
  const headers = new Map<string, string | boolean>();
  if (value === undefined) return headers;
  if (!isRecord(value)) {
    reader.refuse(path, `expected an object of header names and values, not ${describeValue(value)}.`);
    return headers;
  }
  for (const [name, wanted] of Object.entries(value)) {
    const at = [...path, name];
    if (name.toLowerCase() === "authorization")
      reader.refuse(at, "a rule does not look at Authorization: credentials do not belong into a plan.");
    else if (typeof wanted === "string" || typeof wanted === "boolean")
      headers.set(name.toLowerCase(), wanted);
    else reader.refuse(at, `expected a text, true or false, not ${describeValue(wanted)}.`);
  }
  return headers;
}

function readNth(reader: PlanReader, value: unknown, path: PlanPath): ReadonlySet<number> | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return new Set([integer(1, most)(reader, value, path) ?? 1]);
  if (value.length === 0)
    reader.refuse(path, "an empty list strikes nothing; leave nth out to strike always.");
  return new Set(value.map((each: unknown, index) => integer(1, most)(reader, each, [...path, index]) ?? 1));
}

function readProbability(reader: PlanReader, value: unknown, path: PlanPath): number {
  if (value === undefined) return 1;
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  reader.refuse(path, `expected a number from 0 to 1, not ${describeValue(value)}.`);
  return 0;
}
