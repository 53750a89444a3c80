/** A percent-decoded text: each of its UTF-16 units stands for what lies between its start and the next one. */
interface Decoded {
  readonly text: string;
  readonly starts: Uint32Array;
}

/**
 * Percent-decodes a text as UTF-8 (RFC 3986 sections 2.1 and 2.5). Unlike `decodeURIComponent` it takes any text, and says
 * where each character was. Bytes that are not UTF-8 become U+FFFD.
 *
 * @returns undefined when the text holds no escape
 */
export function percentDecode(given: string): Decoded | undefined {
  if (!given.includes("%")) return undefined;
  const parts: string[] = [];
  const starts = new Uint32Array(given.length + 1);
  let [length, end] = [0, 0];
  const copyTo = (to: number): void => {
    parts.push(given.slice(end, to));
    for (; end < to; end += 1) {
      starts[length] = end;
      length += 1;
    }
  };
  for (const { 0: run, index } of given.matchAll(/(?:%[\da-f]{2})+/gi)) {
    copyTo(index);
    const bytes = run.slice(1).split("%").map(fromHex);
    for (let at = 0; at < bytes.length;) {
      const { character, size } = characterAt(bytes, at);
      parts.push(character);
      starts[length] = end;
      at += size;
      end += 3 * size;
      // The second half of a pair stands for nothing more.
      if (character.length === 2) starts[length + 1] = end;
      length += character.length;
    }
  }
  if (end === 0) return undefined;
  copyTo(given.length);
  starts[length] = given.length;
  return { text: parts.join(""), starts: starts.subarray(0, length + 1) };
}

function fromHex(digits: string): number {
  return Number.parseInt(digits, 16);
}

/** The character that begins with this byte of UTF-8 (RFC 3629 section 3); U+FFFD for one that begins none. */
function characterAt(
  bytes: readonly number[],
  at: number,
): { readonly character: string; readonly size: number } {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { character: String.fromCharCode(lead), size: 1 };
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const rest = bytes.slice(at + 1, at + size);
  const code = rest.reduce(
    (sum, byte) => sum * 64 + (byte & 0x3f),
    lead & (0x7f >> size),
  );
  const isCharacter =
    lead >= 0xc0 &&
    rest.length === size - 1 &&
    rest.every((byte) => (byte & 0xc0) === 0x80) &&
    code <= 0x10ffff;
  return isCharacter
    ? { character: String.fromCodePoint(code), size }
    : { character: "\uFFFD", size: 1 };
}
