import { hidden } from "./mask-members.js";

/** Letters and digits in a row that count as a piece of a secret. */
const PIECE = 8;

/** Secrets that are remembered; the oldest is forgotten first. */
const MOST = 256;

/** Characters of a secret that are searched for in base64. */
const LONGEST = 8192;

/** Deeper than any error body; a hostile one must not exhaust the stack. */
const DEEPEST = 32;

/**
 * Strikes the credentials of a client out of whatever a server said: as they are, as JSON, a form, an address or base64
 * spells them, and pieces of them. To be used after parsing, which undoes the escapes that a secret could hide behind (RFC
 * 8259 section 7).
 */
export interface Striker {
  /** From now on these are struck out. */
  add(secrets: readonly string[]): void;
  /** A text with `[hidden]` where a secret, or a piece of one, stood. */
  text(text: string): string;
  /** A copy of parsed JSON with every text and member name struck. */
  value(value: unknown): unknown;
  /** The same headers where none holds a secret, else a copy. */
  headers(headers: Headers): Headers;
}

/** How a secret can be spelled, worked out when something is shown for the first time. */
interface Forms {
  readonly whole: readonly string[];
  /** Too short to be struck inside of a word. */
  readonly words: readonly string[];
  readonly pieces: ReadonlySet<string>;
  /** Length of each piece. */
  readonly length: number;
}

/** Makes a striker that knows no secret yet. The secrets live in a closure, where nothing prints them. */
export function createStriker(): Striker {
  const known = new Map<string, Forms | undefined>();

  function forms(secret: string): Forms {
    const made = known.get(secret) ?? formsOf(secret);
    known.set(secret, made);
    return made;
  }

  function text(given: string): string {
    let rest = given;
    for (const secret of known.keys()) {
      const { whole, words, pieces, length } = forms(secret);
      for (const one of whole) rest = rest.replaceAll(one, hidden);
      for (const word of words) rest = strikeWord(rest, word);
      if (rest.length >= length) rest = strikePieces(rest, pieces, length);
    }
    return rest;
  }

  function value(given: unknown, depth = 0): unknown {
    if (typeof given === "string") return text(given);
    if (typeof given !== "object" || given === null) return given;
    if (depth > DEEPEST) return hidden;
    if (Array.isArray(given))
      return given.map((one: unknown) => value(one, depth + 1));
    // Bytes of a file and other objects of the platform are no JSON.
    const prototype: unknown = Object.getPrototypeOf(given);
    if (prototype !== Object.prototype && prototype !== null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, member]: [string, unknown]) => [
        text(name),
        value(member, depth + 1),
      ]),
    );
  }

  return {
    add(secrets) {
      for (const secret of secrets) {
        if (secret === "" || known.has(secret)) continue;
        known.set(secret, undefined);
        const [oldest] = known.keys();
        if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      }
    },
    text,
    value: (given) => (known.size === 0 ? given : value(given)),
    headers(headers) {
      if (known.size === 0) return headers;
      // Not spread: the types of Headers are iterable only with a library that a program need not have.
      const given: [string, string][] = [];
      headers.forEach((one, name) => given.push([name, one]));
      const struck = given.map(([name, one]): [string, string] => [
        name,
        text(one),
      ]);
      return struck.some(([, one], at) => one !== given[at]?.[1])
        ? new Headers(struck)
        : headers;
    },
  };
}

/** Strikes nothing. */
const noSecrets: Striker = createStriker();

/** By the headers that it came with, so that whoever shows something of a response knows what to strike. */
const strikers = new WeakMap<Headers, Striker>();

/** Remembers what has to be struck out of a response. */
export function strikeFrom(response: Response, striker: Striker): void {
  strikers.set(response.headers, striker);
}

/** What strikes the credentials out of a response, by its headers. */
export function strikerOf(headers: Headers | undefined): Striker {
  return (headers && strikers.get(headers)) ?? noSecrets;
}

function formsOf(secret: string): Forms {
  const bytes = String.fromCharCode(
    ...new TextEncoder().encode(secret.slice(0, LONGEST)),
  );
  const json = JSON.stringify(secret).slice(1, -1);
  const encoded = [
    ...(/\p{Surrogate}/u.test(secret) ? [] : [encodeURIComponent(secret)]),
    // Not quite what encodeURIComponent makes (URL standard, application/x-www-form-urlencoded).
    new URLSearchParams([["", secret]]).toString().slice(1),
  ];
  const lowerCase = encoded.map((one) =>
    one.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  );
  const encodings = secret.length < 4 ? [] : base64Forms(bytes);
  const spelled = new Set([
    secret,
    json,
    json.replaceAll("/", "\\/"),
    ...encoded,
    ...lowerCase,
    ...encodings,
  ]);
  const isWord = (one: string): boolean => /^[\p{L}\p{N}]{1,5}$/u.test(one);
  const longestFirst = [...spelled].sort(
    (one, other) => other.length - one.length,
  );
  const plain = [secret, ...encodings].map(plainOf);
  const length = Math.min(PIECE, Math.max(5, plainOf(secret).length));
  return {
    whole: longestFirst.filter((one) => !isWord(one)),
    words: longestFirst.filter(isWord),
    pieces: new Set(plain.flatMap((one) => piecesOf(one, length))),
    length,
  };
}

/** The characters of base64 that a text makes wherever it begins in what is encoded (RFC 4648 section 4), in both alphabets. */
function base64Forms(bytes: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = btoa(`${"\0".repeat(before)}${bytes}`);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const own = padded.slice(Math.ceil((before * 8) / 6), end);
    return [own, own.replace(/\+/g, "-").replace(/\//g, "_")];
  });
}

/** Letters and digits alone, in lower case: a secret in groups is the same secret. */
function plainOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "");
}

function piecesOf(plain: string, length: number): readonly string[] {
  return Array.from(
    { length: Math.max(0, plain.length - length + 1) },
    (_, at) => plain.slice(at, at + length),
  );
}

/** Strikes a short secret where it stands as a word of its own. */
function strikeWord(text: string, word: string): string {
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "gu"),
    hidden,
  );
}

/** Strikes the runs of a text that are made of pieces, whatever stands between their letters and digits. */
function strikePieces(
  text: string,
  pieces: ReadonlySet<string>,
  length: number,
): string {
  if (pieces.size === 0) return text;
  const places: number[] = [];
  let plain = "";
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (!/[a-z0-9]/i.test(one)) continue;
    places.push(at);
    plain += one.toLowerCase();
  }
  const runs: [from: number, to: number][] = [];
  for (let at = 0; at + length <= plain.length; at += 1) {
    if (!pieces.has(plain.slice(at, at + length))) continue;
    const from = places[at] ?? 0;
    const to = (places[at + length - 1] ?? 0) + 1;
    const last = runs.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else runs.push([from, to]);
  }
  const kept = runs.map(([from], at) =>
    text.slice(runs[at - 1]?.[1] ?? 0, from),
  );
  return [...kept, text.slice(runs.at(-1)?.[1] ?? 0)].join(hidden);
}
