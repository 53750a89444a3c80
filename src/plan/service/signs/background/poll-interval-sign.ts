import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import type { StatedTime } from "../../../../text/durations.js";
import { operationKey } from "../../responses.js";
import { isSame } from "../../traits/background/find-status.js";
import { CLIENT_INTERVAL, LONGEST_INTERVAL } from "../../traits/trait.js";
import { joinedLines, type LostSign, type SignSource } from "../sign.js";
import { pollTimes } from "./texts/poll-texts.js";

/** A time between polls, and what has it. */
interface StatedInterval extends StatedTime {
  /** "the description of `GET /jobs/{id}` says how often to poll" */
  readonly by: string;
  readonly isOfSome?: boolean;
}

/**
 * How often the state of a background operation may be polled, where only texts or extensions have a longer time than the client leaves
 * between polls, and no more than it can leave. One sign for each operation that gives states; what a line says of one start holds for all that it follows.
 */
export function pollSigns(
  sources: readonly SignSource[],
  model: Pick<ApiModel, "contract" | "tags">,
): readonly LostSign[] {
  const started = sources.filter(({ traits: { background } }) => background !== undefined);
  if (started.length === 0) return [];
  const ofContract = textsOfContract(model).flatMap(([by, text]) => intervalsIn(text, by, true));
  return sources.flatMap(({ operation: status }) => {
    const followed = started.filter(({ traits }) => followsBy(traits, status));
    const [start] = followed;
    if (start === undefined || followed.some(({ traits }) => "interval" in givenOf(traits))) return [];
    const own = [status, ...followed.map(({ operation }) => operation)].flatMap(intervalsOf);
    const stated = own.length > 0 ? own : ofContract;
    const longest = Math.max(0, ...stated.map(({ milliseconds }) => milliseconds));
    const [first] = stated;
    if (first === undefined || longest <= CLIENT_INTERVAL || longest > LONGEST_INTERVAL) return [];
    // Each may be that of other jobs, or of a later poll: a person chooses.
    const other = stated.find(({ milliseconds }) => milliseconds !== first.milliseconds);
    const isOpen = other !== undefined || first.isOfSome === true;
    const others =
      other === undefined ? "" : `, and ${other.by === first.by ? "" : `${other.by}, `}"${other.wording}"`;
    const linesOf = (line: string) =>
      joinedLines(start.operation, "background", start.traits.background, line);
    return {
      operation: status,
      trait: "background" as const,
      rule: "trait/poll-interval" as const,
      shown: `${first.by}, "${first.wording}"${others}`,
      missing: "only `Retry-After` of a response makes the client wait longer than 2 seconds",
      lines: linesOf(`interval: ${isOpen ? '"?"' : first.duration}`),
      meant: linesOf("interval: false"),
    };
  });
}

function followsBy({ background }: SignSource["traits"], { name }: OperationModel): boolean {
  return background !== undefined && isSame(background.facts.status, name);
}

/** The keys of `background` that the configuration has. */
function givenOf({ background }: SignSource["traits"]): Readonly<Record<string, unknown>> {
  return { ...background?.given };
}

/** What an operation says: its extension, its texts, and those of its responses about what was accepted. */
function intervalsOf(operation: OperationModel): readonly StatedInterval[] {
  const { summary = "", description = "", pollExtension: extension, responses } = operation;
  const key = `\`${operationKey(operation)}\``;
  if (extension !== undefined) {
    return [{ by: `\`${extension.name}\` of ${key} says how often to poll`, ...extension.time }];
  }
  const ofResponses = responses
    .filter(({ status }) => status === "200" || status === "202")
    .flatMap((response) =>
      intervalsIn(response.description ?? "", `the response ${response.status} of ${key}`, false),
    );
  return [...intervalsIn(`${summary}\n\n${description}`, `the description of ${key}`, false), ...ofResponses];
}

function textsOfContract({
  contract,
  tags,
}: Pick<ApiModel, "contract" | "tags">): readonly (readonly [string, string])[] {
  return [
    ["the description of the contract", contract.description ?? ""],
    ...tags.map(
      ({ name, description = "" }) =>
        [`the description of the tag ${JSON.stringify(name)}`, description] as const,
    ),
  ];
}

function intervalsIn(text: string, by: string, isOfContract: boolean): readonly StatedInterval[] {
  return pollTimes(text, isOfContract).map((time) => ({ by: `${by} says how often to poll`, ...time }));
}
