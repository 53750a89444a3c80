import type { CheckedInput, GivenBody } from "../request/split-input.js";
import type { PreparedBody } from "../request/write-body.js";
import type { BodyResult, Reading } from "../response/read-body.js";
import type { ServerOptions } from "../servers/resolve-server.js";
import type { OwnServer } from "../servers/server-variables.js";

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
  /** The column of the repeat table (design of the client: "When a request is repeated"). */
  readonly retryClass: DeclaredRetryClass;
  /** Name of the header that carries the idempotency key; only on keyed creates. */
  readonly idempotencyHeader?: string;
  /** Puts the members of an input in one order: under an idempotency key equal inputs are equal bytes. */
  readonly arrange?: <Value>(input: Value) => Value;
  /** Name of the header that carries the strong validator; only on conditional changes. */
  readonly conditionHeader?: string;
}

/** Checks an input, and gives it as it is to be serialised. */
export type InputCheck = (
  descriptor: OperationDescriptor,
  input: CheckedInput,
) => CheckedInput;

/** Writes a parameter; undefined: nothing is sent. See `parameterText` for what the text is at each place. */
export type WriteParameter = (
  parameter: ParameterDescriptor,
  value: unknown,
) => string | undefined;

/** Writes a body. */
export type WriteBody = (
  media: MediaDescriptor,
  value: unknown,
  isKeyed: boolean,
) => PreparedBody;

/** Reads the body of an answer. */
export type ReadBody = (
  response: Response,
  media: MediaDescriptor,
  reading: Reading,
) => Promise<BodyResult>;

/** Scheme name → scopes needed of it (OpenAPI, Security Requirement Object). */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/**
 * `read`: GET, HEAD, or a POST that only reads. `keyed`: a create with an idempotency key.
 * `conditional`: a change with `If-Match` alone. `write`: anything else.
 */
export type DeclaredRetryClass = "read" | "keyed" | "conditional" | "write";

/**
 * Where a value holds 64-bit identifiers, as paths of members: `filter/dealIds/*`. A step is the name of a member or the
 * index of an element; `=x-*_id`: members whose names begin and end so; `*`: every element or member; `*!a!=x-*`: every one
 * but those. In names, `~0` to `~6` stand for the characters `~/*@!=?`, and `~` alone for the empty name. A path that ends
 * in `@2` continues with each path of that group; one that ends in `?` leads to identifiers that may be the empty text. The
 * empty path: the value itself.
 */
export interface IdentifierPaths {
  readonly ids?: readonly string[];
  readonly idGroups?: readonly (readonly string[])[];
}

/** One parameter (OpenAPI, Parameter Object). `ids`: the identifiers inside an object or a list of objects. */
export interface ParameterDescriptor extends IdentifierPaths {
  /** Name on the wire. */
  readonly name: string;
  /** `querystring`: the whole query is this one value (OpenAPI 3.2). */
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  /** Member of the input object that carries it, when it is not `name`. */
  readonly key?: string;
  readonly required?: true;
  /** The only value that it can have: sent where the input has none. */
  readonly only?: string | number | boolean;
  /** Absent: the default of its place (`simple` for path and header, `form` for query and cookie). */
  readonly style?: ParameterStyle;
  /** Absent: the default of its style (true for `form` and `cookie`, false otherwise). */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Media type when the parameter is described by `content` instead of `schema`. */
  readonly content?: string;
  /** Form in the query string: how each member is written (OpenAPI, Encoding Object). */
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>;
  /**
   * A 64-bit identifier that travels as a string, or a list of them: a JavaScript number is refused before any request.
   */
  readonly id?: true;
  /** Names of the members that hold 64-bit integers, as in {@link MediaDescriptor}; `""`: the value itself does. */
  readonly longIntegers?: readonly string[];
  /** Its value is masked wherever it could be shown. */
  readonly sensitive?: true;
  /**
   * How it is written where it can be more than one text, or has a style: `pathStyle`, `queryStyle`, `wholeQuery`,
   * `headerStyle`, `cookieStyle`. Absent: it is one text.
   */
  readonly write?: WriteParameter;
}

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

