import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { OperationTraits, Pagination } from "../../plan/service/traits/trait.js";
import { withoutParameterNames } from "../../openapi/operations.js";

/** Members of bodies that the runtime of a client reads or writes by itself, whatever its caller does. */
export interface RuntimeMembers {
  /** @param part - as in `Use`: `response 200`, `request body`. */
  has(operation: string, part: string, member: string): boolean;
  /** The option of the runtime that gives a parameter: `ResultOptions.pageSize`; undefined: there is none. */
  optionOf(operation: string, parameter: string): string | undefined;
}

/** What the runtime reads in the body of any error: RFC 9457, and what decides whether a request is sent again. */
const ERROR_MEMBERS: ReadonlySet<string> = new Set([
  "code",
  "detail",
  "error",
  "instance",
  "message",
  "retryable",
  "status",
  "title",
  "traceId",
  "type",
]);

/** Lists what was recognised in the operations of a client: pages, background operations. */
export function listRuntimeMembers({ traits }: ClientPlan): RuntimeMembers {
  const members = new Map<string, Set<string>>();
  const pageSizes = new Map<string | undefined, string | undefined>();
  const byName = new Map<string, string>();
  const addTo = (operation: string | undefined, paths: readonly (string | undefined)[]) => {
    if (operation === undefined) return;
    const names = members.get(operation) ?? new Set();
    members.set(operation, names);
    for (const path of paths) for (const name of path?.split("/") ?? []) names.add(name);
  };
  for (const { name, method, path } of traits.operations)
    byName.set(name, withoutParameterNames(`${method.toUpperCase()} ${path}`));
  for (const one of traits.operations) {
    addTo(byName.get(one.name), pageMembers(one.traits));
    const { background } = one.traits;
    if (background === undefined) continue;
    const { status, id, state, error = {}, result } = background.facts;
    addTo(byName.get(one.name), [id]);
    addTo(byName.get(`${status.resource}.${status.method}`), [state.member, ...Object.values(error), id]);
    if (result === undefined) continue;
    pageSizes.set(byName.get(`${result.operation.resource}.${result.operation.method}`), result.pageSize);
  }
  return {
    has: (operation, part, member) =>
      isError(part) ? ERROR_MEMBERS.has(member) : members.get(operation)?.has(member) === true,
    optionOf: (operation, parameter) =>
      pageSizes.get(operation) === parameter ? "ResultOptions.pageSize" : undefined,
  };
}

function pageMembers({ pagination }: OperationTraits): readonly (string | undefined)[] {
  if (pagination === undefined) return [];
  const { facts } = pagination;
  const { items, more, last } = facts;
  return [items, more, last, ...positionMembers(facts)];
}

/** Members from which the next position comes, and into which it goes. */
function positionMembers(facts: Pagination): readonly (string | undefined)[] {
  switch (facts.style) {
    case "link":
      return [facts.next];
    case "number":
      return [facts.number.name, facts.total];
    case "offset":
      return [facts.offset.name, facts.total];
    case "last-item":
      return [facts.after.name];
    default:
      return [facts.next, facts.cursor.name];
  }
}

function isError(part: string): boolean {
  return /^response (?:[45]|default)/u.test(part);
}
