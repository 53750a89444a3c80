import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { isSafeMethod } from "../../../../openapi/operations.js";
import { words } from "../../../../text/words.js";
import { yamlQuoted } from "../../../../text/yaml-scalar.js";
import { operationKey } from "../../responses.js";
import { type DescribedScope, type KnownScopes, lacksScopes, unrequiredScopes } from "./scopes-sign.js";
import { calledScopes, joinedScopes, listedScopes } from "./called-scopes.js";
import { type LostSign, operationLines, type SignSource } from "../sign.js";

/** Characters of a text that are searched. */
const LONGEST = 100_000;

/** Most scopes that are named. */
const MOST = 8;

/** Where a section of a description starts. */
const HEADING = /\n(?=#{1,6}\s)/u;

/**
 * The scopes that the descriptions of a contract, its schemes and its tags name, two or more: those that they call so, and those in their
 * sections about scopes.
 */
export function listDescribedScopes({
  contract,
  securitySchemes,
  tags,
}: Pick<ApiModel, "contract" | "securitySchemes" | "tags">): readonly DescribedScope[] {
  const texts = [
    { by: "the contract", description: contract.description, pointer: "#/info/description" },
    ...securitySchemes.map(({ name, description, origin: { pointer } }) => ({
      by: `the security scheme ${JSON.stringify(name)}`,
      description,
      pointer,
    })),
    ...tags.map(({ name, description }) => ({
      by: `the tag ${JSON.stringify(name)}`,
      description,
      pointer: "#/tags",
      tag: name,
    })),
  ];
  const scopes = new Map<string, DescribedScope>();
  for (const { by, description = "", ...from } of texts)
    for (const name of scopesOf(description))
      if (!scopes.has(name)) scopes.set(name, { name, by: `the description of ${by}`, ...from });
  // A value with a colon can be anything; two in texts about scopes are scopes.
  return scopes.size < 2 ? [] : [...scopes.values()];
}

/** "The user needs the right `api_access`": no scope of a token gives that. */
const OF_PERSON =
  /\b(?:owners?|persons?|users?)\s(?:\w+\s){0,3}?(?:has|have|having|holds?|needs?|requires?)\s(?:the\s)?(?:permission|privilege|right|role)s?\s[`"'][^`"'\s]{1,100}[`"']/giu;

/** The lines of operations whose tags or scheme name one scope; where none is so, those of one operation, to fill in. */
function scopeLines(open: readonly SignSource[], first: SignSource, scopes: KnownScopes): readonly string[] {
  const own = open.flatMap(({ operation }) => {
    const name = scopeOf(operation, scopes);
    return name === undefined ? [] : operationLines(operation, [`scopes: [${yamlQuoted(name)}]`]).slice(1);
  });
  return own.length === 0 ? operationLines(first.operation, ['scopes: ["?"]']) : ["operations:", ...own];
}

/** The only scope that the descriptions of an operation's tags name; where they name none, that of the only scheme that it takes. */
function scopeOf(
  { tags, security, method }: OperationModel,
  { described, ofTags, ofSchemes, schemes }: KnownScopes,
): string | undefined {
  const isKnown = (name: string) => described.some((one) => one.name === name);
  const ofOwn = new Set(tags.flatMap((tag) => ofTags.get(tag) ?? []).filter(isKnown));
  const taken = new Set(security.flat().flatMap(({ scheme }) => (schemes.has(scheme) ? [scheme] : [])));
  const names =
    ofOwn.size === 0 && taken.size === 1
      ? [...taken].flatMap((scheme) => ofSchemes.get(scheme) ?? []).filter(isKnown)
      : [...ofOwn];
  const [name = "", ...others] = names;
  const acts = words(name);
  // A text may name what reads or what changes alone.
  const isOther = isSafeMethod(method)
    ? acts.some((act) => CHANGES.has(act)) && !acts.some((act) => READS.has(act))
    : acts.some((act) => READS.has(act)) && !acts.some((act) => CHANGES.has(act));
  return name === "" || others.length > 0 || isOther ? undefined : name;
}

/** Words of scopes that let a caller change something, or read alone. */
const CHANGES = new Set("create delete edit modify publish send submit update upload write".split(" "));
const READS = new Set("list read readonly view".split(" "));

/** The scopes that each of some descriptions names, by the name of what it describes. */
export function scopesByName(
  all: readonly { readonly name: string; readonly description?: string | undefined }[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(all.map(({ name, description = "" }) => [name, scopesOf(description)]));
}

function scopesOf(description: string): readonly string[] {
  return [...new Set(description.slice(0, LONGEST).split(HEADING).flatMap(scopesOfSection))];
}

function scopesOfSection(whole: string): readonly string[] {
  const section = whole.replace(OF_PERSON, "");
  const affirmed = withoutDenials(section);
  return [...calledScopes(affirmed, new Set()), ...joinedScopes(affirmed), ...listedScopes(section)];
}

/** The described scopes that operations name which the client does not have. */
function namedElsewhere(
  unselected: NonNullable<ApiModel["unselected"]>,
  { described }: KnownScopes,
): readonly string[] {
  if (described.length === 0) return [];
  const texts = unselected.flatMap(({ texts: own = [] }) => own.map((text) => text.slice(0, LONGEST)));
  const all = texts.flatMap((text) => text.match(/[\w.:*/-]{1,200}/gu) ?? []);
  // A sentence may end with it.
  const written = new Set(
    all.flatMap((word) => [word, word.replace(/^SCOPE_/u, "").replace(/[.:]{1,3}$/u, "")]),
  );
  return described.flatMap(({ name }) => (written.has(name) ? [name] : []));
}

/**
 * Scopes that only descriptions of the contract, its schemes and its tags list, and that no operation requires or names: the server
 * refuses calls without them, and not before they are sent. Only information, where the contract itself says of an operation which it
 * needs, or where the configuration decides every one.
 *
 * @param scoped - method and path of operations whose scopes the configuration decides
 * @param unselected - operations of the contract that the client does not have: what they name is of them
 */
export function describedScopesSign(
  sources: readonly SignSource[],
  scopes: KnownScopes,
  scoped: ReadonlySet<string>,
  unselected: ApiModel["unselected"] = [],
): LostSign | undefined {
  const isDecided = ({ operation }: SignSource) => scoped.has(operationKey(operation));
  const named = new Map(sources.map((source) => [source, unrequiredScopes(source, scopes).named]));
  // An operation that names scopes itself has lines of its own.
  const open = sources.filter(
    (source) => !isDecided(source) && lacksScopes(source, scopes) && named.get(source)?.length === 0,
  );
  const required = sources.map(({ operation, ...source }) => ({
    isDecided: isDecided({ operation, ...source }),
    names: operation.security.flat().flatMap((one) => one.scopes),
  }));
  const used = new Set([
    ...required.flatMap(({ names }) => names),
    // Also where the configuration has decided otherwise.
    ...[...named.values()].flat(),
    ...namedElsewhere(unselected, scopes),
  ]);
  const unused = scopes.described.filter(({ name }) => !used.has(name));
  const takesNone = open.length === 0 && used.size === 0 && scoped.size === 0;
  const [lister] = unused;
  if (lister === undefined || takesNone) return undefined;
  const ofText = open.filter(({ operation }) => operation.tags.some((tag) => tag === lister.tag));
  const [first] = required.some((one) => !one.isDecided && one.names.length > 0) ? [] : [...ofText, ...open];
  const shown = unused.slice(0, MOST).map(({ name }) => JSON.stringify(name));
  const rest = unused.length > MOST ? `, and ${String(unused.length - MOST)} more` : "";
  const isOfOne = unused.every(({ by }) => by === lister.by);
  return {
    origin: { pointer: lister.pointer },
    trait: "scopes",
    rule: first === undefined ? "trait/unused-scopes" : "trait/described-scopes",
    shown: `${isOfOne ? `${lister.by} lists` : "descriptions list"} the ${unused.length === 1 ? "scope" : "scopes"} ${shown.join(", ")}${rest}`,
    missing:
      used.size === 0
        ? "no operation says which it needs"
        : `no operation says that it needs ${unused.length === 1 ? "it" : "them"}`,
    lines: first === undefined ? [] : scopeLines(open, first, scopes),
    ...(first !== undefined && {
      meant: [
        "operations:",
        ...open.flatMap(({ operation }) => operationLines(operation, ["scopes: false"]).slice(1)),
      ],
    }),
  };
}
