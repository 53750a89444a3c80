/**
 * Names that no schema gets: TypeScript's own types and words, and globals that generated code uses or that readers
 * would mistake for the real thing. A schema of such a name gets the suffix `Model`.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  [
    "Any Bigint Boolean Class Enum Export False Function Import Infinity Interface NaN Never Null Number Object",
    "Package Private Protected Public Static String Super Symbol This True Type Undefined Unknown Void Yield",
    "AggregateError Array ArrayBuffer Atomics BigInt DataView Date Error EvalError Intl Iterator Generator JSON Map",
    "Math Promise PromiseLike Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer SyntaxError",
    "TypeError URIError WeakMap WeakRef WeakSet Uint8Array AsyncIterable AsyncIterator AsyncGenerator Iterable",
    "Awaited Capitalize Exclude Extract InstanceType Lowercase NonNullable Omit Parameters Partial Pick Readonly",
    "ReadonlyArray ReadonlyMap ReadonlySet Record Required ReturnType ThisType Uncapitalize Uppercase",
    "AbortController AbortSignal Blob Buffer Crypto Document Event EventTarget File FormData Headers History",
    "Location MessageEvent Navigator Node Option ReadableStream Request Response Storage TextDecoder TextEncoder",
    "TransformStream URL URLSearchParams WebSocket Window Worker WritableStream",
  ].flatMap((line) => line.split(" ")),
);
