import type { Json, JsonObject } from "../load/loaded-contract.js";

/*
 * Facts: what differs between two contracts, without an opinion. `wire` and `schema` collect them, `judge-facts` makes findings
 * of them. Types only.
 */

/**
 * What an edit does to the set of values (messages, calls) that is allowed at its place: the old set is the same as the new
 * one, contains it (`narrower`), is contained in it (`wider`), neither (`other`), or it cannot be decided (`unknown`: a regular
 * expression, `not`, `if`).
 */
export type Effect = "equal" | "narrower" | "other" | "unknown" | "wider";

/**
 * Which way a value flows: `request` towards the API (parameters, request bodies, credentials, and what the caller's server
 * responds to a webhook or callback), `response` towards the caller (responses, their headers, bodies of webhooks and
 * callbacks).
 */
export type Direction = "request" | "response";

/** The position of one side of an edit in its contract. */
export interface Position {
  /** JSON pointer (RFC 6901) as a URI fragment into the bundled document: `#/paths/~1pets/get`. */
  readonly pointer: string;
  /** The value there, where it is short enough to be shown: `["red", "blue"]`, `100`. */
  readonly value?: Json;
}

/** A place that an edit reaches: one part of one operation. */
export interface Use {
  /** Operation key, `GET /pets/{id}`; `webhook NAME POST` and `callback NAME of GET /pets POST` for what the API sends. */
  readonly operation: string;
  /** Its key in the old contract, where the path has more than another name of a parameter. */
  readonly oldOperation?: string;
  readonly operationId?: string;
  /** `request body`, `query parameter limit`, `response 200`, `response 200 header ETag`. */
  readonly part: string;
  readonly direction: Direction;
}

/** One edit. */
export interface Fact {
  /** A key of the rule table: `property.removed`. */
  readonly change: string;
  /** On the set of values at this place, before direction and guards. */
  readonly effect: Effect;
  /** What changed, for people: `property colour of Pet`, `query parameter limit of GET /pets`. */
  readonly element: string;
  /** Absent: it was not there. */
  readonly old?: Position;
  /** Absent: it is not there any more. */
  readonly new?: Position;
  /** Where it counts; empty for what no operation reaches. Directions that a guard voids (`readOnly`, `writeOnly`) are omitted. */
  readonly uses: readonly Use[];
  /** For the placeholders of the rule's texts. */
  readonly arguments?: Readonly<Record<string, number | string | readonly string[]>>;
  /** What is at both positions as a whole, where the sentences do not name all of it: it identifies the change. */
  readonly changed?: readonly Json[];
  /** It was deprecated, and its sunset date has passed or is missing. */
  readonly announced?: true;
  /** Generated clients leave the type open here: an enum or discriminated union of a response, a header that the old contract does not promise. */
  readonly open?: true;
  /**
   * Makes a value that one contract allows here and the other refuses, checked against both. Called for findings that break
   * the wire only. Undefined: it found no value within its limits.
   */
  readonly witness?: () => Witness | undefined;
}

/** A value that proves a finding. */
export interface Witness {
  readonly value: Json;
  /** What it is a value of: `` `Pet` ``, `` request body of `POST /pets` ``. */
  readonly of?: string;
  readonly validIn: "new" | "old";
  readonly invalidIn: "new" | "old";
}

/** One side of a comparison: a bundled document, in which every `$ref` is local (`#/…`). */
export interface ComparedDocument {
  readonly document: JsonObject;
  readonly dialect: "3.0" | "3.1" | "3.2";
}
