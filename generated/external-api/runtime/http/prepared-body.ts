/** A request body, serialised once: every repeat sends these very bytes (IDM-3). */
export interface PreparedBody {
  readonly content: string | Blob | ReadableStream<Uint8Array>;
  /** Value of `Content-Type`; absent when neither contract nor value names one. */
  readonly contentType?: string;
  /** Size in bytes; absent for a stream, whose size nobody knows before it ends. */
  readonly bytes?: number;
  /** False for a stream: once it was read it cannot be sent again. */
  readonly repeatable: boolean;
  /** The same body as an idempotency key makes it; absent: the key changes nothing. */
  readonly underKey?: (key: string) => Promise<PreparedBody>;
}

/** A body of text. */
export function textBody(content: string, contentType: string): PreparedBody {
  return {
    content,
    contentType,
    bytes: new TextEncoder().encode(content).byteLength,
    repeatable: true,
  };
}

/** A body of bytes that are at hand. */
export function blobBody(content: Blob, contentType: string): PreparedBody {
  return { content, contentType, bytes: content.size, repeatable: true };
}

/** A body that is read while it is sent. */
export function streamBody(
  content: ReadableStream<Uint8Array>,
  contentType: string,
): PreparedBody {
  return { content, contentType, repeatable: false };
}
