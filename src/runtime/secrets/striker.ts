import { percentDecode } from "./percent-decode.js";
import { hidden } from "./shown-values.js";

/** Letters and digits in a row that count as a piece of a secret. */
const PIECE = 8;

/** Secrets that are remembered; the one that was sent longest ago is forgotten first. */
const MOST = 128;

/** Characters of a secret that are searched for in base64. */
const LONGEST = 8192;

/** Deeper than any error body; a hostile one must not exhaust the stack. */
const DEEPEST = 32;

/**
 * Strikes the credentials of a client out of whatever a server said: as they are, as JSON, a form, a URL or base64
 * spells them, and pieces of them. Text is searched as it is and percent-decoded (RFC 3986 section 2.1), so it does not matter
 * which characters an encoder escapes. To be used after parsing, which undoes the escapes that a secret could hide behind (RFC
 * 8259 section 7).
 */
export interface Striker {
  /** It knows none: nothing is struck out. */
  isIdle(): boolean;
  /** From now on these are struck out. */
  add(secrets: readonly string[]): void;
  /** A text with `[hidden]` where a secret, or a piece of one, stood. */
  text(text: string): string;
  /**
   * A text that a program uses, and not only people read: without the secrets as such, however spelled. Pieces stay, because
   * what has a few characters in common with a token can be something else.
   */
  whole(text: string): string;
  /** A copy of parsed JSON with every text and member name struck. */
  value(value: unknown): unknown;
  /**
   * The same headers where none holds a secret, else a copy.
   *
   * @param strike - {@link Striker.whole} for headers that a program uses; default: {@link Striker.text}
   */
  headers(headers: Headers, strike?: (text: string) => string): Headers;
}

/** Percent-encoding inside of percent-encoding that is undone: a URL in the query of a URL in the query of a third. */
const LAYERS = 3;

/** Where something is in a text: its first UTF-16 unit, and the one after its last. */
type Span = [from: number, to: number];

/** How a secret can be spelled, worked out when something is shown for the first time. */
interface Forms {
  readonly whole: readonly string[];
  /** Too short to be struck inside of a word. */
  readonly words: readonly RegExp[];
  readonly pieces: ReadonlySet<string>;
  /** Length of each piece. */
  readonly length: number;
  /** No shorter text holds any of them. */
  readonly shortest: number;
}

/** Makes a striker that knows no secret yet. The secrets live in a closure, where nothing prints them. */
export function createStriker(): Striker {
  const known = new Map<string, Forms | undefined>();
  // Of all secrets together, with the number of those that have each: a text is looked through once, however many there are.
  const pieces = new Map<number, Map<string, number>>();

  function forget(secret: string): void {
    const forms = known.get(secret);
    known.delete(secret);
    if (forms !== undefined) countPieces(pieces, forms, -1);
  }

  function forms(secret: string, made: Forms | undefined): Forms {
    if (made !== undefined) return made;
    const fresh = formsOf(secret);
    known.set(secret, fresh);
    countPieces(pieces, fresh, 1);
    return fresh;
  }

  function wholeIn(given: string): Span[] {
    const found: Span[] = [];
    for (const [secret, made] of known)
      findForms(given, forms(secret, made), found);
    return found;
  }

  function piecesIn(given: string): Span[] {
    return [...pieces].flatMap(([length, counts]) =>
      counts.size > 0 && given.length >= length
        ? findPieces(given, counts, length)
        : [],
    );
  }

  const whole = (given: string): string => strike(given, wholeIn);
  const text = (given: string): string => strike(whole(given), piecesIn);

  function value(given: unknown, depth = 0): unknown {
    if (typeof given === "string") return text(given);
    if (typeof given !== "object" || given === null) return given;
    if (depth > DEEPEST) return hidden;
    if (Array.isArray(given))
      return given.map((one: unknown) => value(one, depth + 1));
    // Bytes of a file and other objects of the platform are not JSON.
    const prototype: unknown = Object.getPrototypeOf(given);
    if (prototype !== Object.prototype && prototype !== null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, member]: [string, unknown]) => [
        text(name),
        value(member, depth + 1),
      ]),
    );
  }

  const striker: Striker = {
    isIdle: () => known.size === 0,
    add(secrets) {
      for (const secret of secrets) {
        if (secret === "") continue;
        // Put last: those that are in use are the last to be forgotten.
        const made = known.get(secret);
        known.delete(secret);
        known.set(secret, made);
        const [oldest] = known.keys();
        if (known.size > MOST && oldest !== undefined) forget(oldest);
      }
    },
    text,
    whole,
    value: (given) => (known.size === 0 ? given : value(given)),
    headers(headers, strike = text) {
      if (known.size === 0) return headers;
      // Not spread: the types of Headers are iterable only with a library that a program need not have.
      const given: [string, string][] = [];
      headers.forEach((one, name) => given.push([name, one]));
      const struck = given.map(([name, one]): [string, string] => [
        name,
        strike(one),
      ]);
      if (struck.every(([, one], at) => one === given[at]?.[1])) return headers;
      const copy = new Headers(struck);
      strikers.set(copy, striker);
      return copy;
    },
  };
  return striker;
}

function countPieces(
  pieces: Map<number, Map<string, number>>,
  forms: Forms,
  by: 1 | -1,
): void {
  const counts = pieces.get(forms.length) ?? new Map<string, number>();
  pieces.set(forms.length, counts);
  for (const piece of forms.pieces) {
    const left = (counts.get(piece) ?? 0) + by;
    if (left > 0) counts.set(piece, left);
    else counts.delete(piece);
  }
}

