/** One behaviour taken away: a small patch, and the tests that must fail for it. */
export interface Mutant {
  /** The rule of the contract that is broken (`TOK-5`). */
  readonly rule: string;
  /** What is broken, as somebody who reviews the patch would say it. */
  readonly breaks: string;
  /** The file that is patched, from the root of the repository. */
  readonly file: string;
  /** Text that stands exactly once in the file. */
  readonly before: string;
  /** What stands in its place. It need not type-check: tests run without the compiler. */
  readonly after: string;
  /** Test files of which at least one test must fail. */
  readonly tests: readonly string[];
}
