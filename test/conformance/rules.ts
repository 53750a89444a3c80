/** Who keeps a rule: the generated client, the server (here: the sandbox), the generator. */
export type Keeper = "client" | "generator" | "server";

/** One rule of the contract. */
export interface Rule {
  /** `TOK-3`; its letters are the group. */
  readonly id: string;
  readonly keepers: readonly Keeper[];
  /** What it demands, in one line. */
  readonly wording: string;
  /** Why no test is asked for here. */
  readonly waived?: string;
}

/** The groups, in the order of the contract's description: letters of their ids and a heading. */
export const groups: readonly (readonly [letters: string, heading: string])[] = [
  ["GEN", "General"],
  ["ACC", "Access model and scopes"],
  ["TOK", "Token exchange and authentication"],
  ["CAP", "Capabilities and limits"],
  ["VER", "Versioning"],
  ["RES", "Resources and endpoints"],
  ["OPS", "Background operations"],
  ["IDM", "Idempotency"],
  ["ETG", "Concurrent change"],
  ["ERR", "Errors"],
  ["SEC", "Secrets"],
];

const keepersOf: Readonly<Record<string, Keeper>> = { C: "client", G: "generator", S: "server" };

/** @param who letters of {@link keepersOf}, one after the other */
function rule(id: string, who: string, wording: string, waived?: string): Rule {
  const keepers = who.split("").flatMap((letter) => keepersOf[letter] ?? []);
  return { id, keepers, wording, ...(waived !== undefined && { waived }) };
}