/** Strikes nothing. */
const noSecrets: Striker = createStriker();

/** By the headers that it came with, so that code that shows something of a response knows what to strike. */
const strikers = new WeakMap<Headers, Striker>();

/** Remembers what has to be struck out of a response. */
export function strikeFrom(response: Response, striker: Striker): void {
  // What no request has carried, no response repeats.
  if (!striker.isIdle()) strikers.set(response.headers, striker);
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
  const encodings = secret.length < 4 ? [] : base64Forms(bytes);
  const spelled = new Set([
    ...urlForms(secret),
    json,
    json.replaceAll("/", "\\/"),
    ...encodings,
  ]);
  const isWord = (one: string): boolean => /^[\p{L}\p{N}]{1,5}$/u.test(one);
  const longestFirst = [...spelled].sort(
    (one, other) => other.length - one.length,
  );
  const plain = [...new Set([secret, ...encodings].map(plainOf))];
  const length = Math.min(PIECE, Math.max(5, plainOf(secret).length));
  return {
    whole: longestFirst.filter((one) => !isWord(one)),
    words: longestFirst.filter(isWord).map(wordPattern),
    pieces: new Set(plain.flatMap((one) => cutPieces(one, length))),
    length,
    shortest: longestFirst.at(-1)?.length ?? 0,
  };
}

/**
 * What a URL says in place of a secret once it is percent-decoded (URL standard, "URL parsing" and
 * "application/x-www-form-urlencoded"). All combinations, because each part of a URL has other rules.
 */
function urlForms(secret: string): ReadonlySet<string> {
  const changes: readonly ((one: string) => string)[] = [
    // Lone surrogates are replaced.
    (one) => new TextDecoder().decode(new TextEncoder().encode(one)),
    (one) => one.replace(/[\t\n\r]/g, ""),
    (one) => one.trim(),
    (one) => one.replaceAll("\\", "/"),
    // An escape that the secret itself holds is the one that an encoder writes.
    ...Array.from(
      { length: LAYERS },
      () => (one: string) => percentDecode(one)?.text ?? one,
    ),
    (one) => one.replaceAll(" ", "+"),
  ];
  const found = new Set([secret]);
  for (const change of changes)
    for (const one of [...found]) found.add(change(one));
  found.delete("");
  return found;
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

function cutPieces(plain: string, length: number): readonly string[] {
  return Array.from(
    { length: Math.max(0, plain.length - length + 1) },
    (_, at) => plain.slice(at, at + length),
  );
}

/** Finds a short secret where it is a word of its own. */
function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "gu");
}

/** Finds the runs of a text that are made of pieces, whatever is between their letters and digits. */
function findPieces(
  text: string,
  pieces: ReadonlyMap<string, number>,
  length: number,
): Span[] {
  const { plain, positions } = lettersOf(text);
  const runs: Span[] = [];
  for (let at = 0; at + length <= plain.length; at += 1) {
    if (!pieces.has(plain.slice(at, at + length))) continue;
    const from = positions[at] ?? 0;
    const to = (positions[at + length - 1] ?? 0) + 1;
    const last = runs.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else runs.push([from, to]);
  }
  return runs;
}

function findForms(
  text: string,
  { whole, words, shortest }: Forms,
  found: Span[],
): void {
  if (text.length < shortest) return;
  for (const one of whole) findAll(text, one, found);
  for (const word of words)
    for (const { 0: one, index } of text.matchAll(word))
      found.push([index, index + one.length]);
}

function findAll(text: string, one: string, found: Span[]): void {
  for (
    let at = text.indexOf(one);
    at !== -1;
    at = text.indexOf(one, at + one.length)
  )
    found.push([at, at + one.length]);
}

/** Strikes what `find` finds in a text, as it is and percent-decoded up to {@link LAYERS} times. */
function strike(given: string, find: (text: string) => Span[]): string {
  const found = find(given);
  let layer = percentDecode(given);
  for (let depth = 1; layer !== undefined; depth += 1) {
    const { text, starts } = layer;
    for (const [from, to] of find(text))
      found.push([starts[from] ?? 0, starts[to] ?? given.length]);
    const next = depth < LAYERS ? percentDecode(text) : undefined;
    layer = next && {
      text: next.text,
      starts: next.starts.map((start) => starts[start] ?? given.length),
    };
  }
  return found.length === 0 ? given : cut(given, found);
}

/** A text with `[hidden]` in place of these spans, and once where they overlap or touch. */
function cut(text: string, spans: Span[]): string {
  const remaining: string[] = [];
  let end = 0;
  for (const [from, to] of spans.sort(([one], [other]) => one - other)) {
    if (remaining.length === 0 || from > end)
      remaining.push(text.slice(end, from));
    end = Math.max(end, to);
  }
  return [...remaining, text.slice(end)].join(hidden);
}

/** The letters and digits of a text as {@link plainOf} has them, and where each of them is. */
function lettersOf(text: string): {
  readonly plain: string;
  readonly positions: Uint32Array;
} {
  const positions = new Uint32Array(text.length);
  const codes = new Uint8Array(text.length);
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isUpper = code >= 65 && code <= 90;
    if (!isUpper && !(code >= 97 && code <= 122) && !(code >= 48 && code <= 57))
      continue;
    positions[found] = at;
    codes[found] = isUpper ? code + 32 : code;
    found += 1;
  }
  const plain = new TextDecoder().decode(codes.subarray(0, found));
  return { plain, positions };
}
