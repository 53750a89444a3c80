/** Where a node of the model stands in the contract: a JSON pointer (RFC 6901) into the bundled document. */
export interface Origin {
  readonly pointer: string;
}
