import { relative } from "node:path";
import { getCodeframe, type NormalizedProblem, Source } from "@redocly/openapi-core";
import { pointerKeys } from "../../text/json-pointer.js";
import { displayUrl } from "../contract-reference.js";
import type { SourceLocation } from "../../diagnostics/diagnostic.js";
import { createJsonFinder, type FoundValue } from "./json-spans.js";
import { createYamlFinder } from "./yaml-spans.js";

/** A place in a source that a person can go to, with the line in question and its neighbours, ready to print. */
interface FramedLocation extends SourceLocation {
  readonly frame?: string;
}

/** A place in a source, before its line is known. */
export interface Location {
  readonly source: Source;
  /** As the bundler's library writes it: `#/` for the root, nothing percent-encoded. */
  readonly pointer: string;
  readonly onKey?: boolean;
}

/** A problem of a contract. */
export interface ContractProblem extends NormalizedProblem {
  /** The target that a reference misses, however it is written: problems of one document with the same are one. */
  readonly missing?: string;
}

/** Problems beyond this number are listed without their code frames. */
const framesShown = 20;

/**
 * All problems of a contract, ready to print: the same problem that was found twice is printed once, and so is a target that several
 * references of a document miss.
 */
export function describeProblems(problems: readonly ContractProblem[], color: boolean): string {
  const unique = new Map<string, ContractProblem>();
  for (const problem of problems) {
    const at = problem.location[0];
    const key = `${at?.source.absoluteRef ?? ""} ${JSON.stringify(at?.pointer ?? at?.start)} ${problem.message}`;
    if (!unique.has(key)) unique.set(key, problem);
  }
  const groups = groupByTarget([...unique.values()]);
  const shown = groups
    .slice(0, MOST_SHOWN)
    .map((group, index) => describe(group, color, index < framesShown && mayShow(group.problem)));
  return joinShown(shown, groups.length, "\n\n");
}

/** A problem, and where else the same is: of one document, in the order of its lines. */
interface ProblemGroup {
  readonly problem: ContractProblem;
  readonly others: readonly SourceLocation[];
}

/** Problems in their order; references of a document that miss one target are one group, which has the first of them. */
function groupByTarget(problems: readonly ContractProblem[]): readonly ProblemGroup[] {
  const groups = new Map<unknown, ContractProblem[]>();
  for (const problem of problems) {
    const { missing, location } = problem;
    const at = location[0];
    const isTarget = at?.pointer !== undefined && missing !== undefined;
    const key = isTarget ? `${at.source.absoluteRef} ${missing}` : problem;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [problem]);
    else known.push(problem);
  }
  return [...groups.values()].flatMap((group): readonly ProblemGroup[] => {
    const [only] = group;
    if (only !== undefined && group.length === 1) return [{ problem: only, others: [] }];
    const located = group
      .map((problem) => ({ problem, at: locationOf(problem) }))
      .sort((left, right) => byPosition(left.at, right.at));
    const [first, ...others] = located;
    return first === undefined ? [] : [{ problem: first.problem, others: others.map(({ at }) => at) }];
  });
}

function locationOf({ location: [at] }: NormalizedProblem): SourceLocation {
  return at?.pointer === undefined
    ? { file: "", pointer: "" }
    : locateSource({ source: at.source, pointer: at.pointer });
}

function byPosition(left: SourceLocation, right: SourceLocation): number {
  return (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0);
}

/** Locations of one target that are listed beside the first. */
const OTHERS_SHOWN = 20;

