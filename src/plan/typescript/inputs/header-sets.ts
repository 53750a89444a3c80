import type { ResponseModel, HeaderModel } from "../../../model/api-model.js";
import { codeSpan } from "../../../text/code-span.js";
import { lowerFirst, pascal, words } from "../../../text/words.js";
import { fullName, operationKey, successResponses, unchangedResponse } from "../../service/responses.js";
import type { DescriptorPlan } from "../descriptor-plan.js";
import type { DeclarationPlan } from "../type-plan.js";
import { freeName } from "../types/schema-catalog.js";
import { type HeaderPlan, planHeader } from "./plan-header.js";
import type { PlannedOperation } from "./planned-operation.js";
import type { TypeSources } from "./representations.js";

/** The headers that one or more responses describe alike. */
interface HeaderSet {
  readonly declaration: DeclarationPlan;
  /** The resource whose file declares it; undefined: several resources use it, and `headers.ts` declares it. */
  readonly resource: string | undefined;
  /** The constant of an `operations/` module that tells how they are read; each module has its own. */
  readonly descriptor: DescriptorPlan;
}

/** The described headers of a contract's successes. */
export interface HeaderSets {
  /** In the order of the operations that come first with them. */
  readonly all: readonly HeaderSet[];
  /** What a response describes; undefined when that is nothing that a caller is to see as a value. */
  of(operation: PlannedOperation, response: ResponseModel): HeaderSet | undefined;
}

/** How the own method of an operation hands out headers: not at all, all but the validator, or all. */
export type HeaderView = "none" | "without-etag" | "all";

/** Longest name that is put together of the names of headers. */
const READABLE = 40;

/**
 * Finds the sets of headers, each once, and names them: after the headers, so that a name says what it is and stays when
 * the contract grows; where they are many, after what their names begin with, a shared response, or the first operation.
 *
 * @param taken - names that other declarations have.
 */
export function planHeaderSets(
  operations: readonly PlannedOperation[],
  viewOf: (operation: PlannedOperation) => HeaderView,
  sources: TypeSources,
  taken: ReadonlySet<string>,
): HeaderSets {
  const byResponse = new Map<string, Group>();
  const groups = new Map<string, Group>();
  for (const operation of operations) {
    for (const response of describedResponses(operation, viewOf(operation))) {
      const headers = response.headers.map((header) => planHeader(header, sources));
      const key = JSON.stringify(headers);
      const group = groups.get(key) ?? {
        headers,
        names: namesFor(operation, response),
        users: new Set(),
        resources: new Set(),
      };
      group.users.add(fullName(operation.model));
      group.resources.add(operation.model.name.resource);
      groups.set(key, group);
      byResponse.set(identityOf(operation, response), group);
    }
  }
  const claimed = new Set(taken);
  const sets = new Map([...groups.values()].map((group) => [group, planSet(group, claimed)]));
  return {
    all: [...groups.values()].flatMap((group) => sets.get(group) ?? []),
    of: (operation, response) => {
      const group = byResponse.get(identityOf(operation, response));
      return group === undefined ? undefined : sets.get(group);
    },
  };
}

interface Group {
  readonly headers: readonly HeaderPlan[];
  readonly names: readonly [string, ...string[]];
  readonly users: Set<string>;
  readonly resources: Set<string>;
}

function identityOf({ model }: PlannedOperation, { status }: ResponseModel): string {
  return `${operationKey(model)} ${status}`;
}

/** The successes of an operation that describe headers, with those alone that a caller is to see. */
function describedResponses({ model }: PlannedOperation, view: HeaderView): readonly ResponseModel[] {
  if (view === "none") return [];
  const shown = ({ name }: HeaderModel) => view === "all" || name.toLowerCase() !== "etag";
  const unchanged = unchangedResponse(model);
  return [...successResponses(model), ...(unchanged === undefined ? [] : [unchanged])]
    .map((response) => ({ ...response, headers: response.headers.filter(shown) }))
    .filter(({ headers }) => headers.length > 0);
}

function namesFor({ model }: PlannedOperation, response: ResponseModel): readonly [string, ...string[]] {
  const each = response.headers.map(({ name }) => words(name.replace(/^x-/i, "")));
  const joined = `${each.map(pascal).join("")}Headers`;
  const begin = commonStart(each);
  const prefixed = each.length < 2 || begin.length === 0 ? [] : [`${pascal(begin)}Headers`];
  const component = /^#\/components\/responses\/([^/]+)$/.exec(response.origin.pointer)?.[1];
  const shared = component === undefined ? [] : [`${pascal(words(component))}Headers`];
  const own = `${model.name.type}Headers`;
  const candidates = [...(joined.length <= READABLE ? [joined] : []), ...prefixed, ...shared, own];
  const named = candidates.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "Headers");
  const [first = own, ...others] = named;
  return [first, ...others];
}

/** The words that all names begin with. */
function commonStart([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  const until = first.findIndex((word, index) =>
    others.some((parts) => parts[index]?.toLowerCase() !== word.toLowerCase()),
  );
  return until < 0 ? first : first.slice(0, until);
}

function planSet({ headers, names, users, resources }: Group, claimed: Set<string>): HeaderSet {
  const name = claim(names, claimed);
  const [only = ""] = users;
  const [resource] = resources;
  const whose = users.size === 1 ? codeSpan(only) : "several operations";
  return {
    resource: resources.size === 1 ? resource : undefined,
    declaration: {
      kind: "interface",
      name,
      doc: { text: [`Headers that the contract describes for responses of ${whose}.`], tags: [] },
      extends: [],
      members: headers.map(({ member }) => member),
    },
    descriptor: {
      kind: "other",
      constant: lowerFirst(name),
      doc: { text: [`How \`${name}\` are read.`], tags: [] },
      type: "HeadersDescriptor",
      value: Object.fromEntries(headers.map(({ member, read }) => [nameOf(member), read])),
    },
  };
}

/** A name that differs from all others in more than case, which confuses readers and disks. It is taken from here on. */
function claim(names: readonly [string, ...string[]], claimed: Set<string>): string {
  const folded = new Set([...claimed].map((name) => name.toLowerCase()));
  const name =
    names.find((preferred) => !folded.has(preferred.toLowerCase())) ??
    freeName(names[names.length - 1] ?? names[0], folded);
  claimed.add(name);
  return name;
}

function nameOf(member: HeaderPlan["member"]): string {
  return member.kind === "property" ? member.name : "";
}
