import { pathToFileURL } from "node:url";

/*
 * Compares calls of a compiled client with plain `fetch`, in turns of a fraction of a second each, so that what else the
 * machine does falls on both alike. Plain Node runs it, compiled: a loader would slow down the functions of the client.
 */

/** What is used of the client. */
interface Client {
  readonly pets: { get(input: object): Promise<unknown>; add(input: object): Promise<unknown> };
}
type Pets = new (options: {
  readonly serverUrl: string;
  readonly credentials: { readonly token: string };
}) => Client;

const [, , folder = "", url = "", only = ""] = process.argv;
const { Pets } = (await import(pathToFileURL(folder).href)) as { readonly Pets: Pets };
const client = new Pets({ serverUrl: url, credentials: { token: "pets-token-of-the-benchmark" } });
const runs = 7;
const turns = 8;

/** A checked plain `fetch`: what a person would write in place of a client. */
async function plain(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url + path, init);
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  return response.json();
}

const headers = { accept: "application/json" };
const newPet = { id: "7", name: "Rex", age: 4 };
const pairs = {
  "GET, no credential": {
    plain: () => plain("/pets/7?visits=8", { headers }),
    client: () => client.pets.get({ petId: "7", visits: 8 }),
  },
  "POST, bearer token": {
    plain: () =>
      plain("/pets", {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", authorization: "Bearer pets-token" },
        body: JSON.stringify(newPet),
      }),
    client: () => client.pets.add(newPet),
  },
};

/** Milliseconds of wall and of CPU. */
interface Cost {
  wall: number;
  cpu: number;
}

async function measure(call: () => Promise<unknown>, atOnce: number, calls: number): Promise<Cost> {
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

for (const [name, { plain, client }] of Object.entries(pairs)) {
  for (const atOnce of [1, 64]) {
    if (!`${name} ${String(atOnce)}`.includes(only)) continue;
    const calls = atOnce === 1 ? 300 : 1000;
    for (const call of [plain, client, plain, client]) await measure(call, atOnce, calls);
    const ratios: number[] = [];
    const cpu: Record<"plain" | "client", number[]> = { plain: [], client: [] };
    for (let run = 0; run < runs; run += 1) {
      const total = { plain: { wall: 0, cpu: 0 }, client: { wall: 0, cpu: 0 } };
      for (let turn = 0; turn < turns * 2; turn += 1) {
        // Who begins alternates as well.
        const which = (turn + (turn >> 1)) % 2 === 0 ? "plain" : "client";
        const cost = await measure(which === "plain" ? plain : client, atOnce, calls);
        total[which].wall += cost.wall;
        total[which].cpu += cost.cpu;
      }
      ratios.push(total.plain.wall / total.client.wall);
      cpu.plain.push((total.plain.cpu * 1000) / (calls * turns));
      cpu.client.push((total.client.cpu * 1000) / (calls * turns));
    }
    const [own, plains] = [median(cpu.client), median(cpu.plain)];
    console.log(
      `${name}, ${String(atOnce)} at once: ${median(ratios).toFixed(2)} of the throughput of fetch ` +
        `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}), ${(plains / own).toFixed(2)} ` +
        `by CPU time (${own.toFixed(0)} µs for ${plains.toFixed(0)} µs)`,
    );
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
