import type { Json, JsonObject } from "../load/loaded-contract.js";
import { byText } from "../text/by-text.js";
import { textsOf } from "./extensions.js";
import { isObject } from "./json-members.js";

/*
 * Scopes in extensions (OpenAPI, Specification Extensions), as frameworks and teams write them where a security requirement cannot have
 * them (OpenAPI 3.0, Security Requirement Object). The extensions are known by words of their names, in any spelling.
 */

/** Names that list scopes: `x-scopes`, `x-required-authority`, `x-authorize-policy`, `x-permissions`, `x-preauthorize`. */
const SCOPES =
  /^x-(?:[a-z0-9]+[-_])*(?:scopes?|permissions?|polic(?:y|ies)|(?:pre)?authori[sz](?:e|ation)|authorit(?:y|ies)|abilit(?:y|ies)|roles?|oauth)(?:[-_](?:scopes?|polic(?:y|ies)|required))?$/i;

/** Other names of what an operation checks: an expression or a member may name scopes: `x-access: { scopes: [] }`. */
const CHECKS = /^x-(?:[a-z0-9]+[-_])*(?:access|auth|secur(?:ity|ed))$/i;

/** Names of abilities of which any one is enough (Laravel Sanctum, `ability`). */
const ONE_OF = /ability$/i;

/** Members that list what a call needs. */
const REQUIRED_SCOPES = /^(?:required[-_]?)?(?:o?auth2?[-_]?)?scopes?$/i;

/** Names of what a token grants: others name rules of the service, too. */
const GRANTS = /scope|authorit|abilit|role/i;

/** Names that speak of scopes: an authority may be an address, a role one of a cloud. */
const NAMED_SCOPES = /scope/i;

/** The form of a scope that a contract does not describe. */
const SCOPE = /^[\w.-]+:[\w.:/-]+$/;

/** The same with points: `pets.read`. */
const POINTED = /^(?:[A-Za-z][\w-]*\.)+[A-Za-z][\w-]*$/;

/** The same in other parts, which may be the name of a constant: `PETS_READ`. */
const PARTED = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+$/;

/** What says that a text is a scope: `scope:pets:read`. */
const PREFIX = /^(?:scopes?|policy|permission|authority|role)[:=]\s*/i;

/** Names of other things in that form: ARNs, URNs, addresses. */
const OTHER_NAME = /^(?:arn|urn):|\/\//i;

/** How Spring Security calls a scope among what a token grants. */
const AUTHORITY = /^SCOPE_/;

/** Scopes that extensions of a security scheme describe, by name: a list of names, or a map to their descriptions. */
export function describedScopes(scheme: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(scheme)) {
    if (!SCOPES.test(name)) continue;
    if (Array.isArray(value)) for (const scope of value) if (typeof scope === "string") found.set(scope, "");
    if (isObject(value))
      for (const [scope, text] of Object.entries(value))
        found.set(scope, typeof text === "string" ? text : "");
  }
  return found;
}

/**
 * Scopes that extensions of an operation name, sorted, each once. A prefix that says what they are is ignored (`scope:cabinet:read`,
 * `SCOPE_cabinet:read`).
 *
 * @param known - the scopes that the contract describes. Another word may be one of a framework (`inherit`, `*`): it counts where it has
 *   the form of a scope, and the extension is called after scopes, or `SCOPE_` says what it is, or no scopes are described and
 *   the extension is called after what tokens grant
 */
export function requiredScopes(operation: JsonObject, known: ReadonlySet<string>): readonly string[] {
  const scopes = grantsOf(operation).flatMap(({ name, text, isOpen }) => {
    if (isOpen === true) return [];
    const plain = text.replace(PREFIX, "");
    const scope = plain.replace(AUTHORITY, "");
    const described = [text, plain, scope].find((one) => known.has(one));
    return described ?? (isUndescribed(name, plain, known) && SCOPE.test(scope) ? [scope] : []);
  });
  return [...new Set(scopes)].sort(byText);
}

/**
 * Texts in the form of scopes that extensions of an operation list, sorted, each once: where it requires none, they may be what its tokens
 * must have, or rules of the service alone (`x-permissions`).
 */
export function possibleScopes(operation: JsonObject): readonly string[] {
  const found = grantsOf(operation).flatMap(({ name, text }) => {
    const plain = text.replace(PREFIX, "").replace(AUTHORITY, "");
    const isPart = NAMED_SCOPES.test(name) && (POINTED.test(plain) || PARTED.test(plain));
    return isScopeLike(plain) || isPart ? [plain] : [];
  });
  return [...new Set(found)].sort(byText);
}

