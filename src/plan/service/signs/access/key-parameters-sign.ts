import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../../model/api-model.js";
import type { Origin } from "../../../../model/schema-model.js";
import { affirmedClauses, clausesOf } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { type TakenKey, keyOverlay, mayNeed, OVERLAY_FILE } from "../../credentials/security-overlay.js";
import { takesBearer } from "../../credentials/bearer-schemes.js";
import { jsonResponse, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../../traits/body-members.js";
import { isToken } from "../sensitive/sensitive-names.js";
import { OAUTH_SIGNATURE } from "./signature-sign.js";
import type { LostSign } from "../sign.js";

/** A parameter or a member of bodies that is a credential, and the operations that take it. */
interface KeyParameter extends Omit<TakenKey, "in" | "takers"> {
  readonly in: TakenKey["in"] | "body";
  readonly isSignature: boolean;
  /** Whether nothing but its name calls it a key: a store of keys and values has one as well. */
  readonly isOnlyCalled: boolean;
  readonly takers: readonly OperationModel[];
  /** Those of them that do not run without it. */
  readonly requiring: readonly OperationModel[];
  readonly origin: Origin;
}

/** Fewest operations of a tag that are a group, and that take a key which other groups do not. */
const FEWEST = 3;

/** Names that only call something a key. */
const PLAIN = /^(?:key|token)$/iu;

/** Fewest operations that all take what only is called a key. */
const FEWEST_OF_ALL = 5;

/**
 * Keys, tokens and signatures that most operations of a contract take as parameters of their own: callers pass the secret in each call, and a
 * scheme would send it. Beside `security`, those alone that calls need, and that no scheme of the contract sends. One sign for the contract.
 */
export function keyParametersSign(
  model: Pick<ApiModel, "operations" | "securitySchemes">,
  reader: SchemaReader,
): LostSign | undefined {
  const { calls, keys, sendable } = usualKeys(model, reader);
  const [first] = keys;
  if (first === undefined) return undefined;
  const signature = keys.find(({ isSignature }) => isSignature);
  const overlay = sendable === undefined ? undefined : keyOverlay(model, sendable);
  const [it, sends] = keys.length === 1 ? ["it", "scheme that sends it"] : ["them", "scheme that sends them"];
  return {
    trait: "security",
    // The client sends what `security` names.
    ...(model.operations.some(({ security }) => security.flat().length > 0) && {
      rule: "security/passed-key" as const,
    }),
    shown: `${shownOf(first, keys.slice(1), calls)}${loginOf(keys, model, reader)}`,
    missing:
      signature !== undefined
        ? `the client does not compute ${JSON.stringify(signature.name)}: pass a \`fetch\` that does`
        : keys.every((one) => one.in === "body")
          ? `no security scheme sends members of a body: each call passes ${it}`
          : `\`security\` names no ${sends}: each call passes ${it}`,
    lines: overlay === undefined ? [] : [`overlays: ["${OVERLAY_FILE}"]`],
    meant: ["security: false"],
    ...(overlay !== undefined && { overlay }),
    origin: first.origin,
  };
}

/** Credentials that operations take as parameters, or in bodies. */
export interface PassedKeys {
  /**
   * Those that callers pass in each call, and that no overlay makes a scheme of: a person has to add them to what the client masks. What only
   * is called a key may be one of a thing.
   */
  readonly passed: readonly Pick<KeyParameter, "name" | "origin">[];
  /** Names, in lower case, of parameters that a printed overlay makes credentials: with it, operations take none of them. */
  readonly declared: ReadonlySet<string>;
}

/** @param overlay - the one that is printed, and declares what calls need */
export function listPassedKeys(
  model: Pick<ApiModel, "operations" | "securitySchemes">,
  overlay: readonly string[] | undefined,
  reader: SchemaReader,
): PassedKeys {
  const { keys, sendable } = usualKeys(model, reader);
  const schemes = model.securitySchemes.flatMap((one) => (one.kind === "apiKey" ? [one.parameter] : []));
  const names = overlay === undefined ? [] : [...schemes, ...(sendable ?? []).map(({ name }) => name)];
  return {
    passed:
      sendable !== undefined
        ? []
        : keys.filter(
            ({ in: where, isSignature, isOnlyCalled }) => !isSignature && (where === "body" || !isOnlyCalled),
          ),
    declared: new Set(names.map((name) => name.toLowerCase())),
  };
}

/** The keys of {@link keyParametersSign}, and all of them as an overlay can declare them: undefined where it cannot. */
function usualKeys(
  model: Pick<ApiModel, "operations" | "securitySchemes">,
  reader: SchemaReader,
): {
  readonly calls: readonly OperationModel[];
  readonly keys: readonly KeyParameter[];
  readonly sendable: readonly TakenKey[] | undefined;
} {
  const calls = model.operations.filter((one) => mayNeed(one, reader));
  const isOpen = model.operations.every(({ security }) => security.flat().length === 0);
  const taken = keyParameters(calls, reader);
  const all = isOpen ? taken : taken.filter((one) => isBeside(one, calls, model.securitySchemes));
  if (!all.some(({ takers }) => isUsual(takers, calls))) return { calls, keys: [], sendable: undefined };
  const keys = all
    .filter(({ takers }) => takers.length >= FEWEST || isUsual(takers, calls))
    .sort((one, other) => other.takers.length - one.takers.length);
  const sendable = keys.flatMap(({ name, in: where, isSignature, isOnlyCalled, takers, requiring }) =>
    where !== "body" && !isSignature && !isOnlyCalled && requiring.length * 2 >= takers.length
      ? [{ name, in: where, takers: requiring }]
      : [],
  );
  // What an overlay adds to `security` is an alternative to what is there.
  return { calls, keys, sendable: isOpen && sendable.length === keys.length ? sendable : undefined };
}

/** Whether most calls need a key beside what `security` names: not the old way to send the same. What has no `security` sends nothing else. */
function isBeside(
  { name, in: where, takers, requiring }: KeyParameter,
  calls: readonly OperationModel[],
  schemes: readonly SecuritySchemeModel[],
): boolean {
  if (takers.length * 2 < calls.length) return false;
  const open = takers.filter(({ security }) => security.flat().length === 0);
  if (Math.max(requiring.length, open.length) * 2 < takers.length) return false;
  const isToken = /^(?:access|auth|authorization|bearer|o_?auth|refresh)_?token$/u.test(
    words(name).join("_"),
  );
  return !schemes.some(
    (one) =>
      (isToken && takesBearer(one)) ||
      (one.kind === "apiKey" && one.in === where && one.parameter.toLowerCase() === name.toLowerCase()),
  );
}

function shownOf(
  { name, in: where, takers }: KeyParameter,
  others: readonly KeyParameter[],
  calls: readonly OperationModel[],
): string {
  const isOne = calls.length === 1;
  const more = others.map(
    (one) => `, ${isOne ? "" : `${String(one.takers.length)} `}${JSON.stringify(one.name)}`,
  );
  const taking = isOne
    ? "the operation takes"
    : `${String(takers.length)} of ${String(calls.length)} operations take`;
  return `${taking} ${JSON.stringify(name)} in the ${where}${more.join("")}`;
}

/** Members by which a person shows who it is. */
const PASSWORD = /(?:^|_)passw\w{0,20}$/u;

/** The operation that takes a password, and returns one of the keys by its own name. */
function loginOf(
  keys: readonly KeyParameter[],
  { operations }: Pick<ApiModel, "operations">,
  reader: SchemaReader,
): string {
  const names = keys.map(({ name }) => words(name).join("_"));
  for (const one of operations) {
    const members = listBodyMembers(one.body?.content[0]?.schema, reader).map(({ key }) => key);
    const taken = [...members, ...one.parameters.map(({ name }) => words(name).join("_"))];
    if (one.method !== "POST" || !taken.some((key) => PASSWORD.test(key))) continue;
    const returned = listBodyMembers(jsonResponse(one, reader)?.schema, reader);
    const found = returned.find(({ key }) =>
      names.some((name) => name === key || (/token$/u.test(key) && name.endsWith(`_${key}`))),
    );
    if (found !== undefined)
      return `, and ${operationKey(one)} returns ${JSON.stringify(found.path.join("."))}`;
  }
  return "";
}

/** Whether half of all operations take a parameter, or all of a tag that others do not. */
function isUsual(takers: readonly OperationModel[], calls: readonly OperationModel[]): boolean {
  if (takers.length * 2 >= calls.length) return true;
  const tags = new Set(takers.flatMap((one) => one.tags));
  return [...tags].some((tag) => {
    const group = calls.filter((one) => one.tags.includes(tag));
    return group.length >= FEWEST && group.every((one) => takers.includes(one));
  });
}

function keyParameters(calls: readonly OperationModel[], reader: SchemaReader): readonly KeyParameter[] {
  const found = new Map<string, TakenValue[]>();
  const ofAll = namesOfAll(calls);
  for (const operation of calls)
    for (const one of valuesOf(operation, reader)) {
      if (reader.resolve(one.schema).type.kind !== "string") continue;
      const text = `${one.text}\n${one.schema.doc.description ?? ""}`.trim();
      const id = `${one.in} ${one.in === "header" ? one.name.toLowerCase() : one.name}`;
      const isOfAll = one.in !== "body" && ofAll.has(one.name);
      const kind = kindOf(one.name, text, one.in, isOfAll);
      const known = found.get(id) ?? [];
      known.push({ ...one, operation, text, kind });
      found.set(id, known);
    }
  return [...found.values()].flatMap((values) => keyOf(values, calls.length));
}

/** A text that an operation takes, and what it shows. */
type TakenValue = ReturnType<typeof valuesOf>[number] & {
  readonly operation: OperationModel;
  readonly kind: "key" | "signature" | undefined;
};

/**
 * The key that values of one name are: those without a text are what most texts say of the others. What nearly all calls take, and only is
 * called a key or a token, counts too.
 *
 * @param calls - how many operations may need one
 */
function keyOf(values: readonly TakenValue[], calls: number): readonly KeyParameter[] {
  const described = values.filter(({ text }) => text !== "");
  const isOfAll = described.length === 0 && values.length >= FEWEST_OF_ALL && values.length * 10 >= calls * 9;
  const shown = values.filter(({ kind, name }) => kind !== undefined || (isOfAll && PLAIN.test(name)));
  const [first] = shown;
  if (first === undefined) return [];
  const isSame = shown.length > described.filter(({ kind }) => kind === undefined).length;
  const taken = values.filter((one) => shown.includes(one) || (isSame && one.text === ""));
  return [
    {
      name: first.name,
      in: first.in,
      isSignature: first.kind === "signature",
      isOnlyCalled: described.length === 0 && PLAIN.test(first.name),
      takers: taken.map(({ operation }) => operation),
      requiring: taken.flatMap(({ isRequired, operation, text }) =>
        isRequired || isMandatory(text) ? [operation] : [],
      ),
      origin: first.origin,
    },
  ];
}

/** Names of parameters that several calls require, and no call goes without: they are not of the one thing that a call is about. */
function namesOfAll(calls: readonly OperationModel[]): ReadonlySet<string> {
  const required = calls.map(({ parameters }) =>
    parameters.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : [])),
  );
  const [first = [], ...others] = required.map((names) => new Set(names));
  return new Set(
    others.length === 0 ? [] : [...first].filter((name) => others.every((one) => one.has(name))),
  );
}

