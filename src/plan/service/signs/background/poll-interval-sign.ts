import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import { operationKey } from "../../responses.js";
import { isSame } from "../../traits/background/find-status.js";
import { CLIENT_INTERVAL } from "../../traits/trait.js";
import { joinedLines, type LostSign, type SignSource } from "../sign.js";
import { readTime, SENTENCES, type StatedTime } from "../stated-times.js";

/** A time between polls, and what has it. */
interface StatedInterval extends StatedTime {
  /** "the description of `GET /jobs/{id}` says how often to poll" */
  readonly by: string;
}

/**
 * How often the state of a background operation may be polled, where only texts or extensions have a longer time than the client leaves
 * between polls. One sign for each operation that gives states; what a line says of one start holds for all that it follows.
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
    // The longest is right for every one that asks for less.
    const [longest] = stated.toSorted((left, right) => right.milliseconds - left.milliseconds);
    if (longest === undefined || longest.milliseconds <= CLIENT_INTERVAL) return [];
    const linesOf = (line: string) =>
      joinedLines(start.operation, "background", start.traits.background, line);
    return {
      operation: status,
      trait: "background" as const,
      rule: "trait/poll-interval" as const,
      shown: `${longest.by}, "${longest.wording}"`,
      missing: "only `Retry-After` of a response makes the client wait longer than 2 seconds",
      lines: linesOf(`interval: ${longest.duration}`),
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
    const { name, written, milliseconds } = extension;
    const isWhole = milliseconds % 1000 === 0;
    const duration = isWhole ? `${String(milliseconds / 1000)}s` : `${String(milliseconds)}ms`;
    return [{ by: `\`${name}\` of ${key} says how often to poll`, wording: written, duration, milliseconds }];
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

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** What a text asks a client to do. */
const POLL =
  "(?:poll(?:s|ed|ing)?|(?:check|fetch|get|query|read|request)(?:ing|s|ed)?\\s(?:(?:for|its|the)\\s){0,2}(?:[\\w-]{1,20}\\s)?(?:progress|state|status))";

/** Words between that and its time; not those of something else that happens every so often. */
const BETWEEN =
  "(?:(?!\\b(?:cleaned|deleted|expires?|refresh\\w*|removed|runs?|that|updated?|updates|which)\\b)[^.;!?]){0,80}?";

const ABOUT =
  "(?:(?:a\\sminimum\\sof|about|approximately|around|at\\sleast|at\\smost|no\\sless\\sthan)\\s){0,2}[*_`]{0,2}";

const UNIT = "(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?)\\b";

/** "5 seconds", "5s", "five seconds", "a minute", "5 to 10 seconds"; the group. */
const TIME =
  `${ABOUT}((?:\\d{1,6}|an?|one|two|three|four|five|six|seven|eight|ten|fifteen|twenty|thirty|forty-?five|sixty|ninety)` +
  `[*_\`]{0,2}(?:\\s?(?:-|–|to)\\s?\\d{1,6})?[\\s*_\`-]{0,3}${UNIT})`;

/** The same after "every", where the number may be left to the unit: not "every second minute". */
const EVERY = `(?:${TIME}|(second|minute|hour)\\b(?!\\s(?:minute|hour|time)))`;

/** Sentences that say how often to poll. */
const INTERVALS: readonly RegExp[] = [
  // "Poll at most once per 5 seconds", "once a minute", "one request every ten seconds"
  `\\b${POLL}\\b${BETWEEN}\\b(?:once|one\\s(?:call|poll|request|time))\\s(?:(?:per|each|every|in)\\s${EVERY}|an?\\s(second|minute|hour)\\b)`,
  // "Poll every 30 seconds", "not more often than every 5 s"
  `\\b${POLL}\\b${BETWEEN}\\b(?:each|every)\\s${EVERY}`,
  // "Recommended polling interval: 5 s", "the poll interval is at least 5 seconds"
  `\\bpoll(?:ing)?\\s(?:delay|frequency|interval|period)s?\\b[^.;!?]{0,40}?${TIME}`,
  // "Poll at intervals of 30 seconds", "We recommend intervals of at least 3 seconds to poll"
  `\\b${POLL}\\b${BETWEEN}\\bintervals?\\sof\\s${TIME}`,
  `\\bintervals?\\sof\\s${TIME}[^.;!?]{0,60}?\\b${POLL}\\b`,
  // "Wait 10 seconds between polls", "wait 10 seconds before polling again"
  `\\b(?:leave|pause|sleep|wait)(?:ing)?\\b[^.;!?]{0,20}?\\b${TIME}\\s(?:before|between)\\b[^.;!?]{0,30}?\\b${POLL}\\b`,
  // "Polls must be at least 5 seconds apart"
  `\\b${POLL}\\b${BETWEEN}\\b${TIME}\\sapart\\b`,
  // "Do not poll more often than 5 seconds", "faster than every 5 seconds"
  `\\b${POLL}\\b${BETWEEN}\\b(?:faster|more\\s(?:frequently|often))\\sthan\\s${TIME}`,
].map((pattern) => new RegExp(pattern, "iu"));

/** Sentences about something else: a poll that the server holds, the first one, a number of requests in a time, or none that is needed. */
const OF_OTHERS =
  /\blong[\s-]poll|\b(?:timeouts?|times?\sout)\b|\bbefore\b.{0,20}\bfirst\b|\b(?:\d{2,}|[2-9])\s(?:calls|polls|requests|times)\b|\b(?:no\sneed|instead\sof|need\snot|not\s(?:have|need)|rather\sthan|without)\b/iu;

/** What polls are about, in a text about a whole contract. */
const OF_JOBS =
  /\b(?:202|asynchronous(?:ly)?|background|jobs?|long[\s-]running|operations?|status(?:es)?|tasks?)\b/iu;

/** What a caller polls for in a list: something new. */
const OF_NEWS = /\b(?:changes?|changed|events?|messages?|new|notifications?|updates?)\b/iu;

function intervalsIn(text: string, by: string, isOfContract: boolean): readonly StatedInterval[] {
  return text
    .slice(0, LONGEST)
    .split(/\n\s*\n/u)
    .flatMap((paragraph) => {
      if (!/poll|status|state|progress/iu.test(paragraph)) return [];
      if (isOfContract && !OF_JOBS.test(paragraph)) return [];
      return paragraph.split(SENTENCES).flatMap((sentence): readonly StatedInterval[] => {
        const plain = sentence.replace(/\s+/gu, " ");
        if (OF_OTHERS.test(plain) || (isOfContract && OF_NEWS.test(plain))) return [];
        const [found] = INTERVALS.flatMap((pattern) => readInterval(pattern.exec(plain)?.slice(1)) ?? []);
        return found === undefined ? [] : [{ by: `${by} says how often to poll`, ...found }];
      });
    });
}

/** The time of what a sentence matched: of a range, the shorter one; a unit alone is one of it. */
function readInterval(groups: readonly (string | undefined)[] = []): StatedTime | undefined {
  const text = groups.find((one) => one !== undefined)?.replace(/\s?(?:-|–|to)\s?\d{1,6}/u, "");
  return text === undefined
    ? undefined
    : readTime(/^(?:second|minute|hour)$/iu.test(text) ? `a ${text}` : text);
}
