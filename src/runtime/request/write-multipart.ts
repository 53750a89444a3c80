import type {
  MediaDescriptor,
  PreparedBody,
} from "../descriptors/media-descriptor.js";
import type { EncodingDescriptor } from "../descriptors/parameter-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { checkHeader } from "../http/header-fields.js";
import { isJson, readMediaType } from "../http/media-type.js";
import { sha256 } from "../values/fingerprint.js";
import { bytesValue, isBytes, isByteStream } from "../values/bytes.js";
import { writeCanonicalJson } from "../values/canonical-json.js";
import { writeJson } from "../values/json-text.js";
import { namedParts, type Part, positionedParts } from "./multipart-parts.js";
import { scalarText } from "../parameters/parameter-text.js";
import { unwritable } from "./write-body.js";
import { blobBody, streamBody } from "./write-bytes.js";
import { objectBody } from "./write-form.js";

/**
 * A multipart body whose parts have names: the members of an object.
 *
 * @param isKeyed - under an idempotency key: equal parts have equal bytes
 * @throws ArgumentError when the body is not an object, or a part has no such form
 */
export function writeNamedParts(
  media: MediaDescriptor,
  value: unknown,
  isKeyed = false,
): PreparedBody {
  const parts = namedParts(objectBody(media, value), media.encoding);
  return writeMultipart(media, parts, isKeyed);
}

/**
 * A multipart body whose parts have none: the elements of a list.
 *
 * @param isKeyed - under an idempotency key: equal parts have equal bytes
 * @throws ArgumentError when the body is not a list, or a part has no such form
 */
export function writeListedParts(
  media: MediaDescriptor,
  value: unknown,
  isKeyed = false,
): PreparedBody {
  if (!Array.isArray(value)) throw unwritable(media, "it must be a list");
  const parts = positionedParts(value, media.positions);
  return writeMultipart(media, parts, isKeyed);
}

/**
 * A multipart body (RFC 2046 section 5.1, RFC 7578; OpenAPI, Encoding Object), written once: `FormData` would choose
 * another boundary for every repeat, and cannot give a content type to a part that is not a file.
 *
 * Files and bytes are parts with a file name where parts have names; objects are JSON; a stream makes the whole body one
 * that cannot be repeated.
 *
 * @param isKeyed - under an idempotency key: equal parts have equal bytes, so the key makes the boundary
 * @throws ArgumentError when a part has no such form
 */
function writeMultipart(
  media: MediaDescriptor,
  parts: readonly Part[],
  isKeyed: boolean,
): PreparedBody {
  // Files come last, as forms have them: who reads a form while it arrives knows its other members by then.
  const ordered = isKeyed ? filesLast(parts) : parts;
  const boundaries: string[] = [];
  const { pieces, contentType } = multipart(
    media.mediaType,
    ordered,
    boundaries,
    isKeyed,
  );
  const whole = pieces.filter(
    (piece): piece is string | Blob => !isByteStream(piece),
  );
  // A stream cannot be looked through for its boundary, and is not sent again.
  if (whole.length < pieces.length)
    return streamBody(concatenate(pieces), contentType);
  const body = blobBody(new Blob(whole), contentType);
  if (!isKeyed) return body;
  const names = parts.map(({ name }) => name ?? "").sort();
  return {
    ...body,
    underKey: async (key) => {
      const word = await keyedWord(key, names, whole);
      const keyed = (text: string): string =>
        boundaries.reduce(
          (all, boundary, index) =>
            all.replaceAll(boundary, `part-${String(index)}-${word}`),
          text,
        );
      return blobBody(
        new Blob(
          whole.map((piece) =>
            typeof piece === "string" ? keyed(piece) : piece,
          ),
        ),
        keyed(contentType),
      );
    },
  };
}

/** By position each part means something, by name none does. */
function filesLast(parts: readonly Part[]): readonly Part[] {
  if (parts.some(({ name }) => name === undefined)) return parts;
  const isFile = ({ value }: Part): boolean => isBytes(value);
  return [
    ...parts.filter((part) => !isFile(part)),
    ...parts.filter((part) => isFile(part)),
  ];
}

/** What the boundaries of a body are made of: 32 hexadecimal digits that occur in none of its parts. */
async function keyedWord(
  key: string,
  names: readonly string[],
  pieces: readonly (string | Blob)[],
): Promise<string> {
  for (let tried = 0; ; tried += 1) {
    const seed = JSON.stringify([key, names, tried]);
    const digest = await sha256(new TextEncoder().encode(seed));
    const word = digest.slice(0, 32);
    const found = await Promise.all(pieces.map((piece) => holds(piece, word)));
    if (!found.includes(true)) return word;
  }
}

/** Whether text or bytes hold an ASCII word. A file that cannot be read fails when it is sent. */
async function holds(piece: string | Blob, word: string): Promise<boolean> {
  if (typeof piece === "string") return piece.includes(word);
  const ascii = new TextDecoder("latin1");
  const reader = piece.stream().getReader();
  let before = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      const text = before + ascii.decode(value);
      if (text.includes(word)) {
        await reader.cancel();
        return true;
      }
      before = text.slice(-word.length);
    }
  } catch {
    return false;
  }
}

/** @param boundaries - takes the boundary of this body and those of the bodies inside it */
function multipart(
  mediaType: string,
  parts: readonly Part[],
  boundaries: string[],
  isKeyed: boolean,
): { readonly pieces: readonly Piece[]; readonly contentType: string } {
  const boundary = `part-${crypto.randomUUID()}`;
  boundaries.push(boundary);
  const named = readMediaType(mediaType)?.essence;
  const essence =
    named === undefined || named.includes("*") ? "multipart/form-data" : named;
  return {
    pieces: [
      ...parts.flatMap((part) =>
        partPieces(boundary, part, boundaries, isKeyed),
      ),
      `--${boundary}--\r\n`,
    ],
    contentType: `${essence}; boundary=${boundary}`,
  };
}

