import type { Effect } from "../../fact.js";
import type { SchemaForm, TypeName } from "./schema-form.js";

/** Formats whose values are all values of another format: RFC 3339, 3986, 3987, 5321, 6531, 5890, and OpenAPI's numbers. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  int8: ["int16", "int32", "int64"],
  int16: ["int32", "int64"],
  int32: ["int64"],
  uint8: ["int16", "uint16", "int32", "uint32", "int64", "uint64"],
  uint16: ["int32", "uint32", "int64", "uint64"],
  uint32: ["int64", "uint64"],
  float: ["double"],
  "single-int": ["double"],
  "double-int": ["int64"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
  email: ["idn-email"],
  hostname: ["idn-hostname"],
};

/** Formats that limit values, with their type. Any other is not known here. */
const TYPE_OF: Readonly<Record<string, TypeName>> = {
  ...Object.fromEntries(
    ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"].map(
      (format) => [format, "number"],
    ),
  ),
  ...Object.fromEntries(
    [
      ...["date", "date-time", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4"],
      ...["ipv6", "uri", "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer"],
      ...["relative-json-pointer", "regex", "byte", "binary", "base64url", "decimal"],
    ].map((format) => [format, "string"]),
  ),
};

/** Formats for people and forms: they say nothing about the value. */
const HINTS: ReadonlySet<string> = new Set(["password", "markdown", "html", "text", "textarea", "multiline"]);

/** Whether a format limits values of a type; `undefined`: it is not known. */
export function limitsType(format: string, type: TypeName): boolean | undefined {
  if (HINTS.has(format) || (type !== "number" && type !== "string")) return false;
  const own = Object.hasOwn(TYPE_OF, format) ? TYPE_OF[format] : undefined;
  // Long integers are often written as text: `type: string, format: int64`.
  if (own === undefined || own === type) return own === undefined ? undefined : true;
  return own === "number" && type === "string";
}

/** What the change from one format to another does to the set of values. */
export function formatEffect(old: string | undefined, now: string | undefined): Effect {
  if (old === now) return "equal";
  const isHint = (format: string | undefined) => format === undefined || HINTS.has(format);
  if (isHint(old) && isHint(now)) return "equal";
  const known = [old, now].every((format) => isHint(format) || Object.hasOwn(TYPE_OF, format ?? ""));
  if (!known) return "unknown";
  if (isHint(old)) return "narrower";
  if (isHint(now)) return "wider";
  if (WIDER[old ?? ""]?.includes(now ?? "") === true) return "wider";
  return WIDER[now ?? ""]?.includes(old ?? "") === true ? "narrower" : "other";
}

/** Formats of text that no value has two of. */
const DISTINCT: ReadonlySet<string> = new Set([
  ...["date", "date-time", "time", "duration", "email", "ipv4", "ipv6", "uuid"],
]);

/** Whether it is certain that no text is of both formats. */
export function areDistinctFormats(one: string, other: string): boolean {
  return one !== other && DISTINCT.has(one) && DISTINCT.has(other);
}

/** How a text is encoded: by `contentEncoding`, or by the format that 3.0 has for it. */
export function encodingOf({ contentEncoding, formats }: SchemaForm): string | undefined {
  return contentEncoding?.value ?? (hasFormat(formats, "byte") ? "base64" : undefined);
}

/** What a text holds: by `contentMediaType`, or by the format that 3.0 has for any bytes. */
export function mediaTypeOf({ contentType, formats }: SchemaForm): string | undefined {
  return contentType?.value ?? (hasFormat(formats, "binary") ? "application/octet-stream" : undefined);
}

function hasFormat(formats: SchemaForm["formats"], name: string): boolean {
  return formats.some(({ value }) => value === name);
}

/** Whether a format says what two forms, each in its own way, say of the content of a text. */
export function isContentFormat(format: string, left: SchemaForm, right: SchemaForm): boolean {
  if (format === "byte") return encodingOf(left) === encodingOf(right);
  return format === "binary" && mediaTypeOf(left) === mediaTypeOf(right);
}
