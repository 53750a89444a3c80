import type { ReadBody } from "../call/operation-descriptor.js";
import type { StreamWatch } from "./read-body.js";

/** Hands the bytes of an answer out as they arrive, whatever they are. */
export const readStream: ReadBody = ({ body }, _media, { watch }) => {
  const source = body ?? new Blob([]).stream();
  return Promise.resolve({
    kind: "stream",
    value: watchStream(source, watch),
  });
};

/** The same bytes, watched; asked for when their reader asks, and not before. */
function watchStream(
  source: ReadableStream<Uint8Array>,
  watch: StreamWatch,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await watch
          .next(reader.read())
          .catch((error: unknown) => {
            watch.ended();
            // The platform may know nothing of why it ends; the connection must not stay open.
            reader.cancel(error).catch(() => undefined);
            throw watch.failed(error);
          });
        if (!chunk.done) {
          controller.enqueue(chunk.value);
          return;
        }
        watch.ended();
        controller.close();
      },
      async cancel(reason) {
        watch.ended();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
