import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../../model/api-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { clausesOf } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { exchangeBody, exchangeGrant } from "../../traits/exchange-form.js";
import { isAuthorizationKey } from "../../credentials/bearer-schemes.js";
import {
  isPublic,
  OF_OTHERS,
  OPEN_PATH,
  openOperations,
  textsOfAll,
  type TextOfAll,
} from "../../credentials/public-operations.js";
import { mayNeed, OVERLAY_FILE, securityOverlay } from "../../credentials/security-overlay.js";
import { returnsTokens } from "../../credentials/token-endpoints.js";
import { keyParametersSign } from "./key-parameters-sign.js";
import { namesSignatures } from "./signature-sign.js";
import type { LostSign } from "../sign.js";
import { unnamedSchemesSign } from "./unused-schemes-sign.js";

/**
 * Calls that need `Authorization`, where `security` names no scheme that sends it: a required header parameter, which OpenAPI has ignored;
 * and in a contract without credentials, a token exchange, or a description that names a Bearer token. One sign for the contract.
 */
export function securitySign(model: ApiModel, reader: SchemaReader): LostSign | undefined {
  const { operations, securitySchemes } = model;
  const sending = new Set(securitySchemes.filter(sendsAuthorization).map(({ name }) => name));
  const isSent = ({ security }: OperationModel) => security.flat().some(({ scheme }) => sending.has(scheme));
  const isOpen = operations.every(({ security }) => security.flat().length === 0);
  const isUsed = operations.some((one) => mayNeed(one, reader));
  const giving = isOpen && isUsed ? operations.filter((one) => returnsTokens(one, reader)) : [];
  // What gives tokens needs other credentials than those which it gives: they are named when the others are declared.
  const required = operations.filter(
    (one) => one.ignoredAuthorization !== undefined && !isSent(one) && !giving.includes(one),
  );
  const exchanges =
    isUsed && !operations.some(isSent) ? operations.filter((one) => isExchange(one, reader)) : [];
  const naming = isOpen
    ? operations.filter(
        ({ anonymous, description = "" }) =>
          anonymous !== true && namesBearer(description) && !GIVING.test(description),
      )
    : [];
  const texts = isOpen && isUsed ? textsOfAll(model) : [];
  const bearer = texts.find(({ text }) => namesBearer(text));
  const isNamed = bearer !== undefined;
  // "The returned token is used as `Authorization: Bearer`": by the other operations.
  const handing =
    isOpen && isUsed
      ? operations.filter(
          ({ description = "" }) =>
            namesBearer(description) && GIVING.test(description) && HANDED.test(description),
        )
      : [];
  const [shown] = [
    ...listed(required, 'the required header parameter "Authorization"', "have"),
    ...exchanges.slice(0, 1).map((one) => `${operationKey(one)} exchanges tokens (RFC 8693)`),
    ...giving.slice(0, 1).map((one) => `${operationKey(one)} returns access tokens`),
    ...(isNamed ? [`${bearer.by} names a Bearer token`] : []),
    ...(isNamed ? [] : listed(naming, "a Bearer token in the description", "have")),
    ...handing.slice(0, 1).map((one) => `the description of ${operationKey(one)} gives out a Bearer token`),
  ];
  if (shown === undefined && !isOpen) return uncoveredSign(model, reader) ?? keyParametersSign(model, reader);
  if (shown === undefined)
    return isUsed
      ? (unnamedSchemesSign(model, reader) ??
          signedSign(model, texts) ??
          keyParametersSign(model, reader) ??
          headerSign(model, texts, reader))
      : undefined;
  const named = [...required, ...naming];
  // What nearly all texts name, the others rarely do without.
  const calls = operations.filter((one) => mayNeed(one, reader));
  const isMost = naming.length >= FEWEST && naming.length * 4 >= calls.length * 3;
  const isRest = isMost && naming.length < calls.length;
  const isGlobal = exchanges.length > 0 || giving.length > 0 || isNamed || named.length === 0 || isMost;
  const needing = isGlobal ? undefined : new Set(named);
  const ofKind = [
    ...required.map(({ ignoredAuthorization }) => ignoredAuthorization?.description ?? ""),
    ...(isGlobal || naming.length > 0 ? ["Bearer"] : []),
  ];
  const overlay = securityOverlay(model, reader, {
    texts: ofKind,
    giving: isRest ? [...handing, ...calls.filter(({ path }) => OPEN_PATH.test(path))] : handing,
    ...(isRest && { unsure: calls.filter(isPublic) }),
    ...(needing && { needing }),
  });
  return {
    trait: "security",
    shown,
    missing: `\`security\` names no scheme that sends \`Authorization\`${isOpen ? unnamedKeys(model) : ""}${isRest && !isNamed ? "; the other texts name none: check which operations of the overlay need a token" : ""}`,
    lines: overlay === undefined ? [] : [`overlays: ["${OVERLAY_FILE}"]`],
    meant: ["security: false"],
    ...(overlay !== undefined && { overlay }),
    origin: (required[0]?.ignoredAuthorization ?? exchanges[0] ?? giving[0] ?? naming[0] ?? handing[0])
      ?.origin ?? {
      pointer: bearer?.pointer ?? "#/info/description",
    },
  };
}