/** Every rule, in the order of the contract's description. */
export const rules: readonly Rule[] = [
  rule("GEN-1", "CS", "64-bit identifiers are strings on the wire and in types; a number is refused unsent."),
  rule("GEN-2", "C", "Cursors are opaque: they go back unparsed and unchanged, with the same filters."),
  rule("GEN-3", "C", "Unknown response fields are ignored, and the order of properties never matters."),
  rule("GEN-4", "G", "The published schema decides fields, types, constraints and response codes."),
  rule("GEN-5", "C", "The client has the operations of the schema and no other way to call anything."),
  rule("ACC-1", "S", "The user must hold external_api_access."),
  rule(
    "ACC-2",
    "CS",
    "Key and JWT must carry the operation's scope; one that was not requested does not compile.",
  ),
  rule("ACC-3", "S", "The cabinet must be in the key's allowlist, unless the key opens all current ones."),
  rule("ACC-4", "S", "The user must still have the right to do this in that cabinet."),
  rule("ACC-5", "S", "A scope restricts and never grants: each other condition alone denies."),
  rule(
    "ACC-6",
    "S",
    "User and cabinet are checked on every request, and before a background operation executes.",
  ),
  rule("ACC-7", "CS", "A cabinet in several contexts is addressed with namespaceId and placementId."),
  rule("ACC-8", "C", "The context cannot change within a page sequence or an idempotent operation."),
  rule("ACC-9", "CS", "There are six scopes."),
  rule(
    "TOK-1",
    "CS",
    "The exchange is a form of six fields, with their fixed values, to the token endpoint.",
  ),
  rule("TOK-2", "CG", "The vendor word is configuration; without it the error says how to set it."),
  rule("TOK-3", "CS", "The six fields of the token response are read and checked."),
  rule(
    "TOK-4",
    "C",
    "The key goes to the token endpoint alone, across no redirect, over http to loopback only.",
  ),
  rule(
    "TOK-5",
    "C",
    "The JWT is renewed before it runs out, by one exchange however many calls wait for it.",
  ),
  rule(
    "TOK-6",
    "C",
    "A refused token leads to one exchange and one replay; refused again, the error says so.",
  ),
  rule("TOK-7", "C", "Key and JWT are on no disk, in no log, no error, no inspection and no JSON."),
  rule("TOK-8", "C", "A token endpoint's error, whatever its body, is one typed error."),
  rule("TOK-9", "S", "The JWT is signed, lives 60 minutes and carries the scopes; any other is refused."),
  rule("CAP-1", "CS", "The capabilities are readable with any scope, and may hold more fields."),
  rule("CAP-2", "C", "Limits come from the capabilities, and the client itself obeys them."),
  rule("CAP-3", "C", "Feature flags are read at the start; a group that is switched off is a clear error."),
  rule("CAP-4", "C", "Another contract version is reported to a hook, and breaks no call."),
  rule("CAP-5", "S", "The baseline limits hold, and a deployment may lower them."),
  rule("CAP-6", "CS", "A 429 tells how long to wait; the client waits that long and goes on."),
  rule("VER-1", "G", "Version in the path and contract version are in the client and in its manifest."),
  rule("VER-2", "G", "Within /v1 there are compatible additions only; diff decides it, and fails the job."),
  rule("VER-3", "G", "The schema wins over any prose."),
  rule("RES-1", "CS", "Every endpoint row exists, with method, path and scope."),
  rule("RES-2", "CS", "GET /cabinets takes a limit and answers the cabinet page."),
  rule(
    "RES-3",
    "C",
    "Pages are walked as items or as pages to a null cursor; a repeated cursor is an error.",
  ),
  rule("RES-4", "CS", "A result is paged with pageSize; its cursor is opaque and tied to the request."),
  rule("RES-5", "CG", "Place and name of a cursor are taken from the schema."),
  rule("OPS-1", "CS", "A create needs reason and key, and answers 202 with id, Location and Retry-After."),
  rule("OPS-2", "CS", "Four states; one that the client does not know is neither an error nor an end."),
  rule(
    "OPS-3",
    "CS",
    "A failed operation is HTTP 200 with its error, and a typed error that is not an HTTP error.",
  ),
  rule("OPS-4", "C", "Polls honour Retry-After, add jitter, and keep two seconds apart, whoever waits."),
  rule("OPS-5", "C", "A wait can be aborted, and resumed from the id, by another process too."),
  rule("OPS-6", "CS", "Operations, results and keys are kept 7 days, and reported as expired afterwards."),
  rule("OPS-7", "S", "An operation is readable with the scope of what created it."),
  rule("IDM-1", "CS", "Same key, payload and reason: the existing operation."),
  rule("IDM-2", "CS", "Same key, other data: 409 idempotency_key_conflict, a typed error."),
  rule("IDM-3", "C", "After a lost response the request is repeated byte for byte, with the same key."),
  rule("IDM-4", "C", "That holds across a crash of the process, when a durable store is given."),
  rule("IDM-5", "C", "An ambiguous outcome is not repeated until the caller has looked and says so."),
  rule("ETG-1", "CS", "Reads of settings, analytics config and project sources give a strong ETag."),
  rule("ETG-2", "CS", "A change sends it in If-Match; missing is 428, and does not compile."),
  rule("ETG-3", "CS", "A stale one is 412, a typed error; rereading and rebuilding is bounded."),
  rule("ETG-4", "C", "A weak one is never used for a change."),
  rule(
    "ERR-1",
    "CS",
    "Errors are Problem Details with type, title, status, detail, code, retryable, traceId.",
  ),
  rule("ERR-2", "C", "Code and retryable decide; the trace is kept; sensitive payloads are not logged."),
  rule("ERR-3", "C", "A malformed request is not repeated."),
  rule("ERR-4", "C", "Denied access names what to check: scope, allowlist, current rights."),
  rule("ERR-5", "C", "A resource problem names the context identifiers that were sent."),
  rule("ERR-6", "C", "A server-side failure is repeated only when retryable is true."),
  rule("ERR-7", "C", "An error other than Problem Details is typed all the same, with status and headers."),
  rule("ERR-8", "C", "Codes that the client does not know are carried through."),
  rule("SEC-1", "CS", "Keys, JWTs, phone numbers and other sensitive data are in no log of either side."),
];
