import type { Inspection, UnrecognisedTrait } from "../inspect.js";
import { onOneLine } from "../text/printable.js";
import { isMap, mergeBlocks, splitSections } from "./merge-blocks.js";
import { openValueLines } from "./open-values.js";
import { wrappedLines } from "./text-columns.js";

/** What is printed without `--verbose`: reasons of a trait, and operations of a reason. */
const FIRST = 20;

/** How one line serves many operations. */
const SCHEME = "Once for all: the same map as an entry of `pagination:`, a list below the client.";

/** What the lines of a block that are comments are for. */
const COMMENTED =
  "  To accept one as it is: remove `# ` before its lines, and delete its own lines above them, if it has some.";

/** Above what belongs in the place of each value that is to be filled in. */
const OPEN = "  In place of each ?:";

/** Operations for which the same is missing for the same reason. */
type Alike = readonly [UnrecognisedTrait, ...UnrecognisedTrait[]];

/**
 * What was not recognised: each reason once, with its operations; then the lines of a configuration, in one block that can be pasted as it
 * is: what accepts operations as they are is a comment in it. Of operations with the same open lines the first has them, with `verbose` each.
 */
export function unrecognisedLines(found: Inspection["unrecognised"], verbose: boolean): readonly string[] {
  const traits = [...new Set(found.map(({ trait }) => trait))];
  const groups = traits.map((trait) => {
    const all = groupBy(
      found.filter((one) => one.trait === trait),
      ({ shown, missing }) => `${shown}, but ${missing}.`,
    );
    const shown = verbose ? all : all.slice(0, FIRST);
    return { trait, shown, others: all.slice(shown.length).flat().length };
  });
  const sentences = groups.flatMap(({ trait, shown, others }) => [
    ...shown.flatMap((alike) => sentenceLines(alike, verbose)),
    ...(others === 0 ? [] : [`  ${trait}  ${countOf(others, "more operation")}; --verbose prints all`]),
  ]);
  const shown = groups.flatMap((group) => group.shown);
  const blocks = shown.flatMap((alike) => (verbose ? alike.map(blockOf) : blocksOf(alike)));
  const merged = mergeBlocks(blocks.filter((block) => block.length > 0));
  return [...sentences, ...configurationLines(merged, shown, acceptingLines(shown, verbose))];
}

/**
 * @param merged - the lines that say what is missing
 * @param meant - those that accept the rest as it is
 */
function configurationLines(
  merged: readonly string[],
  shown: readonly Alike[],
  meant: readonly string[],
): readonly string[] {
  if (merged.length === 0 && meant.length === 0) return [];
  if (merged.length === 0)
    return [
      "  To accept it as it is, in cabinetry.yaml, below the client:",
      ...meant.map((line) => `    ${onOneLine(line)}`),
    ];
  const hasOpen = merged.some(isToFillIn);
  const head = `  In cabinetry.yaml, below the client${hasOpen ? " (fill in each ?)" : ""}:`;
  const overlays = shown
    .flat()
    .flatMap(({ overlay }) =>
      overlay === undefined
        ? []
        : [
            "  In that overlay, a file beside cabinetry.yaml:",
            ...overlay.split("\n").map((line) => `    ${onOneLine(line)}`),
          ],
    );
  return [
    head,
    ...addComments(merged, meant).map((line) => `    ${onOneLine(line)}`),
    ...(hasOpen ? [OPEN, ...openValueLines(merged)] : []),
    ...(meant.length === 0 ? [] : [COMMENTED]),
    ...acceptingLine(shown),
    ...overlays,
  ];
}

/** What accepts operations whose lines are printed, and below which key it belongs. */
function acceptingLine(shown: readonly Alike[]): readonly string[] {
  const closed = shown.flat().filter((one) => !isOpen(one) && !isElsewhere(one) && !acceptsItself(one));
  const [ofClient, ofOperation] = [false, true].map(
    (isOfOperation) =>
      new Set(
        closed
          .filter((one) => (keyOf(one) !== undefined) === isOfOperation)
          .flatMap(({ meant = "" }) => settingOf(meant)),
      ),
  );
  return [["the same operation", ofOperation] as const, ["the client", ofClient] as const].flatMap(
    ([key, settings = new Set<string>()]) => {
      if (settings.size === 0) return [];
      const all = [...settings].map((setting) => `\`${setting}\``).join(" or ");
      return [`  To accept it as it is, instead of those lines, below ${key}: ${all}.`];
    },
  );
}

/** Whether the lines that say what is missing have what accepts it already: an exchange that is off beside the overlay that opens a login. */
function acceptsItself(one: UnrecognisedTrait): boolean {
  const [setting] = settingOf(one.meant ?? "");
  return setting !== undefined && blockOf(one).some((line) => line.split(" #")[0]?.trim() === setting);
}

/** What accepts an operation, or the contract, without the lines above it. */
function settingOf(meant: string): readonly string[] {
  const last = meant.split("\n").at(-1)?.trim() ?? "";
  return last === "" ? [] : [last];
}

