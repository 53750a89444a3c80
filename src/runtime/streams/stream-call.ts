import type { ExecuteOptions, Input } from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type {
  Codec,
  MediaDescriptor,
} from "../descriptors/media-descriptor.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { isApiError } from "../errors/api-error.js";
import { ArgumentError } from "../errors/argument-error.js";
import { callOf } from "../errors/call-errors.js";
import { acceptableMedia, chooseMedia } from "../response/choose-response.js";
import { readStream } from "./read-stream.js";

/**
 * A call whose response is a sequence that is read while it arrives: `for await (const item of call)`. Awaited, it gives
 * the sequence as soon as the response's headers are there; `withResponse()` gives status and headers beside it.
 *
 * Leaving the loop cancels the response. A `deadline` of the call counts to the end of the sequence; without one, the
 * client's own counts up to the response's headers, and then for each wait for bytes. A sequence can be read once.
 */
export interface StreamCall<
  Item,
  Response extends ApiResponse<AsyncIterable<Item>> = ApiResponse<
    AsyncIterable<Item>
  >,
>
  extends Call<AsyncIterable<Item>, Response>, AsyncIterable<Item> {}

/**
 * Starts a call and reads its response as a sequence.
 *
 * @param codecs - the call accepts the media types of these alone
 * @param read - makes items of the bytes; the call fails with what it throws
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
    .execute(descriptor, input, { ...options, accept, asStream: readStream })
    .then((response): ApiResponse<AsyncIterable<Item>> => {
      const bytes = response.value as ReadableStream<Uint8Array> | undefined;
      const type = response.headers.get("content-type");
      const content = descriptor.responses.flatMap((one) => one.content);
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
      return {
        ...response,
        value: readOnce(items, descriptor, response, cancel),
      };
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

/** What was read is gone: a second loop would see an empty response. */
function readOnce<Item>(
  items: AsyncIterable<Item> | readonly Item[],
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
  cancel: () => Promise<void>,
): AsyncIterable<Item> {
  let taken = false;
  return {
    [Symbol.asyncIterator]: () => {
      if (taken)
        throw new ArgumentError({
          call: callOf(descriptor),
          happened: "The response was read already; a stream can be read once.",
          remedy: "Keep what is needed twice, or make the call again.",
        });
      taken = true;
      return abandonable(withCallFacts(items, descriptor, response), cancel);
    },
  };
}

async function* withCallFacts<Item>(
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

/**
 * The same items, where giving up before the first has an effect too: a generator that has not begun does not run its
 * `finally`, and what it was to read would stay open.
 *
 * @param abandon - gives back what the items would have come from
 */
function abandonable<Item>(
  items: AsyncGenerator<Item, void, undefined>,
  abandon: () => Promise<void>,
): AsyncIterableIterator<Item> {
  let begun = false;
  const giveUp = async (): Promise<void> => {
    if (begun) return;
    begun = true;
    await abandon();
  };
  return {
    next: () => {
      begun = true;
      return items.next();
    },
    return: async () => {
      await giveUp();
      return items.return();
    },
    throw: async (error) => {
      await giveUp();
      return items.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * Starts a call that accepts one media type of a success and hands its bytes out as they arrive, whatever they are. Time is
 * counted as for any stream of bytes: without a `deadline` of the call, for each wait.
 *
 * @param mediaType - as in the contract; a response in another raises
 * @typeParam Value - the stream; with undefined where the contract also describes a success without content
 */
export function streamAs<
  Value = ReadableStream<Uint8Array>,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  mediaType: string,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value, Response> {
  const call = core.execute(descriptor, input, {
    ...options,
    accept: [mediaType],
    asStream: readStream,
  });
  return toCall(call as Promise<Response>);
}

/**
 * Starts a call whose binary response is handed out as it arrives, and never held in memory as a whole.
 *
 * A `deadline` of the call counts to the last byte; without one, the client's own counts up to the response's headers,
 * and then for each wait for bytes. The signal ends the stream too; cancelling the stream ends the connection.
 *
 * @typeParam Value - the stream; with undefined where the contract also describes a success without content
 */
export function streamBytes<
  Value = ReadableStream<Uint8Array>,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): Call<Value, Response> {
  const call = core.execute(descriptor, input, {
    ...options,
    accept: acceptableMedia(descriptor, ["binary"]),
    asStream: readStream,
  });
  return toCall(call as Promise<Response>);
}
