import type { TokenExchangeOverride } from "../../../../config/client-overrides.js";
import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../../model/api-model.js";
import { defaultAddress } from "../../../../text/server-address.js";
import { tokenMembers } from "../../../../text/token-members.js";
import { yamlList, yamlQuoted } from "../../../../text/yaml-scalar.js";
import { operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { bearerSchemes } from "../../credentials/bearer-schemes.js";
import { isTokenUrl, returnsTokens, takesForm } from "../../credentials/token-endpoints.js";
import {
  exchangeBody,
  isOfOtherGrant,
  otherMembers,
  readExchangeForm,
  readExchangeResponse,
  respelledMembers,
  showsExchange,
} from "../../traits/exchange-form.js";
import { readField } from "../../traits/form-field.js";
import type { LostSign, SignSource } from "../sign.js";

/**
 * Access tokens that the client could request by itself: of schemes that say that their tokens come from an exchange; where none does, of
 * operations that return some. Of an exchange that is recognised, the fields that it leaves open.
 *
 * @param given - what the configuration says of the exchange
 */
export function exchangeSigns(
  sources: readonly SignSource[],
  model: ApiModel,
  given: TokenExchangeOverride | undefined,
  reader: SchemaReader,
): readonly LostSign[] {
  const recognised = sources.filter(({ traits }) => traits.tokenExchange !== undefined);
  if (recognised.length > 0)
    return recognised
      .flatMap((source) => [openSign(source, model, given), uncheckedSign(source, model, given)])
      .filter((sign) => sign !== undefined);
  const endpoints = model.operations.filter((operation) => returnsTokens(operation, reader));
  const schemes = bearerSchemes(model.securitySchemes);
  const described = schemes.filter(({ exchanged }) => exchanged !== undefined);
  if (described.length > 0)
    return described.map((scheme) =>
      schemeSign(
        scheme,
        endpoints.filter((one) => mayExchange(one, reader)),
        model,
      ),
    );
  return schemes.length === 0
    ? []
    : endpoints
        .filter((operation) => !isOfGrant(operation, model, reader))
        .map((operation) => endpointSign(operation, schemes, reader));
}

/** Whether an operation gives the tokens of another grant than an exchange: its body says so, or a flow of the contract names it. */
function isOfGrant(operation: OperationModel, model: ApiModel, reader: SchemaReader): boolean {
  const body = exchangeBody(operation);
  if (operation.exchanged !== undefined || (body !== undefined && showsExchange(body, reader))) return false;
  return isTokenUrl(operation, model) || (body !== undefined && isOfOtherGrant(body, reader));
}

/** Whether the form of an operation can be that of an exchange. */
function mayExchange(operation: OperationModel, reader: SchemaReader): boolean {
  const body = exchangeBody(operation);
  if (!takesForm(operation) || body === undefined || otherMembers(body, reader) !== undefined) return false;
  if (respelledMembers(body, reader).length > 0) return false;
  return showsExchange(body, reader) || !isOfOtherGrant(body, reader);
}

/** Fields of an exchange that the client sends (RFC 8693 section 2.1), beside `requested_token_type`. */
const SENT = ["grant_type", "resource", "scope", "subject_token", "subject_token_type"];

/** What tokens are for, where the form takes it and nothing says it; and required fields that the client does not send. */
function openSign(
  { operation, traits, reader }: SignSource,
  model: ApiModel,
  given: TokenExchangeOverride | undefined,
): LostSign | undefined {
  const form = exchangeBody(operation);
  const facts = traits.tokenExchange?.facts;
  if (form?.schema === undefined || facts === undefined) return undefined;
  const isOpen = facts.resource === undefined && readField(form, "resource", reader) !== undefined;
  const required = (reader.properties(form.schema) ?? [])
    .filter((one) => one.required)
    .map(({ name }) => name);
  const isSent = (name: string) =>
    SENT.includes(name) ||
    (name === "audience" && facts.audience !== undefined) ||
    (name === "requested_token_type" && facts.requestedTokenType !== undefined);
  const unsent = required.filter((name) => !isSent(name));
  const isForAny =
    facts.resource === false &&
    facts.audience === undefined &&
    !unsent.includes("audience") &&
    readField(form, "audience", reader) !== undefined;
  const shown = [
    ...(isOpen ? ['takes "resource"'] : []),
    ...(isForAny ? ['takes "audience"'] : []),
    ...(unsent.length === 0 ? [] : [`requires ${unsent.map(quoted).join(", ")}`]),
  ];
  if (shown.length === 0) return undefined;
  const missing = [
    ...(isOpen ? ['nothing says the value of "resource": the client sends the address of the server'] : []),
    ...(isForAny ? ['nothing says the value of "audience": the client does not send it'] : []),
    ...(unsent.length === 0 ? [] : [`the client does not send ${unsent.map(quoted).join(", ")}`]),
  ];
  const { namedResource = "?", namedAudience = "?" } = readExchangeForm(form, model, reader);
  // Generation asks for it. One that its configuration gives is a value.
  const isTypeOpen = facts.subjectTokenType === undefined;
  const endpoint = {
    ...given,
    operation: operationKey(operation),
    ...(isTypeOpen && { subjectTokenType: "?" }),
  };
  const acceptedKeys = {
    ...given,
    operation: endpoint.operation,
    ...(isOpen && { resource: "/" }),
    ...(isForAny && { audience: false as const }),
  };
  const keys = {
    ...endpoint,
    ...(isOpen && { resource: namedResource }),
    ...((isForAny || unsent.includes("audience")) && { audience: namedAudience }),
    ...(unsent.includes("requested_token_type") && { requestedTokenType: "?" }),
  };
  return {
    operation,
    trait: "tokenExchange",
    rule: "trait/open-exchange",
    shown: `its ${facts.mediaType === undefined ? "form" : "body"} ${shown.join(" and ")}`,
    missing: missing.join("; "),
    lines: Object.keys(keys).length === Object.keys(endpoint).length ? [] : exchangeLines(keys),
    meant: unsent.length > 0 ? ["tokenExchange: false"] : exchangeLines(acceptedKeys),
  };
}

/**
 * Members that a token response lacks unnoticed: those that a text lists, and neither the schema declares nor the client requires; and, where
 * the schema requires nothing, those of RFC 8693 section 2.2.1 that it declares.
 */
function uncheckedSign(
  { operation, traits, reader }: SignSource,
  { securitySchemes }: ApiModel,
  given: TokenExchangeOverride | undefined,
): LostSign | undefined {
  const facts = traits.tokenExchange?.facts;
  if (facts === undefined || given?.responseFields !== undefined) return undefined;
  const texts = [operation, ...operation.responses].map(({ description = "" }) => tokenMembers(description));
  const ofScheme = securitySchemes.find(({ name }) => name === facts.scheme)?.exchanged?.responseFields ?? [];
  const listed = texts.find((names) => names.length > 0) ?? ofScheme;
  const { declared, requiresNone } = readExchangeResponse(operation, reader);
  const checked = [...facts.responseFields, ...(requiresNone ? [] : declared)];
  const unchecked = listed.filter((name) => !checked.includes(name));
  const open = requiresNone ? declared.filter((name) => OPTIONAL.has(name)) : [];
  if (unchecked.length === 0 && open.length === 0) return undefined;
  const linesOf = (responseFields: readonly string[]) =>
    exchangeLines({ ...given, operation: operationKey(operation), responseFields });
  return {
    operation,
    trait: "tokenExchange",
    rule: "trait/incomplete-token",
    ...(unchecked.length > 0
      ? {
          shown: `a text lists ${unchecked.map(quoted).join(", ")} in its response`,
          missing: `no schema ${requiresNone ? "requires" : "declares"} that`,
          lines: linesOf([...facts.responseFields, ...unchecked]),
        }
      : {
          shown: `its response has ${open.map(quoted).join(", ")}`,
          missing: "its schema requires no member",
          lines: linesOf([...facts.responseFields, "?"]),
        }),
    meant: linesOf(facts.responseFields),
  };
}

/** Members of a token response that RFC 8693 section 2.2.1 does not require, and a service may. */
const OPTIONAL: ReadonlySet<string> = new Set(["expires_in", "scope"]);

function quoted(name: string): string {
  return JSON.stringify(name);
}

/** Lines for where tokens are exchanged, by the keys of the configuration. */
export function exchangeLines(
  keys: Readonly<Record<string, false | string | readonly string[]>>,
): readonly string[] {
  const written = (value: false | string | readonly string[]) =>
    typeof value === "string" ? yamlQuoted(value) : value === false ? "false" : yamlList(value);
  return ["tokenExchange:", ...Object.entries(keys).map(([name, value]) => `  ${name}: ${written(value)}`)];
}

/** A scheme whose tokens come from an exchange that no operation describes: a caller might pass the key itself. */
function schemeSign(
  scheme: SecuritySchemeModel,
  [endpoint, ...others]: readonly OperationModel[],
  { securitySchemes, servers }: ApiModel,
): LostSign {
  const { url = "?", subjectTokenType = "?", ...described } = scheme.exchanged ?? {};
  const [server] = servers;
  const address = server && defaultAddress(server);
  const target =
    endpoint !== undefined && others.length === 0
      ? { operation: operationKey(endpoint) }
      : { url: url.startsWith("/") && address !== undefined ? new URL(url, address).href : url };
  const isOnly = bearerSchemes(securitySchemes).length === 1;
  const keys = {
    ...target,
    ...(isOnly ? {} : { scheme: scheme.name }),
    subjectTokenType,
    ...described,
  };
  return {
    scheme,
    trait: "tokenExchange",
    shown: "its tokens come from an exchange",
    missing: `no operation of the contract describes it${openVendor(subjectTokenType)}`,
    lines: exchangeLines(keys),
  };
}

/** That a token type has a word of the service, which another key of the configuration gives. */
function openVendor(subjectTokenType: string): string {
  return subjectTokenType.includes("<vendor>")
    ? `, and \`vendor\` gives the word of the service in ${quoted(subjectTokenType)}`
    : "";
}

/** A POST that returns access tokens, and does not say that it takes a token for them. */
function endpointSign(
  operation: OperationModel,
  schemes: readonly SecuritySchemeModel[],
  reader: SchemaReader,
): LostSign {
  const sign = { operation, trait: "tokenExchange" as const, shown: "it returns access tokens" };
  const body = exchangeBody(operation);
  if (body === undefined)
    return { ...sign, missing: "it takes neither a form nor JSON, as a token exchange does", lines: [] };
  if (otherMembers(body, reader) !== undefined)
    return {
      ...sign,
      missing: 'its body does not declare "subject_token", as that of a token exchange (RFC 8693) does',
      lines: [],
    };
  const respelled = respelledMembers(body, reader);
  if (respelled.length > 0)
    return {
      ...sign,
      missing: `its body has ${respelled.map(quoted).join(", ")}, which a token exchange (RFC 8693) spells in another way`,
      lines: [],
    };
  const { subjectTokenType = "?", requestedTokenType, resource, responseFields } = operation.exchanged ?? {};
  return {
    ...sign,
    missing: `its body does not describe a token exchange (RFC 8693) alone${openVendor(subjectTokenType)}`,
    lines: exchangeLines({
      operation: operationKey(operation),
      ...(schemes.length === 1 ? {} : { scheme: "?" }),
      subjectTokenType,
      ...(requestedTokenType === undefined ? {} : { requestedTokenType }),
      ...(resource === undefined ? {} : { resource }),
      ...(responseFields === undefined ? {} : { responseFields }),
    }),
  };
}
