import { runInNewContext } from "node:vm";
import { exec, type JsonValue } from "jsonpath-rfc9535";
import parsePath from "jsonpath-rfc9535/parser";
import { LimitFailure } from "../load-budget.js";

/** Why a text is not a JSONPath; undefined where it is one (RFC 9535). */
export function pathProblem(path: string): string | undefined {
  try {
    parsePath(path);
    return undefined;
  } catch (error) {
    const { found, location } = error as {
      found?: string | null;
      location?: { start?: { column?: number } };
    };
    const column = location?.start?.column;
    if (column === undefined) return error instanceof Error ? error.message : String(error);
    const what =
      found === null || found === undefined ? "it ends too early" : `${JSON.stringify(found)} is unexpected`;
    return `at character ${String(column)}, ${what}`;
  }
}

/** Milliseconds that one query may take: patterns in filters can take forever on long texts. */
const LONGEST = 10_000;

/** Values that one query may select, each counted as often as it is found. */
const MOST = 1_000_000;

/**
 * The values that a JSONPath selects in a document, each once, as the keys that lead to them.
 *
 * @param where - name of the overlay, for messages.
 * @param limit - milliseconds.
 * @throws LimitFailure where that takes too long, or too many are selected.
 */
export function selectValues(
  document: unknown,
  path: string,
  where: string,
  limit = LONGEST,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  let count = 0;
  const run = () => {
    exec(document as JsonValue, path, (_, steps) => {
      count += 1;
      if (count > MOST) throw new LimitFailure(`A JSONPath selects more than ${String(MOST)} values.`, where);
      const keys = steps.map((step) => (typeof step === "number" ? String(step) : unescape(step)));
      found.set(JSON.stringify(keys), keys);
    });
  };
  try {
    // Nothing else ends a query that runs: a new context is there for its time limit alone.
    runInNewContext("run()", { run }, { timeout: limit });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new LimitFailure(`A JSONPath takes longer than ${String(limit / 1000)} s.`, where);
  }
  return [...found.values()];
}

/** The error comes from the other context: `instanceof Error` does not hold for it. */
function isTimeout(error: unknown): boolean {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The library gives keys as they are in a normalised path (RFC 9535, section 2.7). */
function unescape(key: string): string {
  return key.replace(/\\(?:u([0-9a-f]{4})|(.))/gu, (_, code: string | undefined, character: string) =>
    code === undefined ? (escapes[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
