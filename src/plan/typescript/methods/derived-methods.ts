import type { OperationName, ParameterModel } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import { camel, words } from "../../../text/words.js";
import { fullName, operationKey } from "../../service/responses.js";
import { mayHaveResult } from "../../service/traits/background/intended-states.js";
import { refusesStale } from "../../service/traits/condition-need.js";
import type { BackgroundOperation } from "../../service/traits/trait.js";
import type { FindOperation, PlannedOperation } from "../inputs/planned-operation.js";
import { claimName, type MethodNames } from "./method-names.js";

/** One way of following background operations, which those that are started alike share. */
export interface NamedBackground {
  readonly facts: BackgroundOperation;
  /** Its constant, beside the status operation: `operationsBackground`. Unique over the client. */
  readonly constant: string;
  /** The method that goes on with one from its id, beside the status operation; one for each of those, and for each way to end. */
  readonly resume?: string;
  /** What starts those that `resume` is for, where others of the status operation end otherwise: `POST /servers/{id}/stop`. */
  readonly startKeys?: readonly string[];
}

/** Verbs of a read, which say nothing about what is read. */
const READS = new Set(["get", "read", "fetch", "show", "retrieve", "find", "describe", "check", "poll"]);

/**
 * The ways of following background operations, named: `operationsBackground` and `resume`. A second status operation of
 * the same resource says what it is the status of (`jobsImportJobBackground`, `resumeImportJob`), and where one status
 * operation is reached in several ways, the later ones say from where (`jobsForImportsStartBackground`); those that end otherwise are resumed by
 * a method of their own (`resumeStop`).
 */
export function nameBackgrounds(
  all: readonly PlannedOperation[],
  find: FindOperation,
  names: MethodNames,
): readonly NamedBackground[] {
  const constants = new Set<string>();
  return listFollowed(all).flatMap(({ status, ways }) => {
    const { resource, method } = status;
    const noun = words(method).filter((word, index) => index > 0 || !READS.has(word));
    const model = find(status)?.model;
    const candidates = ["resume", camel(["resume", ...noun])] as const;
    const resume = model === undefined ? undefined : names.claim(model, "resume", candidates);
    const ends = [...new Set(ways.map(({ facts }) => endOf(facts)))];
    return ways.map(({ starts: [start], facts }, index) => {
      const isFirst = ways.findIndex((way) => endOf(way.facts) === endOf(facts)) === index;
      const own = camel(["resume", ...words(start.method)]);
      const other =
        isFirst && model !== undefined && index > 0
          ? names.claim(model, `resume ${fullName({ name: start })}`, [own])
          : undefined;
      const name = index === 0 ? resume : other;
      const startKeys = ways
        .filter((way) => endOf(way.facts) === endOf(facts))
        .flatMap(({ starts }) => starts.flatMap((one) => find(one)?.model ?? []))
        .map(operationKey);
      return {
        facts,
        constant: claimName(constantNames(resource, noun, index === 0 ? undefined : start), constants),
        ...(name !== undefined && { resume: name }),
        ...(ends.length > 1 && name !== undefined && { startKeys }),
      };
    });
  });
}

/** The states in which an operation ends, and its result: an id alone does not say what was started. */
function endOf({ state, result }: BackgroundOperation): string {
  return JSON.stringify({ state, result });
}

/** The one that an operation starts; what is found under its facts, which all that follow it alike share. */
export function backgroundOf(
  facts: BackgroundOperation,
  backgrounds: readonly NamedBackground[],
): NamedBackground | undefined {
  const key = keyOf(facts);
  return backgrounds.find((background) => keyOf(background.facts) === key);
}

/** Operations are followed alike whether or not their start may give the result at once. */
function keyOf(facts: BackgroundOperation): string {
  const key = keys.get(facts) ?? JSON.stringify({ ...facts, mayBeDone: undefined });
  keys.set(facts, key);
  return key;
}

/** A contract can have thousands of starts, each of which is compared with all. */
const keys = new WeakMap<BackgroundOperation, string>();

/** Those that a status operation follows. */
export function backgroundsFollowedBy(
  status: OperationName,
  backgrounds: readonly NamedBackground[],
): readonly NamedBackground[] {
  const name = fullName({ name: status });
  return backgrounds.filter(({ facts }) => fullName({ name: facts.status }) === name);
}

/** One way in which starts lead to a status operation. */
interface Way {
  readonly starts: readonly [OperationName, ...OperationName[]];
  readonly facts: BackgroundOperation;
}

/**
 * Status operations by name, with the ways in which starts lead to them: those that make something before those that end it, in the order of
 * the starts' names. So a cancel, whose `CANCELLED` is a success, does not take the shortest name from what it cancels.
 */
