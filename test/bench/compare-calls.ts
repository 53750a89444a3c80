/** One call to its end. */
export type Call = () => Promise<unknown>;

/** How calls are made. */
export interface Load {
  /** How many wait at the same time. */
  readonly atOnce: number;
  /** Calls of one turn: a fraction of a second. */
  readonly calls: number;
  /** Turns of each contestant in one run. */
  readonly turns: number;
  /** Runs; the median of their figures is what counts. */
  readonly runs: number;
}

/** The figures of one contestant, each the median of all runs. */
export interface CallFigures {
  readonly name: string;
  /** Throughput as a share of that of the first contestant, by the clock. */
  readonly ratio: number;
  /** The least and the most of that share. */
  readonly spread: readonly [least: number, most: number];
  /** Microseconds of processor time for one call, client side. */
  readonly cpu: number;
}

/** Milliseconds of wall and of CPU. */
interface Cost {
  wall: number;
  cpu: number;
}

/**
 * Compares calls, in turns of a fraction of a second each, so that what else the machine does falls on all alike.
 *
 * @param contestants - the first is what the others are compared with
 */
export async function compareCalls(
  contestants: readonly (readonly [name: string, call: Call])[],
  load: Load,
): Promise<readonly CallFigures[]> {
  const names = contestants.map(([name]) => name);
  const runs: (readonly Cost[])[] = [];
  // The first runs compile.
  for (let run = -1; run < load.runs; run += 1) {
    const costs = await measureRun(
      contestants.map(([, call]) => call),
      load,
    );
    if (run >= 0) runs.push(costs);
  }
  return names.map((name, at) => {
    const ratios = runs.map((costs) => (costs[0]?.wall ?? 0) / (costs[at]?.wall ?? 0));
    const cpu = runs.map((costs) => ((costs[at]?.cpu ?? 0) * 1000) / (load.calls * load.turns));
    const spread = [Math.min(...ratios), Math.max(...ratios)] as const;
    return { name, ratio: median(ratios), spread, cpu: median(cpu) };
  });
}

/** The costs of all contestants in one run, by their positions. */
async function measureRun(calls: readonly Call[], { turns, ...load }: Load): Promise<readonly Cost[]> {
  const costs = calls.map((): Cost => ({ wall: 0, cpu: 0 }));
  const order = calls.map((call, at) => ({ call, cost: costs[at] ?? { wall: 0, cpu: 0 } }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { call, cost } of order) {
      const { wall, cpu } = await measureTurn(call, load);
      cost.wall += wall;
      cost.cpu += cpu;
    }
    // Who begins alternates as well.
    order.reverse();
  }
  return costs;
}

async function measureTurn(call: Call, { atOnce, calls }: Pick<Load, "atOnce" | "calls">): Promise<Cost> {
  const cpu = process.cpuUsage();
  const since = performance.now();
  let left = calls;
  const work = async (): Promise<void> => {
    while ((left -= 1) >= 0) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const wall = performance.now() - since;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000 };
}

/** The value in the middle; of an even number of values the upper one. */
export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
