import { UserError } from "../../text/user-error.js";
import type { OperationName } from "../api-model.js";
import { operationName } from "./operation-names.js";

/** Names of an earlier generation, as its manifest has them; they stay, whatever else the contract has now. */
export interface KeptNames {
  /** `GET /cabinets` → `cabinets.list`. */
  readonly operations: Readonly<Record<string, string>>;
  /** Identity of a schema ({@link SchemaModel.identity}) → its name: `#/components/schemas/Cabinet` → `Cabinet`. */
  readonly models: Readonly<Record<string, string>>;
  /**
   * Identity of a schema → `request`, where its name is that of a request's shape and an answer's would differ
   * (`readOnly`, `writeOnly`), `bytes`, where it is that of a form with bytes, or both: what an answer or JSON has of it
   * later gets a name of its own.
   */
  readonly shapes?: Readonly<Record<string, string>>;
  /**
   * Identity of an alternative in place, as it stands in those of models → what its members are (`id=string`): where
   * others are alike but for that, the name stays with the right one. Absent as a whole: the earlier generation did not say.
   */
  readonly alternatives?: Readonly<Record<string, string>>;
  /**
   * Enums that requests left open, by their values (`"active" "archived"`) → `answers`, because answers brought just
   * these, or `kept`, because they did once.
   */
  readonly enums?: Readonly<Record<string, string>>;
  /** Methods that an operation gives beside its own: `modify of PATCH /pets/{id}` → `modify`. */
  readonly methods?: Readonly<Record<string, string>>;
  /** How an operation is called: `GET /pets` → one line, as the plan prints it. */
  readonly calls?: Readonly<Record<string, string>>;
  /**
   * What the method of an operation gives, where that is more than its value: `GET /pets` → one line, as the plan prints
   * it. Absent as a whole: the earlier generation did not say.
   */
  readonly forms?: Readonly<Record<string, string>>;
  /** What an answer describes in its headers: `GET /pets 200` → `RateLimitHeaders`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `petLost #/webhooks/petLost/post` → its member of `WebhookPayloads`, `WebhookHeaders` and `WebhookQueries`, of which it
   * has those that it brings something for: `petLost`.
   */
  readonly webhooks?: Readonly<Record<string, string>>;
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/**
 * The operations' names, checked: a manifest is a file in somebody's repository, and what it says becomes code.
 *
 * @throws UserError (2) for what cannot be a name.
 */
export function readKeptOperations(
  kept: Readonly<Record<string, string>>,
): ReadonlyMap<string, OperationName> {
  return new Map(
    Object.entries(kept).map(([identity, name]) => {
      const [resource = "", method = "", ...rest] = name.split(".");
      const isName = rest.length === 0 && IDENTIFIER.test(resource) && IDENTIFIER.test(method);
      if (!isName) throw refuse(identity, name, "member.method, two identifiers");
      return [identity, operationName(resource, method)];
    }),
  );
}

/**
 * Names of anything else that becomes an identifier, checked as the operations' are.
 *
 * @throws UserError (2) for what cannot be a name.
 */
export function readKeptNames(kept: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  for (const [identity, name] of Object.entries(kept)) {
    if (!IDENTIFIER.test(name)) throw refuse(identity, name, "an identifier");
  }
  return new Map(Object.entries(kept));
}

function refuse(identity: string, name: string, want: string): UserError {
  const what = `The manifest names ${JSON.stringify(identity)} ${JSON.stringify(name)}, which is no name of a client.`;
  const remedy = `Write ${want}, restore the manifest from version control, or give every name anew with --rename.`;
  return new UserError(2, what, { remedy });
}
