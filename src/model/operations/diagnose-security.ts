import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import type {
  OperationModel,
  ParameterModel,
  SecurityAlternativeModel,
  SecuritySchemeModel,
} from "../api-model.js";
import { isObject, listMember } from "../json-members.js";
import { diagnoseUndefinedSchemes, readAlternative } from "./build-security.js";
import type { RawOperation } from "./list-raw-operations.js";
import { isHeaderName } from "./locate-parameters.js";

/**
 * Diagnostics for the security of a contract, and of its operations.
 *
 * @param operations - with every parameter that the contract has.
 */
export function diagnoseSecurity(
  document: JsonObject,
  raw: readonly RawOperation[],
  operations: readonly OperationModel[],
  schemes: ReadonlyMap<string, SecuritySchemeModel>,
): readonly Diagnostic[] {
  return [
    ...diagnoseUndefinedSchemes(document, raw),
    ...diagnoseSharedLocations(document, raw, schemes),
    ...diagnoseCredentialParameters(operations, schemes),
    ...diagnoseOtherAuthentication([...schemes.values()], operations),
    ...diagnoseNamelessKeys([...schemes.values()], operations),
    ...diagnoseClientCertificates([...schemes.values()], operations),
  ];
}

/** Diagnostics for client certificates that operations need (OpenAPI, `mutualTLS`): one per scheme. */
function diagnoseClientCertificates(
  schemes: readonly SecuritySchemeModel[],
  operations: readonly OperationModel[],
): readonly Diagnostic[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return schemes
    .filter(({ kind, name }) => kind === "mutualTLS" && used.has(name))
    .map(({ name, origin }) => diagnostic("security/client-certificate", origin.pointer, { scheme: name }));
}

/** Schemes by name. */
type Schemes = ReadonlyMap<string, SecuritySchemeModel>;

/**
 * Leaves out the parameters that describe an API key a second time: with each alternative of its security the operation
 * sends a credential of that name in that place, and the caller would have to give the same key twice. Where one
 * alternative goes without the key, the parameter stays: it may be the only one that brings it.
 */
export function withoutCredentialParameters(operation: OperationModel, schemes: Schemes): OperationModel {
  const twice = credentialParameters(operation, schemes);
  if (twice.size === 0) return operation;
  return { ...operation, parameters: operation.parameters.filter((parameter) => !twice.has(parameter)) };
}

/** Diagnostics for the omitted parameters. One per parameter of the contract. */
function diagnoseCredentialParameters(
  operations: readonly OperationModel[],
  schemes: Schemes,
): readonly Diagnostic[] {
  const found = operations.flatMap((operation) =>
    [...credentialParameters(operation, schemes)].map(([{ in: location, name, origin }, scheme]) =>
      diagnostic("security/key-parameter", origin.pointer, { location, name, scheme }),
    ),
  );
  // Operations that share a parameter may name several schemes with that key: the first stands for all.
  return [...new Map(found.reverse().map((one) => [one.pointer, one])).values()].reverse();
}

/** Such parameters, and the first scheme that brings each. */
function credentialParameters(
  { parameters, security }: OperationModel,
  schemes: Schemes,
): ReadonlyMap<ParameterModel, string> {
  const found = new Map<ParameterModel, string>();
  for (const parameter of parameters) {
    const bringing = security.map((alternative) =>
      alternative.find(({ scheme }) => brings(schemes.get(scheme), parameter)),
    );
    const [first] = bringing;
    if (first !== undefined && bringing.every((need) => need !== undefined))
      found.set(parameter, first.scheme);
  }
  return found;
}

/** Names of headers are the same in any case (RFC 9110 section 5.1). */
function brings(scheme: SecuritySchemeModel | undefined, { in: location, name }: ParameterModel): boolean {
  if (scheme?.kind !== "apiKey" || scheme.in !== location) return false;
  return location === "header"
    ? scheme.parameter.toLowerCase() === name.toLowerCase()
    : scheme.parameter === name;
}

