import type { OperationName } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import { camel, words } from "../../../text/words.js";
import { fullName } from "../../reading/answers.js";
import type { BackgroundOperation } from "../../traits/trait.js";
import { claimName } from "../claim-name.js";
import type { MethodNames } from "../method-names.js";
import type { FindOperation, PlannedOperation } from "../planned-operation.js";

/** One way of following background operations, which those that are started alike share. */
export interface NamedBackground {
  readonly facts: BackgroundOperation;
  /** Its constant, beside the status operation: `operationsBackground`. Unique over the client. */
  readonly constant: string;
  /** The method that goes on with one from its id, beside the status operation; one for each of those. */
  readonly resume?: string;
}

/** Verbs of a read, which say nothing about what is read. */
const READS = new Set(["get", "read", "fetch", "show", "retrieve", "find", "describe", "check", "poll"]);

/**
 * The ways of following background operations, named: `operationsBackground` and `resume`. A second status operation of
 * the same resource says what it is the status of (`jobsImportJobBackground`, `resumeImportJob`), and where one status
 * operation is reached in several ways, the later ones say from where (`jobsForImportsStartBackground`).
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
    return ways.map(({ start, facts }, index) => ({
      facts,
      constant: claimName(constantNames(resource, noun, index === 0 ? undefined : start), constants),
      ...(index === 0 && resume !== undefined && { resume }),
    }));
  });
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
  return JSON.stringify({ ...facts, mayBeDone: undefined });
}

/** Those that a status operation follows. */
export function backgroundsFollowedBy(
  status: OperationName,
  backgrounds: readonly NamedBackground[],
): readonly NamedBackground[] {
  return backgrounds.filter(({ facts }) => fullName({ name: facts.status }) === fullName({ name: status }));
}

/** Status operations by name, with the ways in which starts lead to them, in the order of the starts' names. */
function listFollowed(all: readonly PlannedOperation[]): readonly {
  readonly status: OperationName;
  readonly ways: readonly { readonly start: OperationName; readonly facts: BackgroundOperation }[];
}[] {
  const starts = all
    .flatMap(({ model, traits }) =>
      traits.background === undefined ? [] : [{ start: model.name, facts: traits.background.facts }],
    )
    .sort((left, right) => byText(fullName({ name: left.start }), fullName({ name: right.start })));
  const ways = [...new Map(starts.toReversed().map((way) => [keyOf(way.facts), way])).values()].toReversed();
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
