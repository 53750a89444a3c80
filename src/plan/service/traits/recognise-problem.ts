import type { Json } from "../../../load/loaded-contract.js";
import type { ApiModel, MediaModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { reachable } from "../../../openapi/recursive-results.js";
import { byText } from "../../../text/by-text.js";
import { words } from "../../../text/words.js";
import { isReadAsJson } from "../media.js";
import type { SchemaReader } from "../schema-reader.js";
import { exampleNames, exampleValues } from "./body-members.js";
import type { Problem, Trait } from "./trait.js";

/** Codes whose next step differs, by how contracts word them; words joined by `_`. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^idempotency(?:_key)?_(?:conflict|reused?|mismatch)$/, "idempotency-conflict"],
  [/^ambiguous(?:_upstream)?_outcome$/, "ambiguous-outcome"],
  [/^feature_(?:disabled|off|not_enabled)$/, "feature-disabled"],
  [/^(?:operation|job|task)_expired$/, "operation-expired"],
];

/** Names of extension members of a problem, the usual one first; words joined by `_`. */
const MEMBERS = {
  code: ["code", "error_code", "problem_code", "err_code"],
  retryable: ["retryable", "is_retryable", "retriable", "is_retriable", "can_retry"],
  traceId: ["trace_id", "request_id", "correlation_id"],
} as const;

type Members = NonNullable<Problem["members"]>;

/**
 * Problem Details (RFC 9457): some response has `application/problem+json`, or an error response has JSON with its members `title` and `status`.
 * Codes are collected from schemas (`const`, `enum`, examples), from the examples of responses, from extensions, and, where no member has
 * a code, from `type`.
 */
export function recogniseProblem(model: ApiModel, reader: SchemaReader): Trait<Problem> | undefined {
  const { media, labelled } = listProblems(model, reader);
  if (media.length === 0) return undefined;
  const pieces = media.flatMap(({ schema }) => (schema === undefined ? [] : piecesOf(schema, reader)));
  const examples = examplesOf(media, reader);
  const described = pieces.flatMap((piece) => (reader.properties(piece) ?? []).map(({ name }) => name));
  const names = new Set([...described, ...exampleNames(examples)]);
  const found = findMembers(names, { pieces, examples, reader });
  const code = found.code ?? "code";
  const listed = model.contract.problemCodes ?? [];
  const codes = [
    ...new Set([...codesOf(pieces, code, reader), ...exampleCodes(examples, code), ...listed]),
  ].sort(byText);
  const meanings = codes.flatMap((one) => {
    const wording = words(one.split("/").at(-1) ?? one).join("_");
    const [, meaning] = MEANINGS.find(([pattern]) => pattern.test(wording)) ?? [];
    return meaning === undefined ? [] : [[one, meaning] as const];
  });
  const retryable = names.has(found.retryable ?? "retryable");
  const members = ownNames(found);
  return {
    facts: {
      codes,
      retryable,
      meanings: Object.fromEntries(meanings),
      ...(members === undefined ? {} : { members }),
    },
    reason:
      (labelled
        ? "Errors are application/problem+json (RFC 9457)"
        : "Errors are JSON with the members of RFC 9457, without its media type") +
      (codes.length === 0
        ? "; no codes are named."
        : `; ${codes.length === 1 ? "1 code is" : `${String(codes.length)} codes are`} named.`) +
      (members === undefined ? "" : ` They have ${namesText(members)}.`) +
      (retryable
        ? ""
        : " Neither their schemas nor their examples say what is retryable: retries follow the method (RFC 9110 section 9.2.2)."),
  };
}

function listProblems(
  model: ApiModel,
  reader: SchemaReader,
): { readonly media: readonly MediaModel[]; readonly labelled: boolean } {
  const responses = model.operations.flatMap((operation) => operation.responses);
  const labelled = responses
    .flatMap((response) => response.content)
    .filter((media) => media.mediaType.startsWith("application/problem+json"));
  if (labelled.length > 0) return { media: labelled, labelled: true };
  const media = responses
    .filter(({ status }) => /^(?:[45]|default)/.test(status))
    .flatMap((response) => response.content)
    .filter(
      (media) => isReadAsJson(media, reader) && media.schema !== undefined && isProblem(media.schema, reader),
    );
  return { media, labelled: false };
}

/** A title beside a status: what no other body of an error has both of. */
function isProblem(schema: SchemaNode, reader: SchemaReader): boolean {
  return ["title", "status"].every((name) =>
    piecesOf(schema, reader).some((piece) => reader.property(piece, name) !== undefined),
  );
}

/** What a contract shows of its problems. */
interface ShownProblems {
  readonly pieces: readonly SchemaNode[];
  readonly examples: readonly Json[];
  readonly reader: SchemaReader;
}

/** Examples of whole problems: of media types, and of their schemas. */
function examplesOf(media: readonly MediaModel[], reader: SchemaReader): readonly Json[] {
  return media.flatMap(({ examples = [], schema }) =>
    schema === undefined
      ? examples
      : [...examples, ...schema.doc.examples, ...reader.resolve(schema).doc.examples],
  );
}

/** How the contract calls the extension members; `type` where it has no code, and lists problem types. */
function findMembers(names: ReadonlySet<string>, shown: ShownProblems): Members {
  const byKey = new Map([...names].sort(byText).map((name) => [words(name).join("_"), name]));
  const found = Object.entries(MEMBERS).flatMap(([known, keys]) => {
    const key = keys.find((one) => byKey.has(one) && fits(known, byKey.get(one) ?? "", shown));
    return key === undefined ? [] : [[known, byKey.get(key) ?? key] as const];
  });
  const members: Members = Object.fromEntries(found);
  const types = members.code === undefined ? codesOf(shown.pieces, "type", shown.reader) : [];
  return types.some((type) => /[:/]/.test(type) && type !== "about:blank")
    ? { ...members, code: "type" }
    : members;
}

/** A code and a trace are texts: a number is a status. */
function fits(known: string, name: string, { pieces, examples, reader }: ShownProblems): boolean {
  const schemas = pieces.flatMap((piece) => reader.property(piece, name)?.schema ?? []);
  const kinds = [
    ...schemas.map((schema) => reader.resolve(schema).type.kind),
    ...exampleValues(examples, [name]).map((value) => typeof value),
  ];
  return known === "retryable"
    ? !kinds.every((kind) => kind === "string" || kind === "number")
    : !kinds.every((kind) => kind === "number" || kind === "boolean");
}

function ownNames(found: Members): Members | undefined {
  const own = Object.entries(found).filter(([known, name]) => known !== name);
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

function namesText(members: Members): string {
  return Object.entries(members)
    .map(([known, name]) => `"${name}" as \`${known}\``)
    .join(", ");
}

/** Codes that problem schemas fix (`const`, `enum`), list in an extension, or show (`examples`). */
function codesOf(pieces: readonly SchemaNode[], name: string, reader: SchemaReader): readonly string[] {
  return pieces.flatMap((piece) => {
    const code = reader.property(piece, name);
    if (code === undefined) return [];
    const node = reader.resolve(code.schema);
    const docs = [code.schema.doc, node.doc];
    const shown = docs.flatMap(({ examples, values = [] }) => [...values, ...examples]);
    return [...reader.values(node), ...shown].filter((value) => typeof value === "string");
  });
}

/** Codes in the examples of problem responses. */
function exampleCodes(examples: readonly Json[], name: string): readonly string[] {
  return exampleValues(examples, [name])
    .filter((code) => typeof code === "string")
    .filter((code) => code !== "");
}

/** What a schema consists of that has no parts or alternatives itself, through references, each once. */
function piecesOf(schema: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const inner = ({ type }: SchemaNode) =>
    type.kind === "union" || type.kind === "intersection" ? type.members : [];
  const all = reachable([reader.resolve(schema)], (node) => inner(node).map((one) => reader.resolve(one)));
  return [...all].filter((node) => inner(node).length === 0);
}