/** `2 other references have this target: a.yaml:5:9, a.yaml:8:9.` */
function describeOthers(others: readonly SourceLocation[]): string {
  const found = others
    .slice(0, OTHERS_SHOWN)
    .map(({ file, line, column, pointer }) =>
      line === undefined ? pointer : `${file}:${line}:${column ?? 1}`,
    );
  const more = others.length - found.length;
  const listed = [...found, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
  const count = others.length === 1 ? "1 other reference has" : `${others.length} other references have`;
  return `${count} this target: ${listed}.`;
}

/** Problems beyond this number are counted and not listed. */
const MOST_SHOWN = 100;

/** What is wrong in several places, as one text: the first hundred, then how many more. */
export function listLocations(locations: readonly string[]): string {
  return joinShown(locations.slice(0, MOST_SHOWN), locations.length, "\n");
}

function joinShown(shown: readonly string[], total: number, between: string): string {
  const more = total - shown.length;
  const rest = more === 0 ? [] : [`and ${more} more ${more === 1 ? "problem" : "problems"}.`];
  return [...shown, ...rest].join(between);
}

/** A text without a document (a web page, say) has no mistake of the contract in it: its lines are not printed. */
function mayShow(problem: NormalizedProblem): boolean {
  return !/\.md$/iu.test(problem.location[0]?.source.absoluteRef ?? "");
}

function describe({ problem, others }: ProblemGroup, color: boolean, withFrame: boolean): string {
  const suggestion = problem.suggest[0];
  const message =
    suggestion === undefined ? problem.message : `${problem.message} Did you mean ${suggestion}?`;
  const at = problem.location[0];
  if (at === undefined) return message;
  const { file, line, column, pointer, frame } =
    at.pointer === undefined
      ? frameAtLine(at.source, at.start.line, at.start.col, color)
      : frameLocation({ source: at.source, pointer: at.pointer, onKey: at.reportOnKey ?? false }, color);
  const location = [line === undefined ? file : `${file}:${line}:${column ?? 1}`, pointer]
    .filter(Boolean)
    .join(" ");
  const more = others.length === 0 ? "" : `\n  ${describeOthers(others)}`;
  return [`${location}\n  ${message}${more}`, withFrame && frame !== undefined ? `\n${frame}` : ""].join("");
}

/** Finds line, column and code frame of a place. The text is read for positions only now: most runs need none. */
function frameLocation(given: Location, color: boolean): FramedLocation {
  const location = writtenLocation(given);
  const found = positionOf(location, LONGEST);
  if (found === undefined) return showLocation(location, found);
  return { ...showLocation(location, found), frame: printFrame(location.source, found, color) };
}

/** Characters of a line that the library prints; it omits the rest, wherever the place is. */
const LONGEST_LINE = 120;
/** Characters before the place in a line that is cut. */
const BEFORE = 40;

/** The lines around a place. Of a long line, as files without line breaks have it, the part around the place. */
function printFrame(source: Source, found: Omit<Span, "end"> & Partial<Span>, color: boolean): string {
  const { start, end = { line: start.line, col: start.col + 1 } } = found;
  const lines = source.getLines();
  const line = lines[start.line - 1] ?? "";
  if (line.length <= LONGEST_LINE || end.line !== start.line)
    return getCodeframe({ source, pointer: undefined, start, end }, color);
  const from = Math.max(0, Math.min(start.col - 1 - BEFORE, line.length - LONGEST_LINE));
  const part = line.slice(from, from + LONGEST_LINE);
  const [head, tail] = [from > 0 ? "… " : "", from + LONGEST_LINE < line.length ? " …" : ""];
  const body = lines.with(start.line - 1, `${head}${part}${tail}`).join("\n");
  const column = (col: number): number => Math.min(col - from, part.length + 1) + head.length;
  return getCodeframe(
    {
      source: new Source(source.absoluteRef, body, source.mimeType),
      pointer: undefined,
      start: { line: start.line, col: column(start.col) },
      end: { line: end.line, col: column(end.col) },
    },
    color,
  );
}

/**
 * Characters of a text in YAML that places of diagnostics are looked up in: those of a generation that goes on must cost no
 * second.
 */
const LONGEST_TO_LOCATE = 4 * 1024 * 1024;

/** Finds line and column of a place, unless its source is so long that looking them up takes noticeable time. */
export function locateSource(given: Location): SourceLocation {
  const location = writtenLocation(given);
  return showLocation(location, positionOf(location, LONGEST_TO_LOCATE));
}

/** Where a value was written, in a document that overlays changed too. */
function writtenLocation(location: Location): Location {
  return location.source instanceof EditedSource ? location.source.locate(location) : location;
}

function showLocation({ source, pointer }: Location, found: Span | undefined): SourceLocation {
  const shown = { file: displayName(source), pointer: pointer === "#/" ? "#" : pointer };
  return found === undefined ? shown : { ...shown, line: found.start.line, column: found.start.col };
}

/** A place that is known by its line, as a syntax error is. */
export function frameAtLine(source: Source, line: number, column: number, color = false): FramedLocation {
  const frame = printFrame(source, { start: { line, col: column } }, color);
  return { file: displayName(source), pointer: "", line, column, frame };
}

/** A source as messages name it: a URL without secrets, a path as the user would write it from here. */
export function displayName(source: Pick<Source, "absoluteRef">): string {
  if (/^https?:/u.test(source.absoluteRef) && URL.canParse(source.absoluteRef))
    return displayUrl(new URL(source.absoluteRef));
  if (source.absoluteRef.startsWith("git:")) return source.absoluteRef;
  const path = relative(process.cwd(), source.absoluteRef);
  return path.startsWith("../../") ? source.absoluteRef : path;
}

/** A part of a text, from its first character to behind its last; lines and columns are 1-based. */
export interface Span {
  readonly start: { readonly line: number; readonly col: number };
  readonly end: { readonly line: number; readonly col: number };
}

/** Characters of a text that positions are looked up in: what is larger is named by file and pointer alone. */
const LONGEST = 16 * 1024 * 1024;
/** Characters from which on a text is looked up as JSON, where it is JSON. */
const LONG = 1024 * 1024;

/** What positions of one text are looked up in: read once, however many are asked for. */
interface Index {
  readonly find: (names: readonly string[]) => FoundValue | undefined;
  /** Offset of the first character of each line. */
  readonly lines: readonly number[];
}

const indexes = new WeakMap<Source, Index>();

/**
 * The position of a pointer in the text of a document, YAML or JSON; if the text lacks it, that of the nearest parent.
 * Undefined if the text is too long or is not YAML. The time grows with the length of the text, and not with its
 * square, as that of the bundler's library does.
 *
 * @param longest - characters of a text in YAML that are looked up at most.
 */
function positionOf({ source, pointer, onKey = false }: Location, longest: number): Span | undefined {
  const index = indexes.get(source) ?? readIndex(source.body, longest);
  const found = index?.find(pointerKeys(pointer));
  if (index === undefined || found === undefined) return undefined;
  indexes.set(source, index);
  const { start, end } = onKey && found.key !== undefined ? found.key : found.value;
  return { start: positionAt(start, index.lines), end: positionAt(end, index.lines) };
}

function readIndex(text: string, longest: number): Index | undefined {
  if (text.length > LONGEST) return undefined;
  const inJson = text.length > LONG ? createJsonFinder(text) : undefined;
  if (inJson === undefined && text.length > longest) return undefined;
  return { find: inJson ?? createYamlFinder(text), lines: startsOfLines(text) };
}

function startsOfLines(text: string): readonly number[] {
  const lines = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.push(at + 1);
  return lines;
}

/** The line that an offset is in, found by halves. */
function positionAt(offset: number, lines: readonly number[]): { line: number; col: number } {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] ?? Infinity) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, col: offset - (lines[low] ?? 0) + 1 };
}

/**
 * A document that overlays changed: pointers lead into the result, and what they lead to was written in the document itself, or in an
 * overlay.
 */
export class EditedSource extends Source {
  readonly #find: (pointer: string) => Location;

  /** @param find - where the value at a pointer was written. */
  constructor(source: Source, find: (pointer: string) => Location) {
    super(source.absoluteRef, source.body, source.mimeType);
    this.#find = find;
  }

  /** A location of the result as the location that a person can go to. */
  locate<Given extends Location>(location: Given): Given {
    return { ...location, ...this.#find(location.pointer) };
  }
}
