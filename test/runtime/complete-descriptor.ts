import type {
  Codec,
  MediaDescriptor,
  ReadBody,
  WriteBody,
} from "../../src/runtime/descriptors/media-descriptor.js";
import type {
  BodyMediaDescriptor,
  InputCheck,
  OperationDescriptor,
} from "../../src/runtime/descriptors/operation-descriptor.js";
import type {
  ParameterDescriptor,
  WriteParameter,
} from "../../src/runtime/descriptors/parameter-descriptor.js";
import { checkIds } from "../../src/runtime/request/check-ids.js";
import { checkLongIntegers } from "../../src/runtime/request/check-long-integers.js";
import { cookieStyle } from "../../src/runtime/parameters/cookie-style.js";
import { queryStyle } from "../../src/runtime/parameters/expand-query.js";
import { headerStyle } from "../../src/runtime/parameters/header-style.js";
import { checkKey } from "../../src/runtime/request/key-rules.js";
import { writeKeyedJson } from "../../src/runtime/request/keyed-body.js";
import { pathStyle } from "../../src/runtime/parameters/path-style.js";
import { wholeQuery } from "../../src/runtime/parameters/whole-query.js";
import { writeBinary, writeText } from "../../src/runtime/request/write-bytes.js";
import { writeFormBody } from "../../src/runtime/request/write-form.js";
import { writeListedParts, writeNamedParts } from "../../src/runtime/request/write-multipart.js";
import { writeLines, writeSequence } from "../../src/runtime/request/write-texts.js";
import { readBinary, readForm, readParts, readText } from "../../src/runtime/response/read-other.js";
import { readStream } from "../../src/runtime/streams/read-stream.js";
import { readLongJson } from "../../src/runtime/values/long-json.js";
import { sortedSnapshot } from "../../src/runtime/values/snapshot.js";

/*
 * Descriptors of tests say what travels; here they get every function of the runtime that a generated descriptor would name
 * for any schema.
 */

const styles: Readonly<Record<ParameterDescriptor["in"], WriteParameter>> = {
  path: pathStyle,
  query: queryStyle,
  querystring: wholeQuery,
  header: headerStyle,
  cookie: cookieStyle,
};

const writers: Readonly<Partial<Record<Codec, WriteBody>>> = {
  form: writeFormBody,
  multipart: writeNamedParts,
  parts: writeListedParts,
  text: writeText,
  binary: writeBinary,
  lines: writeLines,
  sequence: writeSequence,
};

const readers: Readonly<Partial<Record<Codec, ReadBody>>> = {
  form: readForm,
  multipart: readParts,
  parts: readBinary,
  text: readText,
  binary: readBinary,
  lines: readStream,
  sequence: readStream,
  events: readStream,
};

/** A parameter with what writes every value and style of it. */
export function completeParameter(parameter: ParameterDescriptor): ParameterDescriptor {
  return { ...parameter, write: styles[parameter.in] };
}

/** A media type of a body with what writes it. */
export function completeBody<Media extends MediaDescriptor>(media: Media, isKeyed = false): Media {
  const write = media.codec === "json" && isKeyed ? writeKeyedJson : writers[media.codec];
  return { ...media, ...(write !== undefined && { write }) };
}

/** A media type of an answer with what reads it. */
export function completeAnswer<Media extends MediaDescriptor>(media: Media): Media {
  const read = readers[media.codec];
  return { ...media, parse: readLongJson, ...(read !== undefined && { read }) };
}

/** What every input is checked for. */
export const everyCheck: readonly InputCheck[] = [checkIds, checkLongIntegers];

/** A descriptor with all of it. */
export function complete(descriptor: OperationDescriptor): OperationDescriptor {
  const { parameters, body, responses: answers, idempotencyHeader } = descriptor;
  const isKeyed = idempotencyHeader !== undefined;
  return {
    ...descriptor,
    checks: everyCheck,
    ...(isKeyed && { arrange: sortedSnapshot, keys: { check: checkKey } }),
    ...(parameters !== undefined && { parameters: parameters.map(completeParameter) }),
    ...(body !== undefined && {
      body: {
        ...body,
        content: body.content.map((media): BodyMediaDescriptor => completeBody(media, isKeyed)),
      },
    }),
    responses: answers.map((answer) => ({ ...answer, content: answer.content.map(completeAnswer) })),
  };
}
