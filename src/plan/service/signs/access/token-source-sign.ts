import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../../model/api-model.js";
import type { Origin } from "../../../../model/schema-model.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { isAuthorizationKey, mayTakeToken, takesBearer } from "../../credentials/bearer-schemes.js";
import { openOverlay, TOKEN_OVERLAY_FILE } from "../../credentials/security-overlay.js";
import {
  credentialsOf,
  isDescribedSource,
  isOfLogin,
  isOfTokens,
  isTokenUrl,
  isUndescribed,
  OF_OTHERS,
  OF_TOKENS,
  tokenOf,
} from "../../credentials/token-endpoints.js";
import { operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../../traits/body-members.js";
import {
  exchangeBody,
  isOfOtherGrant,
  otherMembers,
  readExchangeForm,
  respelledMembers,
  showsExchange,
} from "../../traits/exchange-form.js";
import { exchangeLines } from "./exchange-signs.js";
import type { LostSign } from "../sign.js";

/** Where tokens come from, and whether that can be a token exchange. */
interface TokenSource {
  readonly shown: string;
  readonly missing: string;
  readonly lines: readonly string[];
  readonly overlay?: readonly string[];
  readonly origin: Origin;
}

/**
 * Tokens that calls need, and that come from an operation of the contract, or from an endpoint that a description names: one sign for the
 * contract.
 *
 * @param returning - operations that return tokens as an exchange does: the sign counts them too
 */
export function tokenSourceSign(
  model: ApiModel,
  reader: SchemaReader,
  returning: readonly OperationModel[] = [],
): LostSign | undefined {
  const tokens = model.securitySchemes.filter(mayTakeToken);
  const granted = model.securitySchemes.filter(isGranted);
  // Where the contract has one credential alone, a login gives that.
  const isKey = tokens.length === 0 && granted.length === 0;
  const schemes = isKey ? onlyKey(model) : tokens;
  const names = new Set([...schemes, ...granted].map(({ name }) => name));
  const kinds = new Map(model.securitySchemes.map(({ kind, name }) => [name, kind]));
  const basics = new Set([...kinds.keys()].filter((name) => kinds.get(name) === "basic"));
  // Where a person consents (OAuth 2), the client cannot obtain the token, and the application has it already.
  const isOther = (scheme: string) =>
    !names.has(scheme) && ["basic", "oauth2", "openIdConnect"].includes(kinds.get(scheme) ?? "");
  const needs = ({ security }: OperationModel) =>
    security.flat().some(({ scheme }) => names.has(scheme)) &&
    !security.some((all) => all.length > 0 && all.every(({ scheme }) => isOther(scheme)));
  const sources = model.operations.filter(
    (one) =>
      returning.includes(one) ||
      (one.method === "POST" && isTokenUrl(one, { ...model, securitySchemes: granted })) ||
      (givesToken(one, { names, basics }, reader) && (!isKey || isDescribedSource(one))),
  );
  if (!model.operations.some((one) => needs(one) && !sources.includes(one))) return undefined;
  const isFree = (one: OperationModel) => needsNoToken(one, { names, basics });
  const found = operationSource(sources, names, isFree, model, reader) ?? textSource(model, schemes);
  return found && { trait: "tokenExchange", rule: "trait/token-source", ...found };
}

/** The key in a header that is the only credential of a contract. */
function onlyKey({ securitySchemes }: ApiModel): readonly SecuritySchemeModel[] {
  const isOnly = securitySchemes.length === 1;
  return securitySchemes.filter(
    (one) => isOnly && one.kind === "apiKey" && one.in === "header" && !isAuthorizationKey(one),
  );
}

/** Whether a program can obtain the tokens of a scheme by itself (RFC 6749 sections 4.3 and 4.4): no person has to consent. */
function isGranted(scheme: SecuritySchemeModel): boolean {
  const flows = scheme.kind === "oauth2" ? scheme.flows : [];
  return flows.some(({ kind }) => kind === "clientCredentials" || kind === "password");
}

/** Names of security schemes. */
interface SchemeNames {
  /** Those that take a token. */
  readonly names: ReadonlySet<string>;
  /** Those of a user name and a password. */
  readonly basics: ReadonlySet<string>;
}

/** Whether an operation gives tokens: its path and its response say so, and a call needs none of them first. */
function givesToken(
  operation: OperationModel,
  { names, basics }: SchemeNames,
  reader: SchemaReader,
): boolean {
  const { method, parameters, path, security } = operation;
  const isDescribed = method === "POST" && isDescribedSource(operation);
  if (!["GET", "POST", "PUT"].includes(method)) return false;
  const isOwn = operation.anonymous === true || operation.ownSecurity === true;
  // A token of one thing, unless its text says whose it is, and that its caller needs none.
  if (path.includes("{") && !(isDescribed && isOwn && needsNoToken(operation, { names, basics })))
    return false;
  // A page that a person is sent to (RFC 6749 section 4.1.1).
  if (parameters.some(({ name }) => name === "response_type")) return false;
  if (!isOfTokens(path)) return false;
  const takesCredentials = credentialsOf(operation, reader).length > 0;
  // What shows no credentials, and is only read, is data that is called so.
  const isBasic = security.some((all) => all.some(({ scheme }) => basics.has(scheme)));
  if (method === "GET" && !takesCredentials && !isBasic) return false;
  // A framework writes one `security` for all operations, also for the one that comes first.
  if (!needsNoToken(operation, { names, basics }) && !(takesCredentials && isOfLogin(path))) return false;
  if (tokenOf(operation, reader) !== undefined) return true;
  if (isDescribed && (takesCredentials || path.includes("{"))) return true;
  return method === "POST" && takesCredentials && isUndescribed(operation, reader);
}

/** Whether the contract lets an operation be called without a token. */
function needsNoToken({ security }: OperationModel, { names, basics }: SchemeNames): boolean {
  return (
    security.flat().every(({ scheme }) => !names.has(scheme)) ||
    security.some((all) => all.every(({ scheme }) => basics.has(scheme)))
  );
}

/** Whether an operation takes what a person has consented to before (RFC 6749 section 4.1.3). */
function takesConsent({ body, parameters }: OperationModel, reader: SchemaReader): boolean {
  const members = listBodyMembers(body?.content[0]?.schema, reader).map(({ key }) => key);
  return [...members, ...parameters.map(({ name }) => words(name).join("_"))].includes("redirect_uri");
}

/** What is missing of an endpoint of which nothing says what it takes. */
const UNKNOWN = "nothing says that it is a token exchange (RFC 8693)";

/**
 * The first operation that gives tokens: one for a first token before one that renews it, one that needs no token before one that does.
 *
 * @param names - the schemes that take tokens
 */
function operationSource(
  sources: readonly OperationModel[],
  names: ReadonlySet<string>,
  isFree: (one: OperationModel) => boolean,
  model: ApiModel,
  reader: SchemaReader,
): TokenSource | undefined {
  const rank = (one: OperationModel) =>
    (isFree(one) ? 0 : 1) +
    (takesConsent(one, reader) ? 0.5 : 0) +
    (/refresh|renew/iu.test(one.path) ? 2 : 0) +
    (tokenOf(one, reader) === undefined ? 4 : 0);
  const [first, ...others] = sources.toSorted((one, other) => rank(one) - rank(other));
  if (first === undefined) return undefined;
  const token = tokenOf(first, reader);
  const credentials = credentialsOf(first, reader);
  const what =
    token !== undefined
      ? `returns ${JSON.stringify(token)}`
      : credentials.length > 0
        ? `takes ${credentials.map((name) => JSON.stringify(name)).join(", ")}`
        : isDescribedSource(first)
          ? "gives a token, as its text says"
          : "is a token URL (RFC 6749)";
  const all = others.length === 0 ? "" : `, 1 of ${String(sources.length)} operations that give tokens,`;
  const found = { shown: `${operationKey(first)}${all} ${what}`, origin: first.origin };
  const exchange = asExchange(first, model, reader);
  // A function that the caller passes would wait for itself: also one that later renews what it has.
  const renewing = others.filter(
    (one) => credentialsOf(one, reader).length > 0 && tokenOf(one, reader) !== undefined,
  );
  const waiting = [first, ...renewing].filter((one) => !isFree(one));
  if (!isFree(first))
    return {
      ...found,
      missing: `\`security\` requires a token for ${waiting.map(operationKey).join(", ")} too`,
      lines: [
        `overlays: ["${TOKEN_OVERLAY_FILE}"] # beside those that the key has`,
        ...(exchange.lines.length === 0
          ? ["tokenExchange: false # pass a function that calls it as the credential"]
          : []),
      ],
      overlay: openOverlay(waiting, names, model.securitySchemes),
    };
  return { ...found, ...exchange };
}

/** What is missing of an operation that gives tokens to be a token exchange, and the lines that say the rest. */
function asExchange(
  operation: OperationModel,
  model: ApiModel,
  reader: SchemaReader,
): Pick<TokenSource, "lines" | "missing"> {
  const body = operation.method === "POST" ? exchangeBody(operation) : undefined;
  if (body === undefined) return inQuery(operation, model, reader) ?? { missing: UNKNOWN, lines: [] };
  const respelled = respelledMembers(body, reader);
  const isExchange = showsExchange(body, reader);
  const isOther =
    !isExchange &&
    (credentialsOf(operation, reader).length > 0 ||
      otherMembers(body, reader) !== undefined ||
      isOfOtherGrant(body, reader));
  if (isOther) return { missing: 'its body does not declare "subject_token" (RFC 8693)', lines: [] };
  if (respelled.length > 0)
    return {
      missing: `its body has ${respelled.map((name) => JSON.stringify(name)).join(", ")}, which a token exchange (RFC 8693) spells in another way`,
      lines: [],
    };
  const { subjectTokenType } = readExchangeForm(body, model, reader).facts;
  const type = subjectTokenType !== undefined && "value" in subjectTokenType ? subjectTokenType.value : "?";
  return {
    missing: isExchange ? ofExchange(model) : UNKNOWN,
    lines: sourceLines(operation, model, type),
  };
}

/** The fields of an exchange that the client sends by itself, or that the configuration has. */
const EXCHANGED = new Set(
  "grant_type requested_token_type resource subject_token subject_token_type".split(" "),
);

/** An exchange whose fields are in the query: frameworks describe the fields of a form so (`@RequestParam`), and read both. */
function inQuery(
  { method, parameters, path }: OperationModel,
  { securitySchemes }: ApiModel,
  reader: SchemaReader,
): Pick<TokenSource, "lines" | "missing"> | undefined {
  const valueOf = (name: string) => {
    const found = parameters.find((one) => one.in === "query" && one.name === name);
    const [value, ...others] = found === undefined ? [] : reader.values(found.schema);
    return others.length === 0 && typeof value === "string" ? value : undefined;
  };
  const isOfSubject = parameters.some((one) => one.in === "query" && one.name === "subject_token");
  if (method !== "POST" || !isOfSubject) return undefined;
  const others = parameters.filter(({ name, required }) => required && !EXCHANGED.has(name));
  if (others.length > 0)
    return {
      missing: `it takes "subject_token" in the query, and requires ${others.map(({ name }) => JSON.stringify(name)).join(", ")}, which no token exchange has (RFC 8693 section 2.1)`,
      lines: [],
    };
  const requestedTokenType = valueOf("requested_token_type");
  const isOnly = securitySchemes.filter(takesBearer).length === 1;
  return {
    missing:
      'it takes "subject_token" in the query, and a token exchange has a form (RFC 8693 section 2.1): add the lines where the server reads a form, too',
    lines: exchangeLines({
      url: path,
      ...(isOnly ? {} : { scheme: "?" }),
      subjectTokenType: valueOf("subject_token_type") ?? "?",
      ...(requestedTokenType === undefined ? {} : { requestedTokenType }),
    }),
  };
}

/** Why an exchange is not recognised. */
function ofExchange({ securitySchemes }: ApiModel): string {
  return securitySchemes.some(takesBearer)
    ? "it does not describe the whole exchange (RFC 8693)"
    : "no scheme says that it takes a bearer token";
}

/** Lines for an operation that may be an exchange; none where no scheme sends its tokens as they are. */
function sourceLines(
  operation: OperationModel,
  model: ApiModel,
  subjectTokenType: string,
): readonly string[] {
  const bearers = model.securitySchemes.filter(takesBearer);
  const all = bearers.length > 0 ? bearers : model.securitySchemes.filter(isAuthorizationKey);
  if (all.length === 0) return [];
  const scheme = all.length === 1 ? {} : { scheme: "?" };
  return exchangeLines({ operation: operationKey(operation), ...scheme, subjectTokenType });
}

/** Characters of a text that are searched. */
const LONGEST = 4000;

const ADDRESS = "(?:https?:\\/\\/[^\\s\"'`<>()\\[\\]]{1,200}|\\/[\\w.~/%-]{1,200})";

/** "POST /token", "GET `https://auth.example/login`", "the `/auth/jwt` endpoint", "the endpoint `/auth/jwt`" */
const ENDPOINTS: readonly RegExp[] = [
  `\\b((?:GET|POST|PUT)\\s{1,3}[\"'\`]?(?:\\{\\w{1,40}\\})?${ADDRESS})`,
  `(?<![\\w/.])(${ADDRESS})[\"'\`*]{0,3}\\s(?:end-?point|route)\\b`,
  `\\b(?:end-?point|route)\\s[\"'\`*]{0,3}(${ADDRESS})`,
].map((pattern) => new RegExp(pattern, "iu"));

/** A sentence about where tokens come from. */
const OBTAINS =
  /\b(?:authenticat|call|creat|exchang|fetch|generat|get|issu|log(?:ging)?[ -]?in|obtain|post|receiv|request|retriev|return|sign(?:ing)?[ -]?in)/iu;

const OF_A_TOKEN = /\b(?:bearer|jwt|token)s?\b/iu;

/** The first endpoint that the description of a scheme, or of the contract, names as where its tokens come from. */
function textSource(
  { contract, operations, securitySchemes }: ApiModel,
  schemes: readonly SecuritySchemeModel[],
): TokenSource | undefined {
  for (const { name, description = "", origin } of schemes) {
    const endpoint = endpointIn(description, operations, () => true);
    if (endpoint === undefined) continue;
    const shown = `the description of the security scheme ${JSON.stringify(name)} says that tokens come from ${endpoint}`;
    return { shown, missing: UNKNOWN, lines: [], origin };
  }
  // Its flows and its address tell where the tokens of another scheme come from.
  if (securitySchemes.some(({ kind }) => kind === "oauth2" || kind === "openIdConnect")) return undefined;
  const endpoint = endpointIn(contract.description ?? "", operations, (sentence) =>
    OF_A_TOKEN.test(sentence),
  );
  if (endpoint === undefined) return undefined;
  const shown = `the description of the contract says that tokens come from ${endpoint}`;
  return { shown, missing: UNKNOWN, lines: [], origin: { pointer: "#/info/description" } };
}

/** @param operations - those whose description was read for themselves: a text that names them is not about another endpoint */
function endpointIn(
  text: string,
  operations: readonly OperationModel[],
  isAbout: (sentence: string) => boolean,
): string | undefined {
  const sentences = withoutDenials(text.slice(0, LONGEST)).split(/(?<=[.;!?])\s+|\n\s*\n/u);
  for (const sentence of sentences) {
    if (!OBTAINS.test(sentence) || !isAbout(sentence)) continue;
    const found = ENDPOINTS.map((endpoint) => endpoint.exec(sentence)?.[1]).find((one) => one !== undefined);
    const named = found?.replace(/["'`]/gu, "").replace(/[.,;:/]{1,9}$/u, "");
    if (named === undefined || !isSource(named)) continue;
    if (!operations.some(({ path }) => `${named}/`.includes(`${path}/`))) return named;
  }
  return undefined;
}

/** Pages for readers, not endpoints. */
const OF_DOCUMENTS =
  /^(?:\w{1,5}\s{1,3})?https?:\/\/(?:blog|developers?|docs?|help|learn|support|wiki)\.|\/(?:articles?|docs?|documentation|guides?|help|reference|support)(?:\/|$)|#|\.(?:html?|md|pdf)$/iu;

/** Whether an address is where tokens come from, and not where they end, or where they are explained. */
function isSource(address: string): boolean {
  const [path = ""] = address.split("?");
  const last = path.split("/").at(-1) ?? "";
  return (
    OF_TOKENS.test(words(path).join("_")) &&
    !OF_OTHERS.test(words(last).join("_")) &&
    !OF_DOCUMENTS.test(address)
  );
}
