import { parse } from "yaml";
import { yamlFlow, yamlList } from "../text/yaml-scalar.js";

/** A key of a block, with its value on the same line, and the lines below it. */
export interface Section {
  readonly key: string;
  readonly below: readonly string[];
}

/**
 * Blocks of YAML as one, in which no key is twice. The keys of operations and of what the server allows are joined; of two blocks that
 * decide the same otherwise, the first counts: a run with it shows what is left.
 */
export function mergeBlocks(blocks: readonly (readonly string[])[]): readonly string[] {
  const byName = new Map<string, Section[]>();
  for (const section of blocks.flatMap((block) => splitSections(block))) {
    const name = nameOf(section.key);
    byName.set(name, [...(byName.get(name) ?? []), section]);
  }
  return [...byName].flatMap(([name, all]) => {
    const alike = all.filter(({ key }) => key === all[0]?.key);
    const key = JOINED.has(name) ? joinedLine(all.map((one) => one.key)) : (all[0]?.key ?? "");
    const below = alike.map((one) => one.below);
    const merged = isMap(key)
      ? mergeBlocks(below)
      : OF_SERVER.has(key)
        ? mergeBlocks(below.filter((lines) => operationIn(lines) === operationIn(below[0])))
        : (below[0] ?? []);
    return [key, ...merged.map((line) => `  ${line}`)];
  });
}

/** Keys that are about the one operation that their lines name. */
const OF_SERVER: ReadonlySet<string> = new Set(["capabilities:", "also:"]);

/** Keys whose values on one line are joined: what several signs ask for is wanted together. */
const JOINED: ReadonlySet<string> = new Set(["features", "limits"]);

function operationIn(lines: readonly string[] = []): string | undefined {
  return lines.find((line) => line.startsWith("operation:"));
}

/** Lists, or maps, of one key as one; the first line where one of them is neither: `features: false`. */
function joinedLine(lines: readonly string[]): string {
  const [first = ""] = lines;
  const same = new Set(lines);
  if (same.size === 1) return first;
  // A line of a block is a map of one key.
  const values = lines.map((line) => Object.values(parse(line) as Readonly<Record<string, unknown>>)[0]);
  if (values.every((value) => Array.isArray(value))) {
    const all = [...new Set(values.flat().map(String))];
    // What a person fills in is beside what is known.
    const known = all.filter((one) => one !== "?");
    return `${nameOf(first)}: ${yamlList(all.length === known.length ? known : [...known, "?"])}`;
  }
  const maps = values.filter((value) => typeof value === "object" && value !== null);
  if (maps.length < values.length || maps.some((value) => Array.isArray(value))) return first;
  const entries = maps.toReversed().flatMap((map) => Object.entries(map));
  return `${nameOf(first)}: ${yamlFlow(Object.fromEntries(entries))}`;
}

/** Whether what is below a key is joined with what another block has there. */
export function isMap(key: string): boolean {
  return key === "operations:" || /^"[A-Z]+ \/.*":$/u.test(key);
}

/** `features` of `features: ["?"]`; a comment is its own name. */
function nameOf(key: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|[^#":][^:]*)(?=:)/u.exec(key)?.[0] ?? key;
}

/** The keys of a block, each with the lines below it. */
export function splitSections(block: readonly string[]): readonly Section[] {
  const starts = block.flatMap((line, index) => (line.startsWith(" ") ? [] : [index]));
  return starts.map((start, index) => ({
    key: block[start] ?? "",
    below: block.slice(start + 1, starts[index + 1]).map((line) => line.slice(2)),
  }));
}
