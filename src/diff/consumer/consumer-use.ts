/*
 * What the code of a consumer uses of a generated client, as data. Types only: filled by whatever reads the consumer's project.
 */

/** A line of the consumer. */
export interface Location {
  /** Relative to the folder of the consumer, with `/`. */
  readonly file: string;
  readonly line: number;
}

/**
 * What is done with it: `name` stands for any mention of a declaration, `read` and `write` for a member of one. `write` without a
 * member: an object of the declared type is made.
 */
export type UseKind = "name" | "read" | "write";

/** Something of the client that the consumer uses. */
export interface ConsumerUse {
  readonly kind: UseKind;
  /** What the client declares: `Deal`, `CabinetsResource`; of a module of `operations/` with its path: `operations/deals.search`. */
  readonly declaration: string;
  /** The member of it, as the contract has it; absent: the declaration itself. */
  readonly member?: string;
  /** Sorted. */
  readonly locations: readonly Location[];
}
