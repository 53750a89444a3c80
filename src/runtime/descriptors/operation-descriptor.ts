import type { DeclaredRetryClass } from "../retry/read-retry.js";
import type { ServerOptions } from "../servers/resolve-server.js";
import type { OwnServer } from "../servers/server-variables.js";
import type { MediaDescriptor } from "./media-descriptor.js";
import type {
  IdentifierPaths,
  ParameterDescriptor,
} from "./parameter-descriptor.js";

/**
 * How one operation of the contract travels on the wire. Generated code holds one constant of this shape per
 * operation (`satisfies OperationDescriptor`); the runtime reads it and never looks at the contract itself.
 */
export interface OperationDescriptor {
  /** What callers know it by: `cabinets.list`. Used in errors, hooks and logs. */
  readonly name: string;
  /** Upper-case method token (RFC 9110 section 9). */
  readonly method: string;
  /** Path template as in the contract, joined to the server's URL: `/cabinets/{cabinetId}/settings`. */
  readonly path: string;
  /**
   * Server URL reference when the operation (or its path item) overrides the contract's; may be relative. With its
   * variables and the others where it has some.
   */
  readonly server?: {
    readonly at: string | OwnServer;
    /** `resolveOwnServer` */
    readonly resolve: (
      path: string,
      at: string | OwnServer,
      serverUrl: string,
      options: ServerOptions,
    ) => string;
  };
  /**
   * Security requirement alternatives as in OpenAPI: any one object is enough, every scheme in it is needed.
   * Scheme name → scopes. Absent: nothing is sent. An empty object among them: anonymous access is allowed.
   */
  readonly security?: readonly SecurityRequirement[];
  /** Path, query, header and cookie parameters, in the contract's order of places. */
  readonly parameters?: readonly ParameterDescriptor[];
  readonly body?: BodyDescriptor;
  /** What an input is checked for before it is serialised: `checkIds`, `checkLongIntegers`. */
  readonly checks?: readonly InputCheck[];
  /** What may come back, most specific status first. */
  readonly responses: readonly ResponseDescriptor[];
  /** What the operation is to the retry policy. */
  readonly retryClass: DeclaredRetryClass;
  /** Name of the header that carries the idempotency key; only on keyed creates. */
  readonly idempotencyHeader?: string;
  /** What keys must fit; only on keyed creates. */
  readonly keys?: KeyRules;
  /** Puts the members of an input in one order: under an idempotency key equal inputs are equal bytes. */
  readonly arrange?: <Value>(input: Value) => Value;
  /** Name of the header that carries the strong validator; only on conditional changes. */
  readonly conditionHeader?: string;
}

/** What the contract says of an idempotency key. */
export interface KeyRules {
  /** Throws for a key that breaks a rule: `checkKey`. */
  readonly check: (descriptor: OperationDescriptor, key: string) => void;
  /** Beyond what a header can carry. */
  readonly rules?: readonly KeyRule[];
  /** Makes a key that fits: `makeKey`, or `refuseToMakeKey`; absent: a UUID does. */
  readonly make?: (descriptor: OperationDescriptor) => string;
  readonly form?: KeyForm;
}

/** One rule: a regular expression (flag `u`) that takes polynomial time, and what it asks for: `have at most 20 characters`. */
export type KeyRule = readonly [pattern: string, must: string];

/** How a key is made: a UUID, or random characters, between two texts. */
export interface KeyForm {
  readonly prefix?: string;
  readonly suffix?: string;
  /** Absent: a UUID. */
  readonly random?: { readonly characters: string; readonly length: number };
}

/** Checks an input, and gives it as it is to be serialised. */
export type InputCheck = (
  descriptor: OperationDescriptor,
  input: CheckedInput,
) => CheckedInput;