function listFollowed(all: readonly PlannedOperation[]): readonly {
  readonly status: OperationName;
  readonly ways: readonly Way[];
}[] {
  const starts = all
    .flatMap(({ model, traits }) =>
      traits.background === undefined ? [] : [{ start: model.name, facts: traits.background.facts }],
    )
    .sort(
      (left, right) =>
        Number(mayHaveResult(right.facts)) - Number(mayHaveResult(left.facts)) ||
        byText(fullName({ name: left.start }), fullName({ name: right.start })),
    );
  const byFacts = new Map<string, Way>();
  for (const { start, facts } of starts) {
    const way = byFacts.get(keyOf(facts));
    byFacts.set(
      keyOf(facts),
      way === undefined ? { facts, starts: [start] } : { ...way, starts: [...way.starts, start] },
    );
  }
  const ways = [...byFacts.values()];
  const statuses = new Map(ways.map(({ facts: { status } }) => [fullName({ name: status }), status]));
  return [...statuses]
    .sort(([left], [right]) => byText(left, right))
    .map(([name, status]) => ({
      status,
      ways: ways.filter(({ facts }) => fullName({ name: facts.status }) === name),
    }));
}

function constantNames(
  resource: string,
  noun: readonly string[],
  start: OperationName | undefined,
): readonly [string, ...string[]] {
  const nouns = words(resource);
  return start === undefined
    ? [camel([...nouns, "background"]), camel([...nouns, ...noun, "background"])]
    : [camel([...nouns, "for", ...words(start.type), "background"])];
}

/** A change that `modify` can make, and the read that it starts from. */
export interface Modification {
  readonly change: PlannedOperation;
  readonly read: PlannedOperation;
  /** Method: `modify`, `modifySources`. */
  readonly method: string;
  /** The constant beside the change's descriptor that pairs it with its read. */
  readonly constant: string;
}

/** Verbs of a change that `modify` takes the place of: `updateSources` → `modifySources`. The first ones come first. */
const CHANGES = ["update", "change", "patch", "put", "set", "replace", "edit", "save", "modify"];

/**
 * What `modify` is there for: changes whose read is known and that have something to build. A DELETE has nothing, and
 * what is only accepted (202) is not done: `modify` gives its handle, where a stale validator is refused before it begins. By
 * the full name of the change.
 */
export function listModifications(
  all: readonly PlannedOperation[],
  find: FindOperation,
  names: MethodNames,
): ReadonlyMap<string, Modification> {
  const found = all.flatMap((change) => {
    const read = readOf(change, find);
    return read === undefined ? [] : [{ change, read }];
  });
  // In this order names are given, wherever the operations are in the contract.
  const ordered = found.sort(
    (left, right) =>
      verbRank(left.change) - verbRank(right.change) ||
      byText(fullName(left.change.model), fullName(right.change.model)),
  );
  return new Map(
    ordered.map(({ change, read }) => {
      const own = change.model.name.method;
      const method = names.claim(change.model, "modify", modifyNames(own));
      return [fullName(change.model), { change, read, method, constant: `${own}Rounds` }];
    }),
  );
}

function readOf(change: PlannedOperation, find: FindOperation): PlannedOperation | undefined {
  const { traits, model, input } = change;
  const name = traits.conditionalChange?.facts.read;
  // What always goes on in the background gives its handle; its validator counts where it is refused before it begins.
  const { background } = traits;
  if (name === undefined || !refusesStale(model, traits)) return undefined;
  // Accepted for later, and nothing to follow it by: the next read gives the old state.
  if (background === undefined && model.responses.some(({ status }) => status === "202")) return undefined;
  if (input.body === undefined || model.method === "DELETE") return undefined;
  const read = find(name);
  // What is always read under a condition gives nothing where it holds (304).
  return read?.model.parameters.some((one) => one.required && isCondition(one)) === true ? undefined : read;
}

/** Whether a parameter makes a read conditional, so that it may give nothing (RFC 9110 section 13.1): `If-None-Match`. */
export function isCondition({ in: where, name }: ParameterModel): boolean {
  return where === "header" && /^if-(?:none-match|modified-since)$/i.test(name);
}

/** The verb of the change is replaced; where that name is taken, by the change's whole name. */
function modifyNames(change: string): readonly [string, string] {
  const [verb = "", ...rest] = words(change);
  return [
    camel(["modify", ...(CHANGES.includes(verb) ? rest : words(change))]),
    camel(["modify", "by", ...words(change)]),
  ];
}

function verbRank({ model }: PlannedOperation): number {
  const [verb = ""] = words(model.name.method);
  const at = CHANGES.indexOf(verb);
  return at === -1 ? CHANGES.length : at;
}
