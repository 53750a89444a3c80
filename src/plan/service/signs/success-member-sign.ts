import { words } from "../../../text/words.js";
import { isError, jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { objectMembers } from "../traits/body-members.js";
import type { LostSign, SignSource } from "./sign.js";

/** The member that says whether a call succeeded, and the one that says what went wrong. */
interface SuccessMembers {
  readonly flag: string;
  readonly error: string;
}

/**
 * Members by which most responses with a status of success say whether the call succeeded: `{ "ok": false, "error": "no_stock" }`. The
 * client goes by the status (RFC 9110 section 15). One sign for the contract; no lines can say it.
 *
 * @param given - what the configuration says of it
 */
export function successMemberSign(
  sources: readonly SignSource[],
  given: false | undefined,
  reader: SchemaReader,
): LostSign | undefined {
  if (given === false) return undefined;
  const bodies = sources.flatMap(({ operation, traits }) => {
    const schema = jsonResponse(operation, reader)?.schema;
    // RFC 6749 section 5.2: an error of a token endpoint has a status of its own.
    return schema === undefined || traits.tokenExchange !== undefined ? [] : [{ operation, schema }];
  });
  const found = bodies.flatMap(({ operation, schema }) => {
    const members = objectMembers(schema, reader).map(({ name, schema: node }) => ({
      name,
      key: words(name).join("_"),
      kind: reader.resolve(node).type.kind,
      values: reader.values(node),
    }));
    const both = flagged(members) ?? coded(members);
    return both === undefined ? [] : [{ operation, ...both }];
  });
  const [first] = found;
  if (first === undefined || found.length < 2 || found.length * 2 <= bodies.length) return undefined;
  // Failures that are declared have a status.
  const declared = found.filter(({ operation }) => operation.responses.some(isError));
  if (declared.length * 2 >= found.length) return undefined;
  return {
    trait: "envelope",
    rule: "trait/success-member",
    shown: `most responses have ${JSON.stringify(first.flag)} and ${JSON.stringify(first.error)}`,
    missing: "most operations declare no error response",
    lines: [],
    meant: ["envelope: false"],
    origin: first.operation.origin,
  };
}

/** A member of a response. */
interface Member {
  readonly name: string;
  readonly key: string;
  readonly kind: string;
  /** The values that its schema lists. */
  readonly values: readonly unknown[];
}

const FLAG = /^(?:ok|(?:is_?)?success(?:ful)?|succeeded|has_errors?|is_error)$/u;
const ERROR =
  /^(?:err(?:or)?s?|err(?:or)?_?(?:code|description|detail|details|message|msg|reason|text|type)|failure_?(?:code|message|reason))$/u;

/** A flag that may be true or false, beside what went wrong. */
function flagged(members: readonly Member[]): SuccessMembers | undefined {
  const flag = members.find(
    ({ key, kind, values }) => FLAG.test(key) && kind === "boolean" && values.length !== 1,
  );
  const error = members.find(({ key }) => ERROR.test(key));
  return flag && error && { flag: flag.name, error: error.name };
}

const CODE = /^(?:err(?:or)?_?(?:code|no)|ret_?code|code|ret)$/u;
const TEXT = /^(?:err(?:or)?_?(?:message|msg)|message|msg)$/u;
const HELD = /^(?:data|result)$/u;

/** A code and a text beside what a response is about: `{ "code": 0, "msg": "", "data": {} }`. */
function coded(members: readonly Member[]): SuccessMembers | undefined {
  const code = members.find(
    ({ key, kind, values }) => CODE.test(key) && kind === "number" && values.length !== 1,
  );
  const text = members.find(({ key }) => TEXT.test(key));
  return members.some(({ key }) => HELD.test(key)) && code && text
    ? { flag: code.name, error: text.name }
    : undefined;
}
