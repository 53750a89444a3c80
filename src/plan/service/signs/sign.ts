import type { ProblemsOverride } from "../../../config/client-overrides.js";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import type { OperationModel, SecuritySchemeModel } from "../../../model/api-model.js";
import type { Origin } from "../../../model/schema-model.js";
import { yamlFlow, yamlQuoted } from "../../../text/yaml-scalar.js";
import { operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { OperationTraits } from "../traits/trait.js";

/**
 * Something that a contract shows, and that no trait follows from: the client does less than the service promises. The configuration can
 * say what is missing.
 */
export interface LostSign {
  /** The operation that shows it. Absent: its security scheme or, without one, the contract as a whole does. */
  readonly operation?: OperationModel;
  /** What could have been recognised, by its key in the configuration. */
  readonly trait:
    | "background"
    | "capabilities"
    | "conditional"
    | "envelope"
    | "features"
    | "headers"
    | "idempotency"
    | "pagination"
    | "problems"
    | "requestId"
    | "results"
    | "safe"
    | "scopes"
    | "security"
    | "sensitive"
    | "tokenExchange";
  /** What the contract shows, as a clause: `its response has "next_cursor"`. */
  readonly shown: string;
  /** What a recogniser did not find, as a clause. */
  readonly missing: string;
  /** The lines of `cabinetry.yaml` that say it, below the client; `?` is for a person to fill in. Empty: nothing to configure. */
  readonly lines: readonly string[];
  /** The security scheme that shows it, where it is not the operation. */
  readonly scheme?: SecuritySchemeModel;
  /** Where the contract as a whole shows it. */
  readonly origin?: Origin;
  /** The OpenAPI Overlay that the lines name, where the configuration has no words for what is missing. */
  readonly overlay?: readonly string[];
  /** Its diagnostic, where that is not made of what is shown and what is missing. */
  readonly diagnostic?: Diagnostic;
  /** The lines that accept it as it is. Absent: those of its trait. */
  readonly meant?: readonly string[];
  /** The rule of its diagnostic, where that is not the one of its trait. */
  readonly rule?:
    | "security/passed-key"
    | "security/server-variable"
    | "security/unused-scheme"
    | "trait/capabilities-version"
    | "trait/described-codes"
    | "trait/described-limit"
    | "trait/described-scopes"
    | "trait/early-read"
    | "trait/error-codes"
    | "trait/incomplete-token"
    | "trait/key-retention"
    | "trait/open-exchange"
    | "trait/poll-interval"
    | "trait/rate"
    | "trait/safe-change"
    | "trait/success-member"
    | "trait/token-source"
    | "trait/unknown-states"
    | "trait/unread-failure"
    | "trait/unprotected-change"
    | "trait/unused-scopes";
}

/** A sign of errors, with what it adds to the one line of `problems`: nothing where it has none. */
export type ErrorSign = Omit<LostSign, "lines" | "meant"> & {
  readonly isRetryable?: boolean;
  /** Paths of the members of a problem, as people have them, by what the client knows them as. */
  readonly members?: NonNullable<ProblemsOverride["members"]>;
};

/** What shows a sign, in words: `GET /orders`. */
export function subjectOf({ operation, scheme }: LostSign): string {
  if (operation !== undefined) return operationKey(operation);
  return scheme === undefined ? "the contract" : `security scheme ${JSON.stringify(scheme.name)}`;
}

/** Traits that `false` switches off at one operation. */
const SWITCHED = new Set<LostSign["trait"]>([
  "background",
  "conditional",
  "features",
  "idempotency",
  "pagination",
  "safe",
  "scopes",
]);

/** The lines of `cabinetry.yaml` that accept what a sign shows as it is, below the client; undefined: no key does. */
export function acceptedBy({ operation, trait, rule, meant }: LostSign): readonly string[] | undefined {
  if (meant !== undefined) return meant;
  if (trait === "tokenExchange" && rule !== "trait/open-exchange") return ["tokenExchange: false"];
  return operation === undefined || !SWITCHED.has(trait)
    ? undefined
    : operationLines(operation, [`${trait}: false`]);
}

/** An operation with its traits, as the configuration decided. */
export interface SignSource {
  readonly operation: OperationModel;
  readonly traits: OperationTraits;
  /** Traits that the configuration switches off. */
  readonly switchedOff: readonly string[];
  readonly reader: SchemaReader;
}

/** Lines for one operation. */
export function operationLines(operation: OperationModel, lines: readonly string[]): readonly string[] {
  return ["operations:", `  ${quotedKey(operation)}:`, ...lines.map((line) => `    ${line}`)];
}

/** The keys of `background` that lines for an operation have: the read that gives the state, and what the configuration says already. */
export function backgroundKeys(
  { background }: Pick<OperationTraits, "background"> = {},
  status: OperationModel,
): readonly string[] {
  const given = Object.entries({ ...background?.given }).map(([key, value]) => `${key}: ${yamlFlow(value)}`);
  return given.some((line) => line.startsWith("status: "))
    ? given
    : [`status: ${quotedKey(status)}`, ...given];
}

/** Lines for one key of an operation, beside what the configuration says of it already. */
export function joinedLines(
  operation: OperationModel,
  key: string,
  trait: { readonly given?: object } | undefined,
  line: string,
): readonly string[] {
  const given = Object.entries({ ...trait?.given }).map(([name, value]) => `${name}: ${yamlFlow(value)}`);
  return operationLines(operation, [`${key}:`, ...[...given, line].map((one) => `  ${one}`)]);
}

/** How the configuration names an operation: `"GET /orders"`. */
export function quotedKey(operation: OperationModel): string {
  return yamlQuoted(operationKey(operation));
}
