import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { OperationModel, ResponseModel } from "../../model/api-model.js";
import { isSequential, responseCodecOf } from "./media.js";
import { fullName, isRedirect } from "./responses.js";
import type { SchemaReader } from "./schema-reader.js";
import type { OperationTraits } from "./traits/trait.js";

/** An operation with what was recognised in it. */
interface Recognised {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
}

/**
 * Sets {@link ResponseModel.addressed} on the redirects without content beside a 2xx: a call gives their address where the
 * client does not follow them. Content describes an error, which a caller would not read of an address. And a call that gives more
 * than the content of its 2xx has no place for an address: a sequence of pages, a handle, a value with its ETag, a
 * stream, a value that the client reads by itself.
 *
 * Comes after the recognition of traits, which reads the 2xx alone.
 */
export function markAddresses<Operation extends Recognised>(
  operations: readonly Operation[],
  reader: SchemaReader,
): readonly Operation[] {
  const statuses = new Set(
    operations.flatMap(({ traits: { background } }) =>
      background === undefined ? [] : [fullName({ name: background.facts.status })],
    ),
  );
  return operations.map((operation) => {
    const { model, traits } = operation;
    const redirects = redirectsBeside(model).filter(isBare);
    const isTaken = hasRichValue(traits) || statuses.has(fullName(model)) || isStream(model, reader);
    if (redirects.length === 0 || isTaken) return operation;
    const responses = model.responses.map((response): ResponseModel =>
      redirects.includes(response) ? { ...response, addressed: true } : response,
    );
    return { ...operation, model: { ...model, responses } };
  });
}

/** Redirects that an operation describes beside a 2xx; the client follows them where it may. */
export function redirectsBeside({ responses }: OperationModel): readonly ResponseModel[] {
  return responses.some(({ status }) => status.startsWith("2")) ? responses.filter(isRedirect) : [];
}

/** Whether a response describes no content. */
export function isBare({ content }: ResponseModel): boolean {
  return content.length === 0;
}

/** Diagnostics for redirects beside a 2xx which do not give the value of a call. */
export function diagnoseRedirects(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return operations.flatMap((operation) =>
    redirectsBeside(operation)
      .filter(({ addressed }) => addressed !== true)
      .map(({ origin }) => diagnostic("response/redirect-beside-success", origin.pointer)),
  );
}

function hasRichValue(traits: OperationTraits): boolean {
  const { background, capabilities, conditionalChange, pagination, tokenExchange, versionedRead } = traits;
  const own = [
    background,
    capabilities,
    pagination,
    tokenExchange,
    versionedRead,
    conditionalChange?.facts.read,
  ];
  return own.some((trait) => trait !== undefined);
}

/** Whether the 2xx come as streams and in nothing else; the response to HEAD has no content (RFC 9110 section 9.3.2). */
function isStream({ method, responses }: OperationModel, reader: SchemaReader): boolean {
  const content = responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((response) => response.content);
  return (
    method !== "HEAD" &&
    content.length > 0 &&
    content.every((media) => isSequential(responseCodecOf(media, reader)))
  );
}
