/*
 * The model: what Cabinetry recognised in a contract. Types only. Filled by the builders of `model`, read by `plan`,
 * `diff` and `report`. Nothing after `model` knows OpenAPI's spellings; nothing here knows TypeScript.
 * Every list is in a canonical order (by name, or as the contract orders where order means something), so that the
 * order of keys in the document never shows.
 */
import type { Json, UnselectedOperation } from "../load/loaded-contract.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { StatedTime } from "../text/durations.js";
import type { Origin, SchemaModel, SchemaNode } from "./schema-model.js";

/** Filled by `buildModel`; the root. */
export interface ApiModel {
  readonly contract: ContractModel;
  /** What the contract says of its tags. Sorted by name. */
  readonly tags: readonly TagModel[];
  /** In the contract's order: the first is the default. Filled by the servers builder, read by `plan/connection`. */
  readonly servers: readonly ServerModel[];
  /** Sorted by scheme name. */
  readonly securitySchemes: readonly SecuritySchemeModel[];
  /** Every named schema: components, and inline schemas, which are named from their positions. Sorted by name. */
  readonly schemas: readonly SchemaModel[];
  /** Sorted by path, then method. */
  readonly operations: readonly OperationModel[];
  /** Operations of the contract that the client is not about, for messages. Absent: none. */
  readonly unselected?: readonly UnselectedOperation[];
  /** Webhooks and callbacks: what the API sends to the caller's server. Sorted by name. */
  readonly webhooks: readonly WebhookModel[];
  /** Diagnostics for the contract: each once, in the order found. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `info` and what identifies the document. */
export interface ContractModel {
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** Versions that extensions of the Info Object state (`x-contract-version`, `x-api-version`), and those that its text does. */
  readonly statedVersions?: readonly string[];
  /** The one of them that an extension calls that of the contract. */
  readonly contractVersion?: string;
  /** Those of them that only a text states: "Contract version 2026-08". */
  readonly describedVersions?: readonly string[];
  /** Codes of problems that extensions of the document, its info, operations and responses list, sorted, each once. Absent: none. */
  readonly problemCodes?: readonly string[];
  /** An extension of the document or its info that states a rate of requests (`x-rate-limit`). */
  readonly rateExtension?: string;
  /** The `security` of the document says that calls need no credentials. */
  readonly anonymous?: true;
  readonly description?: string;
  readonly dialect: "3.0" | "3.1" | "3.2";
  readonly digest: string;
}

/** A tag that the contract describes (OpenAPI, Tag Object). */
export interface TagModel {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
}

/** A server (OpenAPI, Server Object). Relative URLs stay relative: the client resolves them against its base URL. */
export interface ServerModel {
  /** Path or absolute URL template: with https where the contract has a host without a scheme. */
  readonly url: string;
  /** As the contract has it, where that is a host without a scheme: `//api.example.com/v2`. */
  readonly written?: string;
  readonly description?: string;
  readonly variables: readonly ServerVariableModel[];
}

export interface ServerVariableModel {
  readonly name: string;
  readonly default: string;
  /** Allowed values; empty when any is. */
  readonly values: readonly string[];
  readonly description?: string;
}

/** OpenAPI, Security Scheme Object. */
export type SecuritySchemeModel = {
  readonly name: string;
  readonly description?: string;
  /** Its description, an extension or that of the contract says that its tokens come from an exchange (RFC 8693), and maybe how. */
  readonly exchanged?: DescribedExchange;
  readonly origin: Origin;
} & (
  | {
      readonly kind: "bearer";
      readonly format?: string;
      /** Scopes that an extension describes, sorted by name; OpenAPI has no place for them. */
      readonly scopes?: readonly ScopeModel[];
    }
  | { readonly kind: "basic" }
  | { readonly kind: "http"; readonly scheme: string }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly parameter: string }
  | {
      readonly kind: "oauth2";
      readonly flows: readonly OAuthFlowModel[];
      /** Every scope of every flow, sorted by name. */
      readonly scopes: readonly ScopeModel[];
    }
  | { readonly kind: "openIdConnect"; readonly url: string }
  | { readonly kind: "mutualTLS" }
);

/** What texts and extensions say of a token exchange (RFC 8693 section 2.1). */
export interface DescribedExchange {
  /** Address or path. */
  readonly url?: string;
  readonly subjectTokenType?: string;
  readonly requestedTokenType?: string;
  readonly resource?: string;
  /** Members of the response, as a text lists them. */
  readonly responseFields?: readonly string[];
}

