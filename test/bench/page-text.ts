import { format, resolveConfig } from "prettier";
import { join } from "node:path";
import { repository } from "../support/repository.js";
import { own } from "./contestants.js";
import type { OtherGenerator } from "./others.js";
import type { FigureTable } from "./tables.js";

/** Documents of the corpus whose generation is timed. */
export const generatedDocuments = [
  "museum.yaml",
  "discord.json",
  "stripe.yaml",
  "github.json",
  "openai.yaml",
];

/** What the page says. */
export interface PageFigures {
  readonly machine: {
    readonly node: string;
    readonly cores: number;
    /** Processes that wanted a core during the minute before: the load average. */
    readonly load: number;
  };
  /** The commit of this generator. */
  readonly revision: string;
  readonly others: readonly OtherGenerator[];
  readonly sizes: FigureTable;
  readonly throughput: FigureTable;
  readonly generation: FigureTable;
  /** How often each generation was measured. */
  readonly generationRuns: number;
}

/** Renders docs/benchmarks.md. */
export async function renderPage({
  machine,
  revision,
  others,
  sizes,
  throughput,
  generation,
  generationRuns,
}: PageFigures): Promise<string> {
  const { node, cores, load } = machine;
  const busy =
    load > cores / 2
      ? `**The machine had other work** (load average ${load.toFixed(1)}): the spread is wide, and times by the clock are too long.`
      : `The machine was quiet (load average ${load.toFixed(1)}).`;
  const versions: FigureTable = {
    heads: ["generator", "packages"],
    rows: [
      [own, `commit ${revision}`],
      ...others.map(({ name, packages }) => [
        name,
        Object.entries(packages)
          .map(([each, version]) => `\`${each}\` ${version}`)
          .join(", "),
      ]),
    ],
  };
  const text = `# Benchmarks

\`npm run bench\` writes this page. It installs the other generators into a temporary folder and measures all of them in one
run, with Node.js ${node} on ${String(cores)} processor cores. ${busy}

${markdown(versions)}

Each client makes one GET as the documentation of its generator shows it, without options that add code. The clients differ
in what they do: ${own}'s GET retries, honours \`Retry-After\`, limits time and size, checks redirects, and redacts secrets in
errors. A client that does less is smaller and faster.

## Size of a bundle

One GET, bundled by esbuild as ESM. \`pets\` is a contract of two operations, \`museum\` the published Redocly Museum API.

${markdown(sizes)}

## Throughput

One GET with a JSON response of 600 bytes from a server in another process. Throughput is a share of that of plain \`fetch\`
in the same run: the median of 7 runs, in which all clients take turns of a fraction of a second. The spread is the least and
the most of those runs. CPU is the processor time of one call on the client's side.

${markdown(throughput)}

## Generation

Processor time of the whole command, and in parentheses the time by the clock: ${generationRuns === 1 ? "one run" : `the median of ${String(generationRuns)} runs, in which the commands take turns`}.
Every run writes to an empty folder. \`fails\`: the command ended with an error.

${markdown(generation)}
`;
  const options = await resolveConfig(join(repository, "docs/benchmarks.md"));
  return format(text, { ...options, parser: "markdown" });
}

function markdown({ heads, rows }: FigureTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const numbers = heads.map((_, at) => (at === 0 || heads.length === 2 ? "---" : "---:"));
  return [line(heads), line(numbers), ...rows.map(line)].join("\n");
}
