import { problemCatalog } from "../problems/problem-catalog.js";
import { faultMembers, type MemberReader } from "./fault-members.js";
import type { Fault, FaultKind } from "./fault.js";
import { nearestWord } from "./nearest-word.js";
import { describeValue, isRecord, type PlanPath, type PlanReader } from "./plan-reader.js";

/** The names of all faults. */
const faultKinds = Object.keys(faultMembers) as readonly FaultKind[];

/** A fault: an object with its `kind`, or its bare name. Undefined when something is wrong, which the reader has recorded. */
export function readFault(reader: PlanReader, value: unknown, path: PlanPath): Fault | undefined {
  const given = typeof value === "string" ? { kind: value } : value;
  if (!isRecord(given)) {
    reader.refuse(path, `expected a fault, by its name or with its kind, not ${describeValue(value)}.`);
    return undefined;
  }
  if (given["kind"] === undefined) {
    reader.refuse(path, `the kind of the fault is missing; it is one of: ${faultKinds.join(", ")}.`);
    return undefined;
  }
  const kindPath = typeof value === "string" ? path : [...path, "kind"];
  const kind = reader.word(given["kind"], kindPath, faultKinds, "a fault");
  if (kind === undefined) return undefined;
  const recorded = reader.problems.length;
  const fault = readMembers(reader, kind, given, path);
  if (reader.problems.length > recorded) return undefined;
  checkTogether(reader, fault, path);
  return reader.problems.length > recorded ? undefined : fault;
}

function readMembers(
  reader: PlanReader,
  kind: FaultKind,
  given: Readonly<Record<string, unknown>>,
  path: PlanPath,
): Fault {
  const members: Readonly<Record<string, MemberReader>> = faultMembers[kind];
  reader.members(given, path, ["kind", ...Object.keys(members)], `the fault ${kind}`);
  const read = Object.entries(members).flatMap(([name, member]) => {
    if (given[name] !== undefined) return [[name, member.read(reader, given[name], [...path, name])]];
    if (member.required) reader.refuse(path, `the fault ${kind} needs the member ${name}.`);
    return [];
  });
  // The table has seen to it that the members are those of the kind.
  return { kind, ...Object.fromEntries(read) } as Fault;
}

/** What no member says alone. */
function checkTogether(reader: PlanReader, fault: Fault, path: PlanPath): void {
  if ("retryAfter" in fault && "retryAfterDate" in fault)
    reader.refuse(path, "retryAfter and retryAfterDate exclude each other.");
  if (fault.kind === "emptyBody" && fault.when === "before" && fault.status === undefined)
    reader.refuse(
      path,
      "emptyBody before the effect needs a status: nothing has responded yet that has one.",
    );
  if (fault.kind === "problem" && fault.status === undefined && !Object.hasOwn(problemCatalog, fault.code)) {
    const near = nearestWord(fault.code, Object.keys(problemCatalog));
    const advice = near === undefined ? "" : ` Did you mean ${near}?`;
    reader.refuse(path, `${fault.code} is not a code of the contract, so it needs a status.${advice}`);
  }
}
