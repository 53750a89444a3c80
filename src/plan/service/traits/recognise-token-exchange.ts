import type {
  ApiModel,
  MediaModel,
  OAuthFlowModel,
  OperationModel,
  ServerModel,
} from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { defaultAddress } from "../../../text/server-address.js";
import { jsonResponse, operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { exampleValues } from "./body-members.js";
import type { TokenExchange, Trait } from "./trait.js";

const GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";

/**
 * The operation that exchanges an access key for a token (RFC 8693 section 2.1, TOK-1): a POST of a form, or of JSON, whose `grant_type`
 * can be that of token exchange, or is left open where `subject_token` is required and nothing is of another grant; at the token URL of an
 * OAuth 2 scheme or, when there is only one scheme that takes Bearer tokens, for that one. An endpoint with other grants serves a scheme only when that one's flow is
 * `clientCredentials`, the nearest to an exchange that OpenAPI has.
 */
export function recogniseTokenExchange(
  operation: OperationModel,
  model: ApiModel,
  reader: SchemaReader,
): Trait<TokenExchange> | undefined {
  const form = exchangeBody(operation);
  if (operation.method !== "POST" || form?.schema === undefined) return undefined;
  const grant = reader.property(form.schema, "grant_type");
  const grants = grant === undefined ? [] : reader.values(grant.schema);
  const isOpen = grant !== undefined && grants.length === 0;
  if (isOpen ? !takesSubjectAlone(form.schema, reader) : !grants.includes(GRANT)) return undefined;
  const otherGrants = grants.length > 1;
  const scheme = findScheme(operation, model, otherGrants);
  const {
    resourceReason,
    subjectTokenType: subject,
    ...shown
  } = readExchangeForm(form, model.servers, reader);
  // What is only one grant among others, and not described, needs no diagnostic: tokens come another way.
  if (scheme === undefined || (otherGrants && subject === undefined)) return undefined;
  return {
    facts: {
      scheme: scheme.name,
      grantType: GRANT,
      subjectTokenType: subject,
      responseFields: requiredFields(operation, reader),
      ...shown,
    },
    reason: `The ${shown.mediaType === undefined ? "form" : "body"} of ${operationKey(operation)} has ${isOpen ? "a `subject_token`, as" : "the grant type of"} RFC 8693${isOpen ? " says" : ""}; its tokens serve "${scheme.name}", ${scheme.why}.${resourceReason === undefined ? "" : ` ${resourceReason}`}`,
  };
}

/** The body that an exchange is sent in: a form, as RFC 8693 says, where the operation takes one; else JSON. */
export function exchangeBody({ body }: OperationModel): MediaModel | undefined {
  const inType = (type: string) => body?.content.find(({ mediaType }) => mediaType.startsWith(type));
  return inType(FORM) ?? inType("application/json");
}

const FORM = "application/x-www-form-urlencoded";

/** What the form of an exchange says of its values. */
export interface ExchangeForm extends Partial<TokenExchange> {
  /** A whole sentence, where the form does not fix the resource. */
  readonly resourceReason?: string;
}

/** The values of an exchange that its form fixes, or shows as a default or as its only example. */
export function readExchangeForm(
  form: MediaModel,
  servers: readonly ServerModel[],
  reader: SchemaReader,
): ExchangeForm {
  const { schema } = form;
  const fixed = (name: string) => (schema === undefined ? undefined : textValue(reader, schema, name));
  const subject = schema === undefined ? undefined : subjectTokenType(reader, schema);
  const resource = fixed("resource");
  const shown = resource === undefined ? shownResource(form, servers, reader) : undefined;
  const requestedTokenType = fixed("requested_token_type") ?? shownType(reader, form, "requested_token_type");
  const uri = resource ?? shown?.uri;
  return {
    subjectTokenType: subject ?? shownSubject(reader, form),
    ...(form.mediaType.startsWith(FORM) ? {} : { mediaType: form.mediaType }),
    ...(requestedTokenType === undefined ? {} : { requestedTokenType }),
    ...(uri === undefined ? {} : { resource: uri }),
    ...(shown && { resourceReason: `They are for "${shown.uri}", ${shown.why} of "resource".` }),
  };
}

/** Members of the forms of other grants (RFC 6749 sections 2.3.1, 4 and 6, RFC 7521 section 4, RFC 8628 section 3.4). */
const OF_OTHER_GRANTS = [
  ...["assertion", "client_assertion", "client_id", "client_secret", "code", "device_code"],
  ...["password", "refresh_token", "username"],
];

/** Whether a form whose grant is open can be used for nothing but an exchange. */
function takesSubjectAlone(form: SchemaNode, reader: SchemaReader): boolean {
  return (
    reader.property(form, "subject_token")?.required === true &&
    OF_OTHER_GRANTS.every((name) => reader.property(form, name) === undefined)
  );
}

/** The type of a token that a form leaves open: its default, else its only example. */
function shownType(
  reader: SchemaReader,
  { schema, examples = [] }: MediaModel,
  name: string,
): string | undefined {
  const property = schema === undefined ? undefined : reader.property(schema, name);
  if (schema === undefined || property === undefined) return undefined;
  const docs = [property.schema.doc, reader.resolve(property.schema).doc];
  const whole = [...examples, ...schema.doc.examples, ...reader.resolve(schema).doc.examples];
  const shown = [...docs.flatMap((doc) => doc.examples), ...exampleValues(whole, [name])];
  const [type, ...others] = new Set(
    [docs.map((doc) => doc.default).find(isType) ?? shown.filter(isType)].flat(),
  );
  return others.length === 0 ? type : undefined;
}

/** A URN without words for a reader to fill in. */
function isType(value: unknown): value is string {
  return typeof value === "string" && /^urn:[^\s<>{}$]+$/i.test(value);
}

function shownSubject(reader: SchemaReader, form: MediaModel): TokenExchange["subjectTokenType"] {
  const value = shownType(reader, form, "subject_token_type");
  return value === undefined ? undefined : { value };
}

function requiredFields(operation: OperationModel, reader: SchemaReader): readonly string[] {
  const body = jsonResponse(operation, reader)?.schema;
  const properties = body === undefined ? [] : (reader.properties(body) ?? []);
  return properties.filter(({ required }) => required).map(({ name }) => name);
}

function findScheme(
  operation: OperationModel,
  model: ApiModel,
  otherGrants: boolean,
): { readonly name: string; readonly why: string } | undefined {
  const here = ({ tokenUrl }: OAuthFlowModel): boolean => pathOf(tokenUrl) === operation.path;
  const byUrl = model.securitySchemes.find((scheme) => scheme.kind === "oauth2" && scheme.flows.some(here));
  if (byUrl?.kind === "oauth2") {
    // Tokens of the scheme come with a person's consent: the exchange is but one more thing that the endpoint can do.
    const personal = byUrl.flows.filter(here).every(({ kind }) => kind !== "clientCredentials");
    return otherGrants && personal ? undefined : { name: byUrl.name, why: "whose token URL it is" };
  }
  const bearers = model.securitySchemes.filter(
    (scheme) => scheme.kind === "oauth2" || scheme.kind === "bearer",
  );
  const described = bearers.filter(({ exchanged }) => exchanged !== undefined);
  const [first] = described;
  if (first !== undefined && described.length === 1 && bearers.length > 1)
    return { name: first.name, why: "which says that its tokens come from an exchange" };
  const [only] = bearers;
  return only !== undefined && bearers.length === 1
    ? { name: only.name, why: "the only scheme that takes Bearer tokens" }
    : undefined;
}

/** Path of a token URL, which may be relative (OpenAPI 3.1, OAuth Flow Object). */
function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
}

