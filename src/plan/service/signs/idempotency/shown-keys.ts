import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { isSafeMethod } from "../../../../openapi/operations.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../../traits/body-members.js";
import { describedHeader, type DescribedKey, type DescribedKeys, USUAL } from "./described-keys.js";
import { codeOfKeysIn, codeOfKeysOf } from "./key-codes.js";
import type { SignSource } from "../sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** What responses of all operations say of keys. */
interface SharedResponses {
  /** Headers with a key that operations declare, in lower case. */
  readonly declared: ReadonlySet<string>;
  /** Whether a read shows a code of keys in the same way: then every operation does. */
  readonly isOfReads: (code: ShownCode) => boolean;
}

/** A code of keys, and where it is. */
interface ShownCode {
  readonly by: string;
  /** A text has it; else a schema or an example, which operations share. */
  readonly isInText: boolean;
}

/** Writes by what an extension or a response of each says of a key; of a PUT or a DELETE, which may be sent again, nothing is. */
export function shownKeys(sources: readonly SignSource[], reader: SchemaReader): DescribedKeys {
  const found = new Map<OperationModel, DescribedKey>();
  let ofReads: ReadonlySet<boolean> | undefined;
  const shared: SharedResponses = {
    declared: new Set(
      sources.flatMap(({ operation }) => findIdempotencyHeader(operation)?.name.toLowerCase() ?? []),
    ),
    isOfReads: ({ isInText }) => (ofReads ??= codesOfReads(sources, reader)).has(isInText),
  };
  for (const source of sources) {
    const key = keyOf(source, shared, reader);
    if (key !== undefined) found.set(source.operation, key);
  }
  return found;
}

/** How reads show codes of keys: in texts, in schemas. */
function codesOfReads(sources: readonly SignSource[], reader: SchemaReader): ReadonlySet<boolean> {
  const reads = sources.filter(isRead).map(({ operation }) => operation);
  return new Set(
    reads.flatMap((read) =>
      [codeInTexts(read), codeInSchemas(read, reader)].flatMap((code) => code?.isInText ?? []),
    ),
  );
}

function isRead({ operation, traits }: SignSource): boolean {
  return isSafeMethod(operation.method) || traits.safe !== undefined;
}

function keyOf(source: SignSource, shared: SharedResponses, reader: SchemaReader): DescribedKey | undefined {
  const { operation } = source;
  const { method, keyExtension: extension } = operation;
  if ((method !== "POST" && method !== "PATCH") || isRead(source)) return undefined;
  if (extension !== undefined && (method === "POST" || extension.isHint !== true)) {
    const { name, header = USUAL, isHint } = extension;
    return { by: `its extension "${name}"`, header, ...(isHint && { isHint }) };
  }
  return keyOfResponses(source, shared, reader);
}

/**
 * What a response says of the key of its request: a header of a replayed response, or the reason of an error. Operations share responses:
 * one that others have too says nothing where another operation declares the header, and no code does that reads have too.
 */
function keyOfResponses(
  source: SignSource,
  { declared, isOfReads }: SharedResponses,
  reader: SchemaReader,
): DescribedKey | undefined {
  const { operation } = source;
  const named = namedKey(operation.responses);
  if (named !== undefined) return declared.has(named.header.toLowerCase()) ? undefined : named;
  if (declared.size > 0 || takesOtherKey(operation, reader)) return undefined;
  const code = [codeInTexts(operation), codeInSchemas(operation, reader)].find(
    (one) => one !== undefined && !isOfReads(one),
  );
  if (code !== undefined) return { by: code.by, header: USUAL };
  const used = operation.responses.find((response) => isOfUsedKey(response));
  if (used === undefined) return undefined;
  return { by: `the description of its response ${used.status}`, header: USUAL, isHint: true };
}

function namedKey(responses: OperationModel["responses"]): DescribedKey | undefined {
  for (const { status, description = "", headers } of responses) {
    const replayed = headers.find(({ name }) => OF_KEY.test(words(name).join("_")));
    if (replayed !== undefined) return { by: `its response header "${replayed.name}"`, header: USUAL };
    const header = describedHeader(description.slice(0, LONGEST));
    if (header !== undefined) return { by: `the description of its response ${status}`, header };
  }
  return undefined;
}

/** Headers of a response to a request with a key: `Idempotency-Replayed`, `Idempotent-Replayed`, `X-Idempotency-Key`. */
const OF_KEY = /^(?:x_)?idempoten(?:cy|ce|t)_(?:hit|key|repla(?:y|yed)|status)$/;

/** The code of keys that the description of an operation, or of its response to a refused request, names. */
function codeInTexts({ summary = "", description = "", responses }: OperationModel): ShownCode | undefined {
  const own = codeInText(`${summary}\n${description}`);
  if (own !== undefined) return { by: `the code "${own}" in its description`, isInText: true };
  for (const { status, description: text = "" } of responses.filter(isClientError)) {
    const code = codeInText(text);
    if (code !== undefined) return { by: byResponse(code, status), isInText: true };
  }
  return undefined;
}

/** The same of the schema or an example of such a response. */
function codeInSchemas({ responses }: OperationModel, reader: SchemaReader): ShownCode | undefined {
  for (const response of responses.filter(isClientError)) {
    const code = codeOfKeysOf(response, reader);
    if (code !== undefined) return { by: byResponse(code, response.status), isInText: false };
  }
  return undefined;
}

function byResponse(code: string, status: string): string {
  return `the code "${code}" of its response ${status}`;
}

function codeInText(text: string): string | undefined {
  const start = text.slice(0, LONGEST);
  return /idempoten/i.test(start) ? codeOfKeysIn(withoutDenials(start, "use")) : undefined;
}

function isClientError({ status }: ResponseModel): boolean {
  return status.startsWith("4");
}

/** "Same key, different payload", "The key was used with other data". */
const USED_KEY: readonly RegExp[] = [
  /\bsame\skey\b[^.;]{0,40}\b(?:another|changed|different|other)\s(?:\w{1,20}\s)?(?:arguments|body|contents?|data|input|parameters|payload|request)\b/i,
  /\b(?:another|changed|different|other)\s(?:\w{1,20}\s)?(?:arguments|body|contents?|data|input|parameters|payload|request)\b[^.;]{0,40}\bsame\skey\b/i,
  /\bkey\b[^.;]{0,20}\b(?:already|has been|re-?used|was|were)\b[^.;]{0,40}\b(?:another|different|other)\s(?:\w{1,20}\s)?(?:arguments|body|contents?|data|input|parameters|payload|request)\b/i,
];

/** Whether a 409 or a 422 is for a key that came with other data before. */
function isOfUsedKey({ status, description = "" }: ResponseModel): boolean {
  if (status !== "409" && status !== "422") return false;
  const text = withoutDenials(description.slice(0, LONGEST), "use").replace(/\s+/g, " ");
  return USED_KEY.some((pattern) => pattern.test(text));
}

/** Names of what a code or a text may be about instead: a key that is stored, a token of the client in the body. */
const OTHER_KEY = /(?:^|_)(?:key|(?:client|request|retry)_(?:\w{1,20}_)?(?:id|token))$/;

/** Whether the request has such a member. */
function takesOtherKey({ parameters, body }: OperationModel, reader: SchemaReader): boolean {
  const names = [
    ...parameters.map(({ name }) => words(name).join("_")),
    ...listBodyMembers(body?.content[0]?.schema, reader).flatMap(({ key, path }) =>
      path.length === 1 ? key : [],
    ),
  ];
  return names.some((name) => OTHER_KEY.test(name));
}