/** What an operation takes in headers, the query and the top of its body; without what belongs to a signature by OAuth 1. */
function valuesOf({ parameters, body }: OperationModel, reader: SchemaReader) {
  const given = parameters.flatMap((one) =>
    one.in === "header" || one.in === "query"
      ? [{ ...one, in: one.in, isRequired: one.required, text: one.description ?? "" }]
      : [],
  );
  const [content] = body?.content ?? [];
  const members = content?.schema === undefined ? [] : (reader.properties(content.schema) ?? []);
  const sent = members.filter(({ schema }) => schema.access !== "readOnly");
  const isSigned = [...given, ...sent].some(({ name }) => name === OAUTH_SIGNATURE);
  return [
    ...given,
    ...sent.map(({ name, schema, required }) => ({
      name,
      schema,
      in: "body" as const,
      isRequired: required,
      text: "",
      origin: schema.origin,
    })),
  ].filter(({ name }) => !isSigned || !name.startsWith("oauth_"));
}

/** Whether a text says that each call needs a value: "Mandatory with all API calls." */
function isMandatory(text: string): boolean {
  return clausesOf(text.slice(0, LONGEST)).some(
    (clauses) => MANDATORY.test(clauses.join("")) && affirmedClauses(clauses).length === clauses.length,
  );
}

