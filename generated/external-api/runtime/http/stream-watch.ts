/** Is told what becomes of a body that is handed out while it still arrives. */
export interface StreamWatch {
  /** The last byte was read, or the reader gave up. */
  ended(): void;
  /** What to raise in place of the platform's error, when the connection is lost or the call aborted. */
  failed(error: unknown): Error;
}

/** The same bytes, watched. */
export function watchStream(
  source: ReadableStream<Uint8Array>,
  watch: StreamWatch,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader.read().catch((error: unknown) => {
        watch.ended();
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
  });
}
