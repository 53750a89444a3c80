import type { AnswerModel, HeaderModel } from "../../../model/api-model.js";
import { codeSpan } from "../../../text/code-span.js";
import { lowerFirst, pascal, words } from "../../../text/words.js";
import { fullName, place, successAnswers, unchangedAnswer } from "../../service/responses.js";
import type { DescriptorPlan } from "../client-plan.js";
import type { DeclarationPlan } from "../type-plan.js";
import { freeName } from "../types/schema-catalog.js";
import { type HeaderPlan, planHeader } from "./plan-header.js";
import type { PlannedOperation } from "./planned-operation.js";
import type { TypeSources } from "./representations.js";

/** The headers that one or more answers describe alike. */
interface HeaderSet {
  readonly declaration: DeclarationPlan;
  /** The constant of an `operations/` module that tells how they are read; each module has its own. */
  readonly descriptor: DescriptorPlan;
}

/** The described headers of a contract's successes. */
export interface HeaderSets {
  /** In the order of the operations that come first with them. */
  readonly all: readonly HeaderSet[];
  /** `GET /pets 200` → name of the set that the answer describes. */
  readonly identities: ReadonlyMap<string, string>;
  /** What an answer describes; undefined when that is nothing that a caller is to see as a value. */
  of(operation: PlannedOperation, answer: AnswerModel): HeaderSet | undefined;
}

/** How the own method of an operation hands out headers: not at all, all but the validator, or all. */
export type HeaderView = "none" | "without-etag" | "all";

/** Longest name that is put together of the names of headers. */
const READABLE = 40;

/**
 * Finds the sets of headers, each once, and names them: after the headers, so that a name says what it is and stays when
 * the contract grows; where they are many, after what their names begin with, a shared answer, or the first operation.
 *
 * A set that had a name keeps it, whatever it has gained; where answers of one name describe different headers now, the
 * name stays with most of them.
 *
 * @param taken - names that other declarations have.
 * @param kept - names of an earlier generation, as {@link HeaderSets.identities} has them.
 */
export function planHeaderSets(
  operations: readonly PlannedOperation[],
  viewOf: (operation: PlannedOperation) => HeaderView,
  sources: TypeSources,
  taken: ReadonlySet<string>,
  kept: ReadonlyMap<string, string> = new Map(),
): HeaderSets {
  const byAnswer = new Map<string, Group>();
  const groups = new Map<string, Group>();
  const described = operations.flatMap((operation) =>
    describedAnswers(operation, viewOf(operation)).map((answer) => {
      const headers = answer.headers.map((header) => planHeader(header, sources));
      const identity = identityOf(operation, answer);
      return {
        operation,
        answer,
        headers,
        text: JSON.stringify(headers),
        identity,
        before: kept.get(identity),
      };
    }),
  );
  // An answer that is new describes what others did: sets that had two names stay two, even where they are alike by now.
  const names = new Map(
    described.flatMap(({ text, before }) => (before === undefined ? [] : [[text, before]])),
  );
  for (const { operation, answer, headers, text, identity, before = names.get(text) } of described) {
    const key = JSON.stringify([before ?? null, text]);
    const group = groups.get(key) ?? {
      before,
      headers,
      names: namesFor(operation, answer),
      users: new Set(),
    };
    group.users.add(fullName(operation.model));
    groups.set(key, group);
    byAnswer.set(identity, group);
  }
  const sets = nameSets([...groups.values()], taken);
  const setOf = (identity: string): HeaderSet | undefined => {
    const group = byAnswer.get(identity);
    return group === undefined ? undefined : sets.get(group);
  };
  return {
    all: [...groups.values()].flatMap((group) => sets.get(group) ?? []),
    identities: new Map(
      [...byAnswer.keys()].map((identity) => [identity, setOf(identity)?.declaration.name ?? ""]),
    ),
    of: (operation, answer) => setOf(identityOf(operation, answer)),
  };
}

/** Those that had a name are named first, the one with most users before others of that name. */
function nameSets(groups: readonly Group[], taken: ReadonlySet<string>): ReadonlyMap<Group, HeaderSet> {
  const claimed = new Set(taken);
  const size = ({ before, users }: Group) => (before === undefined ? 0 : users.size);
  const ordered = [...groups].sort((left, right) => size(right) - size(left));
  return new Map(ordered.map((group) => [group, planSet(group, claimed)]));
}

interface Group {
  /** Its name in an earlier generation. */
  readonly before: string | undefined;
  readonly headers: readonly HeaderPlan[];
  readonly names: readonly [string, ...string[]];
  readonly users: Set<string>;
}

function identityOf({ model }: PlannedOperation, { status }: AnswerModel): string {
  return `${place(model)} ${status}`;
}

/** The successes of an operation that describe headers, with those alone that a caller is to see. */
function describedAnswers({ model }: PlannedOperation, view: HeaderView): readonly AnswerModel[] {
  if (view === "none") return [];
  const shown = ({ name }: HeaderModel) => view === "all" || name.toLowerCase() !== "etag";
  const unchanged = unchangedAnswer(model);
  return [...successAnswers(model), ...(unchanged === undefined ? [] : [unchanged])]
    .map((answer) => ({ ...answer, headers: answer.headers.filter(shown) }))
    .filter(({ headers }) => headers.length > 0);
}

function namesFor({ model }: PlannedOperation, answer: AnswerModel): readonly [string, ...string[]] {
  const each = answer.headers.map(({ name }) => words(name.replace(/^x-/i, "")));
  const joined = `${each.map(pascal).join("")}Headers`;
  const begin = commonStart(each);
  const family = each.length < 2 || begin.length === 0 ? [] : [`${pascal(begin)}Headers`];
  const component = /^#\/components\/responses\/([^/]+)$/.exec(answer.origin.pointer)?.[1];
  const shared = component === undefined ? [] : [`${pascal(words(component))}Headers`];
  const own = `${model.name.type}Headers`;
  const candidates = [...(joined.length <= READABLE ? [joined] : []), ...family, ...shared, own];
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

function planSet({ before, headers, names, users }: Group, claimed: Set<string>): HeaderSet {
  const name = claim(before, names, claimed);
  const [only = ""] = users;
  const whose = users.size === 1 ? codeSpan(only) : "several operations";
  return {
    declaration: {
      kind: "interface",
      name,
      doc: { text: [`Headers that the contract describes for answers of ${whose}.`], tags: [] },
      extends: [],
      members: headers.map(({ member }) => member),
    },
    descriptor: {
      constant: lowerFirst(name),
      doc: { text: [`How {@link ${name}} are read.`], tags: [] },
      type: "HeadersDescriptor",
      value: Object.fromEntries(headers.map(({ member, read }) => [nameOf(member), read])),
    },
  };
}

/**
 * A name of an earlier generation gives way to the same name alone; a new one to those that differ by case as well, which
 * confuse readers and disks.
 */
function claim(
  before: string | undefined,
  names: readonly [string, ...string[]],
  claimed: Set<string>,
): string {
  const folded = new Set([...claimed].map((name) => name.toLowerCase()));
  const free = names.find((wished) => !folded.has(wished.toLowerCase()));
  const name =
    before !== undefined && !claimed.has(before)
      ? before
      : (free ?? freeName(names[names.length - 1] ?? names[0], folded));
  claimed.add(name);
  return name;
}

function nameOf(member: HeaderPlan["member"]): string {
  return member.kind === "property" ? member.name : "";
}
