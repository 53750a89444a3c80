import { expect, test } from "vitest";
import { acceptedBy } from "../../../src/plan/service/signs/sign.js";
import { constantOf, planOf } from "../plan-of.js";
import { backgroundContract } from "./background-contract.js";
import { misfitsUnder, planUnder, traitsUnder } from "./overrides/configured.js";

interface Texts {
  readonly start?: string;
  readonly accepted?: string;
  readonly status?: string;
  readonly state?: string;
  readonly tag?: string;
  readonly contract?: string;
  /** Members of the operation that gives the state. */
  readonly extension?: string;
}

/** An export and its state, with texts of both, of their responses, of a tag and of the contract. */
function jobs({ start, accepted, status, state, tag, contract, extension = "" }: Texts): string {
  const text = (given = "") => JSON.stringify(given);
  const paths = backgroundContract({})
    .replace("operationId: startExport", `operationId: startExport\n      description: ${text(start)}`)
    .replace("description: Started", `description: ${text(accepted)}`)
    .replace(
      "operationId: getJob",
      `operationId: getJob\n      description: ${text(status)}\n      ${extension}`,
    )
    .replace("description: Job", `description: ${text(state)}`);
  return `info: { description: ${text(contract)} }\ntags: [{ name: jobs, description: ${text(tag)} }]\n${paths}`;
}

/** How the signs of a time between polls read, and the times of their lines. */
function signsOf(yaml: string): readonly (readonly [string, string | undefined])[] {
  return planOf(yaml, { isPreview: true })
    .traits.lost.filter(({ rule }) => rule === "trait/poll-interval")
    .map(({ shown, lines }) => [shown, lines.at(-1)?.trim()]);
}

const OF_STATUS = "the description of `GET /jobs/{jobId}` says how often to poll";

test.each<readonly [string, string, string]>([
  ["Do not poll more than once per 5 seconds.", "5 seconds", "5s"],
  ["Poll at most once per 5 seconds.", "5 seconds", "5s"],
  ["Poll this resource every 30s until it has ended.", "30s", "30s"],
  ["You should poll it once a minute.", "a minute", "1m"],
  ["Poll no more often than every ten seconds.", "ten seconds", "10s"],
  ["Polling every 5-10 seconds is enough.", "5-10 seconds", "5s"],
  ["Check the status every minute.", "every minute", "1m"],
  ["Recommended polling interval: 5 s", "5 s", "5s"],
  ["The minimum poll interval is **5** seconds.", "5 seconds", "5s"],
  ["Poll at intervals of at least 4 seconds.", "4 seconds", "4s"],
  ["We recommend intervals of at least 3 seconds to poll it.", "3 seconds", "3s"],
  ["Wait 10 seconds between polls.", "10 seconds", "10s"],
  ["Polls must be at least 15 seconds apart.", "15 seconds", "15s"],
  ["Do not poll faster than every 5 seconds.", "5 seconds", "5s"],
  [
    "Honour `Retry-After`, add jitter and do not poll an operation more than once per five seconds.",
    "five seconds",
    "5s",
  ],
  ["Poll every 2500 ms.", "2500 ms", "2500ms"],
  ["Do not poll more often than once per hour.", "per hour", "1h"],
  ["Clients should poll it every 2.5 minutes.", "2.5 minutes", "150s"],
  ["The interval is yours. Polling interval: 7.5 seconds", "7.5 seconds", "7500ms"],
  ["It can be polled every 1h.", "1h", "1h"],
  ["We recommend polling every 10 seconds.", "10 seconds", "10s"],
  ["The server returns 202; then poll the status every 10 seconds.", "10 seconds", "10s"],
  ["The poll interval must not be less than 5 seconds.", "5 seconds", "5s"],
  ["Poll every 5 seconds, for at most an hour.", "5 seconds", "5s"],
  ["Poll every 24 hours.", "24 hours", "24h"],
  ["Do not poll one more than 6 times per minute.", "6 times per minute", "10s"],
  ["Poll at most 7 times a minute.", "7 times a minute", "9s"],
  ["Poll the job no more than 10 times per hour.", "10 times per hour", "360s"],
])(
  "[OPS-4] a longer time than the client's in the description of the state is a sign: %s",
  (text, wording, duration) => {
    expect(signsOf(jobs({ status: text }))).toEqual([
      [`${OF_STATUS}, "${wording}"`, `interval: ${duration}`],
    ]);
  },
);

