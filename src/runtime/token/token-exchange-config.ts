import type { ClientOptions } from "../call/client-options.js";
import type { MemberPath } from "../values/member-at.js";
import type { SecretSource } from "../credentials/credential-provider.js";

/** How the contract's token endpoint is asked (RFC 8693 section 2.1); a constant of the generated code. */
export interface TokenExchangeConfig {
  /** Absolute URL of the token endpoint; https, or http to a loopback address. */
  readonly tokenUrl: string;
  /** `urn:ietf:params:oauth:grant-type:token-exchange` */
  readonly grantType: string;
  /** What the request is in where the contract takes JSON: `application/json`. Absent: a form, as the RFC says. */
  readonly mediaType?: string;
  /**
   * What kind of secret the access key is. `<vendor>` in it stands for the service's own URN namespace word and is
   * replaced by `vendor`.
   */
  readonly subjectTokenType: string;
  /** The namespace identifier (RFC 8141 section 2) in place of `<vendor>`, when generation was told it. */
  readonly vendor?: string;
  /** `urn:ietf:params:oauth:token-type:access_token`. Absent: the contract leaves it open, and the field is not sent. */
  readonly requestedTokenType?: string;
  /** What the token is for: absolute URI of the API. Absent: the field is not sent. */
  readonly resource?: string;
  /** Other fields: `audience`, the logical name of the service that the token is for. */
  readonly more?: Readonly<Record<string, string>>;
  /** Fields that the response must have. RFC 8693 section 2.2.1 requires `access_token`, `issued_token_type` and `token_type`. */
  readonly responseFields: readonly string[];
  /** Path of the object in the response that has them. Absent: the response itself, as the RFC says. */
  readonly responseAt?: MemberPath;
  /** The contract names no scope: a token may be requested without one (RFC 8693 section 2.1). */
  readonly unscoped?: boolean;
}

/** What the caller of a client gives for the exchange, and those options of the client that the exchange obeys. */
export interface TokenExchangeOptions<
  Scope extends string = string,
> extends Pick<
  ClientOptions,
  "fetch" | "clock" | "retry" | "timeout" | "hooks" | "logger" | "tracing"
> {
  /** The access key, or where to get it; requested again for every exchange, never kept in a readable property. */
  readonly accessKey: SecretSource;
  /** What the token is requested for. */
  readonly scopes: readonly Scope[];
  /** The word for `<vendor>` in the type of the access key, in place of the one that generation was told. */
  readonly vendor?: string;
}
