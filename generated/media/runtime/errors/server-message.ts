import { hidden } from "../secrets/mask-members.js";
import { createStriker, type Striker } from "../secrets/striker.js";
import type { ProblemDetails } from "./problem.js";

/** Characters of a message that are kept. */
const most = 300;
/** Characters of a text that values are looked for in. */
const mostSearched = 10_000;
/** Values that are looked for. */
const mostValues = 256;

/**
 * What a server said of an error in its own words: `detail` of Problem Details (RFC 9457 section 3.1.4), else the message of a
 * JSON body, in one line. Credentials, values of sensitive fields and digits that could be a phone number are struck out.
 *
 * @param sensitive - values of sensitive fields that the request contained
 * @returns undefined where it said nothing, or where the request contained too many of such values to look for
 */
export function serverMessage(
  problem: ProblemDetails | undefined,
  body: unknown,
  striker: Striker,
  sensitive: readonly string[] = [],
): string | undefined {
  if (sensitive.length > mostValues) return undefined;
  const said = problem === undefined ? messageIn(body, 0) : problem.detail;
  if (said === undefined) return undefined;
  const values = createStriker();
  values.add(sensitive);
  // Cut after striking: half of a credential would not be recognised.
  const line = values
    .text(striker.text(said).slice(0, mostSearched))
    .replace(unprinted, " ")
    .trim();
  if (line === "") return undefined;
  const shown = line.replace(phone, hidden);
  return shown.length > most ? `${shown.slice(0, most)}…` : shown;
}

/** Control characters, and those that change how a line is read. */
const unprinted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
/** Seven digits and more, with what people write between them. */
const phone = /\+?\(?\d(?:[\s().\-/]{0,2}\d){6,}/g;

/** Members that hold a message, by how services word them; `error` of RFC 6749 section 5.2 is a code. */
const members = [
  "message",
  "error_description",
  "detail",
  "error",
  "errors",
  "title",
];

function messageIn(body: unknown, depth: number): string | undefined {
  if (typeof body === "string") return body;
  if (typeof body !== "object" || body === null || depth > 3) return undefined;
  if (body instanceof Blob) return undefined;
  if (Array.isArray(body)) return messageIn(body[0], depth + 1);
  for (const name of members) {
    const member: unknown = Object.hasOwn(body, name)
      ? Reflect.get(body, name)
      : undefined;
    const found = messageIn(member, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