test.each([
  "Poll at most once per 2 seconds.",
  "Poll every 500ms.",
  "Poll it once per second.",
  "Polling is limited to 60 requests per minute.",
  "Poll it at most 30 times a minute.",
  "Poll more than 6 times per minute.",
  "Do not poll at most 6 times per minute.",
  "Poll at most 0 times per minute.",
  "Poll it, at most 30 times per 5 minutes.",
  "Polling waits: a long poll is held for 30 seconds, and sent every 30 seconds.",
  "Poll the job, which runs every 24 hours.",
  "There is no need to poll every 30 seconds.",
  "Use webhooks rather than polling every 30 seconds.",
  "Wait 10 seconds before the first poll.",
  "Results are kept for 24 hours. Poll until then.",
  "The state is computed every 10 minutes.",
  "Poll every second minute.",
  "Poll every 25 hours.",
  "Wait 1,50 seconds between polls.",
])("[OPS-4] another time is none: %s", (text) => {
  expect(signsOf(jobs({ status: text, start: text, contract: text }))).toEqual([]);
});

test.each([
  "Poll at least every 60 seconds, otherwise the job is cancelled.",
  "Poll the status at least once per minute.",
  "Poll every 60 seconds or the job is cancelled.",
  "Poll every 30 seconds at the latest.",
  "You must poll within every 30 seconds.",
  "Poll every 30 seconds to keep the job alive.",
  "Maximum polling interval is 60 seconds.",
  "The poll interval must not exceed 30 seconds.",
  "The poll interval must be less than 60 seconds.",
  "Poll with an interval of at most 60 seconds.",
  "Poll at intervals of at most 60 seconds.",
  "Polls must be at most 60 seconds apart.",
  "Polls must not be more than 60 seconds apart.",
  "Poll no less often than every 60 seconds.",
  "Poll more often than every 60 seconds.",
  "Minimum polling frequency: 60 seconds",
  "Jobs that are not polled every 60 seconds are cancelled: poll every 50 seconds.",
])("[OPS-4] the longest time that may be between polls is none: %s", (text) => {
  expect(signsOf(jobs({ status: text, start: text, contract: text }))).toEqual([]);
});

test.each([
  "We poll the courier every 15 minutes.",
  "The server polls the bank every 15 minutes.",
  "Our backend will poll the bank every 15 minutes.",
  "The system checks the status every 10 minutes.",
  "The job is polled by the dashboard every 30 seconds.",
  "The job is polled every 30 seconds.",
  "We read the queue and poll the bank every 15 minutes.",
  "Our polling interval is 15 minutes.",
  "Polling the status counts once per hour towards your quota.",
  "Polling the status is logged once per hour.",
])("[OPS-4] the time of others is none: %s", (text) => {
  expect(signsOf(jobs({ status: text, start: text, contract: text }))).toEqual([]);
});

test.each<readonly [string, string]>([
  ["Poll every 5 seconds.\n\nPoll large exports every 20 seconds.", '"5 seconds", and "20 seconds"'],
  [
    "In the first minute poll every 3 seconds. A job that runs longer than an hour should be polled every 10 minutes.",
    '"3 seconds", and "10 minutes"',
  ],
  ["Poll every 5 seconds for a minute, then every 30 seconds.", '"5 seconds", and "30 seconds"'],
  ["Poll every second, later every 30 seconds.", '"every second", and "30 seconds"'],
  ["Poll large exports every 20 seconds.", '"20 seconds"'],
  ["Poll every second minute, later every 30 seconds.", '"30 seconds"'],
])("[OPS-4] a person chooses where polls have several times, or a time is not of all: %s", (text, shown) => {
  expect(signsOf(jobs({ status: text }))).toEqual([[`${OF_STATUS}, ${shown}`, 'interval: "?"']]);
});

