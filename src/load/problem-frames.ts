import { relative } from "node:path";
import { getCodeframe, type NormalizedProblem, type Source } from "@redocly/openapi-core";
import { displayUrl } from "./contract-reference.js";
import type { SourceLocation } from "./loaded-contract.js";
import { positionOf } from "./positions.js";

/** A place in a source, before its line is known. */
export interface Place {
  readonly source: Source;
  /** As the bundler's library writes it: `#/` for the root, nothing percent-encoded. */
  readonly pointer: string;
  readonly onKey?: boolean;
}

/** Problems beyond this number are listed without their code frames. */
const framesShown = 20;

/** All problems of a contract, ready to print: the same problem met on two ways is said once. */
export function describeProblems(problems: readonly NormalizedProblem[], color: boolean): string {
  const unique = new Map<string, NormalizedProblem>();
  for (const problem of problems) {
    const at = problem.location[0];
    const key = `${at?.source.absoluteRef ?? ""} ${JSON.stringify(at?.pointer ?? at?.start)} ${problem.message}`;
    if (!unique.has(key)) unique.set(key, problem);
  }
  const shown = [...unique.values()]
    .slice(0, MOST_SHOWN)
    .map((problem, index) => describe(problem, color, index < framesShown && mayShow(problem)));
  return joinShown(shown, unique.size, "\n\n");
}

/** Problems beyond this number are counted and not listed. */
const MOST_SHOWN = 100;

/** What is wrong in several places, as one text: the first hundred, then how many more. */
export function listPlaces(places: readonly string[]): string {
  return joinShown(places.slice(0, MOST_SHOWN), places.length, "\n");
}

function joinShown(shown: readonly string[], total: number, between: string): string {
  const more = total - shown.length;
  const rest = more === 0 ? [] : [`and ${more} more ${more === 1 ? "problem" : "problems"}.`];
  return [...shown, ...rest].join(between);
}

/** The lines of a text that is no document are nobody's mistake in the contract: they are not printed. */
function mayShow(problem: NormalizedProblem): boolean {
  return !/\.md$/iu.test(problem.location[0]?.source.absoluteRef ?? "");
}

function describe(problem: NormalizedProblem, color: boolean, withFrame: boolean): string {
  const suggestion = problem.suggest[0];
  const message =
    suggestion === undefined ? problem.message : `${problem.message} Did you mean ${suggestion}?`;
  const at = problem.location[0];
  if (at === undefined) return message;
  const { file, line, column, pointer, frame } =
    at.pointer === undefined
      ? frameAtLine(at.source, at.start.line, at.start.col, color)
      : locatePlace({ source: at.source, pointer: at.pointer, onKey: at.reportOnKey ?? false }, color);
  const place = [line === undefined ? file : `${file}:${line}:${column ?? 1}`, pointer]
    .filter(Boolean)
    .join(" ");
  return [`${place}\n  ${message}`, withFrame && frame !== undefined ? `\n${frame}` : ""].join("");
}

/** Finds line, column and code frame of a place. The text is read for positions only now: most runs need none. */
export function locatePlace(place: Place, color = false): SourceLocation {
  const file = displayName(place.source);
  const pointer = place.pointer === "#/" ? "#" : place.pointer;
  const found = positionOf(place.source, place.pointer, place.onKey ?? false);
  if (found === undefined) return { file, pointer };
  const { line, col } = found.start;
  const frame = getCodeframe({ source: place.source, pointer: undefined, ...found }, color);
  return { file, pointer, line, column: col, frame };
}

/** A place that is known by its line, as a syntax error is. */
export function frameAtLine(source: Source, line: number, column: number, color = false): SourceLocation {
  const frame = getCodeframe({ source, pointer: undefined, start: { line, col: column } }, color);
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
