import type { MediaModel, OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { words } from "../../../text/words.js";
import { jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { type BodyMember, listBodyMembers } from "./body-members.js";
import { type AddressedApi, readAudience, readResource } from "./exchange-resource.js";
import { type FormField, readField } from "./form-field.js";
import type { TokenExchange } from "./trait.js";

/** The grant of a token exchange (RFC 8693 section 2.1). */
export const EXCHANGE_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";

const FORM = "application/x-www-form-urlencoded";

/** Members that RFC 8693 section 2.1 requires of a request. */
const NEEDED = ["grant_type", "subject_token", "subject_token_type"];

/** Members that RFC 8693 section 2.2.1 requires of a response. */
const REQUIRED = ["access_token", "issued_token_type", "token_type"];

/** What is known of the response to an exchange. */
export interface ExchangeResponse {
  /** See `TokenExchange.responseAt`. */
  readonly at?: string;
  /** See `TokenExchange.responseFields`. */
  readonly fields: readonly string[];
  /** Members that the contract declares, required or not. */
  readonly declared: readonly string[];
  /** Whether the contract declares members, and requires none of them: nothing tells which a response may lack. */
  readonly requiresNone: boolean;
}

/** The members that the response to an exchange must have: those that the contract requires, and those of RFC 8693 that it declares. */
export function readExchangeResponse(
  operation: OperationModel | undefined,
  reader: SchemaReader,
): ExchangeResponse {
  const body = operation === undefined ? undefined : jsonResponse(operation, reader)?.schema;
  const envelope = envelopeOf(body, reader);
  const held = envelope?.schema ?? body;
  const properties = held === undefined ? [] : (reader.properties(held) ?? []);
  if (properties.length === 0) return { fields: REQUIRED, declared: [], requiresNone: false };
  const declared = properties.map(({ name }) => name);
  const required = properties.filter((one) => one.required).map(({ name }) => name);
  return {
    ...(envelope !== undefined && { at: envelope.at }),
    // Without a token there is nothing to send, whatever a contract declares.
    fields: [
      ...new Set(["access_token", ...REQUIRED.filter((name) => declared.includes(name)), ...required]),
    ].sort(byText),
    declared,
    requiresNone: required.length === 0,
  };
}

/** The object of a response that has the token, where the response has no token itself: what puts every response in an envelope does it here, too. */
function envelopeOf(body: SchemaNode | undefined, reader: SchemaReader): BodyMember | undefined {
  const members = listBodyMembers(body, reader);
  // Another token beside it may be the one.
  if (members.some(({ path, key }) => path.length === 1 && /(?:^|_)(?:tokens?|jwt)$/.test(key)))
    return undefined;
  return members.find(
    ({ path, key, schema }) =>
      path.length === 1 && ENVELOPE.test(key) && reader.property(schema, "access_token") !== undefined,
  );
}

/** Names of a member that has what a response is of; words joined by `_`. */
const ENVELOPE = /^(?:content|data|payload|response|result)$/;

/** The body that an exchange is sent in: a form, as RFC 8693 says, where the operation takes one; else JSON. */
export function exchangeBody({ body }: OperationModel): MediaModel | undefined {
  const inType = (type: string) => body?.content.find(({ mediaType }) => mediaType.startsWith(type));
  return inType(FORM) ?? inType("application/json");
}

/** What the form of an exchange says of its grant. */
export type ExchangeGrant = "alone" | "among others" | "open";

/**
 * Whether a form can be used for an exchange, by its grant; one that is left open counts where nothing names another grant, and the form has
 * nothing of one.
 */
export function exchangeGrant(form: MediaModel, reader: SchemaReader): ExchangeGrant | undefined {
  const property = form.schema === undefined ? undefined : reader.property(form.schema, "grant_type");
  if (property === undefined) return undefined;
  const listed = reader.values(property.schema);
  const field = readField(form, "grant_type", reader);
  const stated = field?.stated;
  const grants = listed.length === 0 && stated !== undefined ? [stated] : listed;
  if (grants.length === 0) return isLeftOpen(form, field, reader) ? "open" : undefined;
  if (!grants.includes(EXCHANGE_GRANT)) return undefined;
  return grants.length > 1 ? "among others" : "alone";
}

/** Whether neither a pattern nor a default or an example of the grant speaks against an exchange, and the form has nothing of another grant. */
function isLeftOpen(form: MediaModel, field: FormField | undefined, reader: SchemaReader): boolean {
  if (field === undefined || !takesSubjectAlone(form, reader)) return false;
  const named = grantsNamedBy(field);
  // A pattern of more than words may not match an exchange.
  return named.length === 0 ? field.pattern === undefined : named.includes(EXCHANGE_GRANT);
}

/**
 * The members of a body that cannot be that of an exchange: it is described, and has neither `subject_token`, in any spelling, nor a
 * `grant_type` that can be that of an exchange. Undefined: it can be.
 */
export function otherMembers(form: MediaModel, reader: SchemaReader): readonly string[] | undefined {
  const properties = form.schema === undefined ? [] : (reader.properties(form.schema) ?? []);
  const keys = properties.map(({ name }) => words(name).join("").toLowerCase());
  const grants = properties
    .filter((_, index) => keys[index] === "granttype")
    .map(({ schema }) => reader.values(schema));
  const isOfGrants = grants.some((values) => values.length === 0 || values.includes(EXCHANGE_GRANT));
  return properties.length === 0 || isOfGrants || keys.includes("subjecttoken")
    ? undefined
    : properties.map(({ name }) => name);
}

/** Members of a body that RFC 8693 section 2.1 has in another spelling, as the client sends them: `subjectToken`. */
export function respelledMembers({ schema }: MediaModel, reader: SchemaReader): readonly string[] {
  const names = (schema === undefined ? [] : (reader.properties(schema) ?? [])).map(({ name }) => name);
  return names.filter((name) => {
    const spelled = words(name).join("_").toLowerCase();
    return NEEDED.includes(spelled) && !names.includes(spelled);
  });
}

/** Whether a body shows an exchange: it takes a `subject_token`, in any spelling, or the grant of one. */
export function showsExchange(form: MediaModel, reader: SchemaReader): boolean {
  const properties = form.schema === undefined ? [] : (reader.properties(form.schema) ?? []);
  const isOfSubject = properties.some(({ name }) => words(name).join("").toLowerCase() === "subjecttoken");
  return isOfSubject || grantsIn(form, reader).includes(EXCHANGE_GRANT);
}

/** Whether a body names its grant, and that is another one than an exchange. */
export function isOfOtherGrant(form: MediaModel, reader: SchemaReader): boolean {
  const grants = grantsIn(form, reader);
  return grants.length > 0 && !grants.some((grant) => EXCHANGE_GRANT.includes(grant));
}

/** The grants that a body lists, else those that its pattern, its description, its default and its examples name. */
function grantsIn(form: MediaModel, reader: SchemaReader): readonly string[] {
  const property = (form.schema === undefined ? [] : (reader.properties(form.schema) ?? [])).find(
    ({ name }) => words(name).join("").toLowerCase() === "granttype",
  );
  const field = property === undefined ? undefined : readField(form, property.name, reader);
  if (property === undefined || field === undefined) return [];
  const listed = reader.values(property.schema).filter((value) => typeof value === "string");
  return listed.length > 0 ? listed : grantsNamedBy(field);
}

/** A pattern that has only words to choose from, with and without its ends. */
const OF_WORDS = /^(\^?)(?:\((?:\?:)?)?((?:[\w:|-]|\\[.:/-])+)\)?(\$?)$/u;

function grantsNamedBy(field: FormField): readonly string[] {
  const [, start, named = "", end] = OF_WORDS.exec(field.pattern ?? "") ?? [];
  if (named !== "") {
    const isWhole = start !== "" && end !== "";
    const grants = named.split("|").map((word) => word.replaceAll("\\", ""));
    return grants.map((word) => (!isWhole && EXCHANGE_GRANT.includes(word) ? EXCHANGE_GRANT : word));
  }
  return [field.stated, field.preset, ...field.examples].filter((value) => typeof value === "string");
}

/** Members of the forms of other grants (RFC 6749 sections 2.3.1, 4 and 6, RFC 7521 section 4, RFC 8628 section 3.4). */
const OF_OTHER_GRANTS = [
  ...["assertion", "client_assertion", "client_id", "client_secret", "code", "device_code"],
  ...["password", "refresh_token", "username"],
];

function takesSubjectAlone(form: MediaModel, reader: SchemaReader): boolean {
  return (
    readField(form, "subject_token", reader)?.required === true &&
    OF_OTHER_GRANTS.every((name) => readField(form, name, reader) === undefined)
  );
}

/** What the form of an exchange says of its values. */
export interface ExchangeForm {
  readonly facts: Pick<
    TokenExchange,
    "audience" | "mediaType" | "requestedTokenType" | "requiresScope" | "resource" | "subjectTokenType"
  >;
  /** A whole sentence, where the form does not fix the resource. */
  readonly resourceReason?: string;
  /** See `ShownResource.named`. */
  readonly namedResource?: string;
  /** The same of the audience. */
  readonly namedAudience?: string;
}

/** The values of an exchange that its form fixes, or shows: as a default, as its only example, or in a description. */
export function readExchangeForm(form: MediaModel, api: AddressedApi, reader: SchemaReader): ExchangeForm {
  const subject = readField(form, "subject_token_type", reader);
  const requested = readField(form, "requested_token_type", reader);
  const [resourceField, audienceField] = ["resource", "audience"].map((name) =>
    readField(form, name, reader),
  );
  const { resource, reason, named } = readResource(resourceField, api);
  const { audience, named: namedAudience } = readAudience(audienceField, api);
  // One of the two is enough (RFC 8693 section 2.1), and the form takes no other.
  const isUntaken = resourceField === undefined && audienceField !== undefined;
  const requestedTokenType = requested?.fixed ?? shownType(requested);
  return {
    facts: {
      subjectTokenType: subjectType(subject),
      ...(form.mediaType.startsWith(FORM) ? {} : { mediaType: form.mediaType }),
      ...(requestedTokenType === undefined ? {} : { requestedTokenType }),
      ...(isUntaken ? { resource: false } : resource === undefined ? {} : { resource }),
      ...(audience === undefined ? {} : { audience }),
      ...(readField(form, "scope", reader)?.required === true ? { requiresScope: true } : {}),
    },
    ...(reason === undefined ? {} : { resourceReason: reason }),
    ...(named === undefined ? {} : { namedResource: named }),
    ...(namedAudience === undefined ? {} : { namedAudience }),
  };
}

/** The type of the access key: its value; with a gap for the service's own word; or the pattern that it matches. */
function subjectType(field: FormField | undefined): TokenExchange["subjectTokenType"] {
  if (field === undefined) return undefined;
  if (field.fixed !== undefined) return { value: field.fixed };
  if (isType(field.stated)) return { value: field.stated };
  const ofPattern = field.pattern === undefined ? undefined : readPattern(field.pattern);
  if (ofPattern !== undefined) return ofPattern;
  const template = shownTemplate(field);
  if (template !== undefined) return { template };
  const value = shownType(field);
  if (value !== undefined) return { value };
  return field.pattern === undefined ? undefined : { pattern: field.pattern };
}

/** Characters that stand for themselves in a pattern. */
const PLAIN = /^(?:[A-Za-z0-9:_-]|\\[.:/-])+$/;

/** `^urn:[a-z0-9-]+:params:oauth:token-type:x$` → `urn:<vendor>:params:oauth:token-type:x`; without a gap it is a value. */
function readPattern(pattern: string): TokenExchange["subjectTokenType"] {
  const [, word, rest] = /^\^urn:(.+?):(params:.+)\$$/.exec(pattern) ?? [];
  if (word === undefined || rest === undefined || !PLAIN.test(rest)) return undefined;
  const end = rest.replaceAll("\\", "");
  return PLAIN.test(word)
    ? { value: `urn:${word.replaceAll("\\", "")}:${end}` }
    : { template: `urn:<vendor>:${end}` };
}

/** A URN whose namespace (RFC 8141) is a word for a reader to fill in: `urn:<vendor>:x`, `urn:{your-service}:x`. */
const TEMPLATE = /\burn:(?:<[^<>\s]{1,50}>|\$?\{[^{}\s]{1,50}\}):([\w:.-]{0,200}\w)(?![\w:<{$])/gi;

/** The type of an access key as a person writes it: a value, or one with a gap for the word of the service. */
export function writtenType(text: string): NonNullable<TokenExchange["subjectTokenType"]> {
  const [[whole = "", rest = ""] = []] = text.matchAll(TEMPLATE);
  return whole === text ? { template: `urn:<vendor>:${rest}` } : { value: text };
}

/** The one type with a gap that the description, the default or an example of a field has. */
function shownTemplate({ description, preset, examples }: FormField): string | undefined {
  const texts = [description, preset, ...examples].filter((text) => typeof text === "string");
  const found = texts.flatMap((text) => [...text.slice(0, LONGEST).matchAll(TEMPLATE)]);
  const [only, ...others] = new Set(found.map(([, rest = ""]) => `urn:<vendor>:${rest}`));
  return others.length === 0 ? only : undefined;
}

/** Characters of a text that are searched. */
const LONGEST = 4000;

/** The type of a token that a form leaves open: what its description says that it must be, its default, else its only example. */
function shownType(field: FormField | undefined): string | undefined {
  if (field === undefined) return undefined;
  const certain = [field.stated, field.preset].find(isType);
  if (certain !== undefined) return certain;
  const [type, ...others] = new Set(field.examples.filter(isType));
  return others.length === 0 ? type : undefined;
}

/** A URN without words for a reader to fill in. */
function isType(value: unknown): value is string {
  return typeof value === "string" && /^urn:[^\s<>{}$]+$/i.test(value);
}
