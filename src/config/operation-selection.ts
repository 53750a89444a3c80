/** Operations that a client is about: those that match any entry. */
export interface OperationMatch {
  /** Tags of operations. */
  readonly tags?: readonly string[];
  /** Paths, with `*` for one segment and `**` for any number of them. */
  readonly paths?: readonly string[];
  /** operationId, or method and path: `GET /orders`. */
  readonly operations?: readonly string[];
}

/** Which operations a client has, as a configuration file says it. */
export interface OperationSelection {
  /** Default: all. */
  readonly include?: OperationMatch;
  readonly exclude?: OperationMatch;
}

/** The selection of one client, and where each entry of it is in its file. */
export interface LocatedSelection extends OperationSelection {
  /** Name of the file, for messages. */
  readonly file: string;
  /** Where a key or an item of the client is, by the keys that lead to it. 1-based. */
  readonly locate: (path: readonly string[]) => { readonly line: number; readonly column: number };
}