/** Whether what accepts an operation does not belong where the lines are that say what is missing, or has more than one key. */
function isElsewhere(one: UnrecognisedTrait): boolean {
  const { meant } = one;
  if (meant === undefined) return false;
  const [, key] = /^operations:\n(  \S.*)\n    \S.*$/.exec(meant) ?? [];
  return key !== keyOf(one) || (key === undefined && meant.includes("\n"));
}

/**
 * What accepts operations as they are, where no lines say what is missing, or those ask for an operation that may not exist, or for a
 * header that the server may ignore; or where they belong elsewhere than those.
 */
function acceptingLines(shown: readonly Alike[], verbose: boolean): readonly string[] {
  const blocks = shown.flatMap((alike) => {
    const open = alike.flatMap((one) =>
      one.meant !== undefined && (isOpen(one) || isElsewhere(one)) ? [one.meant.split("\n")] : [],
    );
    const [first, ...others] = open;
    if (verbose || first === undefined || others.length === 0) return open;
    const hint = `${countOf(others.length, "more operation")} can have the same; --verbose prints all lines.`;
    return [[...first, `    # ${hint}`]];
  });
  return mergeBlocks(blocks);
}

/** Whether lines have a value for a person to fill in; a `?` elsewhere is a part of a name. */
function isToFillIn(lines: string): boolean {
  return /"(?:GET )?\?"/.test(lines);
}

function isOpen({ configuration, trait }: UnrecognisedTrait): boolean {
  if (configuration === "" || configuration.includes('"GET ?"')) return true;
  return trait === "conditional" && configuration.includes("undeclared: true");
}

/** The reason, and whom it is about: one operation in the same line, several below it. */
function sentenceLines(alike: Alike, verbose: boolean): readonly string[] {
  const [{ operation, trait, shown, missing }] = alike;
  const isOne = alike.length === 1;
  const subject = isOne ? operation : `each of ${String(alike.length)} operations`;
  const sentence = onOneLine(`  ${trait}  ${subject}: ${shown}, but ${missing}.`);
  if (isOne) return [sentence];
  const named = verbose ? alike : alike.slice(0, FIRST);
  const more = alike.length - named.length;
  return [
    sentence,
    ...wrappedLines(
      named.map((one) => one.operation),
      6,
    ),
    ...(more === 0 ? [] : [`      and ${String(more)} more; --verbose prints all`]),
  ];
}

/**
 * The lines of each operation, where they can be pasted as they are. Of those that have the same lines and a `?`, or a scheme that serves all,
 * those of the first, with a comment.
 */
function blocksOf(alike: Alike): readonly (readonly string[])[] {
  // The lines of operations differ in the key of the operation, which is the second one.
  const same = groupBy(alike, (one) =>
    blockOf(one)
      .toSpliced(1, keyOf(one) === undefined ? 0 : 1)
      .join("\n"),
  );
  return same.flatMap(([first, ...others]) => {
    const block = blockOf(first);
    if (others.length === 0 || keyOf(first) === undefined) return [block];
    // A scheme of the client is for every operation with its parts.
    const scheme = block.some((line) => /^\s*pagination: \{/u.test(line)) ? [SCHEME] : [];
    const isOpen = block.some((line) => /"(?:GET )?\?"/u.test(line));
    if (scheme.length === 0 && !isOpen) return [block, ...others.map(blockOf)];
    const need = others.length === 1 ? "needs" : "need";
    const hint = `${countOf(others.length, "more operation")} ${need} the same; --verbose prints all lines.`;
    return [[...block, ...[hint, ...scheme].map((line) => `    # ${line}`)]];
  });
}

/** The lines of a configuration; empty: nothing to configure. */
function blockOf({ configuration }: UnrecognisedTrait): readonly string[] {
  return configuration === "" ? [] : configuration.split("\n");
}

/** The key of the operation that the lines are about; undefined where they are about the client. */
function keyOf(one: UnrecognisedTrait): string | undefined {
  const [first, second] = blockOf(one);
  return first === "operations:" ? second : undefined;
}

function groupBy(
  all: readonly UnrecognisedTrait[],
  keyOfOne: (one: UnrecognisedTrait) => string,
): readonly Alike[] {
  const groups = new Map<string, [UnrecognisedTrait, ...UnrecognisedTrait[]]>();
  for (const one of all) {
    const key = keyOfOne(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

function countOf(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** A block with the lines of another one as comments, below the same keys. */
function addComments(block: readonly string[], others: readonly string[]): readonly string[] {
  const sections = splitSections(others);
  const keys = new Set(splitSections(block).map(({ key }) => key));
  const isShared = (key: string) => isMap(key) && keys.has(key);
  return [
    ...splitSections(block).flatMap(({ key, below }) => {
      const other = sections.find((one) => one.key === key && isShared(key));
      const lines = other === undefined ? below : addComments(below, other.below);
      return [key, ...lines.map((line) => `  ${line}`)];
    }),
    ...sections.flatMap(({ key, below }) =>
      isShared(key) ? [] : [key, ...below.map((line) => `  ${line}`)].map(commented),
    ),
  ];
}

/** A line as a comment: one that is a comment already stays as it is. */
function commented(line: string): string {
  return line.trimStart().startsWith("#") ? line : `# ${line}`;
}
