/** Removes the credentials of a call from a text. */
interface TextStriker {
  text(text: string): string;
}

/** What is shown in place of a value that may not be shown. */
export const hidden = "[hidden]";

/**
 * What Node, Deno and Bun ask an object for when it is printed. Classes that hold something secret define it, so that
 * `console.log` of them shows only what may be shown.
 */
export const inspectSymbol: unique symbol = Symbol.for(
  "nodejs.util.inspect.custom",
);

/** Words of a program, joined: `access_denied`, `ORDER.NotFound`, `1042`. */
const words = /^[a-z0-9]+(?:[_.:/-]+[a-z0-9]+)*$/i;

/**
 * A code as it may be shown: a server can put a phone number or a key in its place.
 *
 * @param striker - knows the credentials of the call
 */
export function shownCode(code: string, striker?: TextStriker): string {
  const isSecret = striker !== undefined && striker.text(code) !== code;
  return looksLikeCode(code) && !isSecret ? code : hidden;
}

/** Whether text is a code, and nothing that could be a number of a person, a key or a token. */
export function looksLikeCode(text: string): boolean {
  return (
    text.length <= 64 &&
    words.test(text) &&
    digitsOf(text) <= 8 &&
    !/\d{7}/.test(text) &&
    !secret.test(text) &&
    !piecesOf(text).some((one) => one.length >= 16 && digitsOf(one) >= 2)
  );
}

/**
 * An identifier of a request as it may be shown: hexadecimal, a UUID, a short token; never a JWT, phone number or key.
 *
 * @param striker - knows the credentials of the call
 */
export function shownTrace(traceId: string, striker?: TextStriker): string {
  if (striker !== undefined && striker.text(traceId) !== traceId) return hidden;
  const digits = digitsOf(traceId);
  const number = digits >= 7 && digits <= 17 && !/[a-z]/i.test(traceId);
  const shaped = /^[\w:|-]{1,64}$/.test(traceId);
  const key =
    secret.test(traceId) ||
    piecesOf(traceId).some((one) => one.length >= 24 && isMixed(one));
  return shaped && !number && !key ? traceId : hidden;
}

/** Names of products with versions and comments (RFC 9110 section 10.1.5), as `Server` and `Via` have them: `nginx/1.25`. */
export function shownProducts(text: string): string {
  const parts = text.split(/[\s,;()]+/).filter((part) => part !== "");
  const plain = parts.every(
    (part) =>
      product.test(part) &&
      part.split(/[/-]/).every((piece) => piece.length < 24) &&
      !/\d{7}/.test(part) &&
      !secret.test(part),
  );
  return plain && text.length <= 160 ? text : hidden;
}

/** A version of HTTP, or a name that begins with a letter, with a version. */
const product = /^(?:\d(?:\.\d)?|[a-z][\w.+-]*(?:\/[\w.+~-]+)?)$/i;

/** Prefixes of keys and tokens, a JWT among them (RFC 7519: its header begins with `{"`). */
const secret = /^eyJ|^AKIA|^gh[a-z]_|(?:^|[_-])(?:live|sk|pk)[_-]/i;

function piecesOf(text: string): readonly string[] {
  return text.split(/[_.:/|-]+/);
}

function isMixed(piece: string): boolean {
  return (
    !/^[\da-f]+$/i.test(piece) && /[a-z]/.test(piece) && /[A-Z]/.test(piece)
  );
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, "").length;
}

/**
 * Puts what a server said on an error: for code in any case, and in print only what may be shown. What may not is an
 * accessor that nothing lists: neither `console.log` nor a logger that copies members comes upon it.
 */
export function setShown(
  error: object,
  name: string,
  value: string,
  shown: string,
): void {
  const seen = shown === value;
  Object.defineProperty(error, name, {
    configurable: true,
    enumerable: seen,
    ...(seen ? { value, writable: true } : { get: () => value }),
  });
}
