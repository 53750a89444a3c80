import { runProgram } from "../support/run-program.js";

/** What a process and those that it started took. */
export interface ProcessCost {
  /** Seconds on the clock. */
  readonly wall: number;
  /** Seconds of processor time, user and system. */
  readonly cpu: number;
}

/** Where a measured process runs. */
export interface MeasuredProcess {
  readonly cwd: string;
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which it is ended. */
  readonly timeout: number;
}

/** Ends the command when it is ended itself; `times` prints its own time, and in a second line that of its children. */
const script = `"$@" >&2 & command=$!; trap 'kill "$command"' TERM; wait "$command"; code=$?; times; exit "$code"`;

/**
 * Runs a command and measures it. A shell counts the processor time, since Node.js has no figure for ended children.
 *
 * @throws Error with the end of the output when the command fails or takes too long
 */
export async function processCost(
  words: readonly string[],
  { cwd, env = {}, timeout }: MeasuredProcess,
): Promise<ProcessCost> {
  const since = performance.now();
  const { exitCode, stdout, stderr } = await runProgram("sh", ["-c", script, "sh", ...words], {
    cwd,
    env: { ...process.env, ...env },
    timeout,
  });
  const wall = (performance.now() - since) / 1000;
  if (exitCode !== 0) throw new Error(`${words.join(" ")} failed:\n${stderr.slice(-2000)}`);
  return { wall, cpu: childSeconds(stdout) };
}

/** Reads the seconds of children from the output of `times`: `1m2.50s 0m0.25s` in its second line. */
export function childSeconds(times: string): number {
  const line = times.trim().split("\n")[1] ?? "";
  const parts = [...line.matchAll(/(\d+)m(\d+(?:\.\d+)?)s/gu)];
  if (parts.length !== 2) throw new Error(`The shell printed ${JSON.stringify(times)} for times.`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
