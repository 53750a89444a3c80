/**
 * What a contract may cost. Far above every published contract that is known (the largest: 13 MB, 0.7 million
 * values, 2,900 files), and low enough that a hostile one ends with an error instead of a dead machine.
 */
export interface LoadLimits {
  /** Bytes of one document, after decompression. */
  readonly documentBytes: number;
  /** Documents that one contract may be split into. */
  readonly documents: number;
  /** Values (objects, arrays, scalars) of one document once its YAML aliases are written out. */
  readonly values: number;
  /** Objects and arrays inside each other. */
  readonly depth: number;
  /** Milliseconds for one document over HTTP, redirects and body included. */
  readonly fetchMilliseconds: number;
  /** Redirects that one document may take. */
  readonly redirects: number;
}

export const defaultLimits: LoadLimits = {
  documentBytes: 64 * 1024 * 1024,
  documents: 10_000,
  values: 5_000_000,
  depth: 200,
  fetchMilliseconds: 30_000,
  redirects: 5,
};
