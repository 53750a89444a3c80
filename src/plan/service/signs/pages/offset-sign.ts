import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { fieldName, itemsOf } from "./paging-lines.js";
import { type FoundSign, shownField } from "./shown-position.js";
import { operationLines } from "../sign.js";

/** Numbers that say where a list begins, and that are of other things elsewhere: of prices, of years. */
const BEGINS = /^(?:begin|first|first_?result|from|from_?(?:index|row)|start|start_?(?:at|from|index|row))$/;

/** The other end of a range, which is not one of a list. */
const ENDS = /^(?:end|last|stop|to|until)(?:_|$)/;

/** Members that say how many items there are in all. */
const TOTAL =
  /^(?:count|found|hits|matches|num_?found|results|rows|total|total_?(?:count|hits|items|results|rows|size))$/;

/**
 * A number without a description, beside a size, where the response has a list: maybe where the list begins. Either the response has how many
 * items there are in all, or both have the names that search servers gave them: `start` and `rows`.
 */
export function offsetSign(shown: ShownPages): FoundSign {
  const { operation, list, members, fields, size } = shown;
  if (operation.method !== "GET" || list === undefined || size === undefined) return undefined;
  if (fields.some(({ key }) => ENDS.test(key))) return undefined;
  const [begin, ...others] = fields.filter(
    ({ kind, key, description }) => kind === "number" && BEGINS.test(key) && description === "",
  );
  const total = members.find(({ kind, keys }) => kind === "number" && TOTAL.test(keys.at(-1) ?? ""));
  const isPair = begin?.key === "start" && size.key === "rows";
  if (begin === undefined || others.length > 0 || !(total !== undefined || isPair)) return undefined;
  const takes = `it takes "${shownField(begin)}" beside "${shownField(size)}"`;
  return {
    shown:
      total === undefined
        ? `${takes} and returns a list`
        : `${takes}, and its response has "${total.path.join(".")}"`,
    missing: "nothing says that it is the number of the first item",
    lines: operationLines(operation, [
      `pagination: { style: offset${itemsOf(shown)}, offset: ${fieldName(shown, begin)} }`,
    ]),
  };
}
