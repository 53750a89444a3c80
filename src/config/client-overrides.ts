/*
 * What a configuration file claims of a contract: the traits that the contract does not show, or shows wrongly. Types only; the same
 * shapes as in docs/cabinetry.schema.json, which describes each of them.
 */

/** The claims of one client, as the file has them. */
export interface ClientOverrides {
  /** By operationId, or method and path: `GET /orders`. */
  readonly operations?: Readonly<Record<string, OperationOverrides>>;
  /** Schemes for every operation that has all parts of one; the first that fits counts. */
  readonly pagination?: readonly PaginationOverride[];
  readonly capabilities?: false | CapabilitiesOverride;
  /** False: errors have no code, and say nothing of retries. */
  readonly problems?: false | ProblemsOverride;
  /** Names of members and parameters that are masked, beside those that the contract marks. */
  readonly sensitive?: readonly string[] | SensitiveOverride;
  /** Names of members and parameters that are 64-bit identifiers in text, beside those that the contract shows. */
  readonly identifiers?: readonly string[];
  /** Response headers that identify a request, in the order in which they are asked for; false: none does. */
  readonly requestId?: false | readonly string[];
  /** Whether a response may have values that the contract does not list. Default: open. */
  readonly enums?: "closed" | "open";
  readonly retry?: RetryOverride;
  readonly tokenExchange?: false | TokenExchangeOverride;
  /** False: calls need no credentials beside those that the contract asks for. */
  readonly security?: false;
  /** False: responses are as their schemas describe them, whatever texts say of an envelope, and failures have a status of their own. */
  readonly envelope?: false;
  /** How long the service remembers idempotency keys, as `24h`. False: nothing says it. */
  readonly intentRetention?: false | string;
  /** Request headers that only texts name: callers give those that they need. */
  readonly undeclaredHeaders?: readonly string[];
}

/** Where the client exchanges its access key for tokens (RFC 8693): an operation of the contract, or a URL. */
export interface TokenExchangeOverride {
  readonly operation?: string;
  readonly url?: string;
  /** Security scheme that the tokens serve. */
  readonly scheme?: string;
  readonly grantType?: string;
  readonly subjectTokenType?: string;
  readonly requestedTokenType?: string;
  /** False: it is not sent. */
  readonly resource?: false | string;
  /** False: it is not sent. */
  readonly audience?: false | string;
  /** Members that a response must have, beside `access_token`. */
  readonly responseFields?: readonly string[];
}

/** The operation that says what the server allows, and where in its response; `also`: another one that says the rest. */
export interface CapabilitiesOverride {
  readonly operation: string;
  /** False: the service has no such limit. Absent: what the contract shows. */
  readonly limits?: false | { readonly [Name in LimitName]?: false | string };
  /** Empty: the response itself. */
  readonly features?: false | string;
  readonly contractVersion?: false | string;
  readonly also?: false | Omit<CapabilitiesOverride, "also">;
}

/** Limits that a client obeys. */
export type LimitName =
  "concurrentOperations" | "maxBodyBytes" | "readsPerMinute" | "retentionDays" | "writesPerMinute";

/** What the codes of problems are, beside those of the contract. */
export interface ProblemsOverride {
  readonly codes?: readonly string[];
  /** Code → what the client does on it. */
  readonly meanings?: Readonly<
    Record<string, "ambiguous-outcome" | "feature-disabled" | "idempotency-conflict" | "operation-expired">
  >;
  /** Whether problems say what may be sent again. */
  readonly retryable?: boolean;
  /** Names of members, where they are not `code`, `retryable`, `traceId` and `detail`. */
  readonly members?: {
    readonly code?: string;
    readonly retryable?: string;
    readonly traceId?: string;
    readonly detail?: string;
  };
  /** Some errors have a code in another member, and the client does not read it. */
  readonly otherCodes?: false;
}

