import type { LocatedOverrides, TokenExchangeOverride } from "../../../config/client-overrides.js";
import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import { isAuthorizationKey, takesBearer } from "../credentials/bearer-schemes.js";
import { operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { OVERLAY_FILE, securityOverlay } from "../credentials/security-overlay.js";
import {
  EXCHANGE_GRANT,
  exchangeBody,
  otherMembers,
  readExchangeForm,
  readExchangeResponse,
  writtenType,
} from "../traits/exchange-form.js";
import type { TokenExchange, TokenExchangeUrl, Trait } from "../traits/trait.js";
import type { DecidedOperation, UnfitClaim } from "./claim.js";
import { operationFinder } from "./claim.js";
import { adviseName } from "./find-member.js";

/** What comes of the claim. */
export interface DecidedExchange {
  readonly operations: readonly DecidedOperation[];
  /** An endpoint that the contract does not have. */
  readonly exchange?: Trait<TokenExchangeUrl>;
  readonly unfit: readonly UnfitClaim[];
}

/** The one endpoint that exchanges tokens, by a claim: an operation of the contract, or a URL. */
export function decideTokenExchange(
  decided: readonly DecidedOperation[],
  model: Pick<ApiModel, "contract" | "operations" | "securitySchemes" | "servers" | "tags" | "unselected">,
  reader: SchemaReader,
  { values: { tokenExchange: given }, file, locate }: LocatedOverrides,
): DecidedExchange {
  if (given === undefined) return { operations: decided, unfit: [] };
  const unfit: UnfitClaim[] = [];
  const refuse = (message: string, ...keys: readonly string[]) => {
    unfit.push({ path: ["tokenExchange", ...keys], message });
  };
  const reason = `${file}:${String(locate(["tokenExchange"]).line)} says so.`;
  const finder = operationFinder(
    decided.map((one) => one.model),
    model.unselected,
  );
  const chosen = given === false ? undefined : chooseEndpoint(given, { decided, finder, reader }, refuse);
  const shown = decided.find(({ model }) => model === chosen?.operation)?.traits.tokenExchange?.facts;
  const scheme =
    given === false
      ? undefined
      : chooseScheme(given, shown, { model, reader, endpoint: chosen?.operation }, refuse);
  const form = chosen?.operation && exchangeBody(chosen.operation);
  const read = form && readExchangeForm(form, model, reader);
  const facts =
    given === false || scheme === undefined
      ? undefined
      : factsOf(given, shown ?? read?.facts, scheme, chosen?.operation, reader);
  const shownReason = given === false || given.resource !== undefined ? undefined : read?.resourceReason;
  const takenReason = [reason, ...(shownReason === undefined ? [] : [shownReason])].join(" ");
  const operations = decided.map((one): DecidedOperation => {
    const { tokenExchange: recognised, ...traits } = one.traits;
    if (facts !== undefined && one.model === chosen?.operation)
      return {
        ...one,
        traits: {
          ...traits,
          tokenExchange: { facts, reason: takenReason, decidedBy: "configuration" },
        },
      };
    if (recognised === undefined) return one;
    return { ...one, traits, switchedOff: [...one.switchedOff, { trait: "tokenExchange", reason }] };
  });
  const url = chosen?.url;
  return {
    operations,
    ...(facts !== undefined &&
      url !== undefined && { exchange: { facts: { ...facts, ...url }, reason, decidedBy: "configuration" } }),
    unfit,
  };
}

type Refuse = (message: string, ...keys: readonly string[]) => void;

/** Where tokens are exchanged. */
interface Endpoint {
  readonly operation?: OperationModel;
  readonly url?: Pick<TokenExchangeUrl, "path" | "server">;
}

/** What an endpoint is chosen from. */
interface EndpointContext {
  readonly decided: readonly DecidedOperation[];
  readonly finder: ReturnType<typeof operationFinder>;
  readonly reader: SchemaReader;
}

function chooseEndpoint(
  { operation, url }: TokenExchangeOverride,
  { decided, finder, reader }: EndpointContext,
  refuse: Refuse,
): Endpoint | undefined {
  if (operation === undefined && url === undefined) {
    const [recognised, ...others] = decided.filter(({ traits }) => traits.tokenExchange !== undefined);
    if (recognised !== undefined && others.length === 0) return { operation: recognised.model };
  }
  if ((operation === undefined) === (url === undefined)) {
    refuse("Say with `operation` or with `url` where tokens are exchanged: with one of the two.");
    return undefined;
  }
  if (url !== undefined) {
    if (url.startsWith("/")) return { url: { path: url } };
    const { origin, pathname, search } = new URL(url);
    return { url: { server: origin, path: `${pathname}${search}` } };
  }
  const found = finder.find(operation ?? "");
  if (found === undefined) {
    refuse(finder.explain(operation ?? ""), "operation");
    return undefined;
  }
  const form = found.method === "POST" ? exchangeBody(found) : undefined;
  const others = form && otherMembers(form, reader);
  if (form !== undefined && others === undefined) return { operation: found };
  if (others !== undefined) {
    const declared = others.map((name) => JSON.stringify(name)).join(", ");
    refuse(
      `The client sends the access key to ${operationKey(found)} as "subject_token" (RFC 8693), beside "grant_type" and "subject_token_type". Its body does not declare "subject_token"; it declares ${declared}. Where the server takes an exchange nevertheless, name its address with \`url\`.`,
      "operation",
    );
    return undefined;
  }
  refuse(
    `${operationKey(found)} is not a POST that takes application/x-www-form-urlencoded or application/json.`,
    "operation",
  );
  return undefined;
}

/** What a scheme is chosen from, and what is said where there is none. */
interface SchemeContext {
  readonly model: Pick<ApiModel, "contract" | "operations" | "securitySchemes" | "tags">;
  readonly reader: SchemaReader;
  readonly endpoint: OperationModel | undefined;
}

function chooseScheme(
  { scheme }: TokenExchangeOverride,
  shown: TokenExchange | undefined,
  { model, reader, endpoint }: SchemeContext,
  refuse: Refuse,
): string | undefined {
  const bearers = model.securitySchemes.filter(takesBearer);
  // A person who says that a key is exchanged says that what is in `Authorization` is a bearer token.
  const schemes = bearers.length > 0 ? bearers : model.securitySchemes.filter(isAuthorizationKey);
  const names = schemes.map(({ name }) => name);
  if (scheme !== undefined && names.includes(scheme)) return scheme;
  if (names.length === 0) {
    const giving = endpoint === undefined ? [] : [endpoint];
    const overlay = securityOverlay(model, reader, { texts: ["Bearer"], giving });
    refuse(`The contract declares no scheme that takes bearer tokens. ${declareScheme(overlay)}`);
    return undefined;
  }
  if (scheme !== undefined) {
    const advice = adviseName(scheme, names, "");
    refuse(
      `The contract has no scheme ${JSON.stringify(scheme)} that takes bearer tokens. ${advice}`,
      "scheme",
    );
    return undefined;
  }
  const only = names.length === 1 ? names[0] : undefined;
  if (shown !== undefined || only !== undefined) return shown?.scheme ?? only;
  refuse(`Say with \`scheme\` which one its tokens serve. ${adviseName("", names, "")}`);
  return undefined;
}

/** How a scheme comes into the contract: the overlay follows, to be saved as it is. */
function declareScheme(overlay: readonly string[] | undefined): string {
  if (overlay === undefined)
    return "Declare one with an overlay, and name it in `security` of the operations.";
  const head = `Save this as ${OVERLAY_FILE}, and add \`overlays: ["${OVERLAY_FILE}"]\` to the client:`;
  return [head, ...overlay.map((line) => `  ${line}`)].join("\n");
}

function factsOf(
  given: TokenExchangeOverride,
  shown: Partial<TokenExchange> | undefined,
  scheme: string,
  operation: OperationModel | undefined,
  reader: SchemaReader,
): TokenExchange {
  const requested = given.requestedTokenType ?? shown?.requestedTokenType;
  const resource = given.resource ?? shown?.resource;
  const audience = given.audience ?? shown?.audience;
  const { fields, at } = readExchangeResponse(operation, reader);
  return {
    scheme,
    grantType: given.grantType ?? shown?.grantType ?? EXCHANGE_GRANT,
    subjectTokenType:
      given.subjectTokenType === undefined ? shown?.subjectTokenType : writtenType(given.subjectTokenType),
    responseFields:
      given.responseFields === undefined
        ? fields
        : [...new Set(["access_token", ...given.responseFields])].sort(byText),
    ...(at !== undefined && { responseAt: at }),
    ...(requested !== undefined && { requestedTokenType: requested }),
    ...(resource !== undefined && { resource }),
    ...(audience !== undefined && { audience }),
    ...(shown?.mediaType !== undefined && { mediaType: shown.mediaType }),
    ...(shown?.requiresScope === true && { requiresScope: true }),
  };
}