/** Diagnostics for keys that no call can send, because the name of their header is invalid. */
function diagnoseNamelessKeys(
  schemes: readonly SecuritySchemeModel[],
  operations: readonly Pick<OperationModel, "security">[],
): readonly Diagnostic[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return schemes.flatMap((scheme) => {
    const { name, kind, origin } = scheme;
    if (kind !== "apiKey" || scheme.in !== "header" || isHeaderName(scheme.parameter) || !used.has(name))
      return [];
    const pointer = appendPointer(origin.pointer, "name");
    return [diagnostic("security/invalid-header-name", pointer, { name: scheme.parameter, scheme: name })];
  });
}

/**
 * Diagnostics for HTTP authentication other than `basic` and `bearer` that operations need (OpenAPI, Security
 * Scheme Object): the client does not compute its credentials. One per scheme.
 */
function diagnoseOtherAuthentication(
  schemes: readonly SecuritySchemeModel[],
  operations: readonly OperationModel[],
): readonly Diagnostic[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return schemes.flatMap((scheme) => {
    const { name, kind, origin } = scheme;
    if (kind !== "http" || !used.has(name)) return [];
    const values = { authentication: scheme.scheme, scheme: name };
    return [diagnostic("security/other-http-scheme", origin.pointer, values)];
  });
}

type Need = SecurityAlternativeModel[number];

/**
 * Leaves of schemes that write the same place of a request the one whose credential can be sent: two bearer tokens do
 * not fit into one `Authorization` (RFC 9110 section 11.6.2). It is the one that says most: with scopes, then of OAuth 2.0
 * or OpenID Connect, then the first by name.
 */
export function withoutSharedLocations(
  alternative: SecurityAlternativeModel,
  schemes: Schemes,
): SecurityAlternativeModel {
  const sent = new Set([...byLocation(alternative, schemes).values()].map(([first]) => first));
  return alternative.filter((need) => locationOf(schemes.get(need.scheme)) === undefined || sent.has(need));
}

/** Diagnostics for alternatives that need several credentials in one place. One per place. */
function diagnoseSharedLocations(
  document: JsonObject,
  operations: readonly RawOperation[],
  schemes: Schemes,
): readonly Diagnostic[] {
  const owners = [{ json: document, pointer: "#" }, ...operations];
  return owners.flatMap(({ json, pointer }) =>
    listMember(json, "security").flatMap((written, index) => {
      const alternative = isObject(written) ? readAlternative(document, written) : undefined;
      if (alternative === undefined) return [];
      return [...byLocation(alternative, schemes)].flatMap(([location, needs]) => {
        const [sent, ...omitted] = needs.map(({ scheme }) => scheme);
        if (sent === undefined || omitted.length === 0) return [];
        const at = appendPointer(pointer, "security", index);
        return [diagnostic("security/shared-place", at, { location, sent, omitted })];
      });
    }),
  );
}

/** What an alternative needs, by the place in the request; the first of each is what is sent. */
function byLocation(alternative: SecurityAlternativeModel, schemes: Schemes): ReadonlyMap<string, Need[]> {
  const locations = new Map<string, Need[]>();
  const ranked = [...alternative].sort(
    (left, right) => rank(left, schemes) - rank(right, schemes) || byText(left.scheme, right.scheme),
  );
  for (const need of ranked) {
    const location = locationOf(schemes.get(need.scheme));
    if (location !== undefined) locations.set(location, [...(locations.get(location) ?? []), need]);
  }
  return locations;
}

function rank({ scheme, scopes }: Need, schemes: Schemes): number {
  if (scopes.length > 0) return 0;
  const kind = schemes.get(scheme)?.kind;
  return kind === "oauth2" || kind === "openIdConnect" ? 1 : 2;
}

/** The location of a scheme's credential, in words; undefined where it is not in the request. */
function locationOf(scheme: SecuritySchemeModel | undefined): string | undefined {
  if (scheme === undefined || scheme.kind === "mutualTLS") return undefined;
  if (scheme.kind !== "apiKey") return header("authorization");
  return scheme.in === "header"
    ? header(scheme.parameter)
    : `${scheme.in === "query" ? "query parameter" : "cookie"} ${JSON.stringify(scheme.parameter)}`;
}

/** Names of headers are the same in any case (RFC 9110 section 5.1). */
function header(name: string): string {
  return `header ${JSON.stringify(name.toLowerCase())}`;
}
