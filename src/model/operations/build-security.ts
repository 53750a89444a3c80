import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer, fragmentKeys } from "../../text/json-pointer.js";
import { words } from "../../text/words.js";
import type {
  DescribedExchange,
  OAuthFlowModel,
  OperationModel,
  ScopeModel,
  SecurityAlternativeModel,
  SecuritySchemeModel,
} from "../api-model.js";
import {
  isObject,
  listMember,
  member,
  objectMember,
  resolveReference,
  sortedMembers,
  textMember,
} from "../json-members.js";
import { describedExchange } from "../described-exchange.js";
import {
  describedScopes,
  isAuthority,
  isScopeLike,
  requiredScopes,
  spelledScope,
} from "../scope-extensions.js";
import type { RawOperation } from "./list-raw-operations.js";

/**
 * The security alternatives of an operation, the root's when it states none (OpenAPI, Operation Object, `security`).
 * An empty list, and a contract that says nothing at all, both mean: anonymous. An alternative that names a scheme which
 * the contract does not have is omitted (`diagnoseUndefinedSchemes` reports it).
 */
export function buildSecurity(
  document: JsonObject,
  operation: JsonObject,
): readonly SecurityAlternativeModel[] {
  const owner = member(operation, "security") === undefined ? document : operation;
  const alternatives = listMember(owner, "security")
    .filter(isObject)
    .flatMap((alternative) => {
      const needed = readAlternative(document, alternative);
      return needed === undefined ? [] : [needed];
    });
  const hasScopes = alternatives.flat().some(({ scopes }) => scopes.length > 0);
  return hasScopes ? alternatives : withScopes(alternatives, document, operation);
}

/** Whether an operation names the schemes that it needs itself. */
export function hasOwnSecurity(operation: JsonObject): boolean {
  return member(operation, "security") !== undefined && !isAnonymous(operation);
}

/** Whether an operation, or a document, says itself that calls need no credentials: `security: []`, or nothing but empty alternatives. */
export function isAnonymous(owner: JsonObject): boolean {
  const own = member(owner, "security");
  return Array.isArray(own) && own.every((one: Json) => isObject(one) && Object.keys(one).length === 0);
}

/** The same with the scopes that an extension of the operation names, where the security requirements name none. */
function withScopes(
  alternatives: readonly SecurityAlternativeModel[],
  document: JsonObject,
  operation: JsonObject,
): readonly SecurityAlternativeModel[] {
  const schemes = new Map(buildSecuritySchemes(document).map((scheme) => [scheme.name, scheme]));
  const known = knownScopes([...schemes.values()]);
  const scopes = requiredScopes(operation, known.size > 0 ? known : listedScopes(document));
  if (scopes.length === 0) return alternatives;
  return alternatives.map((alternative) =>
    alternative.map((one) => (takesScopes(schemes.get(one.scheme)) ? { ...one, scopes } : one)),
  );
}

/** Operations with their scopes as tokens have them, where requirements write them as a framework checks them. */
export function withSpelledScopes(
  operations: readonly OperationModel[],
  document: JsonObject,
  raw: readonly RawOperation[],
): readonly OperationModel[] {
  const isSpelled = ({ security }: OperationModel) =>
    !security.some((alternative) => alternative.some(({ scopes }) => scopes.some(isAuthority)));
  if (operations.every(isSpelled)) return operations;
  const documented = new Set([
    ...knownScopes(buildSecuritySchemes(document)),
    ...raw.flatMap((operation) => scopesOfForm(document, operation)),
  ]);
  return operations.map((operation) => ({
    ...operation,
    security: operation.security.map((alternative) =>
      alternative.map((need) => ({
        ...need,
        scopes: [...new Set(need.scopes.map((scope) => spelledScope(scope, documented)))].sort(byText),
      })),
    ),
  }));
}

