import { isSafeMethod } from "../../../../openapi/operations.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { findIdempotencyHeader, findPossibleKey } from "../../idempotency-fields.js";
import { findHeaderParameter } from "../../responses.js";
import { conflictKey } from "./conflict-key.js";
import { describedHeader, type DescribedKey, type DescribedKeys } from "./described-keys.js";
import { type LostSign, operationLines, type SignSource } from "../sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** What a contract says of keys. */
interface KnownKeys {
  /** Writes by what each of them shows of a key beside its description. */
  readonly shown: DescribedKeys;
  /** Creates by what says of several operations that they take one. */
  readonly described: DescribedKeys;
}

/** A write with a key that the client does not send, or of which a description alone says that it takes one. */
export function idempotencySign(source: SignSource, { shown, described }: KnownKeys): LostSign | undefined {
  const { operation, traits, reader } = source;
  const isWrite = !isSafeMethod(operation.method);
  if (!isWrite || traits.idempotentCreate !== undefined || findIdempotencyHeader(operation) !== undefined)
    return undefined;
  const sign = { operation, trait: "idempotency" as const };
  const key = findPossibleKey(operation, reader);
  if (key?.isTimed === true)
    return {
      ...sign,
      shown: `its header "${key.name}" is an idempotency key (OASIS Repeatable Requests)`,
      ...(key.time === undefined
        ? {
            missing: 'the contract has no "Repeatability-First-Sent", which the standard requires beside it',
            lines: operationLines(operation, [`idempotency: { header: ${yamlScalar(key.name)} }`]),
          }
        : {
            missing: `the client gives no "${key.time}", which it needs: give both with each call, and the same values when you repeat it`,
            lines: [],
          }),
    };
  if (key?.in === "header")
    return {
      ...sign,
      shown: `its header "${key.name}" looks like an idempotency key`,
      missing: "its name and its description do not both say it",
      lines: operationLines(operation, [`idempotency: { header: ${yamlScalar(key.name)} }`]),
    };
  if (key !== undefined)
    return {
      ...sign,
      shown: `${key.in === "query" ? "its query parameter" : "the member of its body"} "${key.name}" ${key.isHint === true ? "may be" : "is"} an idempotency key`,
      missing: `the client makes keys for headers alone: give a unique value with each call, and the same value${key.attempt === undefined ? "" : ` with a higher "${key.attempt}"`} when you repeat it`,
      lines: [],
    };
  const header = describedHeader(textOf(operation));
  const own: DescribedKey | undefined = header === undefined ? undefined : { by: "its description", header };
  const named = own ?? shown.get(operation) ?? described.get(operation);
  if (named === undefined) return traits.safe === undefined ? conflictSign(source) : undefined;
  const isDeclared = findHeaderParameter(operation, named.header) !== undefined;
  return {
    ...sign,
    shown: `${named.by} ${named.isHint === true ? "may mean" : "names"} an idempotency key`,
    missing: isDeclared
      ? `its header "${named.header}" does not say that it is one`
      : "no header parameter declares it",
    lines: operationLines(operation, [
      `idempotency: { header: ${yamlScalar(named.header)}${isDeclared ? "" : ", undeclared: true"} }`,
    ]),
  };
}

/** A create with a value that no later one may have: there is nothing to configure, and much to know after a lost response. */
function conflictSign({ operation, reader }: SignSource): LostSign | undefined {
  const used = conflictKey(operation, reader);
  if (used === undefined) return undefined;
  const { kind, name, isOfConflict } = used;
  return {
    operation,
    trait: "idempotency",
    shown: isOfConflict
      ? `its response 409 is for ${kind} "${name}" of an earlier request`
      : `${kind} "${name}" has to be unique`,
    missing: `the client does not repeat it: after a lost response, repeat the call with the same value; ${isOfConflict ? "a 409" : "a refusal"} may say then that the first attempt arrived`,
    lines: [],
  };
}

function textOf({ summary = "", description = "" }: SignSource["operation"]): string {
  return `${summary}\n${description}`.slice(0, LONGEST);
}