test.each<readonly [Texts, string]>([
  [{ start: "Poll every 9 seconds." }, "the description of `POST /exports` says how often to poll"],
  [
    { accepted: "Accepted. Poll at most every 9 seconds." },
    "the response 202 of `POST /exports` says how often to poll",
  ],
  [{ state: "Poll every 9 seconds." }, "the response 200 of `GET /jobs/{jobId}` says how often to poll"],
  [{ tag: "Poll a job every 9 seconds." }, 'the description of the tag "jobs" says how often to poll'],
  [
    {
      contract:
        "| Limit | Value |\n|---|---|\n| Polling of an operation | not more often than once per 9 seconds |",
    },
    "the description of the contract says how often to poll",
  ],
])("[OPS-4] so is one of %j", (texts, by) => {
  expect(signsOf(jobs(texts))).toEqual([[`${by}, "9 seconds"`, "interval: 9s"]]);
});

test("what the operations say counts before what the contract says of all, which may be of something else", () => {
  const contract = "Poll operations every 30 seconds.";
  expect(signsOf(jobs({ contract, status: "Poll every 2 seconds." }))).toEqual([]);
  expect(signsOf(jobs({ contract: "Poll the list every 30 seconds." }))).toEqual([]);
  expect(signsOf(jobs({ contract: "Poll the list of jobs every 30 seconds for new ones." }))).toEqual([]);
});

test.each<readonly [string, string, string]>([
  ["x-min-poll-interval", "PT5S", "5s"],
  ["x-polling-interval", "5", "5s"],
  ["x-pollInterval", "PT1M30S", "90s"],
  ["x-poll-interval-ms", "2500", "2500ms"],
  ["x-poll-interval-seconds", "300", "300s"],
  ["x-acme-polling-interval", "5 seconds", "5s"],
  ["x-poll-interval", "5000", "5s"],
  ["x-poll-interval", "2.5", "2500ms"],
  ["x-poll-interval", "PT1H", "1h"],
  ["x-poll-interval", "PT2.5S", "2500ms"],
  ["x-poll-interval", "1h", "1h"],
  ["x-poll-interval-hours", "3", "3h"],
  ["x-poll-interval-days", "1", "1d"],
])("[OPS-4] an extension is one: %s: %s", (name, value, duration) => {
  const want = [
    [`\`${name}\` of \`GET /jobs/{jobId}\` says how often to poll, "${value}"`, `interval: ${duration}`],
  ];
  expect(signsOf(jobs({ extension: `${name}: ${value}` }))).toEqual(want);
});

test.each([
  "x-max-poll-interval: 60",
  "x-poll-timeout: 60",
  "x-initial-poll-interval: 60",
  "x-poll-interval: 500",
  "x-poll-interval: 1",
  "x-poll-interval: often",
  "x-poll-interval: { min: 5 }",
  "x-poll-interval-days: 3",
  "x-poll-interval-micros: 5",
  "x-poll-interval-limit: 60",
  "x-poll-interval-min: 60",
  "x-backend-poll-interval: 60",
  "x-poll-interval: 9999999s",
  "x-poll-interval: PT",
])("[OPS-4] an extension is none: %s", (extension) => {
  expect(signsOf(jobs({ extension }))).toEqual([]);
});

const ASKED = jobs({ status: "Poll every 30 seconds." });

test("the printed lines are the client's time between polls; the others accept it as it is", async () => {
  const [sign] = planOf(ASKED).traits.lost;
  if (sign === undefined) throw new Error("There is no sign.");
  const lines = ["operations:", '  "POST /exports":', "    background:", "      interval: 30s"];
  expect([sign.lines, acceptedBy(sign)]).toEqual([lines, [...lines.slice(0, 3), "      interval: false"]]);
  const plan = await planUnder(ASKED, lines.join("\n"));
  expect(plan.traits.lost).toEqual([]);
  expect(constantOf(plan, "jobs.jobsBackground").value).toMatchObject({ pollFloor: 30_000 });
  const { background } = await traitsUnder(ASKED, lines.join("\n"), "exports.start");
  expect(background?.decidedBy).toBeUndefined();
  expect(background?.reason).toMatch(/\. Polls are at least 30s apart: cabinetry\.yaml:5 says so\.$/u);
  const accepted = await planUnder(ASKED, (acceptedBy(sign) ?? []).join("\n"));
  expect(accepted.traits.lost).toEqual([]);
  expect(constantOf(accepted, "jobs.jobsBackground").value).toMatchObject({ pollFloor: undefined });
});

