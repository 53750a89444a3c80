import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../model/api-model.js";
import { yamlQuoted, yamlScalar } from "../../../text/yaml-scalar.js";
import { pathAsSent } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { exchangeBody, exchangeGrant } from "../traits/exchange-form.js";
import { openOperations } from "./public-operations.js";
import { isAuthorizationKey, mayTakeToken, takesBearer } from "./bearer-schemes.js";
import { returnsTokens, runsWithoutToken } from "./token-endpoints.js";

/** What the file of a printed overlay is called. */
export const OVERLAY_FILE = "security.overlay.yaml";

/** The same of one that lets the operation that gives tokens be called without one: a client can need both. */
export const TOKEN_OVERLAY_FILE = "token.overlay.yaml";

/** What a person fills in: no scheme is called `?`, and `inspect` names the operation until then. */
const OPEN_NEED = 'security: [{ "?": [] }]';

/** The choice between schemes where a text names several, or one of another kind. */
const OPEN = "?";

/** What is known of a scheme that the contract does not declare. */
interface Undeclared {
  /** Texts that say what kind it is. */
  readonly texts: readonly string[];
  /** The operations that need it; absent: all that give no tokens, and do not say themselves that they need no credentials. */
  readonly needing?: ReadonlySet<OperationModel>;
  /** Operations that give tokens, as the configuration or their texts say. */
  readonly giving?: readonly OperationModel[] | undefined;
  /** Operations that may need no credentials, as their own texts say. */
  readonly unsure?: readonly OperationModel[];
  /** Alternatives of schemes that the contract declares; those of one are needed together. Absent: the texts say which. */
  readonly declared?: readonly (readonly string[])[];
}

/**
 * The OpenAPI Overlay that declares a scheme for `Authorization`, and what needs it.
 *
 * @returns undefined where every operation that needs it needs other credentials as well: which belong together, nothing says
 */
export function securityOverlay(
  model: Pick<ApiModel, "contract" | "operations" | "securitySchemes" | "tags">,
  reader: SchemaReader,
  { texts, needing, giving = [], unsure = [], declared }: Undeclared,
): readonly string[] | undefined {
  const { operations, securitySchemes } = model;
  const isOpen = ({ security }: OperationModel) => security.flat().length === 0;
  const { names, definition, sends } =
    declared === undefined
      ? chooseScheme(texts, { operations, securitySchemes })
      : { names: declared.flat(), sends: sentBy(declared.flat(), securitySchemes) };
  const open = openOperations(model);
  const openness = (one: OperationModel) => open.get(one) ?? (unsure.includes(one) ? "unknown" : undefined);
  // A login that waits for the token which it gives never runs.
  const free = new Map(
    operations.map((one) => [
      one,
      needing === undefined
        ? runsWithout(one, { giving, sends, open: openness(one) }, reader)
        : needing.has(one)
          ? ("no" as const)
          : ("yes" as const),
    ]),
  );
  const isNeeding = (one: OperationModel) => free.get(one) !== "yes";
  const unknown = operations.filter((one) => free.get(one) === "unknown");
  const secured = operations.filter((one) => free.get(one) === "no" && isOpen(one));
  if (secured.length === 0) return undefined;
  // What is said for the whole contract has no effect on operations that have `security` of their own.
  const others = operations.filter((one) => !isNeeding(one) && one.anonymous !== true);
  const chosen = new Map(secured.map((one) => [one, ownScheme(one, { securitySchemes })]));
  const isAlike = declared !== undefined || [...chosen.values()].every((one) => one === undefined);
  const isGlobal =
    isAlike &&
    operations.every(isOpen) &&
    secured.some(({ anonymous }) => anonymous !== true) &&
    others.length <= secured.length;
  const keys = names.map(yamlScalar);
  const alternatives = (declared ?? names.map((name) => [name])).map((together) =>
    together.map((name) => `${yamlScalar(name)}: []`).join(", "),
  );
  const needs = `security: [${alternatives.map((needed) => `{ ${needed} }`).join(", ")}]`;
  const needsOf = (one: OperationModel) => {
    const scheme = declared === undefined ? chosen.get(one) : undefined;
    if (scheme === undefined) return needs;
    return scheme === OPEN ? OPEN_NEED : `security: [{ ${yamlScalar(scheme)}: [] }]`;
  };
  const root = [
    ...(definition === undefined
      ? []
      : [`components: { securitySchemes: { ${keys.join()}: { ${definition} } } }`]),
    ...(isGlobal ? [needs] : []),
  ];
  const own = isGlobal ? secured.filter(({ anonymous }) => anonymous === true) : secured;
  return [
    "overlay: 1.0.0",
    "info: { title: Security, version: 1.0.0 }",
    "actions:",
    ...(root.length === 0 ? [] : ["  - target: $", "    update:", ...root.map((line) => `      ${line}`)]),
    ...own.flatMap((one) => updateOf(one, needsOf(one))),
    ...(isGlobal ? others : []).flatMap((one) => updateOf(one, "security: []")),
    ...unknown.filter(isOpen).flatMap((one) => updateOf(one, OPEN_NEED)),
  ];
}

