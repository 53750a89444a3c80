/** One parameter (OpenAPI, Parameter Object). `ids`: the identifiers inside an object or a list of objects. */
export interface ParameterDescriptor extends IdentifierPaths {
  /** Name on the wire. */
  readonly name: string;
  /** `querystring`: the whole query is this one value (OpenAPI 3.2). */
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  /** Member of the input object that carries it, when it is not `name`. */
  readonly key?: string;
  readonly required?: true;
  /** Sent where the input has none: the only value that it can have, or the default of what the client calls by itself. */
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

/** Writes a parameter; undefined: nothing is sent. See `parameterText` for what the text is at each place. */
export type WriteParameter = (
  parameter: ParameterDescriptor,
  value: unknown,
) => string | undefined;

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

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

/** How the elements of a list are written as parts (OpenAPI 3.2, `prefixEncoding` and `itemEncoding`). */
export interface PositionsDescriptor {
  /** The first ones, each its own. */
  readonly prefix?: readonly EncodingDescriptor[];
  /** All others. */
  readonly items?: EncodingDescriptor;
}

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
