import type { Document, NormalizedProblem, Source } from "@redocly/openapi-core";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import type { ContractResolver } from "../contract-resolver.js";
import { type Documents, followReference, type Found, hopLimit } from "../read-documents.js";
import type { ContractProblem } from "./problem-frames.js";
import { locateProblem } from "../structural-rules.js";
import { referenceOf, valueAt } from "../walk-tree.js";

/** The message of the bundler's library for a reference without a target. */
const BARE = "Can't resolve $ref";

/** Whether a problem is a reference without a target. */
export function isDangling({ message }: NormalizedProblem): boolean {
  return message.startsWith(BARE);
}

/** A reference that leads to nothing, or to another that does. */
export interface DanglingReference {
  /** As the structural rules found it. */
  readonly origin: NormalizedProblem;
  /** With what is missing in its message, at the reference that has no target. */
  readonly problem: NormalizedProblem;
  /** The object that has the reference of the problem. */
  readonly node: object;
  /** The object whose reference has no target: the same, unless references lead from one to the other. */
  readonly cause: object;
  /** What the target should be, by name: `Schema`, `Parameter`. */
  readonly kind: string;
  readonly source: Source;
  /** The position of the cause in its source. */
  readonly keys: readonly string[];
}

/** What a contract was read into. */
interface ReadContract {
  readonly documents: Documents;
  readonly resolver: ContractResolver;
}

/**
 * The problems with references that have no target: those that lead to, or through, another such reference are reported at that
 * second reference, in any document. Problems with one cause are equal then, and are reported once.
 */
export function describeDangling(
  problems: readonly NormalizedProblem[],
  contract: ReadContract,
): readonly ContractProblem[] {
  return problems.map((problem) =>
    nameMissingTarget(atCause(problem, causeOf(problem, contract), contract), contract.resolver),
  );
}

/**
 * The references that lead to no value in a document that was read, or to a file that does not exist. Those that may not be
 * followed are not among them.
 *
 * @param kinds - reference → what it is used as.
 */
export function findDangling(
  problems: readonly NormalizedProblem[],
  kinds: ReadonlyMap<object, string>,
  contract: ReadContract,
): readonly DanglingReference[] {
  return problems.flatMap((problem) => {
    const isOfTarget = problem.message === BARE || missesFile(problem, contract.resolver);
    const found = isOfTarget ? causeOf(problem, contract) : undefined;
    const origin = found && contract.resolver.originOf(found.cause);
    if (found === undefined || origin === undefined) return [];
    const kind = kinds.get(found.cause) ?? kinds.get(found.node) ?? "Schema";
    const [described = problem] = describeDangling([problem], contract);
    return [{ origin: problem, problem: described, ...found, kind, ...origin }];
  });
}

/** Whether a reference is to a file that does not exist. */
function missesFile(problem: NormalizedProblem, resolver: ContractResolver): boolean {
  const found = isDangling(problem) ? referenceAt(problem, resolver) : undefined;
  const [uri = ""] = referenceOf(found?.node)?.split("#") ?? [];
  return found !== undefined && uri !== "" && resolver.missesFile(found.document.source.absoluteRef, uri);
}

/** The object with the reference that a problem is about, and the one whose reference breaks. */
function causeOf(
  problem: NormalizedProblem,
  { documents, resolver }: ReadContract,
): { readonly node: object; readonly cause: object } | undefined {
  const found = isDangling(problem) ? referenceAt(problem, resolver) : undefined;
  if (found === undefined) return undefined;
  const cause = brokenBehind(found, documents, resolver);
  return { node: found.node, cause: typeof cause === "object" && cause !== null ? cause : found.node };
}

function atCause(
  problem: NormalizedProblem,
  found: { readonly node: object; readonly cause: object } | undefined,
  { resolver }: ReadContract,
): NormalizedProblem {
  const origin = found && found.cause !== found.node ? resolver.originOf(found.cause) : undefined;
  if (origin === undefined) return problem;
  return { ...problem, location: [{ source: origin.source, pointer: toPointer(origin.keys) }] };
}

