import type { Fault, FaultKind } from "./fault.js";
import { describeValue, integer, isRecord, text, valueThat, type ReadValue } from "./plan-reader.js";

/** How one member of a fault is read. */
export interface MemberReader<Value = unknown> {
  readonly read: ReadValue<Value>;
  readonly required: boolean;
}

type MembersOf<Given extends Fault> = {
  readonly [Name in Exclude<keyof Given, "kind">]-?: MemberReader<Exclude<Given[Name], undefined>>;
};

/** A day: longer than a program waits, and short enough for a timer. */
const longestWait = 86_400_000;
/** A hundred years, in milliseconds and in seconds. */
const century = 3_155_760_000_000;
const centurySeconds = century / 1000;

const stage = optional(oneOf("before", "after"));
const effect = optional(oneOf("none", "done"));
const wait = required(integer(0, longestWait));
const retryAfter = {
  retryAfter: optional(integer(0, centurySeconds)),
  retryAfterDate: optional(integer(-centurySeconds, centurySeconds)),
};
const code = required(
  valueThat(
    (value): value is string => typeof value === "string" && /^[a-z][a-z0-9_]*$/.test(value),
    "a code of lower-case letters, digits and underscores",
  ),
);
const flag = valueThat((value): value is boolean => typeof value === "boolean", "true or false");
const retryable = valueThat(
  (value): value is boolean | "absent" => typeof value === "boolean" || value === "absent",
  "true, false or absent",
);
const proxyStatus = valueThat(
  (value): value is 502 | 503 | 504 => value === 502 || value === 503 || value === 504,
  "502, 503 or 504",
);
const anyText = valueThat((value): value is string => typeof value === "string", "a text");

/** The members of every fault besides `kind`; the compiler holds the table against the types. */
export const faultMembers: { readonly [Kind in FaultKind]: MembersOf<Extract<Fault, { kind: Kind }>> } = {
  disconnect: { when: stage },
  delay: { milliseconds: wait, when: stage },
  slowBody: { milliseconds: wait },
  truncatedBody: { connection: optional(oneOf("kept", "cut")) },
  emptyBody: { status: optional(integer(200, 599)), when: stage },
  html: { status: optional(proxyStatus), ...retryAfter, when: stage },
  problem: {
    code,
    status: optional(integer(400, 599)),
    retryable: optional(retryable),
    ...retryAfter,
    when: stage,
  },
  tokenError: { error: code, status: optional(integer(400, 599)), ...retryAfter, when: stage },
  response: {
    status: required(integer(200, 599)),
    headers: optional(textMembers),
    text: optional(anyText),
    when: stage,
  },
  refuseToken: { as: optional(oneOf("expired", "revoked")) },
  repeatCursor: {},
  unknownFields: {},
  operationState: { status: optional(text) },
  failOperation: { code, message: optional(text), retryable: optional(flag), effect },
  ambiguousOutcome: { effect },
  clockJump: { milliseconds: required(integer(-century, century)) },
};

function required<Value>(read: ReadValue<Value>): MemberReader<Value> {
  return { read, required: true };
}

function optional<Value>(read: ReadValue<Value>): MemberReader<Value> {
  return { read, required: false };
}

function oneOf<const Word extends string>(...words: readonly Word[]): ReadValue<Word> {
  return (reader, value, path) => reader.word(value, path, words, `a value of ${String(path.at(-1))}`);
}

/** Headers (RFC 9110 section 5): names that are tokens, values without line breaks. */
function textMembers(
  ...[reader, value, path]: Parameters<ReadValue<Readonly<Record<string, string>>>>
): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) {
    reader.refuse(path, `expected an object of texts, not ${describeValue(value)}.`);
    return undefined;
  }
  const headers: [name: string, header: string][] = [];
  for (const [name, header] of Object.entries(value)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) reader.refuse([...path, name], "is not the name of a header.");
    else if (typeof header !== "string" || !/^[\t\x20-\x7e]*$/.test(header))
      reader.refuse([...path, name], "expected a text of printable ASCII characters.");
    else headers.push([name, header]);
  }
  // An assignment to `__proto__`, which is a token like any other, would set no member.
  return Object.fromEntries(headers);
}
