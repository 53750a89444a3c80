import type { ApiModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { reachable } from "../../../openapi/recursive-results.js";
import { byText } from "../../../text/by-text.js";
import type { SchemaReader } from "../schema-reader.js";
import type { Problem, Trait } from "./trait.js";

/** Codes whose next step differs, by how contracts word them. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^idempotency[_-]?key[_-]?(?:conflict|reused?|mismatch)$/i, "idempotency-conflict"],
  [/^ambiguous[_-]?(?:upstream[_-]?)?outcome$/i, "ambiguous-outcome"],
  [/^feature[_-]?(?:disabled|off|not[_-]?enabled)$/i, "feature-disabled"],
  [/^operation[_-]?expired$/i, "operation-expired"],
];

/** Problem Details (RFC 9457): some response has `application/problem+json`; its codes are collected from every schema. */
export function recogniseProblem(model: ApiModel, reader: SchemaReader): Trait<Problem> | undefined {
  const schemas = model.operations
    .flatMap((operation) => operation.responses)
    .flatMap((response) => response.content)
    .filter((media) => media.mediaType.startsWith("application/problem+json"));
  if (schemas.length === 0) return undefined;
  const codes = [
    ...new Set(schemas.flatMap((media) => (media.schema ? codesOf(media.schema, reader) : []))),
  ].sort(byText);
  const meanings = codes.flatMap((code) => {
    const [, meaning] = MEANINGS.find(([wording]) => wording.test(code)) ?? [];
    return meaning === undefined ? [] : [[code, meaning] as const];
  });
  const retryable = schemas.some((media) => media.schema && hasRetryable(media.schema, reader));
  return {
    facts: { codes, retryable, meanings: Object.fromEntries(meanings) },
    reason:
      `Errors are application/problem+json (RFC 9457)` +
      (codes.length === 0 ? "; no codes are named." : `; ${codes.length} codes are named.`) +
      (retryable
        ? ""
        : " They do not say what is retryable: retries follow the method (RFC 9110 section 9.2.2)."),
  };
}

/** Codes that a problem schema fixes (`const`, `enum`) or shows (`examples`), through all its parts and alternatives. */
function codesOf(schema: SchemaNode, reader: SchemaReader): readonly string[] {
  return piecesOf(schema, reader).flatMap((piece) => {
    const code = reader.property(piece, "code");
    if (code === undefined) return [];
    const node = reader.resolve(code.schema);
    return [...reader.values(node), ...node.doc.examples].filter((value) => typeof value === "string");
  });
}

/** Whether a problem, or one of its parts or alternatives, has the member `retryable`. */
function hasRetryable(schema: SchemaNode, reader: SchemaReader): boolean {
  return piecesOf(schema, reader).some((piece) => reader.property(piece, "retryable") !== undefined);
}

/** What a schema consists of that has no parts or alternatives itself, through references, each once. */
function piecesOf(schema: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const inner = ({ type }: SchemaNode) =>
    type.kind === "union" || type.kind === "intersection" ? type.members : [];
  const all = reachable([reader.resolve(schema)], (node) => inner(node).map((one) => reader.resolve(one)));
  return [...all].filter((node) => inner(node).length === 0);
}