/** Scheme name → scopes needed of it (OpenAPI, Security Requirement Object). */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** The request body (OpenAPI, Request Body Object). `ids`: those of all its media types. */
export interface BodyDescriptor extends IdentifierPaths {
  readonly required?: true;
  /**
   * `members`: what the input holds beside the parameters is the body, an object.
   * `body`: the input's member `body` is the body, whole.
   */
  readonly from: "members" | "body";
  /** Chooses the entry of `content` for a body. Absent: there is one entry. */
  readonly choose?: {
    /** Member of the input that names one of them, or a type within a range. */
    readonly by: string;
    /** Nothing says which it is, but the type of a Blob: the input has to name it. */
    readonly undecided?: true;
    /** Takes it out of the members of an input: `chooseBodyMedia`. */
    readonly media: (
      body: BodyDescriptor,
      members: Map<string, unknown>,
    ) => BodyMediaDescriptor | undefined;
  };
  /** Sets the members that make the server respond in what a call accepts: `addRequestMembers`. */
  readonly addMembers?: (
    descriptor: OperationDescriptor,
    given: GivenBody | undefined,
    accept: readonly string[] | undefined,
  ) => GivenBody | undefined;
  /** The media types on offer; the first is used unless the input names another. */
  readonly content: readonly BodyMediaDescriptor[];
}

/** A media type of a body. */
export interface BodyMediaDescriptor extends MediaDescriptor {
  /** Where the input has the body in this media type, when that is not where {@link BodyDescriptor.from} says. */
  readonly from?: "members" | "body";
  /** Members of the input that are members of the body under another name: `idInBody` → `id`. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Responses that the contract describes alike, by status code. */
export interface ResponseDescriptor {
  /** Each `200`, a range `4XX`, or `default` (OpenAPI, Responses Object). */
  readonly statuses: readonly (number | `${string}XX` | "default")[];
  /** A redirect that is a success of the operation: its address is the value of a call. */
  readonly redirect?: true;
  /** Of such a redirect beside a 2xx: its address is the value only where the client does not follow it. */
  readonly followed?: true;
  /** `default` is among the statuses, and no success of the operation has it: its content is that of errors. */
  readonly errorsAlone?: true;
  /** Empty: no content. */
  readonly content: readonly MediaDescriptor[];
  /** Headers that callers see as values. */
  readonly headers?: HeadersDescriptor;
}

/** Headers of a response by name, as the contract writes it (OpenAPI, Header Object). */
export type HeadersDescriptor = Readonly<Record<string, HeaderDescriptor>>;

/** How the text of a header becomes a value: style `simple`, or JSON where the contract describes it by `content`. */
export type HeaderDescriptor =
  | (Nullable & { readonly as: HeaderScalar })
  | (Nullable & { readonly as: "list"; readonly items: HeaderScalar })
  | (Nullable & {
      readonly as: "members";
      readonly members: Readonly<Record<string, HeaderScalar>>;
      /** Names of members that have to be there. */
      readonly required?: readonly string[];
      /** What members of other names are. */
      readonly others: HeaderScalar;
      /** `R=100,G=200` and not `R,100,G,200`. */
      readonly explode?: true;
    })
  | { readonly as: "json"; readonly longIntegers?: readonly string[] };

/** Nothing, or the word `null`, in place of a value that neither can be: the header counts as omitted. */
interface Nullable {
  readonly nullable?: true;
}

/**
 * One value of a header. `longInteger`: a bigint where a number would lose something. `…OrNull`: nothing, or the word
 * `null`, stands for null where it can be nothing else, and so does a member that is omitted.
 */
export type HeaderScalar = OneScalar | `${OneScalar}OrNull`;

type OneScalar = "text" | "number" | "integer" | "longInteger" | "boolean";

/** A parameter of the contract with the value that the caller gave for it; never undefined or null. */
export type GivenParameter = readonly [
  parameter: ParameterDescriptor,
  value: unknown,
];

/** The body's value and the media type it is to be written in. */
export interface GivenBody {
  readonly media: MediaDescriptor;
  readonly value: unknown;
}

/** What a caller gave, by where it is sent. */
export interface SplitInput {
  readonly given: readonly GivenParameter[];
  readonly body?: GivenBody;
}

/** An input whose values may be sent. */
export interface CheckedInput {
  /** What to serialise. */
  readonly split: SplitInput;
  /**
   * Names of the members that say which resource is meant, and in which context: path parameters and identifiers, as far as
   * they were given. Names alone, so that an error may show them.
   */
  readonly identifiers: readonly string[];
}