function partPieces(
  boundary: string,
  part: Part,
  boundaries: string[],
  isKeyed: boolean,
): readonly Piece[] {
  const content = partContent(part, boundaries, isKeyed);
  const fixed = Object.entries(part.encoding.headers ?? {});
  for (const [name, text] of fixed) checkHeader(name, text);
  const isPlaced = fixed.some(([name]) => /^content-disposition$/i.test(name));
  const headers: readonly (readonly [string, string])[] = [
    ...(isPlaced ? [] : disposition(part.name, content.fileName)),
    ...(content.type === undefined
      ? []
      : [["Content-Type", checkType(part.where, content.type)] as const]),
    ...fixed,
  ];
  const lines = headers.map(([name, text]) => `${name}: ${text}\r\n`);
  return [`--${boundary}\r\n${lines.join("")}\r\n`, ...content.pieces, "\r\n"];
}

/** Only a part with a name says what it is for; the others are known by their position. */
function disposition(
  name: string | undefined,
  fileName: string | undefined,
): readonly (readonly [string, string])[] {
  if (name === undefined) return [];
  const file = fileName === undefined ? "" : `; filename="${quote(fileName)}"`;
  return [["Content-Disposition", `form-data; name="${quote(name)}"${file}`]];
}

interface PartContent {
  readonly pieces: readonly Piece[];
  readonly type?: string;
  readonly fileName?: string;
}

function partContent(
  { name, where, value, encoding }: Part,
  boundaries: string[],
  isKeyed: boolean,
): PartContent {
  const declared = declaredType(encoding);
  const bytes = bytesValue(value);
  if (bytes !== undefined) {
    const type =
      bytes.type === "" ? (declared ?? "application/octet-stream") : bytes.type;
    const fileName = fileNameOf(bytes) ?? name;
    return {
      pieces: [bytes],
      type,
      ...(fileName !== undefined && { fileName }),
    };
  }
  if (isByteStream(value))
    return {
      pieces: [value],
      type: declared ?? "application/octet-stream",
      ...(name !== undefined && { fileName: name }),
    };
  const essence = readMediaType(declared ?? null)?.essence;
  if (essence?.startsWith("multipart/") === true && typeof value === "object")
    return nested(essence, value ?? {}, encoding, boundaries, isKeyed);
  const asJson =
    declared === undefined ? typeof value === "object" : isJson(essence ?? "");
  if (asJson)
    return {
      pieces: [(isKeyed ? writeCanonicalJson : writeJson)(value, where)],
      type: declared ?? "application/json",
    };
  // Without a charset, the text of a part is US-ASCII (RFC 2046 section 5.1); that of a form is UTF-8 (RFC 7578).
  const type =
    declared ?? (name === undefined ? "text/plain;charset=UTF-8" : undefined);
  return {
    pieces: [scalarText(value, where)],
    ...(type !== undefined && { type }),
  };
}

/** A part that is multipart itself (RFC 2046 section 5.1.1). */
function nested(
  essence: string,
  value: object,
  { encoding, positions }: EncodingDescriptor,
  boundaries: string[],
  isKeyed: boolean,
): PartContent {
  const parts = Array.isArray(value)
    ? positionedParts(value, positions)
    : namedParts(value, encoding);
  const { pieces, contentType } = multipart(
    essence,
    parts,
    boundaries,
    isKeyed,
  );
  return { pieces, type: contentType };
}

/** The first content type that the contract gives a part; undefined where it gives none or a range. */
function declaredType({ contentType }: EncodingDescriptor): string | undefined {
  const [first] = (contentType ?? "").split(",").map((type) => type.trim());
  return first === undefined || first === "" || first.includes("*")
    ? undefined
    : first;
}

/** A `File` has a name; asked for by member, because Node 18 types and some runtimes have no global `File`. */
function fileNameOf(blob: Blob): string | undefined {
  return "name" in blob && typeof blob.name === "string" && blob.name !== ""
    ? blob.name
    : undefined;
}

/** Escapes as browsers do (WHATWG HTML, multipart/form-data encoding algorithm). */
function quote(text: string): string {
  return text
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");
}

function checkType(where: string, type: string): string {
  if (/^[\x20-\x7E]+$/.test(type)) return type;
  throw new ArgumentError({
    happened: `The content type of the part "${where}" cannot be sent.`,
  });
}

/** What a body can be put together of. */
type Piece = string | Blob | ReadableStream<Uint8Array>;

/** Pieces as one stream, each read when the one before it has ended; a cancelled stream cancels the piece it is at. */
function concatenate(pieces: readonly Piece[]): ReadableStream<Uint8Array> {
  const left = [...pieces];
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        if (reader === undefined) {
          const next = left.shift();
          if (next === undefined) {
            controller.close();
            return;
          }
          reader = streamOf(next).getReader();
        }
        const chunk = await reader.read();
        if (!chunk.done) {
          controller.enqueue(chunk.value);
          return;
        }
        reader = undefined;
      }
    },
    async cancel(reason) {
      await reader?.cancel(reason);
    },
  });
}

function streamOf(piece: Piece): ReadableStream<Uint8Array> {
  if (typeof piece === "string") return new Blob([piece]).stream();
  return piece instanceof Blob ? piece.stream() : piece;
}
