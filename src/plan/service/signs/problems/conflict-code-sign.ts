import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
import { isError, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { codesOfResponse } from "../../traits/problems/problem-codes.js";
import type { Problem } from "../../traits/trait.js";
import { contractTexts } from "../contract-texts.js";
import type { ErrorSign } from "../sign.js";
import { KNOWN } from "./described-codes-sign.js";
import { meaningsOfText, shownQuote } from "./described-meanings.js";

/** That some code may be the one of a key that was used with other data. Without meanings: there are too many codes to ask for each. */
export type ConflictCode = ErrorSign & { readonly meanings?: Readonly<Record<string, "?">> };

/** A text that may say what becomes of a key that was used with other data. */
interface KeyText {
  readonly by: string;
  readonly text: string | undefined;
  readonly pointer: string;
  /** The key is an idempotency key. */
  readonly isOfKeys?: true;
  /** It is of such an error, and need not name one. */
  readonly isOfError?: true;
}

/** Statuses of a key that was used with other data. */
const STATUSES: ReadonlySet<string> = new Set(["409", "422"]);

/** Words of an error in a sentence. */
const OF_ERROR = /\b(?:4\d\d|conflicts?|errors?|fail(?:s|ed|ure)?|refus\w{1,4}|reject\w{0,4})\b/iu;
const DENIES_ERROR =
  /\b(?:never|no|not|without)\s(?:an?\s|be\s)?(?:4\d\d|conflict|error|fail|refus|reject)/iu;

/** That a key can serve once more: "If the first request failed, the key can be used again with other data". */
const ALLOWS = /\b(?:can|may)\s(?!not\b)(?:\w{1,20}\s){0,3}?(?:again|re-?used?)\b/iu;

/** Codes that a person is asked for one by one. */
const MOST = 4;

/**
 * That a request with a used key and other data fails, where a text says it, problems have codes, and none means it: the client takes the
 * failure for any other conflict. One sign for the contract. Where a text names the code, it is another sign.
 */
export function conflictCodeSign(
  model: Pick<ApiModel, "contract" | "operations" | "tags">,
  problem: Problem,
  reader: SchemaReader,
): ConflictCode | undefined {
  const { codes, meanings, members, holders = [] } = problem;
  if (codes.length === 0 || members?.code === "type") return undefined;
  if (Object.values(meanings).includes("idempotency-conflict")) return undefined;
  const keyed = model.operations.filter((operation) => findIdempotencyHeader(operation) !== undefined);
  if (keyed.length === 0) return undefined;
  for (const one of listTexts(model, keyed)) {
    const quote = quoteOf(one);
    if (quote === undefined) continue;
    const own = keyed
      .flatMap(({ responses }) => responses.filter(({ status }) => STATUSES.has(status)))
      .flatMap((response) => codesOfResponse(response, { name: members?.code ?? "code", holders }, reader));
    const open = [...new Set(own)].filter((code) => !Object.hasOwn(meanings, code) && !KNOWN.has(code));
    return {
      trait: "problems",
      rule: "trait/described-codes",
      shown: `${one.by} says: ${JSON.stringify(shownQuote(quote))}`,
      missing: "nothing says which code that has",
      ...(open.length > 0 &&
        open.length <= MOST && { meanings: Object.fromEntries(open.map((code) => [code, "?" as const])) }),
      origin: { pointer: one.pointer },
    };
  }
  return undefined;
}

function listTexts(
  model: Pick<ApiModel, "contract" | "tags">,
  keyed: readonly OperationModel[],
): readonly KeyText[] {
  return [
    ...contractTexts(model).map(({ by, text, origin }) => ({ by, text, pointer: origin.pointer })),
    ...keyed.flatMap((operation): readonly KeyText[] => {
      const key = `\`${operationKey(operation)}\``;
      const header = findIdempotencyHeader(operation);
      return [
        {
          by: `the description of ${key}`,
          text: operation.description,
          pointer: operation.origin.pointer,
          isOfKeys: true,
        },
        ...(header === undefined
          ? []
          : [
              {
                by: `the description of "${header.name}" of ${key}`,
                text: header.description,
                pointer: header.origin.pointer,
                isOfKeys: true as const,
              },
            ]),
        ...operation.responses.filter(isError).map(({ status, description, origin }) => ({
          by: `the description of the response ${status} of ${key}`,
          text: description,
          pointer: origin.pointer,
          isOfKeys: true as const,
          ...(STATUSES.has(status) && { isOfError: true as const }),
        })),
      ];
    }),
  ];
}

/** The sentence of a text by which a key that was used with other data is an error. */
function quoteOf({ text = "", isOfKeys, isOfError }: KeyText): string | undefined {
  const found = meaningsOfText(text, isOfKeys === true || /idempoten/iu.test(text));
  const [, quote] = found.find(([meaning]) => meaning === "idempotency-conflict") ?? [];
  if (quote === undefined || DENIES_ERROR.test(quote) || ALLOWS.test(quote)) return undefined;
  return isOfError === true || OF_ERROR.test(quote) ? quote : undefined;
}