/** Whether what calls send is a token that an operation of the contract can give: all schemes, some, or none. */
type SentTokens = "all" | "none" | "some";

function sentBy(names: readonly string[], schemes: readonly SecuritySchemeModel[]): SentTokens {
  const own = schemes.filter(({ name }) => names.includes(name));
  const tokens = own.filter((scheme) => takesBearer(scheme) || mayTakeToken(scheme));
  return tokens.length === 0 ? "none" : tokens.length < own.length ? "some" : "all";
}

/**
 * Whether an operation runs without what the other calls send. One that gives tokens does without a token; to get one, callers often send
 * another key, or a user name and a password (RFC 6749 section 2.3.1).
 */
function runsWithout(
  operation: OperationModel,
  {
    giving,
    sends,
    open,
  }: {
    readonly giving: readonly OperationModel[];
    readonly sends: SentTokens;
    readonly open: "unknown" | "yes" | undefined;
  },
  reader: SchemaReader,
): "no" | "unknown" | "yes" {
  if (giving.includes(operation) || !mayNeed(operation, reader) || open === "yes") return "yes";
  if (sends === "none") return open ?? "no";
  const login = runsWithoutToken(operation, reader);
  const found = login === "no" ? (open ?? login) : login;
  return found === "yes" && sends === "some" ? "unknown" : found;
}

/**
 * The OpenAPI Overlay that declares that operations need no token; what they need beside one stays. A list of their own goes first: an update
 * appends to it.
 *
 * @param tokens - names of the schemes that take a token
 */
export function openOverlay(
  operations: readonly OperationModel[],
  tokens: ReadonlySet<string>,
  schemes: readonly SecuritySchemeModel[],
): readonly string[] {
  const own = operations.filter(({ ownSecurity }) => ownSecurity === true);
  return [
    "overlay: 1.0.0",
    "info: { title: Security, version: 1.0.0 }",
    "actions:",
    ...own.flatMap((one) => [`  - target: ${yamlQuoted(`${jsonPath(one)}.security`)}`, "    remove: true"]),
    ...operations.flatMap((one) =>
      updateOf(one, `security: [${needsBeside(one, tokens, schemes).join(", ")}]`),
    ),
  ];
}

/** What an operation needs beside a token: nothing where a token alone is enough, nor what a login of another kind gives. */
function needsBeside(
  { security }: OperationModel,
  tokens: ReadonlySet<string>,
  schemes: readonly SecuritySchemeModel[],
): readonly string[] {
  const given = new Set([...tokens, ...schemes.filter(comesFromLogin).map(({ name }) => name)]);
  const beside = security.flatMap((all) => {
    const others = all.filter(({ scheme }) => !given.has(scheme));
    const takesToken = all.some(({ scheme }) => tokens.has(scheme));
    return takesToken || others.length === all.length ? [others] : [];
  });
  if (beside.some((all) => all.length === 0)) return [];
  const needs = beside.map((all) =>
    all.map(({ scheme, scopes }) => `${yamlScalar(scheme)}: [${scopes.map(yamlQuoted).join(", ")}]`),
  );
  return [...new Set(needs.map((all) => `{ ${all.join(", ")} }`))];
}

/** Whether what a scheme sends is there only after a person, or a client, has logged in: it cannot be sent to log in. */
function comesFromLogin(scheme: SecuritySchemeModel): boolean {
  if (scheme.kind === "apiKey") return scheme.in === "cookie";
  return scheme.kind === "oauth2" || scheme.kind === "openIdConnect";
}

/** A key that operations take as a parameter of their own. */
export interface TakenKey {
  /** As the contract has it. */
  readonly name: string;
  readonly in: "header" | "query";
  readonly takers: readonly OperationModel[];
}

/** The OpenAPI Overlay that declares parameters as API keys, of which operations need those that they take. */
export function keyOverlay(
  { operations, securitySchemes }: Pick<ApiModel, "operations" | "securitySchemes">,
  keys: readonly TakenKey[],
): readonly string[] {
  const taken = new Set(securitySchemes.map(({ name }) => name.toLowerCase()));
  const schemes = keys.map((one) => {
    // Keys of components have no other characters (OpenAPI, Components Object).
    const wanted = one.name.replace(/[^\w.-]/gu, "_");
    let scheme = wanted;
    for (let count = 2; taken.has(scheme.toLowerCase()); count += 1) scheme = `${wanted}${String(count)}`;
    taken.add(scheme.toLowerCase());
    return { ...one, scheme };
  });
  const needsOf = (operation: OperationModel) => {
    const needed = schemes.filter(({ takers }) => takers.includes(operation));
    const together = needed.map(({ scheme }) => `${yamlScalar(scheme)}: []`).join(", ");
    return needed.length === 0 ? "security: []" : `security: [{ ${together} }]`;
  };
  const sizes = new Map<string, number>();
  for (const one of operations) sizes.set(needsOf(one), (sizes.get(needsOf(one)) ?? 0) + 1);
  const [[usual] = ["security: []"]] = [...sizes].sort(([, left], [, right]) => right - left);
  const effective = ({ anonymous }: OperationModel) => (anonymous === true ? "security: []" : usual);
  const declared = schemes.map(
    ({ name, scheme, in: where }) =>
      `${yamlScalar(scheme)}: { type: apiKey, in: ${where}, name: ${yamlScalar(name)} }`,
  );
  return [
    "overlay: 1.0.0",
    "info: { title: Security, version: 1.0.0 }",
    "actions:",
    "  - target: $",
    "    update:",
    "      components:",
    "        securitySchemes:",
    ...declared.map((line) => `          ${line}`),
    `      ${usual}`,
    ...operations
      .filter((one) => needsOf(one) !== effective(one))
      .flatMap((one) => updateOf(one, needsOf(one))),
  ];
}

