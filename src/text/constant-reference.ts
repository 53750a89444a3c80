/**
 * The name of a constant of generated code, within a value that otherwise is data. Only an instance of this class is
 * printed as code: an object of a contract can have members of any name, but it is never such an instance.
 */
export class ConstantReference {
  /** The constant: `list`. */
  readonly constant: string;
  /** Alias of the operations module that has it; undefined: the module that contains the reference. */
  readonly module: string | undefined;

  /** @throws Error when a name is not an identifier: only identifiers may reach code. */
  constructor(constant: string, module?: string) {
    for (const name of [constant, module ?? constant]) {
      if (!isIdentifier(name)) throw new Error(`A constant cannot have the name ${JSON.stringify(name)}.`);
    }
    this.constant = constant;
    this.module = module;
  }

  /** Whether a value is a reference and no data. */
  static is(value: unknown): value is ConstantReference {
    return value instanceof ConstantReference;
  }

  /** As code: `list`, `cabinetsOperations.list`. */
  get code(): string {
    return this.module === undefined ? this.constant : `${this.module}.${this.constant}`;
  }
}

/** Whether a text is an identifier (ECMA-262, IdentifierName), without the joiners, which are invisible. */
export function isIdentifier(text: string): boolean {
  return /^(?!.*[\u200c\u200d])[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);
}
