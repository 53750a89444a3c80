import type {
  EncodingDescriptor,
  PositionsDescriptor,
} from "../descriptors/parameter-descriptor.js";
import { isBytes } from "../values/bytes.js";
import { expandQuery } from "../parameters/expand-query.js";
import { membersOf } from "../parameters/plain-value.js";

/** One part of a multipart body. */
export interface Part {
  /** Absent: the part is known by its position. */
  readonly name?: string;
  /** What the caller knows it by, for errors. */
  readonly where: string;
  readonly value: unknown;
  readonly encoding: EncodingDescriptor;
}

/**
 * The parts of an object (RFC 7578; OpenAPI, Encoding Object): one a member, and one an element where a member is a list.
 *
 * @throws ArgumentError when a member has no such form
 */
export function namedParts(
  body: object,
  encoding: Readonly<Record<string, EncodingDescriptor>> | undefined,
): readonly Part[] {
  return membersOf(body, "body")
    .filter(([, member]) => member !== undefined && member !== null)
    .flatMap(([name, member]) => partsOf(name, member, encoding?.[name] ?? {}));
}

/** The parts of a list, in its order (OpenAPI 3.2, "Encoding by position"): nothing is omitted, or others would move. */
export function positionedParts(
  body: readonly unknown[],
  positions: PositionsDescriptor = {},
): readonly Part[] {
  return body.map((value, index) => ({
    where: `body[${String(index)}]`,
    value,
    encoding: positions.prefix?.[index] ?? positions.items ?? {},
  }));
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
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isStyled = style !== undefined || explode !== undefined;
  // No style writes bytes: they are files, whatever the contract says of their form.
  if (isStyled && !values.some(isBytes)) {
    const query = {
      name,
      plain: true as const,
      ...(style !== undefined && { style }),
      ...(explode !== undefined && { explode }),
    };
    return expandQuery(query, value).map(([key, text]) => ({
      name: decodeURIComponent(key),
      where: name,
      value: decodeURIComponent(text),
      encoding: headers === undefined ? {} : { headers },
    }));
  }
  const isWhole = /^multipart\//i.test(encoding.contentType ?? "");
  return (isWhole ? [value] : values).map((one) => ({
    name,
    where: name,
    value: one,
    encoding,
  }));
}
