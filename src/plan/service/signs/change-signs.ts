import type { OperationModel } from "../../../model/api-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { withoutDenials } from "../../../text/without-denials.js";
import { findIdempotencyHeader, findPossibleKey } from "../idempotency-fields.js";
import { findHeaderParameter } from "../responses.js";
import { yamlQuoted, yamlScalar } from "../../../text/yaml-scalar.js";
import { describedHeader, type DescribedKey, type DescribedKeys } from "./described-keys.js";
import { calledScopes } from "./access/called-scopes.js";
import { scopeChoice } from "./access/scope-choice.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** What a contract says of keys. */
interface KnownKeys {
  /** Writes by what each of them shows of a key beside its description. */
  readonly shown: DescribedKeys;
  /** Creates by what says of several operations that they take one. */
  readonly described: DescribedKeys;
}

/** A write with a key that the client does not send, or of which a description alone says that it takes one. */
export function idempotencySign(
  { operation, traits, reader }: SignSource,
  { shown, described }: KnownKeys,
): LostSign | undefined {
  const isWrite = !isSafeMethod(operation.method);
  if (!isWrite || traits.idempotentCreate !== undefined || findIdempotencyHeader(operation) !== undefined)
    return undefined;
  const sign = { operation, trait: "idempotency" as const };
  const key = findPossibleKey(operation, reader);
  if (key?.isTimed === true)
    return {
      ...sign,
      shown: `its header "${key.name}" is an idempotency key (OASIS Repeatable Requests)`,
      ...(key.time === undefined
        ? {
            missing: 'the contract has no "Repeatability-First-Sent", which the standard requires beside it',
            lines: operationLines(operation, [`idempotency: { header: ${yamlScalar(key.name)} }`]),
          }
        : {
            missing: `the client gives no "${key.time}", which it needs: give both with each call, and the same values when you repeat it`,
            lines: [],
          }),
    };
  if (key?.in === "header")
    return {
      ...sign,
      shown: `its header "${key.name}" looks like an idempotency key`,
      missing: "its name and its description do not both say it",
      lines: operationLines(operation, [`idempotency: { header: ${yamlScalar(key.name)} }`]),
    };
  if (key !== undefined)
    return {
      ...sign,
      shown: `${key.in === "query" ? "its query parameter" : "the member of its body"} "${key.name}" ${key.isHint === true ? "may be" : "is"} an idempotency key`,
      missing:
        "the client makes keys for headers alone: give a unique value with each call, and the same value when you repeat it",
      lines: [],
    };
  const header = describedHeader(textOf(operation));
  const own: DescribedKey | undefined = header === undefined ? undefined : { by: "its description", header };
  const named = own ?? shown.get(operation) ?? described.get(operation);
  if (named === undefined) return undefined;
  const isDeclared = findHeaderParameter(operation, named.header) !== undefined;
  return {
    ...sign,
    shown: `${named.by} ${named.isHint === true ? "may mean" : "names"} an idempotency key`,
    missing: isDeclared
      ? `its header "${named.header}" does not say that it is one`
      : "no header parameter declares it",
    lines: operationLines(operation, [
      `idempotency: { header: ${yamlScalar(named.header)}${isDeclared ? "" : ", undeclared: true"} }`,
    ]),
  };
}

/** The scopes of a contract. */
export interface KnownScopes {
  /** Names of the schemes whose tokens have scopes. */
  readonly schemes: ReadonlySet<string>;
  /** What the schemes describe; where they describe none, what operations require, and what the description of the contract lists. */
  readonly known: ReadonlySet<string>;
  /** What the description of the contract lists, where the schemes describe none. */
  readonly described: readonly string[];
  /** The schemes describe them: there are no others. */
  readonly isListed: boolean;
}

/** An operation whose summary, description or extension names a scope that its security does not require. */
export function scopesSign(source: SignSource, scopes: KnownScopes): LostSign | undefined {
  const { operation } = source;
  const { named, isDescribed } = unrequiredScopes(source, scopes);
  if (named.length === 0) return undefined;
  const choosing = isDescribed ? describedNeeds(operation) : operation.scopeExpression;
  const { sets, isClear } =
    choosing === undefined ? { sets: [named], isClear: true } : scopeChoice(named, choosing);
  const [all = []] = sets;
  const wanted = sets.length === 1 ? quoted(all) : sets.map((set) => `[${quoted(set)}]`).join(", ");
  return {
    operation,
    trait: "scopes",
    shown: `its ${isDescribed ? namingText(operation, named) : "extension"} names ${quoted(named)}`,
    missing: `its security requires no scope${isClear ? "" : "; nothing says whether one of them is enough, or all are needed"}`,
    lines: operationLines(operation, [`scopes: [${wanted}]`]),
  };
}

function namingText(operation: OperationModel, scopes: readonly string[]): string {
  const { description = "" } = operation;
  if (scopes.every((scope) => description.includes(scope))) return "description";
  return scopes.some((scope) => textOf(operation).includes(scope)) ? "summary" : "response 403";
}

/** The scopes that the summary and the description, or else an extension, of an operation names, and that its security does not require. */
export function unrequiredScopes(
  source: SignSource,
  scopes: KnownScopes,
): { readonly named: readonly string[]; readonly isDescribed: boolean } {
  const { operation } = source;
  if (!lacksScopes(source, scopes)) return { named: [], isDescribed: false };
  const named = namedScopes(describedNeeds(operation), scopes);
  const isDescribed = named.length > 0;
  const possible = operation.possibleScopes.filter((scope) => !scopes.isListed || scopes.known.has(scope));
  return { named: isDescribed ? named : possible, isDescribed };
}

/** Whether an operation takes a token with scopes, and requires none. */
export function lacksScopes({ operation, traits }: SignSource, { schemes }: KnownScopes): boolean {
  const needs = operation.security.flat();
  return (
    traits.tokenExchange === undefined &&
    needs.some(({ scheme }) => schemes.has(scheme)) &&
    needs.every((need) => need.scopes.length === 0)
  );
}

/** What an operation and its responses to callers without a scope say. */
function describedNeeds(operation: OperationModel): string {
  const refused = operation.responses.filter(({ status }) => status === "403");
  const texts = [textOf(operation), ...refused.map(({ description = "" }) => description.slice(0, LONGEST))];
  return withoutDenials(texts.join("\n"));
}

function quoted(scopes: readonly string[]): string {
  return scopes.map(yamlQuoted).join(", ");
}

/** Words of a text that are scopes: known ones; where the contract lists none, also those that the text calls so. */
function namedScopes(text: string, { known, isListed }: KnownScopes): readonly string[] {
  const words = [...text.matchAll(/[\w.-]{1,100}(?::[\w.*-]{1,100})+/g)];
  const found = words.flatMap(([written]) => {
    // A sentence may end with it.
    const word = written.replace(/\.+$/, "");
    return [word, word.replace(/^SCOPE_/, "")].find((one) => known.has(one)) ?? [];
  });
  const called = calledScopes(text, known).filter((name) => !isListed || known.has(name));
  return [...new Set([...found, ...called])];
}

function textOf({ summary = "", description = "" }: SignSource["operation"]): string {
  return `${summary}\n${description}`.slice(0, LONGEST);
}