const MANDATORY =
  /\b(?:mandatory|required)\s(?:for|in|on|with)\s(?:all|any|each|every)\s(?:\w{1,20}\s)?(?:calls?|operations?|requests?)\b/iu;

/** Names of keys for a whole API, as {@link words} joined by `_`. */
export const KEY =
  /(?:^|_)(?:access|account|api|app|application|auth|bot|client|consumer|dev|developer|licen[cs]e|partner|secret|subscription|user)_?key$|(?:^|_)(?:api|app|application|client|consumer|developer)_?secret$|(?:^|_)(?:api|auth|session)_ticket$/u;

/** Names of signatures of requests. */
const SIGNATURE = /^(?:x_)?(?:hmac|sig|signature)$|(?:^|_)(?:api|auth|request)_(?:hmac|sig|signature)$/u;

/** Descriptions of what shows who calls. */
const SHOWS_CALLER =
  /^\W*(?:(?:a|an|the|your|optional|required|valid)\s){0,3}(?:(?!(?:for|no|not|of|whether)\b)\w{1,20}\s){0,2}(?:(?:api|access|auth(?:entication|ori[sz]ation)?|session|security)[\s-](?:key|token)\b(?![’'\s-]{1,2}(?:expir\w+|ids?|names?|s|status|types?)\b)|authori[sz]ed\suid\b)|\b(?:client|user)?\s?id\sfor\sauthentication\b/iu;

/** Tokens that show something else than who calls. */
const OF_OTHERS =
  /(?:^|_)(?:card|(?:re)?_?captcha|confirm\w*|csrf|device|invit\w*|payment|push|reset|verif\w*|xsrf)_token$/u;

/** Names of keys that may be those of what a call is about: their text, or where they are, has to show that they let a caller in. */
const MAY_BE_OF_THING = /(?:^|_)(?:account|application|bot|licen[cs]e|partner|user)_?key$/u;
const LETS_IN = /\b(?:access|api|o?auth\w*|credentials?|secret)\b/iu;

/** Names of tokens of a caller, whatever their text says: "The token of the session". */
const OF_CALLER = /(?:^|_)(?:access|auth|o_?auth_?2?|session)_?token$/u;

/** Descriptions of a key or a signature of what a call is about: "Key of the user to show". */
const OF_THING =
  /\b(?:ids?|identifiers?|keys?|signatures?|tokens?)\s(?:for|of)\s(?:an?|the)\s(?!(?:api|body|calls?|content|data|message|payload|requests?)\b)\w/iu;

function kindOf(
  name: string,
  text: string,
  where: KeyParameter["in"],
  isOfAll: boolean,
): "key" | "signature" | undefined {
  const key = words(name).join("_");
  const isMember = where === "body";
  const isClear = KEY.test(key) && !MAY_BE_OF_THING.test(key);
  const isOfCaller = where === "header" || isClear || OF_CALLER.test(key) || LETS_IN.test(text);
  if (!isOfCaller && OF_THING.test(text)) return undefined;
  if (SIGNATURE.test(key)) return "signature";
  if (KEY.test(key)) return isOfCaller || isOfAll ? "key" : undefined;
  // Bodies have tokens of what they are about as well: of a payment, of a device.
  if (!isMember && isToken(key, text) && !OF_OTHERS.test(key)) return "key";
  const [first = []] = clausesOf(text.slice(0, LONGEST));
  const isOfToken = !/.token$/u.test(key) || isToken(key, text);
  return isOfToken && affirmedClauses(first).some((clause) => SHOWS_CALLER.test(clause)) ? "key" : undefined;
}

/** Characters of a description that are searched. */
const LONGEST = 200;
