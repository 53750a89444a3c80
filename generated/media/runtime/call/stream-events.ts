import { readEventData } from "../http/read-event-data.js";
import { readEvents } from "../http/read-events.js";
import type { Core, ExecuteOptions, Input } from "./core.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { type StreamCall, streamCall } from "./stream-call.js";

/**
 * Starts a call whose answer is a stream of server-sent events, each with its data as the contract describes it.
 *
 * A stream that breaks off raises; it is not opened a second time, because only the contract of the service says what
 * a server does with `Last-Event-ID`: the last event's `id` is there for whoever goes on.
 *
 * @typeParam Event - a `ServerSentEvent` with the data's type; nothing checks it at run time
 */
export function streamEvents<Event>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): StreamCall<Event> {
  return streamCall(
    core,
    descriptor,
    ["events"],
    input,
    options,
    (bytes, media, maxBytes) =>
      readEventData(readEvents(bytes, maxBytes), media) as AsyncIterable<Event>,
  );
}
