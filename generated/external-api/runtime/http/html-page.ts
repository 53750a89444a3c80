import { readMediaType } from "./media-type.js";

/**
 * Whether the body of an answer is a page of HTML, as proxies put in a server's place: a login, a notice. The label alone
 * does not say so: frameworks put `text/html` on an empty body and on a bare "OK". Reads no more than it needs and gives
 * the rest of the body up.
 *
 * @returns false as well when the connection is lost before the first character: the status is all that there is
 */
export async function isHtmlPage(response: Response): Promise<boolean> {
  const { body, headers } = response;
  const labelled =
    readMediaType(headers.get("content-type"))?.essence === "text/html";
  if (!labelled || body === null) {
    await body?.cancel();
    return false;
  }
  const stream: ReadableStream<Uint8Array> = body;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      const first = value.find((byte) => !blank.has(byte));
      if (first !== undefined) return first === lessThan;
    }
  } catch {
    return false;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const lessThan = 0x3c;

/** White space, the byte order marks of UTF-8 and UTF-16, and the empty half of a character of UTF-16. */
const blank = new Set([
  0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xbb, 0xbf, 0xef, 0xfe, 0xff,
]);
