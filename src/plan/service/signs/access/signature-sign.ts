import { diagnostic } from "../../../../diagnostics/diagnostic.js";
import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import { affirmedClauses, clausesOf } from "../../../../text/without-denials.js";
import { operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { LostSign } from "../sign.js";

/** Characters of a description that are searched. */
const LONGEST = 2000;

/**
 * API keys that operations need, and of which the description says that they are signatures of requests: the client does not compute
 * them. One sign per scheme.
 */
export function signatureSigns({
  operations,
  securitySchemes,
}: Pick<ApiModel, "operations" | "securitySchemes">): readonly LostSign[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return securitySchemes
    .filter(({ name, kind, description }) => kind === "apiKey" && used.has(name) && isSigned(description))
    .map(({ name, origin }) => ({
      trait: "security",
      shown: `the security scheme ${JSON.stringify(name)} takes a signature of each request`,
      missing: "the client signs none",
      lines: [],
      meant: ["security: false"],
      origin,
      diagnostic: diagnostic("security/signature", origin.pointer, { scheme: name }),
    }));
}

/** What a request takes that is signed by OAuth 1 (RFC 5849 section 3.1). */
export const OAUTH_SIGNATURE = "oauth_signature";

/**
 * Operations whose parameters or texts show that their requests are signed, which the client does not do: OAuth 1, or signatures that most
 * texts require. One sign each.
 */
export function signedCallsSigns(
  { operations }: Pick<ApiModel, "operations">,
  reader: SchemaReader,
): readonly LostSign[] {
  const signed = operations.filter((one) => takesSignature(one, reader));
  const described = operations.filter(({ description = "" }) => requiresSignature(description));
  const isMost = described.length * 2 >= operations.length;
  return [
    ...signOf(signed, ["takes", "take"], `"${OAUTH_SIGNATURE}" (RFC 5849)`),
    ...signOf(isMost ? described : [], ["says", "say"], "that calls need signatures"),
  ];
}

function signOf(
  operations: readonly OperationModel[],
  [one, several]: readonly [string, string],
  what: string,
): readonly LostSign[] {
  const [first, ...others] = operations;
  if (first === undefined) return [];
  const subject =
    others.length === 0
      ? `${operationKey(first)} ${one}`
      : `${operationKey(first)} and ${String(others.length)} more ${several}`;
  return [
    {
      trait: "security",
      shown: `${subject} ${what}`,
      missing: "the client signs no request: pass a `fetch` that does",
      lines: [],
      meant: ["security: false"],
      origin: first.origin,
    },
  ];
}

function takesSignature({ body, parameters }: OperationModel, reader: SchemaReader): boolean {
  if (parameters.some(({ name }) => name === OAUTH_SIGNATURE)) return true;
  const contents = body?.content ?? [];
  return contents.some(
    ({ schema }) => schema !== undefined && reader.property(schema, OAUTH_SIGNATURE) !== undefined,
  );
}

/** Whether the text of an operation says that its calls need a signature: "Digital signatures are required for all API calls". */
function requiresSignature(description: string): boolean {
  const text = description.slice(0, LONGEST).replace(/<[^<>]{0,300}>/gu, " ");
  return clausesOf(text).some((clauses) =>
    affirmedClauses(clauses).some((clause) => REQUIRES_SIGNATURE.test(clause)),
  );
}

const REQUIRES_SIGNATURE =
  /\b(?:digital|http|message|request)\ssignatures?\s(?:are|is)\s(?:mandatory|needed|required)\s(?:for|in|on)\s(?:(?:all|any|certain|each|every|the|this|these)\s)?(?:\w{1,20}\s){0,2}(?:calls?|methods?|operations?|requests?)\b/iu;

function isSigned(description = ""): boolean {
  return clausesOf(description.slice(0, LONGEST)).some((clauses) => {
    const isOfOther = OF_OTHER.test(clauses.join(""));
    return !isOfOther && affirmedClauses(clauses).some((clause) => SIGNED.test(clause));
  });
}

/** Whether a text about all calls says that each has a signature in place of a token or a key. */
export function namesSignatures(text: string): boolean {
  return clausesOf(text.slice(0, LONGEST_OF_ALL)).some((clauses) => {
    const isOfOther = OF_OTHER.test(clauses.join(""));
    const isHandled = HANDLED.test(clauses.join(""));
    return !isOfOther && !isHandled && affirmedClauses(clauses).some((clause) => SIGNED_CALLS.test(clause));
  });
}

/** That callers do not sign themselves: "signed on your behalf by the SDK". */
const HANDLED = /\bautomatically\b|\bbehalf\b|\bfor\syou\b|\b(?:librar(?:y|ies)|sdks?)\b/iu;

/** Who signs a call, or how: "by the client", "by computing an HMAC"; not "by both parties". */
const SIGNED_BY =
  "(?:you\\b|(?:(?:an?|each|the|your)\\s)?(?:api\\s)?(?:app|application|caller|client|consumer|merchant|sender)s?\\b|\\w{3,20}ing\\b|(?:an?\\s|the\\s)?hmac\\b)";

/** What calls are called that need credentials, beside their kind. */
const KINDS = "(?:(?:api|authenticated|http|https|private|protected|rest|secured?)\\s){0,2}";

/** Characters that are searched of what may be a whole manual. */
const LONGEST_OF_ALL = 20_000;

/** That calls are signed; not which algorithm something has, as webhooks and receipts have one, nor that they have a key. */
const SIGNED_CALLS = new RegExp(
  [
    // "uses HMAC authentication", "HMAC-SHA256 based authentication"
    "\\bhmac(?:[\\s-](?:based|sha-?\\d{1,3})){0,2}[\\s-](?:auth(?:entication|ori[sz]ation)|signed\\srequests?)\\b",
    // "the HMAC in the Authorization header"
    "\\b(?:hmac|signature)\\s(?:[\\w-]{1,20}\\s){0,3}in\\sthe\\s(?:http\\s)?[`*\"']{0,3}authorization[`*\"']{0,3}\\sheader\\b",
    // "All requests must be signed", "Each API call must be signed with your secret"
    `\\b(?:(?:all|each|every)\\s${KINDS}(?:calls?|requests?)|(?:^\\W*|\\b(?:api|http|https|rest|the|your)\\s)(?:calls|requests))\\s(?:to\\s(?!your\\b)(?:[\\w-]{1,20}\\s){1,4})?(?:are|is|(?:have|has|must|need|needs)\\s(?:to\\s)?be)\\s(?:digitally\\s)?signed\\b(?!\\s(?:in|off|up)\\b)(?!\\sby\\s(?!${SIGNED_BY}))(?!\\s(?:with|using)\\s(?:(?:an|your|the)\\s)?(?:api[\\s-]?)?(?:key|token)\\b)`,
    `\\b(?:you\\s(?:must|need\\sto|have\\sto)\\s)?sign\\s(?:all|each|every)\\s${KINDS}requests?\\b`,
  ].join("|"),
  "iu",
);

/** That a key is computed from each request. */
const SIGNED = new RegExp(
  [
    // "Amazon Signature authorization v4", "an HTTP signature", "Signature of the request"
    "\\b(?:amazon|aws|digital|hmac|http|message|payload|request)\\ssignatures?\\b",
    "\\bsignatures?\\s(?:authorization\\b|version\\b|v\\d)",
    // "HMAC-SHA256 in hex"; not the secret that it is made with
    "\\bhmac\\b(?!\\s(?:auth\\w*\\s)?(?:keys?|secrets?)\\b)",
    // "MD5 hash of the parameters", "the signature computed over the request body"
    "\\b(?:digest|hash|md5|sha-?\\d{1,3}|signature)\\s(?:[\\w-]{1,20}\\s){0,4}(?:from|of|over)\\s(?:(?:all|each|every|its|the|your)\\s){0,2}(?:[\\w-]{1,20}\\s){0,2}(?:body|calls?|message|parameters|payload|query|requests?)\\b",
    // "All requests must be signed", "Sign each request"
    "\\b(?:calls|(?:each|every|the|your)\\s(?:call|request)|requests)\\s(?:are|is|(?:have|has|must|need|needs|should)\\s(?:to\\s)?be)\\ssigned\\b",
    "\\bsign\\s(?:all|each|every|the|your)\\s(?:[\\w-]{1,20}\\s)?(?:calls?|requests?)\\b",
  ].join("|"),
  "iu",
);

/** Sentences about what the service signs, about tokens and other headers, and about what callers may omit. */
const OF_OTHER =
  /\b(?:also|alternatively|as\swell|callbacks?|deprecated|either|events?|instead|jwts?|legacy|notifications?|optional(?:ly)?|previously|responses?|tokens?|web-?\s?hooks?)\b|\bno\slonger\b|\bsigned\sby\s(?:our|the\s(?:server|service))\b|\bin\s(?:the\s(?:\w+\s)?)?`?X-[\w-]+/iu;