function updateOf(operation: OperationModel, members: string): readonly string[] {
  const remark = members === OPEN_NEED ? " # fill in the scheme, or `security: []` where it needs none" : "";
  return [`  - target: ${yamlQuoted(jsonPath(operation))}`, `    update: { ${members} }${remark}`];
}

/** Whether an operation may need credentials that the contract does not declare: it gives no tokens, and does not deny it. */
export function mayNeed(operation: OperationModel, reader: SchemaReader): boolean {
  return operation.anonymous !== true && !givesTokens(operation, reader);
}

function givesTokens(operation: OperationModel, reader: SchemaReader): boolean {
  const form = operation.method === "POST" ? exchangeBody(operation) : undefined;
  if (form !== undefined && exchangeGrant(form, reader) !== undefined) return true;
  return returnsTokens(operation, reader);
}

/**
 * The scheme that texts speak of: the contract's own of that kind, the one that most operations need, or all as alternatives; where it has
 * none, a new one. Of an unknown kind, callers give the whole header.
 */
function chooseScheme(
  texts: readonly string[],
  { operations, securitySchemes }: Pick<ApiModel, "operations" | "securitySchemes">,
): { readonly names: readonly string[]; readonly definition?: string; readonly sends: SentTokens } {
  const speaks = (words: RegExp) => texts.some((text) => words.test(text));
  const [isBearer, isBasic] = [speaks(/\bbearer\b|\bjwt\b/i), speaks(/\bbasic\b/i)];
  const kind = isBearer === isBasic ? "apiKey" : isBearer ? "bearer" : "basic";
  const own = securitySchemes.filter(OWN[kind]).map(({ name }) => name);
  if (own.length > 0) {
    const uses = own.map(
      (name) =>
        operations.filter(({ security }) => security.flat().some(({ scheme }) => scheme === name)).length,
    );
    const most = own.filter((_, index) => uses[index] === Math.max(...uses));
    return { names: most, sends: sentBy(most, securitySchemes) };
  }
  const [wanted, definition] = NEW[kind];
  const isTaken = securitySchemes.some(({ name }) => name === wanted);
  const isToken = kind === "bearer" || (!isBasic && !speaks(OF_KEY) && speaks(/\btokens?\b/i));
  const sends = kind === "basic" ? "none" : isToken ? "all" : "some";
  return { names: [isTaken ? `${wanted}2` : wanted], definition, sends };
}

/**
 * The scheme that an operation's own parameter `Authorization` speaks of, where the contract declares keys for that header beside others:
 * "API key, e.g. `ACME-KEY 123`". Undefined: it speaks of tokens alone, or of nothing.
 */
function ownScheme(
  { ignoredAuthorization }: OperationModel,
  { securitySchemes }: Pick<ApiModel, "securitySchemes">,
): string | undefined {
  const keys = securitySchemes.filter(isAuthorizationKey);
  const text = ignoredAuthorization?.description ?? "";
  if (keys.length === 0 || !securitySchemes.some(takesBearer) || !OF_KEY.test(text)) return undefined;
  const [key, ...others] = keys;
  return key === undefined || others.length > 0 || OF_ANOTHER.test(text) ? OPEN : key.name;
}

/** That the header has an API key: "`Bearer {api_key}`" names it too. */
const OF_KEY = /\bapi[\s_-]?(?:keys?|tokens?)\b/iu;

/** The same of what other schemes send. */
const OF_ANOTHER = /\b(?:basic|bearer|jwt|o-?auth2?|openid)\b/iu;

/** The declared schemes that do. */
const OWN: Readonly<Record<"apiKey" | "basic" | "bearer", (scheme: SecuritySchemeModel) => boolean>> = {
  bearer: takesBearer,
  basic: ({ kind }) => kind === "basic",
  apiKey: isAuthorizationKey,
};

const NEW = {
  bearer: ["accessToken", "type: http, scheme: bearer"],
  basic: ["basicAuth", "type: http, scheme: basic"],
  apiKey: ["authorization", "type: apiKey, in: header, name: Authorization"],
} as const;

/** JSONPath (RFC 9535 section 2.3.1.1): between single quotes, only these and controls are escaped. */
function jsonPath(operation: OperationModel): string {
  const escaped = JSON.stringify(pathAsSent(operation))
    .slice(1, -1)
    .replace(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found));
  return `$.paths['${escaped}'].${operation.method.toLowerCase()}`;
}
