import type {
  ApiModel,
  OAuthFlowModel,
  OperationModel,
  SecuritySchemeModel,
} from "../../../../model/api-model.js";
import { mayTakeToken, takesBearer } from "../../credentials/bearer-schemes.js";
import type { SchemaReader } from "../../schema-reader.js";
import { OVERLAY_FILE, securityOverlay } from "../../credentials/security-overlay.js";
import type { LostSign } from "../sign.js";

/**
 * Schemes that a contract declares and no `security` names, beside others that one names: the client has no option for them. Where the client
 * is about a part of the contract, the others may use them. Webhooks and callbacks use schemes, too: the service sends what they need. Of what
 * goes to one position one is enough: the option, or the parameter, of another takes it; unless a program gets tokens of its own for it.
 */
export function unusedSchemesSign({
  operations,
  securitySchemes,
  webhooks,
  unselected = [],
}: Pick<ApiModel, "operations" | "securitySchemes" | "unselected" | "webhooks">): LostSign | undefined {
  const required = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  if (required.size === 0 || unselected.length > 0) return undefined;
  const used = new Set([...required, ...webhooks.flatMap(({ schemes = [] }) => schemes)]);
  const remaining = securitySchemes.filter(({ name }) => !used.has(name));
  if (remaining.length === 0) return undefined;
  const positions = new Set([
    ...securitySchemes
      .filter(({ name }) => required.has(name))
      .flatMap((one) => [positionOf(one), ...flowsOf(one).flatMap(({ tokenUrl }) => tokenUrl ?? [])]),
    ...positionsOfMost(operations),
    ...positionsOfMost(operations.filter(({ security }) => security.flat().length === 0)),
  ]);
  const unused = remaining.filter((scheme) => {
    const own = positionsOf(scheme).filter((position) => !positions.has(position));
    for (const position of own) positions.add(position);
    return own.length > 0;
  });
  const [first] = unused;
  if (first === undefined) return undefined;
  const isOne = unused.length === 1;
  return {
    trait: "security",
    rule: "security/unused-scheme",
    shown: `the contract declares the ${isOne ? "scheme" : "schemes"} ${unused.map(({ name }) => JSON.stringify(name)).join(", ")}`,
    missing: `no \`security\` of an operation names ${isOne ? "it" : "one of them"}`,
    lines: [],
    meant: ["security: false"],
    origin: first.origin,
  };
}

/** Schemes that a contract declares, and of which neither it nor an operation says that a call needs one. */
export function unnamedSchemesSign(model: ApiModel, reader: SchemaReader): LostSign | undefined {
  const schemes = model.securitySchemes.filter(({ kind }) => kind !== "mutualTLS");
  const declared = schemes.map(({ name }) => name);
  const [first] = schemes;
  if (first === undefined) return undefined;
  // Two keys are rarely two ways to say who calls: a user and a token, an application and its key.
  const isKey = (name: string) => schemes.some((one) => one.name === name && one.kind === "apiKey");
  const keys = declared.filter(isKey);
  const others = declared.filter((name) => !isKey(name)).map((name) => [name]);
  const alternatives = keys.length === 0 ? others : [keys, ...others];
  const overlay = securityOverlay(model, reader, { texts: [], declared: alternatives });
  if (overlay === undefined) return undefined;
  const isOne = declared.length === 1;
  // The session of a browser, without which no call fails: what all calls would send is not credentials of a program.
  const isSession = schemes.every(sendsCookie) && !model.operations.some(refusesCallers);
  return {
    trait: "security",
    shown: `the contract declares the ${isOne ? "scheme" : "schemes"} ${declared.map((name) => JSON.stringify(name)).join(", ")}`,
    missing: isSession
      ? `no \`security\` names ${isOne ? "it" : "one of them"}, and no response says that a call needs the cookie`
      : `no \`security\` names ${isOne ? "it" : "one of them, nor says which are needed together: see whether the overlay does"}`,
    lines: isSession ? [] : [`overlays: ["${OVERLAY_FILE}"]`],
    meant: ["security: false"],
    ...(!isSession && { overlay }),
    origin: first.origin,
  };
}

/** Whether a scheme sends a cookie: as one, or as the whole header. */
function sendsCookie(scheme: SecuritySchemeModel): boolean {
  return scheme.kind === "apiKey" && (scheme.in === "cookie" || scheme.parameter.toLowerCase() === "cookie");
}

/** Whether an operation may respond that the caller is not known, or not allowed, by its status or its text. */
function refusesCallers({ responses }: OperationModel): boolean {
  return responses.some(
    ({ status, description = "" }) =>
      /^40[13]$/u.test(status) || (!status.startsWith("2") && REFUSED.test(description.slice(0, 200))),
  );
}

const REFUSED =
  /\bnot\slogged\sin\b|\b(?:forbidden|log-?in|sign-?in|un-?authenticated|unauthori[sz]ed)\b|\b(?:without|no)\s(?:an?\s)?(?:valid\s)?session\b/iu;

/** Where most operations have a parameter: what a few take is not what the others lack. */
function positionsOfMost(operations: readonly OperationModel[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { parameters } of operations)
    for (const position of new Set(parameters.map((one) => positionOfName(one.in, one.name))))
      counts.set(position, (counts.get(position) ?? 0) + 1);
  return [...counts].flatMap(([position, count]) => (count * 2 > operations.length ? [position] : []));
}

/** The position of a scheme, and the URLs where a program gets tokens for it without a person. */
function positionsOf(scheme: SecuritySchemeModel): readonly string[] {
  const urls = flowsOf(scheme).flatMap(({ kind, tokenUrl }) =>
    (kind === "clientCredentials" || kind === "password") && tokenUrl !== undefined ? [tokenUrl] : [],
  );
  return [positionOf(scheme), ...urls];
}

function flowsOf(scheme: SecuritySchemeModel): readonly OAuthFlowModel[] {
  return scheme.kind === "oauth2" ? scheme.flows : [];
}

/** Where a scheme writes a credential, and in which form: tokens of all kinds are one. */
function positionOf(scheme: SecuritySchemeModel): string {
  if (takesBearer(scheme)) return "bearer";
  if (scheme.kind === "basic") return "basic";
  if (scheme.kind !== "apiKey") return `${scheme.kind} ${scheme.name}`;
  const position = positionOfName(scheme.in, scheme.parameter);
  if (position !== "header authorization") return position;
  return mayTakeToken(scheme) ? "bearer" : `${position} ${scheme.name}`;
}

/** A position by its name; names of headers have no case (RFC 9110 section 5.1). */
function positionOfName(where: string, name: string): string {
  return `${where} ${where === "header" ? name.toLowerCase() : name}`;
}