/** Fewest operations of which most say something of all. */
const FEWEST = 4;

/** A contract without credentials, of which a text says that its requests are signed. */
function signedSign({ securitySchemes }: ApiModel, texts: readonly TextOfAll[]): LostSign | undefined {
  const signed = texts.find(({ text }) => namesSignatures(text));
  if (signed === undefined || securitySchemes.length > 0) return undefined;
  return {
    trait: "security",
    shown: `${signed.by} says that requests are signed`,
    missing: "`security` names no scheme, and the client signs none: pass a `fetch` that does",
    lines: [],
    meant: ["security: false"],
    origin: { pointer: signed.pointer },
  };
}

/** A contract without credentials, of which a text says that a token or a key is sent in `Authorization`, in whatever form. */
function headerSign(
  model: ApiModel,
  texts: readonly TextOfAll[],
  reader: SchemaReader,
): LostSign | undefined {
  const [found] = texts.flatMap((one) => {
    const sentence = sentencesOf(one.text).find((each) => namesSent(each));
    return sentence === undefined ? [] : [{ ...one, sentence }];
  });
  if (found === undefined) return undefined;
  const overlay = securityOverlay(model, reader, { texts: [found.sentence] });
  if (overlay === undefined) return undefined;
  return {
    trait: "security",
    shown: `${found.by} says that calls send \`Authorization\``,
    missing: "`security` names no scheme that sends it",
    lines: [`overlays: ["${OVERLAY_FILE}"]`],
    meant: ["security: false"],
    overlay,
    origin: { pointer: found.pointer },
  };
}

/** Whether a sentence says that callers send something in `Authorization`, without its clauses about browsers and about responses. */
function namesSent(sentence: string): boolean {
  if (!IN_HEADER.test(sentence) || DENIED.test(sentence) || OF_OTHERS.test(sentence)) return false;
  const own = clausesOf(sentence)
    .flat()
    .filter((clause) => !OF_BROWSER.test(clause) && !OF_RESPONSE.test(clause))
    .join("");
  return IN_HEADER.test(own) && OF_CALLER.test(own);
}

