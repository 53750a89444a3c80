import type { OperationModel } from "../../../model/api-model.js";
import { clausesOf, withoutDenials } from "../../../text/without-denials.js";
import { findIdempotencyHeader, findPossibleKey } from "../idempotency-fields.js";
import { words } from "../../../text/words.js";
import { yamlQuoted, yamlScalar } from "../../../text/yaml-scalar.js";
import {
  findHeader,
  findHeaderParameter,
  operationKey,
  respondsWithETag,
  successResponses,
} from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers } from "../traits/body-members.js";
import { memberETag } from "../traits/recognise-conditional.js";
import { declaresCondition, mayAdd, takesWeak } from "../traits/condition-need.js";
import { describedHeader, type DescribedKeys } from "./described-keys.js";
import { calledScopes, scopeChoice } from "./scope-texts.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "./sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/**
 * A change with If-Match and no read, or with one that it may omit; or one that needs or checks a condition by its responses or its
 * description, and declares none.
 *
 * @param readOf - the read that the lines name
 */
export function conditionalSign(
  source: SignSource,
  readOf: (change: OperationModel) => OperationModel | undefined,
): LostSign | undefined {
  const { operation, traits, reader } = source;
  if (["GET", "HEAD", "QUERY"].includes(operation.method)) return undefined;
  const sign = { operation, trait: "conditional" as const };
  const facts = traits.conditionalChange?.facts;
  const linesWith = (more = "") => {
    const read = readOf(operation);
    // Its validator is in the body: the configuration knows headers alone.
    if (read !== undefined && givesMemberAlone(read, reader)) return [];
    const key = read === undefined || mayAdd(operation, read) ? '"GET ?"' : quotedKey(read);
    return operationLines(operation, [`conditional: { read: ${key}${more} }`]);
  };
  if (facts !== undefined)
    return facts.read === undefined
      ? {
          ...sign,
          shown: `it needs "${facts.header}"`,
          missing: "no read whose response has an ETag could be paired with it",
          lines: linesWith(),
        }
      : undefined;
  const header = findHeaderParameter(operation, "If-Match");
  if (header !== undefined && takesWeak(header))
    return {
      ...sign,
      shown: `it takes weak validators (W/…) in "${header.name}"`,
      missing:
        "the client makes changes under strong ones alone (RFC 9110 section 13.1.1): give the header yourself",
      lines: [],
    };
  if (header !== undefined)
    return {
      ...sign,
      shown: `it takes "${header.name}"`,
      missing: "nothing says that every request needs it",
      lines: linesWith(),
    };
  const shown = showsCondition(operation, readOf);
  if (shown !== undefined)
    return {
      ...sign,
      shown,
      missing: "no header parameter declares it",
      lines: linesWith(", header: If-Match, undeclared: true"),
    };
  const date = findHeaderParameter(operation, "If-Unmodified-Since");
  if (date !== undefined)
    return {
      ...sign,
      shown: `it takes "${date.name}"`,
      missing: "the client makes changes under an ETag alone: give the `Last-Modified` of the last read",
      lines: [],
    };
  const version = findVersion(operation, reader);
  if (version === undefined) return undefined;
  return {
    ...sign,
    shown: `it takes the version that it changes in "${version}"`,
    missing: "the client carries ETags in `If-Match` alone: give the value of the last read",
    lines: [],
  };
}

/** "Protected by the ETag of the settings". */
const PROTECTED = /\b(?:protected|guarded)\b.{0,40}\bE-?Tags?\b|\bE-?Tag[- ](?:protected|guarded)\b/i;

/**
 * What shows that a change is made under a condition that no parameter declares. An ETag of the read alone shows nothing: most are there
 * for caches. One that the change responds with too is there for the next change, and so is a 412: no cache asks a change for either.
 * A weak one is of a framework that gives every response one, and fits no If-Match.
 */
function showsCondition(
  operation: OperationModel,
  readOf: (change: OperationModel) => OperationModel | undefined,
): string | undefined {
  const text = withoutDenials(textOf(operation));
  if (/\bIf-Match\b/i.test(text)) return "its description names If-Match";
  if (
    clausesOf(text).some((clauses) => clauses.some((clause) => PROTECTED.test(clause.replace(/\s+/g, " "))))
  )
    return "its description names an ETag that protects it";
  if (declaresCondition(operation)) return undefined;
  const statuses = new Set(operation.responses.map(({ status }) => status));
  if (statuses.has("428")) return "its response 428 is for requests without a condition (RFC 6585 section 3)";
  const replaces = ["PUT", "PATCH"].includes(operation.method) && respondsWithStrongETag(operation);
  const read = statuses.has("412") || replaces ? readOf(operation) : undefined;
  if (read === undefined || !hasETag(read)) return undefined;
  if (statuses.has("412"))
    return `its response 412 is for a condition that fails, and \`${operationKey(read)}\` has an ETag`;
  return read.path === operation.path
    ? `its response has an ETag, as that of \`${operationKey(read)}\` has`
    : undefined;
}

