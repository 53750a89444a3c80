import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { acceptableMedia, chooseMedia } from "../http/choose-answer.js";
import { abandonable } from "./abandonable.js";
import type { ApiResponse, Call } from "./call.js";
import type { Core, ExecuteOptions, Input } from "./core.js";
import { callOf } from "./during-call.js";
import type {
  Codec,
  MediaDescriptor,
  OperationDescriptor,
} from "./operation-descriptor.js";
import { toCall } from "./to-call.js";

/**
 * A call whose answer is a sequence that is read while it arrives: `for await (const item of call)`. Awaited, it gives
 * the sequence as soon as the answer's headers are there; `withResponse()` gives status and headers beside it.
 *
 * Leaving the loop cancels the answer. A `deadline` of the call counts to the end of the sequence; without one, the
 * client's own counts up to the answer's headers, and then for each wait for bytes. A sequence can be read once.
 */
export interface StreamCall<
  Item,
  Response extends ApiResponse<AsyncIterable<Item>> = ApiResponse<
    AsyncIterable<Item>
  >,
>
  extends Call<AsyncIterable<Item>, Response>, AsyncIterable<Item> {}

/**
 * Starts a call and reads its answer as a sequence.
 *
 * @param codecs - the call accepts the media types of these alone
 * @param read - makes items of the bytes; what it throws is said of the call
 */
export function streamCall<Item>(
  core: Core,
  descriptor: OperationDescriptor,
  codecs: readonly Codec[],
  input: Input,
  options: ExecuteOptions | undefined,
  read: (
    bytes: ReadableStream<Uint8Array>,
    media: MediaDescriptor,
    maxBytes: number,
  ) => AsyncIterable<Item>,
): StreamCall<Item> {
  const accept = acceptableMedia(descriptor, codecs);
  const maxBytes = options?.maxResponseBytes ?? core.maxPartBytes;
  const sequence = core
    .execute(descriptor, input, { ...options, accept, asStream: true })
    .then((answer): ApiResponse<AsyncIterable<Item>> => {
      const bytes = answer.value as ReadableStream<Uint8Array> | undefined;
      const type = answer.headers.get("content-type");
      const content = descriptor.answers.flatMap((one) => one.content);
      const accepted = content.filter(({ mediaType }) =>
        accept.includes(mediaType),
      );
      const media = chooseMedia(accepted, type);
      // A success without content is a sequence of nothing.
      const items =
        bytes === undefined || media === undefined
          ? []
          : read(bytes, media, maxBytes);
      const cancel = async (): Promise<void> => bytes?.cancel();
      return { ...answer, value: readOnce(items, descriptor, answer, cancel) };
    });
  const call = toCall(sequence);
  return Object.assign(call, {
    [Symbol.asyncIterator]: () =>
      abandonable(iterate(call), async () => {
        await (await call)[Symbol.asyncIterator]().return?.();
      }),
  });
}

async function* iterate<Item>(
  call: Call<AsyncIterable<Item>>,
): AsyncGenerator<Item, void, undefined> {
  yield* await call;
}

/** What was read is gone: a second loop would see nothing and take that for the answer. */
function readOnce<Item>(
  items: AsyncIterable<Item> | readonly Item[],
  descriptor: OperationDescriptor,
  answer: ApiResponse<unknown>,
  cancel: () => Promise<void>,
): AsyncIterable<Item> {
  let taken = false;
  return {
    [Symbol.asyncIterator]: () => {
      if (taken)
        throw new ArgumentError({
          call: callOf(descriptor),
          happened: "The answer was read already; a stream can be read once.",
          remedy: "Keep what is needed twice, or make the call again.",
        });
      taken = true;
      return abandonable(saidOfCall(items, descriptor, answer), cancel);
    },
  };
}

async function* saidOfCall<Item>(
  items: AsyncIterable<Item> | readonly Item[],
  descriptor: OperationDescriptor,
  { attempts, waited }: ApiResponse<unknown>,
): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } catch (error) {
    throw isApiError(error)
      ? error.during(callOf(descriptor), attempts, waited)
      : error;
  }
}
