import type { ClientOverrides, RetryOverride } from "../../../config/client-overrides.js";
import type { OperationName } from "../../../model/api-model.js";

/** Something that was recognised, and why: what `inspect` shows and a reviewer checks. */
export interface Trait<Facts> {
  readonly facts: Facts;
  /** Sentences that name the places of the contract, or of the configuration, which it follows from. */
  readonly reason: string;
  /** Absent: the contract. */
  readonly decidedBy?: "configuration";
  /** The keys of the configuration, where other lines for the same have to keep them. */
  readonly given?: object;
}

/** A trait that a contract shows or suggests, and that its configuration says is not there. */
export interface SwitchedOff {
  readonly trait:
    "envelope" | "intentRetention" | "problem" | "requestId" | "security" | keyof OperationTraits;
  readonly reason: string;
}

/** What was recognised in one operation. */
export interface OperationTraits {
  /** It may be repeated at will: GET, HEAD, or a POST that only reads. */
  readonly safe?: Trait<object>;
  readonly pagination?: Trait<Pagination>;
  readonly idempotentCreate?: Trait<IdempotentCreate>;
  readonly versionedRead?: Trait<object>;
  readonly conditionalChange?: Trait<ConditionalChange>;
  readonly returnedVersion?: Trait<ReturnedVersion>;
  readonly background?: Trait<BackgroundOperation>;
  readonly tokenExchange?: Trait<TokenExchange>;
  readonly capabilities?: Trait<Capabilities>;
  /** Flags of the service that must be on for it (CAP-3), sorted. */
  readonly features?: Trait<readonly string[]>;
  readonly streaming?: Trait<StreamedResponse>;
  /** Scopes that the configuration decides: all of them are needed, or all of a list in the list. */
  readonly scopes?: Trait<readonly (string | readonly string[])[]>;
}

/** What was recognised in the contract as a whole. */
export interface ContractTraits {
  readonly problem?: Trait<Problem>;
  readonly tokenExchange?: Trait<TokenExchangeUrl>;
  /** Response headers that identify a request, in the order in which they are asked for. */
  readonly requestId?: Trait<readonly string[]>;
  /** Headers that say when a limit of requests resets, sorted. */
  readonly rateLimit?: Trait<readonly string[]>;
  /** Names of members that are masked wherever they could be shown, sorted. */
  readonly sensitive?: Trait<readonly string[]>;
  /** How long the service remembers idempotency keys, where its limits do not say it: `24h`. */
  readonly intentRetention?: Trait<string>;
  /** What decides whether a failed attempt is sent again. Absent: `retryable` of problems. */
  readonly retry?: Trait<RetryOverride>;
  /** Names of 64-bit identifiers in text, beside those that the contract shows. */
  readonly identifiers?: Trait<readonly string[]>;
  /** Whether a response may have values that the contract does not list. Absent: it may. */
  readonly enums?: Trait<NonNullable<ClientOverrides["enums"]>>;
  /** Request headers that only texts name, and the caller gives. */
  readonly undeclaredHeaders?: Trait<readonly string[]>;
}

/**
 * How an operation is paged: where the items are, where the next position comes from, and where it goes. Paths are member paths, `/`
 * between names; empty: the body itself.
 */
export type Pagination = PageParts &
  (
    | {
        /** A token of the response goes back in the request. */
        readonly style?: undefined;
        readonly next: string;
        readonly cursor: RequestField;
      }
    | {
        /** The token is in a header of the response. */
        readonly style?: undefined;
        readonly nextHeader: string;
        readonly cursor: RequestField;
      }
    | {
        /** The response has the address of the next page: in a member, else in its `Link` header (RFC 8288). */
        readonly style: "link";
        readonly next?: string;
      }
    | {
        /** Pages are counted, from `first` on, or from what the first page has in `current` (0, else 1); `total`: how many there are. */
        readonly style: "number";
        readonly number: RequestField;
        readonly first?: number;
        readonly current?: string;
        readonly total?: string;
      }
    | {
        /** Items are counted, from `first` on (default 0); `total`: how many there are. */
        readonly style: "offset";
        readonly offset: RequestField;
        readonly first?: 1;
        readonly total?: string;
      }
    | {
        /** The next page begins after the last item: after its `id`. */
        readonly style: "last-item";
        readonly after: RequestField;
        readonly id: string;
      }
  );

/** What every page has. */
type PageParts = {
  readonly items: string;
  /** A page without items may be without the list. */
  readonly itemsOptional?: true;
  /** Takes the number of items on a page. */
  readonly size?: RequestField;
  /** Member that says whether there is another page, or whether this is the last. */
  readonly more?: string;
  readonly last?: string;
};

/** Where a request carries something: a parameter, a member of one that is an object, or a member of the body at its path. */
export type RequestField = {
  readonly in: "query" | "path" | "header" | "body";
  readonly name: string;
  /** Path of a member of the parameter (`page[after]`, style deepObject). */
  readonly member?: string;
};

/** A create that carries an idempotency key (the Idempotency-Key header field). */
export interface IdempotentCreate {
  /** As the contract spells it. */
  readonly header: string;
}

/** A change that carries a validator (RFC 9110 section 13.1.1), and the read that hands it out. */
export interface ConditionalChange {
  readonly header: string;
  /** Absent when no read with an `ETag` could be paired. */
  readonly read?: OperationName;
}

