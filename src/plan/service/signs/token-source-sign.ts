import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../model/api-model.js";
import type { Origin } from "../../../model/schema-model.js";
import { withoutDenials } from "../../../text/without-denials.js";
import { words } from "../../../text/words.js";
import { isAuthorizationKey, mayTakeToken, takesBearer } from "../credentials/bearer-schemes.js";
import { jsonResponse, operationKey, successResponses } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers } from "../traits/body-members.js";
import {
  exchangeBody,
  isOfOtherGrant,
  otherMembers,
  respelledMembers,
  showsExchange,
} from "../traits/exchange-form.js";
import { exchangeLines } from "./exchange-signs.js";
import type { LostSign } from "./sign.js";

/** Where tokens come from, and whether that can be a token exchange. */
interface TokenSource {
  readonly shown: string;
  readonly missing: string;
  readonly lines: readonly string[];
  readonly origin: Origin;
}

/**
 * Tokens that calls need, and that come from an operation of the contract, or from an endpoint that a description names: one sign for the
 * contract.
 */
export function tokenSourceSign(model: ApiModel, reader: SchemaReader): LostSign | undefined {
  const schemes = model.securitySchemes.filter(mayTakeToken);
  const names = new Set(schemes.map(({ name }) => name));
  const kinds = new Map(model.securitySchemes.map(({ kind, name }) => [name, kind]));
  const basics = new Set([...kinds.keys()].filter((name) => kinds.get(name) === "basic"));
  const isOther = (scheme: string) => ["basic", "oauth2", "openIdConnect"].includes(kinds.get(scheme) ?? "");
  // Where a scheme of OAuth 2 is enough, its flows say where tokens come from.
  const needs = ({ security }: OperationModel) =>
    security.flat().some(({ scheme }) => names.has(scheme)) &&
    !security.some((all) => all.length > 0 && all.every(({ scheme }) => isOther(scheme)));
  const sources = model.operations.filter((one) => givesToken(one, { names, basics }, reader));
  if (!model.operations.some((one) => needs(one) && !sources.includes(one))) return undefined;
  const found = operationSource(sources, model, reader) ?? textSource(model, schemes);
  return found && { trait: "tokenExchange", rule: "trait/token-source", ...found };
}

/** Words of paths whose operations give tokens. */
const OF_TOKENS =
  /(?:^|_)(?:auth|authenticate|authentication|authorize|authorise|jwt|log_?in|log_?on|o_?auth_?2?|refresh|sessions?|sign_?in|(?:access)?tokens?)(?:_|$)/u;

/** The same of those that give them to every caller, with or without a token. */
const OF_LOGIN =
  /(?:^|_)(?:auth|authenticate|jwt|log_?in|log_?on|o_?auth_?2?|refresh|sign_?in|token)(?:_|$)/u;

/** The same of those that give no token for calls, although they have one. */
const OF_OTHERS =
  /(?:^|_)(?:2_?fa|card|check|confirm|csrf|device|forgot|forgotten|introspect|invit\w*|log_?out|mfa|otp|passw\w*|payment|push|register|registration|reset|revoke|sign_?out|sign_?up|temporary|upload|validate|verif\w*|webhook|xsrf)(?:_|$)/u;

/** Members that are a token for calls, in the order of which says it best. */
const TOKENS =
  /^(?:(?:access|auth|authentication|authorization|bearer|id|jwt|session|user)_?token|jwt|bearer|token|access)$/u;

/** Members by which a caller shows who it is. */
const CREDENTIALS =
  /(?:^|_)(?:passw\w{0,40}|pwd|secret(?:_id|_key)?|(?:api|access)_key|refresh_?token|assertion|pin)$/u;

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
  if (!["GET", "POST", "PUT"].includes(method) || path.includes("{")) return false;
  // A page that a person is sent to (RFC 6749 section 4.1.1).
  if (parameters.some(({ name }) => name === "response_type")) return false;
  const last = path
    .split("/")
    .filter((segment) => segment !== "")
    .slice(-2)
    .map((segment) => words(segment).join("_"));
  if (!last.some((segment) => OF_TOKENS.test(segment)) || OF_OTHERS.test(last.at(-1) ?? "")) return false;
  const isFree =
    security.flat().every(({ scheme }) => !names.has(scheme)) ||
    security.some((all) => all.length > 0 && all.every(({ scheme }) => basics.has(scheme)));
  const takesCredentials = credentialsOf(operation, reader).length > 0;
  // A framework writes one `security` for all operations, also for the one that comes first.
  if (!isFree && !(takesCredentials && last.some((segment) => OF_LOGIN.test(segment)))) return false;
  if (tokenOf(operation, reader) !== undefined) return true;
  return method === "POST" && takesCredentials && isUndescribed(operation, reader);
}

