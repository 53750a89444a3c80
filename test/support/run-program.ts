import { spawn } from "node:child_process";

/** Where and how a program runs. */
export interface ProgramOptions {
  readonly cwd?: string;
  /** The whole environment of the program; default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Shows its output on this process's streams as it comes. Default false. */
  readonly live?: boolean;
  /** Milliseconds after which it is killed. Default: two minutes. */
  readonly timeout?: number;
}

/** What a program left behind. */
export interface ProgramOutcome {
  /** Its exit code; undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. @throws Error when it cannot be started */
export async function runProgram(
  command: string,
  words: readonly string[],
  { cwd, env = process.env, live = false, timeout = 120_000 }: ProgramOptions = {},
): Promise<ProgramOutcome> {
  const child = spawn(command, words, {
    ...(cwd !== undefined && { cwd }),
    env,
    timeout,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (piece: string) => {
      text[name] += piece;
      if (live) process[name].write(piece);
    });
  }
  const exitCode = await new Promise<number | undefined>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      resolve(code ?? undefined);
    });
  });
  return { exitCode, ...text };
}
