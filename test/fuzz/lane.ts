import { Worker } from "node:worker_threads";

/** How a job of a lane ended. */
export type LaneOutcome<Result> =
  | { readonly kind: "done"; readonly result: Result }
  /** The worker ended with an error that nobody handled, or ran out of memory. */
  | { readonly kind: "died"; readonly text: string }
  /** The time limit passed. */
  | { readonly kind: "hung" };

/** One worker that does jobs one after the other, and is replaced when it hangs or dies. */
export class Lane<Job, Result> {
  readonly #script: URL;
  readonly #limit: number;
  #worker: Worker | undefined;

  /** @param limit - milliseconds of one job */
  constructor(script: URL, limit: number) {
    this.#script = script;
    this.#limit = limit;
  }

  async run(job: Job): Promise<LaneOutcome<Result>> {
    const worker = (this.#worker ??= this.#start());
    const outcome = await new Promise<LaneOutcome<Result>>((resolve) => {
      const timer = setTimeout(() => {
        resolve({ kind: "hung" });
      }, this.#limit);
      const end = (ended: LaneOutcome<Result>): void => {
        clearTimeout(timer);
        resolve(ended);
      };
      worker.once("message", (result: Result) => {
        end({ kind: "done", result });
      });
      worker.once("error", (error: unknown) => {
        end({ kind: "died", text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      });
      worker.once("exit", (code) => {
        end({ kind: "died", text: `The worker ended with ${String(code)}.` });
      });
      worker.postMessage(job);
    });
    for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
    if (outcome.kind !== "done") await this.close();
    return outcome;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.on("error", () => undefined);
    await worker?.terminate();
  }

  #start(): Worker {
    return new Worker(new URL("start-worker.js", import.meta.url), {
      workerData: this.#script.href,
      // The stack of a process's first thread; memory far above what a sound contract takes.
      resourceLimits: { stackSizeMb: 1, maxOldGenerationSizeMb: 1500 },
    });
  }
}
