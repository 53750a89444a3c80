import type { ExternalApi, ExternalApiOptions } from "../../generated/external-api/index.js";
import type { Clock } from "../../src/runtime/waiting/clock.js";
import type { GeneratedModule } from "../support/generated-client.js";
import type { IdleClock } from "./idle-clock.js";

/**
 * A process that runs a client, and can be killed: from then on nothing that it waits for ever comes back to it. What
 * the disk, the server and a shared Redis have is all that is left of it.
 */
export class ClientProcess {
  readonly api: ExternalApi;
  #alive = true;

  constructor({ ExternalApi }: GeneratedModule, clock: IdleClock, options: ExternalApiOptions) {
    const own: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      random: () => clock.random(),
      sleep: (milliseconds, signal) => this.whileAlive(clock.sleep(milliseconds, signal)),
    };
    this.api = new ExternalApi({
      ...options,
      clock: own,
      fetch: (request) => {
        if (!this.#alive) return never();
        return this.whileAlive(clock.during(fetch(request)));
      },
    });
  }

  kill(): void {
    this.#alive = false;
  }

  /** What comes of the work, unless the process is dead by then. */
  readonly whileAlive = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      const result = await work;
      return this.#alive ? result : await never();
    } catch (error) {
      if (!this.#alive) return await never();
      throw error;
    }
  };
}

function never<Result>(): Promise<Result> {
  return new Promise(() => undefined);
}