/** Members of a body by which a caller shows who it is. */
function credentialsOf({ body }: OperationModel, reader: SchemaReader): readonly string[] {
  const members = listBodyMembers(body?.content[0]?.schema, reader);
  return members.flatMap(({ key, path }) => (CREDENTIALS.test(key) ? [path.join(".")] : []));
}

/** The member of a response that is a token. */
function tokenOf(operation: OperationModel, reader: SchemaReader): string | undefined {
  const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader);
  const found = members.find(
    ({ key, path, schema }) =>
      path.length < 3 && TOKENS.test(key) && isText(reader.resolve(schema).type.kind),
  );
  return found?.path.join(".");
}

function isText(kind: string): boolean {
  return kind === "string" || kind === "any" || kind === "union";
}

/** Whether the contract does not say what a success has, or no more than that it is a text. */
function isUndescribed(operation: OperationModel, reader: SchemaReader): boolean {
  const schema = jsonResponse(operation, reader)?.schema;
  if (schema !== undefined) return isText(reader.resolve(schema).type.kind);
  return successResponses(operation).some(({ status }) => status === "200" || status === "201");
}

/** What is missing of an endpoint of which nothing says what it takes. */
const UNKNOWN = "nothing says that it is a token exchange (RFC 8693)";

/** The first operation that gives tokens: one for a first token before one that renews it. */
function operationSource(
  sources: readonly OperationModel[],
  model: ApiModel,
  reader: SchemaReader,
): TokenSource | undefined {
  const rank = (one: OperationModel) =>
    (/refresh|renew/iu.test(one.path) ? 1 : 0) + (tokenOf(one, reader) === undefined ? 2 : 0);
  const [first, ...others] = sources.toSorted((one, other) => rank(one) - rank(other));
  if (first === undefined) return undefined;
  const token = tokenOf(first, reader);
  const credentials = credentialsOf(first, reader);
  const what =
    token === undefined
      ? `takes ${credentials.map((name) => JSON.stringify(name)).join(", ")}`
      : `returns ${JSON.stringify(token)}`;
  const more =
    others.length === 0
      ? ""
      : others.length === 1
        ? ", and 1 more operation gives tokens"
        : `, and ${String(others.length)} more operations give tokens`;
  const body = first.method === "POST" ? exchangeBody(first) : undefined;
  const respelled = body === undefined ? [] : respelledMembers(body, reader);
  const isOther =
    body !== undefined &&
    !showsExchange(body, reader) &&
    (credentials.length > 0 || otherMembers(body, reader) !== undefined || isOfOtherGrant(body, reader));
  return {
    shown: `${operationKey(first)} ${what}${more}`,
    missing: isOther
      ? 'its body does not declare "subject_token", as that of a token exchange (RFC 8693) does'
      : respelled.length > 0
        ? `its body has ${respelled.map((name) => JSON.stringify(name)).join(", ")}, which a token exchange (RFC 8693) spells in another way`
        : UNKNOWN,
    lines: body === undefined || isOther || respelled.length > 0 ? [] : sourceLines(first, model),
    origin: first.origin,
  };
}

/** Lines for an operation that may be an exchange; none where no scheme sends its tokens as they are. */
function sourceLines(operation: OperationModel, model: ApiModel): readonly string[] {
  const bearers = model.securitySchemes.filter(takesBearer);
  const all = bearers.length > 0 ? bearers : model.securitySchemes.filter(isAuthorizationKey);
  if (all.length === 0) return [];
  const scheme = all.length === 1 ? {} : { scheme: "?" };
  return exchangeLines({ operation: operationKey(operation), ...scheme, subjectTokenType: "?" });
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
    if (named === undefined || !OF_TOKENS.test(words(named).join("_"))) continue;
    if (!operations.some(({ path }) => `${named}/`.includes(`${path}/`))) return named;
  }
  return undefined;
}
