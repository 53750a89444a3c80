import type {
  EncodingDescriptor,
  MediaDescriptor,
} from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { bytesValue, isByteStream } from "./bytes-value.js";
import { writeJson } from "./json-text.js";
import { expandQuery } from "./expand-query.js";
import { checkHeader } from "./header-value.js";
import { isJson, readMediaType } from "./media-type.js";
import { membersOf, scalarText } from "./plain-value.js";
import { blobBody, type PreparedBody, streamBody } from "./prepared-body.js";

type Piece = string | Blob | ReadableStream<Uint8Array>;

/**
 * A multipart body (RFC 7578; OpenAPI, Encoding Object), written once: `FormData` would choose another boundary for
 * every repeat, and cannot give a content type to a part that is not a file.
 *
 * Lists are one part an element; files and bytes are parts with a file name; objects are JSON; a stream makes the
 * whole body one that cannot be repeated.
 *
 * @throws ArgumentError when a member has no such form
 */
export function writeMultipart(
  media: MediaDescriptor,
  body: object,
): PreparedBody {
  const boundary = `part-${crypto.randomUUID()}`;
  const pieces = membersOf(body, "body")
    .filter(([, member]) => member !== undefined && member !== null)
    .flatMap(([name, member]) =>
      partsOf(name, member, media.encoding?.[name] ?? {}),
    )
    .flatMap((part) => partPieces(boundary, part));
  const all: readonly Piece[] = [...pieces, `--${boundary}--\r\n`];
  const contentType = `${readMediaType(media.mediaType)?.essence ?? "multipart/form-data"}; boundary=${boundary}`;
  if (all.some(isByteStream)) return streamBody(concatenate(all), contentType);
  return blobBody(
    new Blob(
      all.filter((piece): piece is string | Blob => !isByteStream(piece)),
    ),
    contentType,
  );
}

/** One part of the body. */
interface Part {
  readonly name: string;
  readonly value: unknown;
  readonly encoding: EncodingDescriptor;
}

/**
 * The parts that a member becomes. With a style it is written as in a form, without the percent-encoding of URLs, and its
 * content type counts for nothing (OpenAPI 3.1, Encoding Object).
 */
function partsOf(
  name: string,
  value: unknown,
  encoding: EncodingDescriptor,
): readonly Part[] {
  const { style, explode, headers } = encoding;
  if (style !== undefined || explode !== undefined) {
    const query = {
      name,
      ...(style !== undefined && { style }),
      ...(explode !== undefined && { explode }),
    };
    return expandQuery(query, value).map(([key, text]) => ({
      name: decodeURIComponent(key),
      value: decodeURIComponent(text),
      encoding: headers === undefined ? {} : { headers },
    }));
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => ({ name, value: one, encoding }));
}

function partPieces(
  boundary: string,
  { name, value, encoding }: Part,
): readonly Piece[] {
  const content = partContent(name, value, encoding);
  const file =
    content.fileName === undefined
      ? ""
      : `; filename="${quote(content.fileName)}"`;
  const type =
    content.type === undefined
      ? ""
      : `Content-Type: ${checkType(name, content.type)}\r\n`;
  const more = Object.entries(encoding.headers ?? {}).map(([header, text]) => {
    checkHeader(header, text);
    return `${header}: ${text}\r\n`;
  });
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"${file}\r\n${type}${more.join("")}\r\n`;
  return [head, content.piece, "\r\n"];
}

interface PartContent {
  readonly piece: Piece;
  readonly type?: string;
  readonly fileName?: string;
}

function partContent(
  name: string,
  value: unknown,
  encoding: EncodingDescriptor,
): PartContent {
  const [declared] = (encoding.contentType ?? "")
    .split(",")
    .map((type) => type.trim());
  const named =
    declared === undefined || declared === "" || declared.includes("*")
      ? undefined
      : declared;
  const bytes = bytesValue(value);
  if (bytes !== undefined) {
    const type =
      bytes.type === "" ? (named ?? "application/octet-stream") : bytes.type;
    return { piece: bytes, type, fileName: fileNameOf(bytes) ?? name };
  }
  if (isByteStream(value))
    return {
      piece: value,
      type: named ?? "application/octet-stream",
      fileName: name,
    };
  const asJson =
    named === undefined
      ? typeof value === "object"
      : isJson(readMediaType(named)?.essence ?? "");
  if (asJson)
    return { piece: writeJson(value, name), type: named ?? "application/json" };
  return {
    piece: scalarText(value, name),
    ...(named !== undefined && { type: named }),
  };
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

function checkType(name: string, type: string): string {
  if (/^[\x20-\x7E]+$/.test(type)) return type;
  throw new ArgumentError({
    happened: `The content type of the part "${name}" cannot be sent.`,
  });
}

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