test("a time holds for every operation with the same state, the longest for all", async () => {
  const [start = ""] = / {2}\/exports:[^]*?(?= {2}\/jobs)/u.exec(ASKED) ?? [];
  const other = start
    .replace("/exports:", "/imports:")
    .replace("startExport", "startImport")
    .replace("[exports]", "[imports]");
  const two = ASKED.replace("  /jobs/{jobId}:", `${other}  /jobs/{jobId}:`);
  const lines = planOf(two).traits.lost.map((one) => one.lines.join("\n"));
  expect(lines).toEqual(['operations:\n  "POST /exports":\n    background:\n      interval: 30s']);
  const plan = await planUnder(two, `${lines.join("")}\n  startImport: { background: { interval: 5s } }`);
  const found = plan.traits.operations.flatMap(({ traits: { background } }) =>
    background === undefined ? [] : [[background.facts.interval, background.reason.split(". ").at(-1)]],
  );
  expect(found).toEqual([
    [30_000, "Polls are at least 30s apart: cabinetry.yaml:5 says so."],
    [30_000, "exports.start has the same state and a longer time, which holds for both: 30s."],
  ]);
  expect(plan.traits.lost).toEqual([]);
  const alone = await traitsUnder(two, lines.join(""), "imports.start");
  expect(alone.background?.reason).toMatch(/\. Polls are as far apart as those of exports\.start\.$/u);
  const denied = `${lines.join("")}\n  startImport: { background: { interval: false } }`;
  expect(await misfitsUnder(two, denied)).toEqual([
    'cabinetry.yaml:7:36 POST /exports has the same state and the interval "30s", which holds for both: remove one of the two keys.',
  ]);
});

test("a text changes nothing by itself", () => {
  expect(constantOf(planOf(ASKED), "jobs.jobsBackground").value).toMatchObject({ pollFloor: undefined });
});

test("the lines keep what the configuration says already", async () => {
  const given =
    "operations: { startExport: { background: { status: getJob, state: { member: status, failed: [failed] } } } }";
  const [sign] = (await planUnder(ASKED, given)).traits.lost;
  expect(sign?.lines).toEqual([
    "operations:",
    '  "POST /exports":',
    "    background:",
    "      status: getJob",
    "      state: { member: status, failed: [failed] }",
    "      interval: 30s",
  ]);
  expect((await planUnder(ASKED, sign?.lines.join("\n") ?? "")).traits.lost).toEqual([]);
});

test("a time alone leaves the other signs of the operation", async () => {
  const odd = ASKED.replace("queued, running", "odd, running");
  const only = "operations: { startExport: { background: { interval: 30s } } }";
  const [sign] = (await planUnder(odd, only)).traits.lost;
  expect([sign?.rule, sign?.meant?.slice(3, 5)]).toEqual([
    "trait/unknown-states",
    ['      status: "GET /jobs/{jobId}"', '      interval: "30s"'],
  ]);
});

test.each<readonly [string, string, string]>([
  [
    "startExport: { background: { interval: 1s } }",
    "cabinetry.yaml:4:",
    'The client leaves 2 seconds between polls by itself: write a longer time (got "1s"), or remove the key.',
  ],
  [
    "startExport: { background: { interval: 2d } }",
    "cabinetry.yaml:4:",
    'An interval of polls is at most 1 day (got "2d").',
  ],
  [
    "startExport: { background: { id: jobId } }",
    "cabinetry.yaml:4:",
    "`background` must have the key `status`, the read that gives the state. Only `interval` may be alone.",
  ],
  [
    "startExport: { background: { interval: false, id: jobId } }",
    "cabinetry.yaml:4:",
    "`background` must have the key `status`, the read that gives the state. Only `interval` may be alone.",
  ],
])("what does not fit is an error: %s", async (keys, at, message) => {
  const [line = ""] = await misfitsUnder(ASKED, `operations:\n  ${keys}`);
  expect([line.startsWith(at), line.replace(/^\S+ /u, "")]).toEqual([true, message]);
});

test("a time alone needs a contract that shows the rest", async () => {
  const plain =
    "paths: { /exports: { post: { operationId: startExport, responses: { '202': { description: A } } } } }";
  const [line = ""] = await misfitsUnder(
    plain,
    "operations: { startExport: { background: { interval: 5s } } }",
  );
  expect(line.replace(/^\S+ /u, "")).toBe(
    "The contract does not show how what POST /exports starts is followed: say with `status` which read gives the state.",
  );
});
