/** Something that a person should know about how a contract's schemas were understood; it stops nothing. */
export interface SchemaNote {
  /** One sentence. */
  readonly text: string;
  /** JSON pointer into the bundled document. */
  readonly pointer: string;
}
