import type { ResponseModel, HeaderModel } from "../../../model/api-model.js";
import { codeSpan } from "../../../text/printable.js";
import { lowerFirst, pascal, words } from "../../../text/words.js";
import { fullName, successResponses, unchangedResponse } from "../../service/responses.js";
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
  /** What each is known by between generations, by the responses that have it: `headers:#/paths/~1pets/get/responses/200` → name. */
  readonly names: ReadonlyMap<string, string>;
}

/** What the names of sets of headers depend on. */
export interface HeaderNames {
  /** Names that other declarations have. */
  readonly taken: ReadonlySet<string>;
  /** Names of an earlier generation, as {@link HeaderSets.names} has them. */
  readonly locked: ReadonlyMap<string, string>;
}

/** Before the pointer of a response: the headers that it describes. */
const HEADERS = "headers:";

/** How the own method of an operation hands out headers: all but the validator, or all. */
export type HeaderView = "without-etag" | "all";

/** Longest name that is put together of the names of headers. */
const READABLE = 40;

/**
 * Finds the sets of headers, each once, and names them: after the headers, so that a name says what it is and stays when
 * the contract grows; where they are many, after what their names begin with, a shared response, or the first operation.
 * A set keeps the name that one of its responses had.
 */
export function planHeaderSets(
  operations: readonly PlannedOperation[],
  viewOf: (operation: PlannedOperation) => HeaderView,
  sources: TypeSources,
  { taken, locked }: HeaderNames,
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
  const given = nameGroups(byResponse, locked, taken);
  const sets = new Map([...groups.values()].map((group) => [group, planSet(group, given.get(group) ?? "")]));
  return {
    all: [...groups.values()].flatMap((group) => sets.get(group) ?? []),
    names: new Map([...byResponse].map(([identity, group]) => [identity, given.get(group) ?? ""])),
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
  return `${HEADERS}${model.origin.pointer}/responses/${status}`;
}

/** Names for all sets: those that stay, then those of new ones. */
function nameGroups(
  byResponse: ReadonlyMap<string, Group>,
  locked: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): ReadonlyMap<Group, string> {
  const claimed = new Set([...taken].map((name) => name.toLowerCase()));
  const given = new Map<Group, string>();
  const give = (group: Group, name: string) => {
    claimed.add(name.toLowerCase());
    given.set(group, name);
  };
  for (const [identity, group] of byResponse) {
    const before = locked.get(identity);
    if (before !== undefined && !given.has(group) && !claimed.has(before.toLowerCase())) give(group, before);
  }
  for (const group of byResponse.values())
    if (!given.has(group)) give(group, freeNameOf(group.names, claimed));
  return given;
}

/** The successes of an operation that describe headers, with those alone that a caller is to see. */
function describedResponses({ model }: PlannedOperation, view: HeaderView): readonly ResponseModel[] {
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

function planSet({ headers, users, resources }: Group, name: string): HeaderSet {
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

/** A name that differs from all others in more than case, which confuses readers and disks. */
function freeNameOf(names: Group["names"], claimed: Set<string>): string {
  return (
    names.find((preferred) => !claimed.has(preferred.toLowerCase())) ??
    freeName(names[names.length - 1] ?? names[0], claimed)
  );
}

function nameOf(member: HeaderPlan["member"]): string {
  return member.kind === "property" ? member.name : "";
}
