import { mkdir, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { generate } from "../../src/generate.js";
import type { JsonObject } from "../determinism/json-tree.js";
import { repository } from "../support/repository.js";
import { type Failure, groupFailures, type KindReport } from "./failures.js";
import { randomCall } from "./fuzz-calls.js";
import { hostileReply } from "./hostile-replies.js";
import { Lane, type LaneOutcome } from "./lane.js";
import { plainContract } from "./plain-contract.js";
import { Random } from "./random.js";
import type { RespondCase, RespondJob, RespondResult } from "./respond-worker.js";
import type { Budget } from "./run.js";
import { shrink } from "./shrink.js";

/** Milliseconds of one call; nearly all waits are of a clock that does not wait. */
const limit = 20_000;
const lanes = 2;
/** Milliseconds for making one failure smaller, and how many of a run are. */
const shrinking = { milliseconds: 15_000, failures: 6 };

type RespondLane = Lane<RespondJob, RespondResult>;
type Folders = RespondJob["folders"];

/**
 * Calls generated clients over real HTTP while the server does anything: every call ends, with a value or an error of
 * the client's own, and nothing that it shows has a credential or a telephone number in it.
 *
 * @param folder - absolute, for the clients.
 */
export async function fuzzResponses(budget: Budget, folder: string): Promise<KindReport> {
  const folders = await generateClients(folder);
  const crowd = Math.max(1, (loadavg()[0] ?? 0) / lanes);
  const all = Array.from(
    { length: lanes },
    (): RespondLane => new Lane(new URL("./respond-worker.ts", import.meta.url), limit * crowd),
  );
  const counts = new Map<string, number>();
  const failures: Failure[] = [];
  let next = 0;
  try {
    await Promise.all(
      all.map(async (lane) => {
        while (next < budget.runs && performance.now() < budget.end) {
          const seed = budget.seed + next++;
          const tried = makeCase(seed);
          const outcome = await lane.run({ tried, folders });
          const word = outcome.kind === "done" ? outcome.result.ended : outcome.kind;
          counts.set(word, (counts.get(word) ?? 0) + 1);
          for (const judgement of judge(outcome))
            failures.push({ kind: "responses", seed, ...judgement, tried: JSON.stringify(tried) });
        }
      }),
    );
    return {
      kind: "responses",
      runs: next,
      counts,
      failures: await shrinkFailures(failures, all[0]!, folders),
    };
  } finally {
    await Promise.all(all.map((lane) => lane.close()));
  }
}

/** Fresh ones: what is called is what would be generated now. */
async function generateClients(folder: string): Promise<Folders> {
  const contract = join(folder, "plain.json");
  await mkdir(folder, { recursive: true });
  await writeFile(contract, JSON.stringify(plainContract));
  // So that Node takes the files for modules, wherever the folder is.
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const folders = { plain: join(folder, "plain"), external: join(folder, "external") };
  await generate({ contract, out: folders.plain, name: "Plain" });
  await generate({
    contract: join(repository, "fixtures/external-api/openapi.yaml"),
    out: folders.external,
    name: "ExternalApi",
    vendor: "fuzz",
  });
  return folders;
}

function makeCase(seed: number): RespondCase {
  const random = new Random(seed);
  const call = randomCall(random);
  return {
    call,
    view: random.pick(["value", "response"]),
    abort: random.chance(0.05),
    sound: random.chance(0.85),
    tokens:
      call.client === "external" && random.chance(0.15)
        ? random.many(random.between(1, 3), () => hostileReply(random))
        : [],
    replies: random.many(random.pick([1, 1, 2, 3, 5]), () => hostileReply(random)),
  };
}

function judge(outcome: LaneOutcome<RespondResult>): readonly Pick<Failure, "signature" | "text">[] {
  if (outcome.kind === "hung")
    return [{ signature: "a call that does not end", text: "The time limit passed." }];
  if (outcome.kind === "died")
    return [
      {
        signature: `the process would end: ${(outcome.text.split("\n")[0] ?? "").slice(0, 120)}`,
        text: outcome.text,
      },
    ];
  return outcome.result.breaches;
}

async function shrinkFailures(
  failures: readonly Failure[],
  lane: RespondLane,
  folders: Folders,
): Promise<readonly Failure[]> {
  const first = new Set(
    groupFailures(failures)
      .slice(0, shrinking.failures)
      .map(([failure]) => failure),
  );
  const smaller: Failure[] = [];
  for (const failure of failures) {
    if (!first.has(failure) || failure.signature === "a call that does not end") {
      smaller.push(failure);
      continue;
    }
    const fails = async (tried: JsonObject | RespondCase): Promise<boolean> => {
      // Shrinking may take any part away.
      if (!isCase(tried)) return false;
      const outcome = await lane.run({ tried, folders });
      return judge(outcome).some(({ signature }) => signature === failure.signature);
    };
    const tried = await shrink(JSON.parse(failure.tried) as JsonObject, fails, shrinking.milliseconds);
    smaller.push({ ...failure, tried: JSON.stringify(tried) });
  }
  return smaller;
}

/** Whether what is left of a case can still be played. */
function isCase(tried: JsonObject | RespondCase): tried is RespondCase {
  const { call, tokens, replies } = tried as Partial<RespondCase>;
  const isReply = ({ action, headers, body, status }: Partial<RespondCase["replies"][number]>): boolean =>
    [action, body].every((text) => typeof text === "string") &&
    typeof status === "number" &&
    Array.isArray(headers) &&
    headers.every((header) => Array.isArray(header) && header.length === 2);
  return (
    typeof call?.method === "string" &&
    typeof call.options === "object" &&
    [tokens, replies].every((list) => Array.isArray(list) && list.every(isReply))
  );
}
