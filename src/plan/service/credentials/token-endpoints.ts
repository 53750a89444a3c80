import type { ApiModel, OAuthFlowModel, OperationModel } from "../../../model/api-model.js";
import { defaultAddress, defaultPath } from "../../../text/server-address.js";
import { withoutSubject } from "../operation-subject.js";
import { words } from "../../../text/words.js";
import { jsonResponse, successResponses } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers, objectMembers } from "../traits/body-members.js";

/** Whether an operation takes a form. */
export function takesForm({ body }: OperationModel): boolean {
  return (
    body?.content.some(({ mediaType }) => mediaType.startsWith("application/x-www-form-urlencoded")) === true
  );
}

/** A POST that returns access tokens (RFC 6749 section 5.1). */
export function returnsTokens(operation: OperationModel, reader: SchemaReader): boolean {
  const isCalledSo = /token|oauth|auth\b|login|session/i.test(operation.path);
  if (operation.method !== "POST" || !(isCalledSo || takesForm(operation))) return false;
  const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader);
  const keys = new Set(members.map(({ key }) => key));
  return keys.has("access_token") && (keys.has("expires_in") || keys.has("token_type"));
}

/** Whether a flow of the contract has its tokens from an operation. */
export function isTokenUrl(
  operation: OperationModel,
  { securitySchemes, servers }: Pick<ApiModel, "securitySchemes" | "servers">,
): boolean {
  const flows = securitySchemes.flatMap((scheme) => (scheme.kind === "oauth2" ? scheme.flows : []));
  return flows.some((flow) => hasTokensFrom(flow, operation, servers));
}

/**
 * Whether a flow has its tokens from an operation (OpenAPI, OAuth Flow Object): its URL may be relative to a server, and is of one of the
 * operation's own or of the contract.
 */
export function hasTokensFrom(
  { tokenUrl }: OAuthFlowModel,
  { path, servers: own = [] }: OperationModel,
  servers: ApiModel["servers"],
): boolean {
  const all = [...own, ...servers];
  // Without servers, the contract has one that is relative (OpenAPI, OpenAPI Object).
  if (tokenUrl === undefined || (servers.length > 0 && !isOfServer(tokenUrl, all))) return false;
  const bases = ["", ...all.map((server) => defaultPath(server).replace(/\/$/u, ""))];
  return bases.some((base) => {
    const from = `https://server.invalid${base}/`;
    const pathname = URL.canParse(tokenUrl, from)
      ? new URL(tokenUrl, from).pathname.replace(/\/$/u, "")
      : undefined;
    return pathname === path || pathname === `${base}${path}`;
  });
}

/** Whether a URL names no host, or that of a server, by whatever scheme: a server that names none may have any. */
function isOfServer(url: string, servers: ApiModel["servers"]): boolean {
  const host = hostOf(url);
  if (host === undefined) return true;
  return servers.some((server) => {
    const own = hostOf(server.url) ?? defaultAddress(server)?.host;
    return own === undefined || isSameHost(own, host) || isSameHost(host, own);
  });
}