/** The words with which a token endpoint describes `scope` in its form (RFC 6749 section 3.3). */
function scopesOfForm(document: JsonObject, { method, json, pointer }: RawOperation): readonly string[] {
  const body = method === "POST" ? member(json, "requestBody") : undefined;
  const content = objectMember(resolveReference(document, body, pointer)?.json, "content");
  const form = objectMember(content, "application/x-www-form-urlencoded");
  const schema = resolveReference(document, member(form, "schema"), pointer)?.json;
  const properties = objectMember(schema, "properties");
  if (member(properties, "grant_type") === undefined) return [];
  const scope = resolveReference(document, member(properties, "scope"), pointer)?.json;
  return JSON.stringify(scope ?? {}).split(/[^\w:./*-]+/u);
}

function takesScopes(scheme: SecuritySchemeModel | undefined): boolean {
  return ["bearer", "oauth2", "openIdConnect"].includes(scheme?.kind ?? "");
}

/** {@link readListedScopes} of each document: every operation asks. */
const listed = new WeakMap<JsonObject, ReadonlySet<string>>();

function listedScopes(document: JsonObject): ReadonlySet<string> {
  const found = listed.get(document) ?? readListedScopes(document);
  listed.set(document, found);
  return found;
}

/** The values of component schemas that are called after scopes, where they have the form of them. */
function readListedScopes(document: JsonObject): ReadonlySet<string> {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const lists = Object.entries(schemas).filter(([name]) =>
    /(?:^| )scopes? ?(?:enum|dto|names?)?$/u.test(words(name).join(" ")),
  );
  const values = lists.flatMap(([, schema]) => (isObject(schema) ? listMember(schema, "enum") : []));
  return new Set(values.filter((value) => typeof value === "string").filter(isScopeLike));
}

function knownScopes(schemes: readonly SecuritySchemeModel[]): ReadonlySet<string> {
  return new Set(
    schemes.flatMap((scheme) =>
      scheme.kind === "oauth2" || scheme.kind === "bearer"
        ? (scheme.scopes ?? []).map(({ name }) => name)
        : [],
    ),
  );
}

/** One alternative (OpenAPI, Security Requirement Object); undefined where it names a scheme that the contract lacks. */
export function readAlternative(
  document: JsonObject,
  alternative: JsonObject,
): SecurityAlternativeModel | undefined {
  const needed = sortedMembers(alternative).map(([written, scopes]) => ({
    scheme: schemeName(document, written),
    scopes: Array.isArray(scopes)
      ? (scopes as readonly unknown[]).filter((scope) => typeof scope === "string").sort(byText)
      : [],
  }));
  return needed.every(isDefined) ? needed : undefined;
}

function isDefined<Scheme extends { readonly scheme: string | undefined }>(
  one: Scheme,
): one is Scheme & { readonly scheme: string } {
  return one.scheme !== undefined;
}

const FLOWS = [
  "authorizationCode",
  "clientCredentials",
  "deviceAuthorization",
  "implicit",
  "password",
] as const satisfies readonly OAuthFlowModel["kind"][];

/** The security schemes of a document, sorted by name (OpenAPI, Security Scheme Object). */
export function buildSecuritySchemes(document: JsonObject): readonly SecuritySchemeModel[] {
  const pointer = "#/components/securitySchemes";
  return sortedMembers(objectMember(objectMember(document, "components"), "securitySchemes")).flatMap(
    ([name, json]) => {
      const located = resolveReference(document, json, appendPointer(pointer, name));
      if (located === undefined) return [];
      const description = textMember(located.json, "description");
      const scheme = buildKind(located.json);
      if (scheme === undefined) return [];
      const exchanged = findExchange(document, located.json, scheme);
      return [
        {
          name,
          ...(description === undefined ? {} : { description }),
          ...(exchanged === undefined ? {} : { exchanged }),
          origin: { pointer: located.pointer },
          ...scheme,
        },
      ];
    },
  );
}

/**
 * The exchange that the description of a scheme has; for a token, what it leaves open is that of the whole contract. Where that has a scheme
 * of bearer tokens, its text is about those.
 */
function findExchange(document: JsonObject, json: JsonObject, scheme: Kind): DescribedExchange | undefined {
  const own = describedExchange(json, "tokens");
  const tokenUrl =
    scheme.kind === "oauth2"
      ? scheme.flows.find(({ kind }) => kind === "clientCredentials")?.tokenUrl
      : undefined;
  const isOther = scheme.kind === "oauth2" || scheme.kind === "openIdConnect";
  const isAbout = scheme.kind === "bearer" || (isOther && (own !== undefined || !hasBearer(document)));
  const ofContract = isAbout ? exchangeOfContract(document, isOther ? "oauth" : "anything") : undefined;
  return own === undefined
    ? ofContract
    : { ...ofContract, ...(tokenUrl === undefined ? {} : { url: tokenUrl }), ...own };
}

function exchangeOfContract(
  document: JsonObject,
  about: "anything" | "oauth",
): DescribedExchange | undefined {
  const info = objectMember(document, "info") ?? {};
  return describedExchange(info, about) ?? describedExchange(document, about);
}

/** Whether a contract has a scheme of bearer tokens. */
function hasBearer(document: JsonObject): boolean {
  const schemes = objectMember(objectMember(document, "components"), "securitySchemes") ?? {};
  return Object.values(schemes).some(
    (json) => isObject(json) && /^bearer$/iu.test(textMember(json, "scheme") ?? ""),
  );
}

type Kind<Scheme = SecuritySchemeModel> = Scheme extends unknown
  ? Omit<Scheme, "name" | "description" | "exchanged" | "origin">
  : never;

function buildKind(json: JsonObject): Kind | undefined {
  switch (textMember(json, "type")) {
    case "http":
      return buildHttp(json);
    case "apiKey":
      return {
        kind: "apiKey",
        in:
          (["header", "query", "cookie"] as const).find((location) => location === textMember(json, "in")) ??
          "header",
        parameter: textMember(json, "name") ?? "Authorization",
      };
    case "oauth2":
      return buildOAuth(json);
    case "openIdConnect":
      return { kind: "openIdConnect", url: textMember(json, "openIdConnectUrl") ?? "" };
    case "mutualTLS":
      return { kind: "mutualTLS" };
    default:
      return undefined;
  }
}

function buildHttp(json: JsonObject): Kind {
  const scheme = (textMember(json, "scheme") ?? "").toLowerCase();
  const format = textMember(json, "bearerFormat");
  if (scheme === "bearer") {
    const scopes = sortScopes(describedScopes(json));
    return {
      kind: "bearer",
      ...(format === undefined ? {} : { format }),
      ...(scopes.length === 0 ? {} : { scopes }),
    };
  }
  return scheme === "basic" ? { kind: "basic" } : { kind: "http", scheme };
}

function buildOAuth(json: JsonObject): Kind {
  const flows = objectMember(json, "flows");
  const scopes = new Map<string, string>();
  const models = FLOWS.flatMap((kind): readonly OAuthFlowModel[] => {
    const flow = objectMember(flows, kind);
    if (!isObject(flow)) return [];
    for (const [scope, description] of sortedMembers(objectMember(flow, "scopes"))) {
      scopes.set(scope, typeof description === "string" ? description : "");
    }
    const urls = (["tokenUrl", "refreshUrl", "authorizationUrl"] as const).flatMap((name) => {
      const url = textMember(flow, name);
      return url === undefined ? [] : [[name, url] as const];
    });
    return [{ kind, ...Object.fromEntries(urls) }];
  });
  return { kind: "oauth2", flows: models, scopes: sortScopes(scopes) };
}

function sortScopes(scopes: ReadonlyMap<string, string>): readonly ScopeModel[] {
  return [...scopes]
    .map(([name, description]) => ({ name, description }))
    .sort((left, right) => byText(left.name, right.name));
}

/**
 * Name of the scheme that a security requirement means: that of a component, or, since OpenAPI 3.2, a reference to one.
 *
 * @returns undefined for a scheme that the contract does not have
 */
function schemeName(document: JsonObject, written: string): string | undefined {
  const schemes = objectMember(objectMember(document, "components"), "securitySchemes");
  if (member(schemes, written) !== undefined) return written;
  if (!written.startsWith("#/components/securitySchemes/")) return undefined;
  const name = fragmentKeys(written)[2];
  return name !== undefined && member(schemes, name) !== undefined ? name : undefined;
}

/**
 * Diagnostics for alternatives that name a scheme which the contract does not have (OpenAPI, Security
 * Requirement Object: each name must be that of a scheme): a caller could not give its credential. One per alternative.
 */
export function diagnoseUndefinedSchemes(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return [
    ...diagnosticsOf(document, document, "#"),
    ...operations.flatMap(({ json, pointer }) => diagnosticsOf(document, json, pointer)),
  ];
}

function diagnosticsOf(document: JsonObject, owner: JsonObject, pointer: string): readonly Diagnostic[] {
  const alternatives = listMember(owner, "security").filter(isObject);
  const unknown = alternatives.map((alternative) => unknownIn(document, alternative));
  const id = unknown.some((names) => names.length === 0)
    ? "security/undefined-scheme"
    : "security/unprotected-call";
  return unknown.flatMap((names, index) =>
    names.length === 0 ? [] : [diagnostic(id, appendPointer(pointer, "security", index), { schemes: names })],
  );
}

/** The names in an alternative that are those of no scheme. */
function unknownIn(document: JsonObject, alternative: Readonly<Record<string, Json>>): readonly string[] {
  return Object.keys(alternative)
    .filter((name) => schemeName(document, name) === undefined)
    .sort(byText);
}
