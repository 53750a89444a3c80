import type {
  MediaDescriptor,
  PreparedBody,
} from "../descriptors/media-descriptor.js";
import type { EncodingDescriptor } from "../descriptors/parameter-descriptor.js";
import { isJson, readMediaType } from "../http/media-type.js";
import { percentEncode } from "../http/percent-encode.js";
import { writeJson } from "../values/json-text.js";
import { type EncodedPair, expandQuery } from "../parameters/expand-query.js";
import { scalarText } from "../parameters/parameter-text.js";
import { membersOf } from "../parameters/plain-value.js";
import { textBody, unwritable } from "./write-body.js";
import { isObject } from "../values/is-object.js";

/** How each member of a form is written, where the contract says so (OpenAPI, Encoding Object). */
interface FormStyles {
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>;
}

/**
 * A body in `application/x-www-form-urlencoded`.
 *
 * @throws ArgumentError when the body is not an object, or a member has no such form
 */
export function writeFormBody(
  media: MediaDescriptor,
  value: unknown,
): PreparedBody {
  const form = writeForm(media, objectBody(media, value), "body");
  return textBody(form, media.mediaType);
}

/** @throws ArgumentError for a body without named members */
export function objectBody(media: MediaDescriptor, value: unknown): object {
  if (isObject(value) && !Array.isArray(value)) return value;
  throw unwritable(media, "it must be an object");
}

/**
 * Text of an `application/x-www-form-urlencoded` body or query string (OpenAPI, Encoding Object).
 *
 * A member with a style is written like a query parameter; without one, lists repeat the name, and objects
 * and lists in a list are JSON.
 *
 * @param where - what the caller knows the form by, for the error
 * @throws ArgumentError when a member has no such form
 */
export function writeForm(
  styles: FormStyles,
  form: object,
  where: string,
): string {
  return membersOf(form, where)
    .filter(([, member]) => member !== undefined && member !== null)
    .flatMap(([name, member]) =>
      formPairs(name, member, styles.encoding?.[name]),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function formPairs(
  name: string,
  value: unknown,
  encoding: EncodingDescriptor = {},
): readonly EncodedPair[] {
  const { style, explode, allowReserved, contentType } = encoding;
  if (
    style !== undefined ||
    explode !== undefined ||
    allowReserved !== undefined
  ) {
    return expandQuery({ name, ...encoding }, value);
  }
  if (contentType === undefined && Array.isArray(value)) {
    return value.flatMap((element: unknown) =>
      Array.isArray(element)
        ? formPairs(name, element, { contentType: "application/json" })
        : formPairs(name, element),
    );
  }
  const asJson =
    contentType === undefined
      ? isObject(value)
      : isJson(readMediaType(contentType)?.essence ?? "");
  const text = asJson ? writeJson(value, name) : scalarText(value, name);
  return [[percentEncode(name), percentEncode(text)]];
}
