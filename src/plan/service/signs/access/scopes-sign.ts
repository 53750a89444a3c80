import type { OperationModel } from "../../../../model/api-model.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { yamlQuoted } from "../../../../text/yaml-scalar.js";
import { calledScopes } from "./called-scopes.js";
import { checkedChoice, scopeChoice } from "./scope-choice.js";
import { type LostSign, operationLines, type SignSource } from "../sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** A scope that a text names. */
export interface DescribedScope {
  readonly name: string;
  /** "the description of the contract" */
  readonly by: string;
  /** JSON pointer of what has the text. */
  readonly pointer: string;
  /** The tag that has it. */
  readonly tag?: string;
}

/** The scopes of a contract. */
export interface KnownScopes {
  /** Names of the schemes whose tokens have scopes. */
  readonly schemes: ReadonlySet<string>;
  /** What the schemes describe; where they describe none, what operations require, and what descriptions list. */
  readonly known: ReadonlySet<string>;
  /** What descriptions list, where the schemes describe none. */
  readonly described: readonly DescribedScope[];
  /** What the description of a tag or a scheme alone lists, by its name. */
  readonly ofTags: ReadonlyMap<string, readonly string[]>;
  readonly ofSchemes: ReadonlyMap<string, readonly string[]>;
  /** The schemes describe them: there are no others. */
  readonly isListed: boolean;
}

/**
 * An operation that needs scopes with one of its credentials and none with another, or whose summary, description or extension names a
 * scope that its security does not require.
 */
export function scopesSign(source: SignSource, scopes: KnownScopes): LostSign | undefined {
  const { operation } = source;
  if (mayNeedScopes(operation, scopes))
    return {
      operation,
      trait: "scopes",
      shown: "with one of its credentials it needs scopes",
      missing: "with another it needs none",
      lines: [],
    };
  const { named, isDescribed } = unrequiredScopes(source, scopes);
  if (named.length === 0) return undefined;
  const { scopeExpression } = operation;
  const checked = isDescribed ? checkedChoice(named, needsText(operation)) : undefined;
  if (checked === "open" || (!isDescribed && scopeExpression !== undefined && isMixed(scopeExpression)))
    return {
      operation,
      trait: "scopes",
      shown: `its ${isDescribed ? namingText(operation, named) : "extension"} names ${quoted(named)}`,
      missing: `its security requires no scope: say which of them are enough, as lists of those that are needed together`,
      lines: operationLines(operation, ['scopes: [["?"]]']),
    };
  const choosing = isDescribed ? describedNeeds(operation) : scopeExpression;
  const { sets, isClear } =
    checked === undefined && choosing !== undefined
      ? scopeChoice(named, choosing)
      : { sets: checked ?? [named], isClear: true };
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

/** Whether a call needs scopes with one credential, and none with one that has none: an API key. */
function mayNeedScopes({ security }: OperationModel, { schemes }: KnownScopes): boolean {
  const ways = security.map((alternative) => ({
    isKey: alternative.length > 0 && !alternative.some(({ scheme }) => schemes.has(scheme)),
    isScoped: alternative.some(({ scopes }) => scopes.length > 0),
  }));
  // With a token that needs none, or without credentials, nothing is lost.
  return (
    ways.some(({ isKey }) => isKey) &&
    ways.some(({ isScoped }) => isScoped) &&
    ways.every(({ isKey, isScoped }) => isKey || isScoped)
  );
}

/** Whether an expression needs some of what it names, and one of others: `hasScope('a') and hasAnyScope('b', 'c')`. */
function isMixed(expression: string): boolean {
  return /\band\b|&&/iu.test(expression) && /\bor\b|\|\||\bhasAny/iu.test(expression);
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

/** What an operation and its responses to callers without a scope say, without what they deny. */
function describedNeeds(operation: OperationModel): string {
  return withoutDenials(needsText(operation));
}

function needsText(operation: OperationModel): string {
  const refused = operation.responses.filter(({ status }) => status === "403");
  const texts = [textOf(operation), ...refused.map(({ description = "" }) => description.slice(0, LONGEST))];
  return texts.join("\n");
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