/** The expression of an operation that names scopes, and does not only need all of them: `hasAnyAuthority('SCOPE_a:read', 'SCOPE_b:read')`. */
export function scopeExpression(operation: JsonObject): string | undefined {
  return Object.entries(operation)
    .flatMap(([name, value]) =>
      typeof value === "string" && isOfAccess(name) && checkedTexts(value).some(({ isOpen }) => isOpen)
        ? [value]
        : [],
    )
    .at(0);
}

/** A text that an extension gives as what a token grants. */
interface Grant {
  /** What calls it so: an extension, a member of one, or a function of an expression. */
  readonly name: string;
  readonly text: string;
  /** Nothing says for certain that a call needs it. */
  readonly isOpen?: boolean;
}

function isOfAccess(name: string): boolean {
  return SCOPES.test(name) || CHECKS.test(name);
}

function grantsOf(operation: JsonObject): readonly Grant[] {
  return Object.entries(operation).flatMap(([name, value]): readonly Grant[] => {
    if (!isOfAccess(name)) return [];
    const checked = typeof value === "string" ? checkedTexts(value) : [];
    if (checked.length > 0) return checked;
    if (isObject(value)) {
      const isOfScopes = SCOPES.test(name);
      return [...membersCalledScopes(value, !isOfScopes), ...(isOfScopes ? membersOfAll(name, value) : [])];
    }
    if (Array.isArray(value) && value.some(isObject))
      // Several entries may be alternatives.
      return value.flatMap((one: Json) => (isObject(one) ? membersCalledScopes(one, true) : []));
    const isOpen = ONE_OF.test(name);
    return SCOPES.test(name) ? textsOf(value).map((text) => ({ name, text, isOpen })) : [];
  });
}

/** The texts of members that are called after scopes: `{ scopes: [] }`; open beside a member that may say which are enough. */
function membersCalledScopes(value: JsonObject, isOpen: boolean): readonly Grant[] {
  const members = Object.entries(value);
  const hasChoice = members.some(([member]) => /any|all|mode|logic|operator|match/i.test(member));
  return members.flatMap(([member, one]) =>
    REQUIRED_SCOPES.test(member)
      ? textsOf(one).map((text) => ({ name: member, text, isOpen: isOpen || hasChoice }))
      : [],
  );
}

/** A member with scopes that a call needs together: `x-permissions: { all: [] }`. */
const ALL = /^all(?:[-_]?of)?$/i;

function membersOfAll(name: string, value: JsonObject): readonly Grant[] {
  return Object.entries(value).flatMap(([member, one]) =>
    ALL.test(member) ? textsOf(one).map((text) => ({ name, text, isOpen: true })) : [],
  );
}

/** A check of Spring Security that is not negated: `hasAuthority('SCOPE_pets:read')`. */
const CHECK =
  /(?<!!\s?|\bnot\s)(?:#oauth2\.)?\bhas(Any|All)?(Authority|Authorities|Permissions?|Role|Scope)s?\(([^()]*)\)/giu;

/** What joins checks that are all needed, and what is around an expression. */
const ALL_NEEDED = /\b(?:and|PreAuthorize)\b|&&|[@()"'\s]/giu;

/** The texts that an expression checks for; open where it has anything else than checks that are all needed. */
function checkedTexts(expression: string): readonly Grant[] {
  const checks = [...expression.matchAll(CHECK)].map(([, quantity = "", kind = "", list = ""]) => {
    const texts = [...list.matchAll(/["']([^"']+)["']/gu)].map(([, text = ""]) => text);
    return { kind, texts, isChoice: quantity.toLowerCase() === "any" && texts.length > 1 };
  });
  const isOpen =
    expression.replace(CHECK, "").replace(ALL_NEEDED, "") !== "" || checks.some(({ isChoice }) => isChoice);
  return checks.flatMap(({ kind, texts }) => texts.map((text) => ({ name: kind, text, isOpen })));
}

/** Whether a text has the form of a scope: `pets:read`. */
export function isScopeLike(text: string): boolean {
  return SCOPE.test(text) && !OTHER_NAME.test(text);
}

/** Whether a scope is written as Spring Security checks for it. */
export function isAuthority(scope: string): boolean {
  return AUTHORITY.test(scope);
}

/**
 * A scope as tokens have it: Spring Security writes `SCOPE_pets:read` where it checks for `pets:read`.
 *
 * @param documented - the scopes that the contract describes, and those that its token endpoint does; their spelling wins
 */
export function spelledScope(scope: string, documented: ReadonlySet<string>): string {
  const plain = scope.replace(AUTHORITY, "");
  return [scope, plain, `SCOPE_${plain}`].find((one) => documented.has(one)) ?? plain;
}

/** Whether a text of an extension may be a scope that the contract does not describe. */
function isUndescribed(name: string, text: string, known: ReadonlySet<string>): boolean {
  if (NAMED_SCOPES.test(name)) return true;
  if (!GRANTS.test(name) || OTHER_NAME.test(text)) return false;
  return known.size === 0 || AUTHORITY.test(text);
}