export interface OAuthFlowModel {
  readonly kind: "implicit" | "password" | "clientCredentials" | "authorizationCode" | "deviceAuthorization";
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly authorizationUrl?: string;
}

export interface ScopeModel {
  readonly name: string;
  readonly description: string;
}

/** One operation of `paths`. */
export interface OperationModel {
  /** Names made once, by `model/names`: `{ resource: "cabinets", method: "list" }`. Unique over the model. */
  readonly name: OperationName;
  /** As the contract has it, for messages and `api.md`. */
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  /** Path template as in the contract, but for a slash at its end: that is a spelling, and says nothing of the operation. */
  readonly path: string;
  /** As in the contract, where that slash is what is different. */
  readonly sentPath?: string;
  /** Servers of the operation or its path item when they replace the contract's. */
  readonly servers?: readonly ServerModel[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Flags of the service that must be on for it (`x-features` and the like), sorted, each once; read by `plan/traits`. */
  readonly features: readonly string[];
  /** Texts of extensions that may be scopes (`x-permissions`), sorted, each once; what is certain is in `security`. */
  readonly possibleScopes: readonly string[];
  /** The expression of an extension that needs one of them: `hasAnyAuthority('SCOPE_a:read', 'SCOPE_a:write')`. */
  readonly scopeExpression?: string;
  /** Path-level parameters included and overridden; sorted by place (path, query, header, cookie), then as written. */
  readonly parameters: readonly ParameterModel[];
  readonly body?: BodyModel;
  /** Its description or an extension says that it exchanges tokens (RFC 8693), and maybe how. */
  readonly exchanged?: DescribedExchange;
  /** An extension says that it ends later than its response (`x-ms-long-running-operation`). */
  readonly longRunning?: true;
  /** What an extension says of how often it is polled (`x-poll-interval: 5`). */
  readonly pollExtension?: PollExtension;
  /** The extension that states a rate of requests (`x-rate-limit`). */
  readonly rateExtension?: string;
  /** What an extension says of an idempotency key (`x-idempotency`). */
  readonly keyExtension?: KeyExtension;
  /** A required header parameter `Authorization`, which OpenAPI has ignored: a security scheme describes that header. */
  readonly ignoredAuthorization?: { readonly description?: string; readonly origin: Origin };
  /** The contract describes a body that its method cannot carry; its doc comment says so. */
  readonly unsentBody?: true;
  /** Sorted: codes, ranges, `default`. */
  readonly responses: readonly ResponseModel[];
  /** Security alternatives, the root's when the operation has none of its own. Empty: anonymous. */
  readonly security: readonly SecurityAlternativeModel[];
  /** It has a `security` of its own that names schemes, instead of that of the whole contract. */
  readonly ownSecurity?: true;
  /** Its own `security` says that it needs no credentials: what is said for the whole contract does not change that. */
  readonly anonymous?: true;
  /** Links of the responses (OpenAPI, Link Object) that name an operation of this document. */
  readonly links: readonly LinkModel[];
  readonly origin: Origin;
}

export interface OperationName {
  /** Member of the client, camel case: `cabinets`. */
  readonly resource: string;
  /** Method of the resource, camel case: `list`. */
  readonly method: string;
  /** What the names of the operation's own types start with, Pascal case: `CabinetsList`. */
  readonly type: string;
}

/** An extension about how often an operation is polled. */
export interface PollExtension {
  /** As written: `x-min-poll-interval`. */
  readonly name: string;
  /** Its wording is the value, as written: `PT5S`. */
  readonly time: StatedTime;
}

/** An extension about an idempotency key. */
export interface KeyExtension {
  /** As written: `x-idempotency`. */
  readonly name: string;
  /** The header that it names. */
  readonly header?: string;
  /** Its name speaks of no key: the operation may be idempotent without one. */
  readonly isHint?: true;
}

/** One alternative: every scheme in it is needed. Sorted by scheme. */
export type SecurityAlternativeModel = readonly {
  readonly scheme: string;
  readonly scopes: readonly string[];
}[];

/** OpenAPI, Parameter Object. Accept, Content-Type and Authorization header parameters are omitted, as OpenAPI says. */
export interface ParameterModel {
  readonly name: string;
  /** `querystring`: the whole query is this one value, described by `content` (OpenAPI 3.2). */
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  readonly schema: SchemaNode;
  /** Values of its own `example` and `examples`, as written; read where identifiers are recognised. */
  readonly examples?: readonly Json[];
  /** Effective, defaults of the place filled in. */
  readonly style:
    "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";
  /** As the contract has it, where its place has no such style. */
  readonly ignoredStyle?: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** When described by `content`: its one media type. */
  readonly content?: MediaModel;
  readonly sensitive: boolean;
  readonly origin: Origin;
}

/** OpenAPI, Request Body Object. */
export interface BodyModel {
  readonly required: boolean;
  readonly description?: string;
  /** In the contract's canonical order: JSON first, then as sorted by media type. */
  readonly content: readonly MediaModel[];
  readonly origin: Origin;
}

/** OpenAPI, Media Type Object. */
export interface MediaModel {
  /** Lower case, parameters kept: `application/json; charset=utf-8`. */
  readonly mediaType: string;
  /** Absent when the contract gives none: any bytes. */
  readonly schema?: SchemaNode;
  /** Values of `example` and `examples`, as written; read by the recogniser of problems. */
  readonly examples?: readonly Json[];
  /** The schema is that of one item of a sequential media type (OpenAPI 3.2, `itemSchema`). */
  readonly perItem?: true;
  /** By member of the schema. */
  readonly encoding: Readonly<Record<string, EncodingModel>>;
  /** By position, for bodies whose parts have no names (OpenAPI 3.2, `prefixEncoding` and `itemEncoding`). */
  readonly positions?: PositionsModel;
}

/** How the elements of a list are written as the parts of a multipart body. */
export interface PositionsModel {
  /** The first ones, each its own. */
  readonly prefix: readonly EncodingModel[];
  /** All others. */
  readonly items?: EncodingModel;
}

export interface EncodingModel {
  readonly contentType?: string;
  /** As a query parameter's (OpenAPI, Encoding Object). */
  readonly style?: "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** The invalid style of the contract. */
  readonly ignoredStyle?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Headers of the part whose value the contract fixes (multipart bodies), by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a part that is multipart itself (OpenAPI 3.2): its parts by member. */
  readonly encoding?: Readonly<Record<string, EncodingModel>>;
  /** Of a part that is multipart itself: its parts by position. */
  readonly positions?: PositionsModel;
}

/** OpenAPI, Response Object. */
export interface ResponseModel {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  /**
   * Of a `default` beside redirects and no 2xx: a 2xx has it as well. Filled by `normaliseDefaults`, read by `plan/reading`
   * and `plan/descriptors`.
   */
  readonly anySuccess?: true;
  /**
   * Of a `default` beside no redirect and no 2xx: no 2xx has it, its content is that of errors. Filled by `normaliseDefaults`,
   * read by `plan/reading` and `plan/descriptors`.
   */
  readonly errorsAlone?: true;
  /**
   * Of a `default` beside no redirect and no 2xx: its content is that of errors, and it is of a 2xx as well. Filled by
   * `normaliseDefaults`, read by `diagnoseSuccesses`.
   */
  readonly likeErrors?: true;
  /**
   * Of a redirect without content beside a 2xx: a call gives its address where the client does not follow it. Filled by
   * `planOperations`, once the traits are known ({@link ../plan/service/redirects.ts}).
   */
  readonly addressed?: true;
  readonly description?: string;
  readonly headers: readonly HeaderModel[];
  readonly content: readonly MediaModel[];
  readonly origin: Origin;
}

/** OpenAPI, Header Object; always of style `simple`. `Content-Type` is omitted (OpenAPI, Response Object). */
export interface HeaderModel {
  /** As written; compare without case (RFC 9110 section 5.1). */
  readonly name: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  readonly schema?: SchemaNode;
  readonly explode: boolean;
  /** When described by `content`: its media type. */
  readonly content?: string;
}

/** A link from a response to another operation. */
export interface LinkModel {
  readonly name: string;
  /** Status of the response that has it. */
  readonly status: string;
  readonly target: OperationName;
  /** Parameter (perhaps `header.If-Match`, `path.id`) → runtime expression or constant, sorted by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What the body of the linked operation is made from: a runtime expression or constant (`requestBody`). */
  readonly body?: string;
  readonly description?: string;
  /** URL of the server that the linked operation is to be called at, where the link names one. */
  readonly server?: string;
}

/** A request that the API makes to its user's server: a webhook, or a callback of an operation. */
export interface WebhookModel {
  readonly name: string;
  readonly method: string;
  /** The operation a callback belongs to. */
  readonly callbackOf?: OperationName;
  /** Of a callback: the runtime expression that its URL is read by (OpenAPI, Callback Object). */
  readonly url?: string;
  /** What arrives beside the body, in headers and query; sorted by place, then name. */
  readonly parameters: readonly ParameterModel[];
  /** Names of the security schemes of its requests. Absent: none. */
  readonly schemes?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly body?: BodyModel;
  readonly origin: Origin;
}