function subjectTokenType(reader: SchemaReader, form: SchemaNode): TokenExchange["subjectTokenType"] {
  const value = textValue(reader, form, "subject_token_type");
  if (value !== undefined) return { value };
  const property = reader.property(form, "subject_token_type");
  const pattern = property === undefined ? undefined : reader.resolve(property.schema).constraints["pattern"];
  return typeof pattern === "string" ? { pattern } : undefined;
}

/**
 * What tokens are for, where the form does not fix it: the default of `resource`, else its only example. The example of an address is
 * followed where it is on a server of the contract; it may be of another installation otherwise.
 */
function shownResource(
  { schema, examples = [] }: MediaModel,
  servers: readonly ServerModel[],
  reader: SchemaReader,
): { readonly uri: string; readonly why: string } | undefined {
  const property = schema === undefined ? undefined : reader.property(schema, "resource");
  if (schema === undefined || property === undefined) return undefined;
  const docs = [property.schema.doc, reader.resolve(property.schema).doc];
  const preset = docs.map((doc) => doc.default).find(isUri);
  if (preset !== undefined) return { uri: preset, why: "the default" };
  const whole = [...examples, ...schema.doc.examples, ...reader.resolve(schema).doc.examples];
  const given = [...docs.flatMap((doc) => doc.examples), ...exampleValues(whole, ["resource"])];
  const [uri, ...others] = new Set(given.filter(isUri));
  if (uri === undefined || others.length > 0) return undefined;
  const isAddress = /^https?:/i.test(uri);
  const isHere = servers.some((server) => defaultAddress(server)?.origin === new URL(uri).origin);
  return isAddress && !isHere ? undefined : { uri, why: "the example" };
}

function isUri(value: unknown): value is string {
  return typeof value === "string" && /^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(value) && URL.canParse(value);
}

function textValue(reader: SchemaReader, form: SchemaNode, name: string): string | undefined {
  const property = reader.property(form, name);
  const values = property === undefined ? [] : reader.values(property.schema);
  const [value] = values;
  return values.length === 1 && typeof value === "string" ? value : undefined;
}
