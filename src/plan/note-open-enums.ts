import type { KeptNames } from "../model/names/kept-names.js";
import { codeSpan } from "../text/code-span.js";
import type { ListedValue } from "./types/listed-values.js";
import type { OpenEnum } from "./types/open-enums.js";

/** Values that are named; the others are counted. */
const SHOWN = 5;

/**
 * Says of each enum of requests that answers brought so far, and do not any more, that it stays open, and what that does
 * not help: a value that answers list beside those of requests cannot be sent.
 *
 * @param kept - enums of the earlier generation, by their values.
 */
export function noteOpenEnums(
  enums: ReadonlyMap<string, OpenEnum>,
  kept: KeptNames["enums"] = {},
): readonly string[] {
  return [...enums].flatMap(([key, { values, since, pointer, more }]) => {
    if (since !== "kept" || kept[key] !== "answers") return [];
    const stays = `No answer lists just ${list(values)} any more, as this enum of requests does.`;
    const sent =
      more.length === 0
        ? "It takes what is not listed all the same, as in the client so far."
        : `Answers list ${list(more)} as well, which requests do not take: code that sends back what it read may have to say what it sends instead.`;
    return [`${stays} ${sent} (${pointer})`];
  });
}

function list(values: readonly ListedValue[]): string {
  const shown = values.slice(0, SHOWN).map((value) => codeSpan(String(value)));
  const more = values.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}