/** The request body (OpenAPI, Request Body Object). `ids`: those of all its media types. */
export interface BodyDescriptor extends IdentifierPaths {
  readonly required?: true;
  /**
   * `members`: what the input holds beside the parameters is the body, an object.
   * `body`: the input's member `body` is the body, whole.
   */
  readonly from: "members" | "body";
  /** Which of `content` a body is in. Absent: there is no choice. */
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
  /** Sets the members that make the server answer in what a call accepts: `addRequestMembers`. */
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

/** Answers that the contract describes alike, by status code. */
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

/** Headers of an answer by name, as the contract writes it (OpenAPI, Header Object). */
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

/** Nothing, or the word `null`, in place of a value that neither can be: the header counts as left out. */
interface Nullable {
  readonly nullable?: true;
}

/**
 * One value of a header. `longInteger`: a bigint where a number would lose something. `…OrNull`: nothing, or the word
 * `null`, stands for null where it can be nothing else, and so does a member that is left out.
 */
export type HeaderScalar = OneScalar | `${OneScalar}OrNull`;

type OneScalar = "text" | "number" | "integer" | "longInteger" | "boolean";

/** One media type and how its bytes are turned into a value. */
export interface MediaDescriptor {
  /** As in the contract, ranges included: `application/json`, `image/*`. */
  readonly mediaType: string;
  readonly codec: Codec;
  /** Bodies: how they are written. Absent: as JSON. */
  readonly write?: WriteBody;
  /** Answers: how they are read. Absent: as JSON. */
  readonly read?: ReadBody;
  /** JSON answers: what parses them in place of `JSON.parse`. */
  readonly parse?: (
    text: string,
    longIntegers: readonly string[] | undefined,
  ) => unknown;
  /**
   * Names of the members that hold 64-bit integers, alone or in a list or a map, wherever they stand; `""`: the value
   * itself does. In JSON answers those beyond 2^53 arrive as bigints, so that none is rounded; in bodies a number
   * beyond 2^53 is refused, because it may have been.
   */
  readonly longIntegers?: readonly string[];
  /** JSON answers: an empty body is null, which the schema allows. */
  readonly nullable?: true;
  /** Answers that a call gets only when it names their media type in its `accept`. */
  readonly negotiated?: true;
  /** Answers: members of the body that make the server answer so; set by the client, whatever the input says. */
  readonly requestMembers?: Readonly<Record<string, boolean>>;
  /**
   * Event streams: what the data of an event is. Absent: text. `jsonOrText`: JSON where it can be read as JSON.
   * `objectOrText`: the same, but a number, `true` or `null` is text as well. `jsonOrNothing`: JSON, and an event whose
   * data is empty has no `data`.
   */
  readonly data?: "json" | "jsonOrText" | "objectOrText" | "jsonOrNothing";
  /** Event streams: names of events whose data is text, whatever that of others is. */
  readonly textEvents?: readonly string[];
  /**
   * Event streams whose events have names: those whose data is JSON. That of an event with another name, which
   * {@link textEvents} does not have either, is JSON where it can be read so, and else text.
   */
  readonly jsonEvents?: readonly string[];
  /** Form and multipart bodies: how each member is written (OpenAPI, Encoding Object). */
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>;
  /** Multipart bodies whose parts are the elements of a list: how each is written. */
  readonly positions?: PositionsDescriptor;
}

/** How the elements of a list are written as parts (OpenAPI 3.2, `prefixEncoding` and `itemEncoding`). */
export interface PositionsDescriptor {
  /** The first ones, each its own. */
  readonly prefix?: readonly EncodingDescriptor[];
  /** All others. */
  readonly items?: EncodingDescriptor;
}

/**
 * `json` value ⇄ JSON text; `form` object ⇄ `application/x-www-form-urlencoded`; `multipart` object → parts with names;
 * `parts` list → parts without names; `text` string; `binary` Blob, bytes or stream; `lines` newline-delimited JSON; `sequence` JSON texts (RFC 7464);
 * `events` server-sent events.
 */
export type Codec =
  | "json"
  | "form"
  | "multipart"
  | "parts"
  | "text"
  | "binary"
  | "lines"
  | "sequence"
  | "events";

/** How one member or element of a form or multipart body is written (OpenAPI, Encoding Object). */
export interface EncodingDescriptor {
  /** Of a part that is multipart itself: its parts by member. */
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>;
  /** Of a part that is multipart itself: its parts by position. */
  readonly positions?: PositionsDescriptor;
  /** Headers of a part of a multipart body, with the values that the contract fixes. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
}
