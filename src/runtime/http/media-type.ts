/** The parts of a media type that decide how bytes are read (RFC 9110 section 8.3.1). */
export interface MediaType {
  /** Lower case, without parameters: `application/problem+json`. */
  readonly essence: string;
  /** Value of `charset`, lower case. */
  readonly charset?: string;
}

/** Reads a `Content-Type`; undefined when there is none or it is malformed. */
export function readMediaType(text: string | null): MediaType | undefined {
  if (text === null || text.length > longest) return parseMediaType(text ?? "");
  if (known.has(text)) return known.get(text);
  const read = parseMediaType(text);
  if (known.size === most) known.clear();
  known.set(text, read);
  return read;
}

/** That of a message; undefined when it names none. */
export function contentTypeOf(headers: Headers): MediaType | undefined {
  return readMediaType(headers.get("content-type"));
}

/** Those that were read before: a contract and its server have few. */
const known = new Map<string, MediaType | undefined>();
const most = 100;
const longest = 100;

function parseMediaType(text: string): MediaType | undefined {
  const [essence = "", ...parameters] = text
    .split(";")
    .map((part) => part.trim());
  if (!/^[^\s/]+\/[^\s/]+$/.test(essence)) return undefined;
  const charset = parameters
    .map((parameter) => /^charset="?([^"]+)"?$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return {
    essence: essence.toLowerCase(),
    ...(charset !== undefined && { charset: charset.toLowerCase() }),
  };
}

/**
 * Whether a media type falls under a range of the contract: `image/*`, `*` + `/*`, `application/json`. Contracts also write
 * what is not a range of RFC 9110: a lone `*` for any, `application/*+json` for a structured suffix (RFC 6839).
 */
export function matchesRange(range: string, essence: string): boolean {
  if (range === "*") return true;
  const wanted = readMediaType(range)?.essence;
  if (wanted === undefined) return false;
  if (wanted === "*/*" || wanted === essence) return true;
  const [before = "", after, ...more] = wanted.split("*");
  return (
    after !== undefined &&
    more.length === 0 &&
    essence.length > before.length + after.length &&
    essence.startsWith(before) &&
    essence.endsWith(after)
  );
}

/** `application/json` and every type with the structured suffix `+json` (RFC 6839). */
export function isJson(essence: string): boolean {
  return (
    essence === "application/json" ||
    essence === "text/json" ||
    essence.endsWith("+json")
  );
}

/** What a name that was never registered means: servers send `image/jpeg` where contracts write `image/jpg` (IANA). */
export function meantName(essence: string): string {
  return essence === "image/jpg" ? "image/jpeg" : essence;
}