/** The host of an address, with its variables; undefined: it is relative (RFC 3986 section 4.2), or a variable names the host. */
function hostOf(url: string): string | undefined {
  const host = /^(?:[^:/?#]{1,40}:)?\/\/([^/?#]{1,300})/u.exec(url)?.[1];
  return host?.toLowerCase().replace(/:(?:80|443)$/u, "");
}

/** Whether a host is one that a template can be: `https://{tenant}.acme.example` has many. */
function isSameHost(template: string, host: string): boolean {
  const parts = template.split(/\{[^{}]*\}/u);
  let rest = host;
  return (
    host.startsWith(parts[0] ?? "") &&
    host.endsWith(parts.at(-1) ?? "") &&
    (parts.length > 1 || template === host) &&
    parts.every((part) => {
      const at = rest.indexOf(part);
      rest = rest.slice(at + part.length);
      return at >= 0;
    })
  );
}

/** Words of paths whose operations give tokens. */
export const OF_TOKENS =
  /(?:^|_)(?:auth|authenticate|authentication|authorize|authorise|jwt|log_?in|log_?on|o_?auth_?2?|refresh|sessions?|sign_?in|(?:access)?tokens?)(?:_|$)/u;

/** The same of those that give them to every caller, with or without a token. */
const OF_LOGIN =
  /(?:^|_)(?:auth|authenticate|jwt|log_?in|log_?on|o_?auth_?2?|refresh|sign_?in|token)(?:_|$)/u;

/** The same of those that give no token for calls, although they have one. */
export const OF_OTHERS =
  /(?:^|_)(?:2_?fa|card|check|config|configuration|confirm|csrf|device|forgot|forgotten|introspect|invit\w*|log_?out|mfa|otp|passw\w*|payment|price|push|register|registration|reset|revoke|sign_?out|sign_?up|temporary|upload|validate|verif\w*|webhook|xsrf)(?:_|$)/u;

/** The same of what its operations are about, anywhere in the end of a path: a session of a checkout. */
const OF_THINGS = /(?:^|_)(?:carts?|checkouts?|payments?)(?:_|$)/u;

/** Members that are a token for calls, in the order of which says it best. */
const TOKENS =
  /^(?:(?:access|auth|authentication|authorization|bearer|id|jwt|session|user)_?token|jwt|bearer|token)$/u;

/** Members by which a caller shows who it is. */
const CREDENTIALS =
  /(?:^|_)(?:passw\w{0,40}|pwd|secret(?:_id|_key)?|(?:api|access)_key|refresh_?token|assertion|pin)$/u;

/** The words of the last two segments of a path. */
function endOf(path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.slice(-2).map((segment) => words(segment).join("_"));
}

/** Whether the end of a path is about tokens for calls. */
export function isOfTokens(path: string): boolean {
  const last = endOf(path);
  return (
    last.some((segment) => OF_TOKENS.test(segment)) &&
    !OF_OTHERS.test(last.at(-1) ?? "") &&
    !last.some((segment) => OF_THINGS.test(segment))
  );
}

/** The same of what gives them to every caller. */
export function isOfLogin(path: string): boolean {
  return endOf(path).some((segment) => OF_LOGIN.test(segment));
}

/** Members of a body, and parameters, by which a caller shows who it is. */
export function credentialsOf({ body, parameters }: OperationModel, reader: SchemaReader): readonly string[] {
  const members = listBodyMembers(body?.content[0]?.schema, reader);
  // Of a pair of "access" and "refresh", a caller sends the second back; a flag may be called so, too.
  const isRefresh = ({ key, path, schema }: (typeof members)[number]) =>
    key === "refresh" && path.length === 1 && reader.resolve(schema).type.kind === "string";
  return [
    ...members.flatMap((one) => (CREDENTIALS.test(one.key) || isRefresh(one) ? [one.path.join(".")] : [])),
    ...parameters.flatMap(({ name }) => (CREDENTIALS.test(words(name).join("_")) ? [name] : [])),
  ];
}

/** The member of a response that is a token; of a login, also that of the entries of a list. */
export function tokenOf(operation: OperationModel, reader: SchemaReader): string | undefined {
  const members = listBodyMembers(jsonResponse(operation, reader)?.schema, reader);
  // "access" alone may be a right; with a password, or beside "refresh", it is a token.
  const isAccess =
    members.some(({ key }) => key === "refresh") || credentialsOf(operation, reader).length > 0;
  const found = members.find(
    ({ key, path, schema }) =>
      path.length < 3 &&
      (TOKENS.test(key) || (isAccess && key === "access")) &&
      isText(reader.resolve(schema).type.kind),
  );
  if (found !== undefined) return found.path.join(".");
  return isOfLogin(operation.path) ? listedToken(operation, reader) : undefined;
}

/** The token in the entries of a list at the top: `users.0.token`. */
function listedToken(operation: OperationModel, reader: SchemaReader): string | undefined {
  const schema = jsonResponse(operation, reader)?.schema;
  for (const { name, schema: member } of schema === undefined ? [] : objectMembers(schema, reader)) {
    const { type } = reader.resolve(member);
    const entry = type.kind === "array" ? objectMembers(type.items, reader) : [];
    const token = entry.find(
      (one) => TOKENS.test(words(one.name).join("_")) && reader.resolve(one.schema).type.kind === "string",
    );
    if (token !== undefined) return `${name}.0.${token.name}`;
  }
  return undefined;
}

function isText(kind: string): boolean {
  return kind === "string" || kind === "any" || kind === "union";
}

/** Whether the contract does not say what a success has, or no more than that it is a text. */
export function isUndescribed(operation: OperationModel, reader: SchemaReader): boolean {
  const schema = jsonResponse(operation, reader)?.schema;
  if (schema !== undefined) return isText(reader.resolve(schema).type.kind);
  return successResponses(operation).some(({ status }) => status === "200" || status === "201");
}

/** Characters of a text that are searched. */
const LONGEST = 1000;

/** What starts a text of an operation by which a caller logs in: "Log in", "Login to the API", "Create user session (log in)". */
const LOGS_IN =
  /^\W{0,4}(?:(?:log(?:s|ging)?|sign(?:s|ing)?)[\s-]?(?:in|on)(?=\W*$|[.,:;(]|\s(?:an?|and|as|by|for|the|through|to|user|using|via|with|your)\b)|(?:re-?)?authenticates?\s(?:an?|the|user|using|via|with)\b)|\((?:log|sign)[\s-]?in\)/iu;

/** That an operation gives a token for calls: "Returns an access token", "Request a new user token by"; not "Returns a card token". */
const GIVES_TOKEN =
  /^\W{0,4}(?:(?:creat|exchang|generat|issu|mak|provid|retriev|transform)(?:es?|ing)|(?:get|fetch|obtain|request|return)(?:s|ing)?)\s(?:(?:[\w'’]+\s){0,8}(?:for|to|into)\s)?(?:(?:an?|new|short-?lived|the|temporary|your|access|api|auth(?:entication|ori[sz]ation)?|bearer|jwt|o-?auth2?|personal|session|user|security)\s){0,4}(?:(?:access|auth)[\s_-]?token|token|jwt)\b(?!\s(?:balances?|by\s(?:address|contract|ids?|names?|symbol)|count|details|ids?|infos?|information|list|metadata|names?|prices?|status|suppl(?:y|ies)|types?)\b)/iu;

/** The same in a later sentence of what callers log in by: "The login will give your tokens". */
const GIVES_LATER =
  /\b(?:gives?|issues?|returns?)\s(?:(?:an?|the|you|your|access|api|auth(?:entication|ori[sz]ation)?|bearer|new|session|user)\s){0,4}(?:tokens?|jwts?)\b(?!\s(?:ids?|names?|status)\b)/iu;

/** Whether the text of an operation says that it gives its caller a token for calls. */
export function isDescribedSource({ summary = "", description = "" }: OperationModel): boolean {
  const texts = [summary, description].map((text) => text.slice(0, LONGEST));
  if (texts.some((text) => GIVES_TOKEN.test(withoutSubject(text)))) return true;
  return texts.some((text) => LOGS_IN.test(text)) && texts.some((text) => GIVES_LATER.test(text));
}

/** That a call needs a token: "It requires an admin token". */
const NEEDS_TOKEN =
  /\b(?:needs?|requir(?:es?|ed|ing)|must)\b[^.;]{0,60}\b(?:auth(?:enticated|ori[sz]ed)|logged[\s-]in|tokens?|jwt)\b/iu;

/** Words of paths of which `OF_LOGIN` has one, and that are as often about another thing: `/cache/refresh`. */
const OF_RENEWAL = /(?:^|_)refresh(?:_|$)/u;

/**
 * Whether an operation runs without a token because it is the one that gives it: it takes a password or a secret, and gives a token. A name or
 * a text alone may be about another thing: the page where one logs in, a visitor who signs in.
 *
 * @returns "unknown" where one of the two is missing
 */
export function runsWithoutToken(operation: OperationModel, reader: SchemaReader): "no" | "unknown" | "yes" {
  if (returnsTokens(operation, reader)) return "yes";
  const { method, parameters, path, description = "" } = operation;
  // A page that a person is sent to (RFC 6749 section 4.1.1).
  if (parameters.some(({ name }) => name === "response_type") || /authori[sz]e$/iu.test(path)) return "no";
  const last = endOf(path).at(-1) ?? "";
  if (OF_OTHERS.test(last) || endOf(path).some((segment) => OF_THINGS.test(segment))) return "no";
  if (path.includes("{") || NEEDS_TOKEN.test(description.slice(0, LONGEST))) return "no";
  // A PIN may be that of a card, or pair a device.
  const isShown = credentialsOf(operation, reader).some((name) => !/pin$/iu.test(name));
  if (method !== "POST" && !(isShown && (method === "GET" || method === "PUT"))) return "no";
  const texts = [operation.summary ?? "", description];
  const namesToken = texts.some((text) => GIVES_TOKEN.test(withoutSubject(text)));
  const isDescribed = namesToken || texts.some((text) => LOGS_IN.test(text));
  const [isNamed, isGiving] = [isOfTokens(path), tokenOf(operation, reader) !== undefined];
  if (isShown && (namesToken || (isGiving && (isNamed || isDescribed)))) return "yes";
  if (/^(?:log|sign)_?(?:in|on)$/u.test(last) || LOGS_IN.test(operation.summary ?? description))
    return "unknown";
  if (!isNamed) return "no";
  if (isDescribed || isGiving || (isShown && isOfLogin(path))) return "unknown";
  const isClear = endOf(path).some((segment) => OF_LOGIN.test(segment) && !OF_RENEWAL.test(segment));
  return isClear && isUndescribed(operation, reader) ? "unknown" : "no";
}
