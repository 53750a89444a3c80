import { findHeaderParameter, findIdempotencyHeader } from "../responses.js";
import { findAddress } from "../traits/background/find-address.js";
import { findAccepted } from "../traits/background/recognise-background.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** A 202 whose end nothing tells. */
export function backgroundSign({ operation, traits }: SignSource): LostSign | undefined {
  const accepted = findAccepted(operation);
  if (accepted === undefined || traits.background !== undefined) return undefined;
  const header = findAddress(operation, accepted)?.name;
  const id = header === undefined ? "?" : `{ header: ${header} }`;
  return {
    operation,
    trait: "background",
    shown: `it responds with ${accepted.status}`,
    missing: "no operation that gives the state of what it starts, and takes its id, was found",
    lines: operationLines(operation, [
      "background:",
      '  status: "GET ?"',
      `  id: ${id}`,
      '  state: { member: "?", succeeded: ["?"], failed: ["?"] }',
    ]),
  };
}

/** A change with If-Match and no read, or with one that it may omit; or one whose description alone names the header. */
export function conditionalSign({ operation, traits }: SignSource): LostSign | undefined {
  if (["GET", "HEAD", "QUERY"].includes(operation.method)) return undefined;
  const sign = { operation, trait: "conditional" as const };
  const facts = traits.conditionalChange?.facts;
  if (facts !== undefined)
    return facts.read === undefined
      ? {
          ...sign,
          shown: `it needs "${facts.header}"`,
          missing: "no read whose response has an ETag could be paired with it",
          lines: operationLines(operation, ['conditional: { read: "GET ?" }']),
        }
      : undefined;
  const header = findHeaderParameter(operation, "If-Match");
  if (header !== undefined)
    return {
      ...sign,
      shown: `it takes "${header.name}"`,
      missing: "nothing says that a request without it is refused",
      lines: operationLines(operation, ['conditional: { read: "GET ?" }']),
    };
  return /\bIf-Match\b/i.test(textOf(operation))
    ? {
        ...sign,
        shown: "its description names If-Match",
        missing: "no header parameter declares it",
        lines: operationLines(operation, [
          'conditional: { read: "GET ?", header: If-Match, undeclared: true }',
        ]),
      }
    : undefined;
}

/** A write whose description alone names an idempotency key. */
export function idempotencySign({ operation, traits }: SignSource): LostSign | undefined {
  const isWrite = !["GET", "HEAD", "QUERY"].includes(operation.method);
  if (!isWrite || traits.idempotentCreate !== undefined || findIdempotencyHeader(operation) !== undefined)
    return undefined;
  if (!/\bIdempoten(?:cy|ce|t)[- ]Key\b/i.test(textOf(operation))) return undefined;
  return {
    operation,
    trait: "idempotency",
    shown: "its description names an idempotency key",
    missing: "no header parameter declares it",
    lines: operationLines(operation, ["idempotency: { header: Idempotency-Key, undeclared: true }"]),
  };
}

/** An operation whose description names a scope of the contract that its security does not require. */
export function scopesSign(
  { operation, traits }: SignSource,
  known: ReadonlySet<string>,
): LostSign | undefined {
  if (traits.tokenExchange !== undefined || known.size === 0) return undefined;
  const required = new Set(operation.security.flat().flatMap(({ scopes }) => scopes));
  if (required.size > 0 || operation.security.length === 0) return undefined;
  const words = textOf(operation).match(/[\w.-]+(?::[\w.*-]+)+/g) ?? [];
  const named = [...new Set(words.filter((word) => known.has(word)))];
  if (named.length === 0) return undefined;
  return {
    operation,
    trait: "scopes",
    shown: `its description names ${named.map((scope) => `"${scope}"`).join(", ")}`,
    missing: "its security requires no scope",
    lines: operationLines(operation, [`scopes: [${named.map((scope) => `"${scope}"`).join(", ")}]`]),
  };
}

function textOf({ summary = "", description = "" }: SignSource["operation"]): string {
  return `${summary}\n${description}`.slice(0, LONGEST);
}
