import { pathToFileURL } from "node:url";
import { type Call, compareCalls, type Load } from "./compare-calls.js";

/*
 * The process that makes the calls: plain Node runs it, bundled, for a loader would slow down the functions of clients. It
 * gets its task as JSON and prints the figures as JSON.
 */

/** What is measured. */
export interface MeasureTask {
  /** By name, absolute paths of modules that export calls; the first is what the others are compared with. */
  readonly modules: Readonly<Record<string, string>>;
  /** The call that each of them exports. */
  readonly call: string;
  readonly load: Load;
}

const { modules, call, load } = JSON.parse(process.argv[2] ?? "") as MeasureTask;
const contestants: [string, Call][] = [];
for (const [name, path] of Object.entries(modules)) {
  const module = (await import(pathToFileURL(path).href)) as Readonly<Record<string, Call | undefined>>;
  const own = module[call];
  if (own === undefined) throw new Error(`${path} exports no \`${call}\`.`);
  contestants.push([name, own]);
}
await expectAlike(contestants);
console.log(JSON.stringify(await compareCalls(contestants, load)));

/** What is faster because it reads nothing would win unfairly. */
async function expectAlike([first, ...others]: readonly (readonly [string, Call])[]): Promise<void> {
  const want = JSON.stringify(await first?.[1]());
  for (const [name, own] of others) {
    const got = JSON.stringify(await own());
    if (got !== want) throw new Error(`${name} returns ${got}, ${first?.[0] ?? ""} ${want}.`);
  }
}