/** What is masked beside what the contract marks, and what of that is not. */
export interface SensitiveOverride {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** What decides whether a failed attempt is sent again, unless a client is told otherwise. */
export interface RetryOverride {
  readonly policy: "method" | "problem";
}

/** The claims of one client, and where each is in its file. */
export interface LocatedOverrides {
  readonly values: ClientOverrides;
  /** Name of the file, for messages. */
  readonly file: string;
  /** Where a key is, by the keys that lead to it from the client on; 1-based. */
  readonly locate: (path: readonly string[]) => FilePosition;
}

/** A position in a file; 1-based. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** What is claimed of one operation. */
export type OperationOverrides = NameOverrides & ScopeOverrides & TraitOverrides;

/** The scopes that a call needs. */
export interface ScopeOverrides {
  /** All of them are needed, or all of a list in the list. False: none is. */
  readonly scopes?: false | readonly (string | readonly string[])[];
}

/** What a method is called, and the resource that it belongs to. */
export interface NameOverrides {
  readonly name?: string;
  readonly resource?: string;
}

/** The traits that are claimed of one operation. False switches one off. */
export interface TraitOverrides {
  readonly pagination?: false | PaginationOverride;
  readonly idempotency?: false | IdempotencyOverride;
  readonly conditional?: false | ConditionalOverride;
  readonly background?: false | BackgroundOverride;
  readonly safe?: boolean;
  readonly features?: false | readonly string[];
}

/** Where a request carries something: a query parameter, else one of the path, a header, a member of the body; or the one that is said. */
export type FieldOverride =
  string | { readonly in: "query" | "path" | "header" | "body"; readonly name: string };

/** A header of a response. */
export interface HeaderOverride {
  readonly header: string;
  /** The header comes although the contract declares another one of a similar name. */
  readonly undeclared?: true;
}

/** A member of a response. */
export interface MemberOverride {
  readonly member: string;
  /** The response has the member although the contract does not declare it. */
  readonly undeclared?: true;
}

/** How an operation is paged. Paths: names with `.` between them, or a JSON pointer. */
export type PaginationOverride = {
  readonly items?: string;
  readonly size?: FieldOverride;
  readonly more?: string;
  readonly last?: string;
} & (
  | {
      readonly style: "cursor";
      /** A member of the response, or a header of it. */
      readonly next: string | HeaderOverride | MemberOverride;
      readonly cursor: FieldOverride;
    }
  | { readonly style: "link"; readonly next?: string | MemberOverride }
  | {
      readonly style: "number";
      readonly number: FieldOverride;
      readonly first?: 0 | 1;
      readonly total?: string;
    }
  | {
      readonly style: "offset";
      readonly offset: FieldOverride;
      readonly first?: 0 | 1;
      readonly total?: string;
    }
  | { readonly style: "last-item"; readonly after: FieldOverride; readonly id: string }
);

/** The header that makes a server carry out a request once. */
export interface IdempotencyOverride {
  readonly header?: string;
  /** The header is sent although the contract declares another one of a similar name. */
  readonly undeclared?: true;
  /** How long keys are, beside what the header says; false: the client cannot make or check keys by its rules, and that is accepted. */
  readonly rules?: false | KeyLengths;
}

/** How many characters an idempotency key has. */
export interface KeyLengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The read whose ETag protects a change, and the header that carries it. */
export interface ConditionalOverride {
  /** False: no read gives the ETag. */
  readonly read?: false | string;
  readonly header?: string;
  /** See {@link IdempotencyOverride.undeclared}. */
  readonly undeclared?: true;
  /** False: it is accepted that `modify` does not take over everything that the read is given. */
  readonly context?: false;
}

/** A state as JSON has it. */
export type StateValue = string | number | boolean;

/** What an operation starts, and how it is followed. */
export interface BackgroundOverride {
  /** Absent: the contract shows how it is followed, and the file says `interval` alone. */
  readonly status?: string;
  readonly parameter?: string;
  /** A member or a header of the response, or a parameter of the operation itself. */
  readonly id?: string | HeaderOverride | { readonly parameter: string };
  readonly state?: {
    readonly member: string;
    readonly succeeded?: readonly StateValue[];
    /** A member: what succeeded by its state has failed where the response has that. */
    readonly failed?: readonly StateValue[] | { readonly member: string };
  };
  readonly error?: { readonly code?: string; readonly message?: string; readonly retryable?: string };
  /** False: the operation has no result. */
  readonly result?: false | string;
  /** The least time between two polls: `5s`. False: the client's own, whatever texts say. */
  readonly interval?: false | string;
}