/** The object with the reference that a problem is about. */
function referenceAt(
  { location: [at] }: NormalizedProblem,
  resolver: ContractResolver,
): { readonly node: object; readonly document: Document } | undefined {
  const document = at === undefined ? undefined : resolver.documentOf(at.source);
  if (at?.pointer === undefined || document === undefined) return undefined;
  const node = valueAt(document.parsed, pointerKeys(at.pointer));
  if (typeof node !== "object" || node === null || referenceOf(node) === undefined) return undefined;
  return { node, document };
}

/** The reference that breaks, of those that one leads to and goes through; undefined where none does. */
function brokenBehind(start: Found, documents: Documents, resolver: ContractResolver): unknown {
  // Loops were refused before: this one ends.
  for (let at = start; referenceOf(at.node) !== undefined;) {
    const found = followReference(at.node, at.document, documents, resolver, { hops: hopLimit });
    if (found === "loop") return undefined;
    if (found.node === undefined) return found.broken;
    at = found;
  }
  return undefined;
}

/** The problem with what the reference names in its message, where the library leaves that to the code frame. */
function nameMissingTarget(problem: NormalizedProblem, resolver: ContractResolver): ContractProblem {
  if (missesFile(problem, resolver)) return { ...problem, missing: problem.message };
  const found = problem.message === BARE ? referenceAt(problem, resolver) : undefined;
  const reference = referenceOf(found?.node);
  if (reference === undefined) return problem;
  const [uri = "", fragment = ""] = reference.split("#");
  const missing =
    uri === "" ? `\`#${fragment}\` does not exist` : `\`${uri}\` has nothing at \`#${fragment}\``;
  return { ...problem, message: `${BARE}: ${missing}.`, missing };
}

const json = { "application/json": { schema: {} } };

/** What stands for a missing value, by kind: any value, in JSON where it is a body. What has no entry is omitted. */
const placeholders: Readonly<Record<string, object>> = {
  Callback: {},
  Header: { schema: {} },
  PathItem: {},
  RequestBody: { content: json },
  Response: { description: "The contract does not describe this response.", content: json },
  Schema: {},
  SchemaProperties: {},
};

/** What stands for a missing value of a kind; undefined where nothing can: who refers to it does without. */
export function placeholderOf(kind: string): object | undefined {
  return Object.hasOwn(placeholders, kind) ? placeholders[kind] : undefined;
}

/** Whether a client can do without the value: one that lacks a credential fails in every call. */
export function isReplaceable({ kind }: DanglingReference): boolean {
  return kind !== "SecurityScheme";
}

/**
 * Puts what stands for a missing value in the place of each reference to it, and omits those of which nothing can stand for it.
 * Changes the parsed documents.
 *
 * @returns a diagnostic for each.
 */
export function replaceDangling(
  found: readonly DanglingReference[],
  resolver: ContractResolver,
): readonly Diagnostic[] {
  const diagnostics = found.map(({ problem, kind }) => {
    const values = { problem: problem.message };
    return locateProblem(problem, (pointer) => {
      if (placeholderOf(kind) === undefined) return diagnostic("reference/lenient-omitted", pointer, values);
      const id = kind === "PathItem" || kind === "Callback" ? "reference/lenient-empty" : "reference/lenient";
      return diagnostic(id, pointer, values);
    });
  });
  const omitted: object[] = [];
  for (const { node, cause, kind } of found) {
    const placeholder = placeholderOf(kind);
    if (placeholder === undefined) omitted.push(node, cause);
    else {
      Reflect.deleteProperty(cause, "$ref");
      Object.assign(cause, structuredClone(placeholder));
    }
  }
  omit(new Set(omitted), resolver);
  return diagnostics;
}

/** Takes objects out of what they are in. */
function omit(nodes: ReadonlySet<object>, resolver: ContractResolver): void {
  for (const node of nodes) {
    const { source, keys = [] } = resolver.originOf(node) ?? {};
    const document = source && resolver.documentOf(source);
    const holder = valueAt(document?.parsed, keys.slice(0, -1));
    if (Array.isArray(holder)) holder.splice(holder.indexOf(node), holder.includes(node) ? 1 : 0);
    else if (typeof holder === "object" && holder !== null) Reflect.deleteProperty(holder, keys.at(-1) ?? "");
  }
}