/** "supplied in an `Authorization` header", "Set the header Authorization to" */
const IN_HEADER =
  /\b(?:add(?:ed|ing)?|includ(?:e|ed|ing)|pass(?:ed|ing)?|provid(?:e|ed|ing)|send|sent|set|suppl(?:y|ied)|us(?:e|ed|ing))\b[^.]{0,80}(?:\bauthorization[`*"']{0,3}\s(?:http\s|request\s)?header\b|\bheader[:\s]{1,2}[`*"']{0,3}authorization\b)/iu;

/** What the pages of other servers may send. */
const OF_BROWSER = /\bCORS\b|\bcross-origin\b/iu;

/** "The response has a token that is set in the Authorization header"; not "contains a token that must be sent in", "for every request". */
const OF_RESPONSE =
  /^\W{0,9}(?:(?:an?|each|every|the|this)\s)?responses?\b(?!.{0,200}\b(?:(?:ha(?:s|ve)\sto|must|needs?|should)\b|(?:all|each|every|further|later|other|subsequent)\s(?:\w{1,20}\s)?(?:calls?|requests?)\b))/iu;

/** What shows who calls. */
const OF_CALLER =
  /\b(?:api|access|private|secret)[\s_-]?keys?\b|\b(?:access|api|auth)?tokens?\b|\bcredentials\b/iu;

/** Keys that a contract declares as well, of which nothing says which calls need one. */
function unnamedKeys({ securitySchemes }: ApiModel): string {
  const keys = securitySchemes.filter((scheme) => scheme.kind === "apiKey" && !sendsAuthorization(scheme));
  return keys.map(({ name }) => `, nor ${JSON.stringify(name)}`).join("");
}

/**
 * Operations that may respond with 401 and have no `security`, in a contract without `security` of its own whose other operations have it: they
 * are called without credentials (OpenAPI, Security Requirement Object).
 */
function uncoveredSign(model: ApiModel, reader: SchemaReader): LostSign | undefined {
  const { contract, operations } = model;
  // Where credentials are optional, a 401 may be about those that are wrong.
  const covered = operations.filter(
    ({ security }) => security.length > 0 && security.every((alternative) => alternative.length > 0),
  );
  const open = openOperations(model);
  const uncovered = operations.filter(
    (one) =>
      open.get(one) !== "yes" &&
      one.ownSecurity !== true &&
      one.security.length === 0 &&
      one.responses.some(({ status }) => status === "401") &&
      mayNeed(one, reader) &&
      !ofCredentials(one) &&
      !isPublic(one),
  );
  const [first] = uncovered;
  const [shown] = listed(uncovered, "a response 401, and no `security`", "have");
  if (first === undefined || shown === undefined || contract.anonymous === true) return undefined;
  if (covered.length === 0) return undefined;
  // What few operations need says nothing of the others.
  const isUsual = covered.length * 2 >= operations.length;
  const declared = usualSchemes(covered);
  const overlay = isUsual
    ? securityOverlay(model, reader, { texts: [], declared, needing: new Set(uncovered) })
    : undefined;
  return {
    trait: "security",
    shown,
    missing: isUsual
      ? "most operations have `security`: see whether the overlay does"
      : "nothing says which scheme",
    lines: overlay === undefined ? [] : [`overlays: ["${OVERLAY_FILE}"]`],
    meant: ["security: false"],
    ...(overlay !== undefined && { overlay }),
    origin: first.origin,
  };
}

/** Words of operations that take other credentials, or give them, or take none. */
const OF_CREDENTIALS =
  /^(?:2fa|anon(?:ymous)?|auth|authenticat\w*|authoriz\w*|captcha|forgot\w*|incoming|invit\w*|log(?:in|on|out)?|mfa|oauth2?|otp|passcode|passw(?:or)?d|regist\w*|refresh|sign(?:in|on|up|out)?|sso|token|unsubscribe|validat\w*|webhook)$/u;

/** How a segment of a path starts that confirms an account, or opens a session: not `confirmation` of an order. */
const OF_ACCOUNT =
  /^(?:activate|confirm|recover|reset|verif(?:y|ication))(?:[-_A-Z]|$)|^(?:email|phone|account|user)[-_]?(?:activation|confirmation|verification)$|^sessions?$/u;

function ofCredentials({ path, method, operationId = "", summary = "" }: OperationModel): boolean {
  const first = summary.split(/\s/u).slice(0, 4).join(" ");
  const all = words(`${path.replaceAll(/\{[^{}]*\}/gu, "")} ${operationId} ${first}`);
  if (OPEN_PATH.test(path) || all.some((word) => OF_CREDENTIALS.test(singularWord(word)))) return true;
  return method !== "DELETE" && path.split("/").some((segment) => OF_ACCOUNT.test(segment));
}

/** The alternatives of schemes that most operations have. */
function usualSchemes(covered: readonly OperationModel[]): readonly (readonly string[])[] {
  const same = new Map<string, OperationModel[]>();
  for (const one of covered) {
    const key = one.security.map((needs) => needs.map(({ scheme }) => scheme).join("\n")).join("\n\n");
    same.set(key, [...(same.get(key) ?? []), one]);
  }
  const [usual = []] = [...same.values()].sort((left, right) => right.length - left.length);
  const { security = [] } = usual[0] ?? {};
  return security.map((needs) => needs.map(({ scheme }) => scheme));
}

/** Whether a scheme writes the header `Authorization`. */
function sendsAuthorization(scheme: SecuritySchemeModel): boolean {
  if (scheme.kind === "apiKey") return isAuthorizationKey(scheme);
  return scheme.kind !== "mutualTLS";
}

function isExchange(operation: OperationModel, reader: SchemaReader): boolean {
  const form = operation.method === "POST" ? exchangeBody(operation) : undefined;
  return form !== undefined && exchangeGrant(form, reader) === "alone";
}

function listed(operations: readonly OperationModel[], what: string, verb: string): readonly string[] {
  const [first] = operations;
  if (first === undefined) return [];
  return [
    operations.length === 1
      ? `${operationKey(first)} has ${what}`
      : `${String(operations.length)} operations ${verb} ${what}`,
  ];
}

/** "`Authorization: Bearer <JWT>`", "a Bearer token in the `Authorization` header". */
const BEARER = /\bauthorization\b[^.\n]{0,40}\bbearer\b|\bbearer\b[^.\n]{0,40}\bauthorization\b/iu;

/** A sentence that may say that a token is not needed, or is one of two ways. */
const DENIED = /\b(?:no|not|never|nor|without|optional(?:ly)?|instead)\b|n['’]t\b/iu;

/** An operation that gives the token, and needs none. */
const GIVING =
  /\b(?:returns?|returned|issues?|issued|creates?|generates?|exchanges?)\b[^.]{0,60}\b(?:tokens?|jwts?)\b/iu;

/** "The returned token is used in", "It is used as", "Use it as" */
const HANDED =
  /\b(?:it|token|jwt)\s(?:is|can\sbe|must\sbe|should\sbe)\s(?:then\s)?(?:passed|sent|used)\b|\buse\s(?:it|(?:the|this)\s(?:\w{1,20}\s)?(?:token|jwt))\s(?:as|for|in|with)\b/iu;

/** A block of code, and the line before it. */
const CODE = /^([^\n]*)\n[^\S\n]{0,20}```[^`]*/gmu;

function namesBearer(text = ""): boolean {
  return sentencesOf(text).some(
    (sentence) => BEARER.test(sentence) && !DENIED.test(sentence) && !OF_OTHERS.test(sentence),
  );
}

function sentencesOf(text: string): readonly string[] {
  return text
    .replace(CODE, (block, before: string) =>
      // "Optionally send:", "We call your endpoint:" is about what follows; otherwise each line of code says something of its own.
      /:\W{0,8}$/u.test(before) && (DENIED.test(before) || OF_OTHERS.test(before))
        ? before
        : block.replaceAll("\n", "\n\n"),
    )
    .split(/(?<=[.;!?])\s+|\n\s*\n/u);
}