function respondsWithStrongETag(change: OperationModel): boolean {
  const validators = successResponses(change).flatMap((response) => findHeader(response, "ETag") ?? []);
  return respondsWithETag({ model: change }) && !validators.some(takesWeak);
}

/** Names of a field with the version of what is changed; words joined by `_`. */
const VERSION =
  /^(?:(?:resource|expected|current|lock|object)_)?(?:version|revision(?:_id)?)$|(?:^|_)fingerprint$/;

/** Words by which a description tells that a change under another version is refused. */
const REFUSED =
  /\bconflict|\bconcurren|\boptimistic|\b(?:does not|must|if the \w+(?: \w+)?) match|\bcurrent version\b|\bexpected version\b/i;

/** Names that say by themselves which version a change is made to: `X-Expected-Version`. */
const EXPECTED = /^(?:x_)?expected_(?:\w{1,40}_)?(?:version|revision)$/;

/** The parameter or the member of a body that protects a change as If-Match does. */
function findVersion({ parameters, body }: OperationModel, reader: SchemaReader): string | undefined {
  const members = listBodyMembers(body?.content[0]?.schema, reader)
    .filter(({ path }) => path.length === 1)
    .map(({ path, text }) => ({ in: "body", name: path[0] ?? "", description: text }));
  return [...parameters, ...members].find(({ in: where, name, description = "" }) => {
    const spelled = words(name).join("_");
    if (where !== "path" && where !== "cookie" && EXPECTED.test(spelled)) return true;
    const isValue = where === "query" || where === "body";
    return isValue && VERSION.test(spelled) && REFUSED.test(description.slice(0, LONGEST));
  })?.name;
}

/**
 * Whether a read gives its validator in a member, and nothing shows a header: `@odata.etag`. A read that takes If-None-Match responds
 * with the header (RFC 9110 section 15.4.5).
 */
function givesMemberAlone(read: OperationModel, reader: SchemaReader): boolean {
  return !hasETag(read) && memberETag(read, reader) !== undefined;
}

/** Whether a read gives an ETag: declared, or by the condition that it takes. */
function hasETag(read: OperationModel): boolean {
  return respondsWithETag({ model: read }) || findHeaderParameter(read, "If-None-Match") !== undefined;
}

/**
 * A write with a key that the client does not send, or of which a description alone says that it takes one.
 *
 * @param described - creates by what says so of several operations
 */
export function idempotencySign(
  { operation, traits, reader }: SignSource,
  described: DescribedKeys,
): LostSign | undefined {
  const isWrite = !["GET", "HEAD", "QUERY"].includes(operation.method);
  if (!isWrite || traits.idempotentCreate !== undefined || findIdempotencyHeader(operation) !== undefined)
    return undefined;
  const sign = { operation, trait: "idempotency" as const };
  const key = findPossibleKey(operation, reader);
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
      shown: `${key.in === "query" ? "its query parameter" : "the member of its body"} "${key.name}" is an idempotency key`,
      missing:
        "the client makes keys for headers alone: give a unique value with each call, and the same value when you repeat it",
      lines: [],
    };
  const header = describedHeader(textOf(operation));
  const named = header === undefined ? described.get(operation) : { by: "its description", header };
  if (named === undefined) return undefined;
  return {
    ...sign,
    shown: `${named.by} names an idempotency key`,
    missing: "no header parameter declares it",
    lines: operationLines(operation, [
      `idempotency: { header: ${yamlScalar(named.header)}, undeclared: true }`,
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

/** An operation whose description or extension names a scope that its security does not require. */
export function scopesSign(source: SignSource, scopes: KnownScopes): LostSign | undefined {
  const { operation } = source;
  const { named, isDescribed } = unrequiredScopes(source, scopes);
  if (named.length === 0) return undefined;
  const { sets, isClear } = isDescribed
    ? scopeChoice(named, describedNeeds(operation))
    : { sets: [named], isClear: true };
  const [all = []] = sets;
  const wanted = sets.length === 1 ? quoted(all) : sets.map((set) => `[${quoted(set)}]`).join(", ");
  return {
    operation,
    trait: "scopes",
    shown: `its ${isDescribed ? "description" : "extension"} names ${quoted(named)}`,
    missing: `its security requires no scope${isClear ? "" : "; nothing says whether one of them is enough, or all are needed"}`,
    lines: operationLines(operation, [`scopes: [${wanted}]`]),
  };
}

/** The scopes that the description, or else an extension, of an operation names, and that its security does not require. */
export function unrequiredScopes(
  source: SignSource,
  scopes: KnownScopes,
): { readonly named: readonly string[]; readonly isDescribed: boolean } {
  const { operation } = source;
  if (!lacksScopes(source, scopes)) return { named: [], isDescribed: false };
  const named = namedScopes(describedNeeds(operation), scopes);
  const isDescribed = named.length > 0;
  return { named: isDescribed || scopes.isListed ? named : operation.possibleScopes, isDescribed };
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

function describedNeeds(operation: OperationModel): string {
  return withoutDenials(textOf(operation));
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