/** A write without a condition that returns the validator of what it wrote, and the read that gives the same resource. */
export interface ReturnedVersion {
  readonly read: OperationName;
}

/** The durable thing behind a 202 (RFC 9110 section 15.3.3). */
export interface BackgroundOperation {
  readonly status: OperationName;
  /** Path parameter of the status operation that carries the id. */
  readonly statusParameter: string;
  /**
   * Parameters of the status operation, whose values the start was given. With `statusParameter` among them, the state is that of something
   * which was there before, and no response has an id. Absent: the id alone leads to the state.
   */
  readonly fromStart?: readonly StartParameter[];
  /** Member path of the id in the 202 body; absent, or where the body is without it: the address in a header has the id. */
  readonly id?: string;
  /** The header with the address, or with the id itself; absent: `Location`. */
  readonly header?: string;
  /** Another success than 202 gives the result at once, and starts nothing. */
  readonly mayBeDone?: true;
  /** Member path of the state in the status response, and its values by meaning. */
  readonly state: {
    readonly member: string;
    readonly succeeded: readonly string[];
    readonly failed: readonly string[];
    /** Member that only a failed operation has, whatever its state. */
    readonly failure?: string;
    /** It may be true, false or a number; the values above are then as JSON writes them. */
    readonly isScalar?: true;
    /** A response may be without it while the operation runs. */
    readonly isOptional?: true;
  };
  /** Member paths of what a failed operation says of its error, by what the client knows them as. */
  readonly error?: {
    readonly code?: string;
    /** What is the same for every failure of its kind; the client shows it where a response has no message. */
    readonly title?: string;
    readonly message?: string;
    readonly retryable?: string;
  };
  /** `pageSize`: query parameter that takes the size of a page; `page/size` for a member of one that is an object. */
  readonly result?: {
    readonly operation: OperationName;
    readonly parameter: string;
    readonly pageSize?: string;
  };
  /** Milliseconds: the least time between two polls, where it is longer than the client's own. */
  readonly interval?: number;
}

/** A parameter of a read, and the one of a start that has its value, in the same location: names. */
export interface StartParameter {
  readonly in: "path" | "query";
  readonly parameter: string;
  readonly from: string;
}

/** Milliseconds that the client leaves between two polls by itself. */
export const CLIENT_INTERVAL = 2000;

/** The longest time between two polls that a configuration may have, in milliseconds: a platform timer cannot be set for a month. */
export const LONGEST_INTERVAL = 86_400_000;

/** RFC 8693 section 2.1: the operation that exchanges tokens, and the values that the contract fixes. */
export interface TokenExchange {
  /** Scheme that its tokens serve. */
  readonly scheme: string;
  readonly grantType: string;
  /** Fixed value; one with `<vendor>` for the word of the service; or a pattern that leaves more open. Undefined: nothing shows it. */
  readonly subjectTokenType:
    { readonly value: string } | { readonly template: string } | { readonly pattern: string } | undefined;
  readonly requestedTokenType?: string;
  /**
   * What tokens are for (RFC 8693 section 2.1): a URI, or a path below the server that the client calls, `/` for the server itself. Absent:
   * nothing says it, and the client takes the server. False: it is not sent.
   */
  readonly resource?: string | false;
  /** Logical name of the service that tokens are for. Absent: nothing says it, and it is not sent. False: it is not sent. */
  readonly audience?: string | false;
  /** What the request is in, where that is JSON and not a form. */
  readonly mediaType?: string;
  /** The form requires a scope, which RFC 8693 leaves to the caller. */
  readonly requiresScope?: boolean;
  /** Members that the response must have, sorted (TOK-3). */
  readonly responseFields: readonly string[];
  /** Path of the object in the response that has them. Absent: the response itself, as RFC 8693 says. */
  readonly responseAt?: string;
}

/** A token exchange at an address that the contract does not have. */
export interface TokenExchangeUrl extends TokenExchange {
  /** Scheme and host, where they are not those of the contract's first server. */
  readonly server?: string;
  readonly path: string;
}

/** The operation that tells limits and features (CAP-1), and where another one tells what it does not. */
export interface Capabilities extends CapabilityFacts {
  readonly also?: CapabilityFacts & { readonly operation: OperationName };
}

/** Member path of each limit, of the flags and of the version in one response, by what the client does with it; empty: the body itself. */
export interface CapabilityFacts {
  readonly limits: Readonly<Record<string, string>>;
  readonly features?: string;
  readonly contractVersion?: string;
  /** Version that the contract states for it, where that is not `info.version`. */
  readonly statedVersion?: string;
}

/** A response that can be read while it arrives. */
export interface StreamedResponse {
  /** Member of the body that is true when the response shall be a stream; the client sets it. */
  readonly member?: string;
  /** The server streams unless the member is false. */
  readonly preset?: true;
}

/** Problem Details (RFC 9457). */
export interface Problem {
  /** Codes that the contract names, sorted. */
  readonly codes: readonly string[];
  /** Whether some problem has the member `retryable`: then its absence means no (ERR-6). */
  readonly retryable: boolean;
  /** Code → what the client does on it. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Names of members, where the contract calls them otherwise than `code`, `retryable`, `traceId`, `detail`. */
  readonly members?: {
    readonly code?: string;
    readonly retryable?: string;
    readonly traceId?: string;
    readonly detail?: string;
  };
  /** Paths of objects in the body that have members of the problem; absent: the body has them all itself. */
  readonly holders?: readonly string[];
}
