import type { WireLevel } from "../finding.js";

/**
 * One row of the rule table of `diff`: a kind of change. Texts hold placeholders for the fact's arguments: `{name}` prints a
 * value of the contract as code, `{name:text}` as plain text, `{names:list}` a list of values as code; `{element:text}` is the
 * fact's element.
 */
export interface DiffRule {
  /** Row of the catalogue: `G3`; several, where one kind of change covers them: `D16 J1`. */
  readonly catalogue: string;
  /**
   * Whether it is judged by the way values flow: its ids are `request.…` and `response.…` then, and the level follows from the law.
   * Otherwise its id is its key, and the law holds for its `direction`.
   */
  readonly directed: boolean;
  /** Of a rule that is not directed; default: `request`. */
  readonly direction?: "request" | "response";
  /** One sentence, what changed: `{element:text} was removed.` */
  readonly title: string;
  /** One or two sentences, why it matters or does not, by direction where they differ. */
  readonly why: string | { readonly request: string; readonly response: string };
  /** The same where the law says that the change is compatible, of an edit that may be that or not. */
  readonly whyCompatible?: { readonly request: string; readonly response: string };
  /** The same where it is not certain that the edit has an effect at all. */
  readonly whyUndecided?: { readonly request: string; readonly response: string };
  /** What is noticed at run time, by direction where that differs. */
  readonly runtime?: string | { readonly request: string; readonly response: string };
  /** Where the law is departed from, and the reason for that. */
  readonly convention?: Convention | { readonly request?: Convention; readonly response?: Convention };
  /** The key of the rule for the edit in the other direction of time, or why there is none. */
  readonly mirror: string | { readonly none: string };
}

/** A level that does not follow from the law. */
export interface Convention {
  readonly level: WireLevel;
  /** A whole sentence, which `--explain` prints. */
  readonly reason: string;
}

/** Rules by key: `property.removed`. */
export type DiffRules = Readonly<Record<string, DiffRule>>;
