import type { ReadBody } from "../descriptors/media-descriptor.js";
import { blobOf, readWhole, textOf } from "./read-body.js";

/** Reads a response of text. */
export const readText: ReadBody = /* @__PURE__ */ readWhole(
  (bytes, headers) => ({ kind: "value", value: textOf(bytes, headers) }),
);

/** Reads a response in `application/x-www-form-urlencoded`. */
export const readForm: ReadBody = /* @__PURE__ */ readWhole(
  (bytes, headers) => ({
    kind: "value",
    value: formMembers(textOf(bytes, headers)),
  }),
);

/** Reads a response of bytes, as a file of the type that it names. */
export const readBinary: ReadBody = /* @__PURE__ */ readWhole(
  async (bytes, headers) => ({
    kind: "value",
    value: await blobOf(bytes, headers),
  }),
);

/** Reads a response in `multipart/form-data`. */
export const readParts: ReadBody = /* @__PURE__ */ readWhole(
  async (bytes, headers) => {
    try {
      const form = await new Response(bytes, { headers }).formData();
      return { kind: "value", value: form };
    } catch {
      return { kind: "unreadable", why: "its body is not a multipart form" };
    }
  },
);

/** Members of a form; one that is repeated is a list. */
function formMembers(text: string): Readonly<Record<string, unknown>> {
  const members = new Map<string, string[]>();
  new URLSearchParams(text).forEach((value, name) => {
    members.set(name, [...(members.get(name) ?? []), value]);
  });
  return Object.fromEntries(
    [...members].map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
}
