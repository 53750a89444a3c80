import { literalPattern } from "../../../../text/literal-pattern.js";
import { isCalledSearch } from "../../traits/pagination/only-reads.js";
import { isOther } from "../../traits/pagination/other-things.js";
import { shownPath } from "../../traits/pagination/paths.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import type { Member } from "../../traits/pagination/response-members.js";
import { configuredPath, fieldName, linesOf } from "./paging-lines.js";
import { type FoundSign, lackOfList, shownField } from "./shown-position.js";

/*
 * A cursor that has one name in the request and the response, or two that go together: an echo of the request looks like that, too.
 */

/** Names of cursors, and of nothing else. */
const CURSOR =
  /^(?:bookmark|pag(?:e|ing)_?state|pag(?:e|ing)_?token|page_?cursor|resum(?:e|ption)_?token|scroll_?(?:id|token)|search_?after|after_?key|start_?cursor|cursor|marker|(?:last_?evaluated|exclusive_?start)_?key|continuation(?:_?token)?)$/;

/** Names of cursors beside a size. */
const MAY_BE_CURSOR =
  /^(?:anchor|iterator|pointer|position|seek|offset_?id|(?:start|last|from|after|more)_?(?:id|key|token|after|record|item)|(?:start|after)_?cursor)$/;

/** Names of what comes next or last, and of positions that begin there. */
const GIVEN = /^(?:next|last|more|end)_?(?:[a-z]+_)?(?:id|key|token|batch|anchor|record|item|seq(?:uence)?)$/;
const BEGINS =
  /^(?:(?:start|from|after|since)(?:_?(?:id|key|token|after|record|item|seq(?:uence)?))?|token)$/;

/** A member of a response, and what of the request may take it back. */
interface CursorPair {
  readonly member: Member;
  readonly field: Field;
}

/** A text of the response that a text of the request may take back, by the names of both. */
export function sameCursorSign(shown: ShownPages): FoundSign {
  const { operation, list, size } = shown;
  const found = sameCursor(shown);
  if (
    found === undefined ||
    (operation.method === "POST" && !(isCalledSearch(operation) && size !== undefined))
  )
    return undefined;
  const lack = list === undefined ? lackOfList(shown) : undefined;
  if (lack?.isSayable === false) return undefined;
  return {
    shown: `its response has "${shownPath(found.member.path)}", and it takes "${shownField(found.field)}"`,
    missing: lack?.missing ?? "nothing says that it leads to the next page",
    lines: linesOf(
      shown,
      `next: ${configuredPath(found.member.path)}`,
      `cursor: ${fieldName(shown, found.field)}`,
    ),
  };
}

/** The only such pair. */
export function sameCursor(shown: ShownPages): CursorPair | undefined {
  const { members, fields, size } = shown;
  const [found, ...others] = members.flatMap((member) =>
    fields
      .filter(
        (field) =>
          isNextOf(member, field) ||
          (isSent(member, field) &&
            !isOfOther(member, field, shown) &&
            (goTogether(member, field, size !== undefined) || isDescribedAsSent(member, field))),
      )
      .map((field) => ({ member, field })),
  );
  return others.length > 0 ? undefined : found;
}

/** Whether either of two is another thing than a cursor for certain. */
function isOfOther({ keys, ...member }: Member, field: Field, { nouns, reader }: ShownPages): boolean {
  return isOther(field, nouns, reader) || isOther({ ...member, key: keys.at(-1) ?? "" }, nouns, reader);
}

/** Whether a value can be sent as it came, and does not tell a time. */
function isSent({ kind, schema }: Member, field: Field): boolean {
  const types = [schema.type, field.schema.type];
  const isTime = types.some((type) => type.kind === "string" && /^date/.test(type.format ?? ""));
  return !isTime && kind !== "boolean" && kind === field.kind;
}

/** Whether a member is the next value of a place in time or in order, by the names of both: `next_since` and `since`. */
function isNextOf({ keys, kind }: Member, { key, kind: takes }: Field): boolean {
  return kind === takes && BEGINS.test(key) && key !== "token" && keys.at(-1) === `next_${key}`;
}

function goTogether({ keys }: Member, { key: takes }: Field, hasSize: boolean): boolean {
  const gives = keys.at(-1) ?? "";
  const isSame = gives.replaceAll("_", "") === takes.replaceAll("_", "");
  if (isSame) return CURSOR.test(takes) || (hasSize && MAY_BE_CURSOR.test(takes));
  // `pos` and `next_pos`, `iterator` and `iterator_next`
  if (hasSize && (gives === `next_${takes}` || gives === `${takes}_next`)) return true;
  // A size tells a list of pages, and so does what says that more comes.
  return (hasSize || /^(?:next|more)/.test(gives)) && GIVEN.test(gives) && BEGINS.test(takes);
}

/** "Pass this as `position`", in words that say nothing of pages, and of no other request. */
function isDescribedAsSent({ description }: Member, { at }: Field): boolean {
  const name = literalPattern(at.name.split("/").at(-1) ?? "");
  const sent =
    "\\b(?:give|pass|provide|put|send|supply|use)\\s(?:it|this|(?:the|this)\\s(?:cursor|token|value))\\s(?:back\\s)?";
  const end =
    "\\s{0,2}(?:[.;]|$)|\\sto\\s(?:continue|fetch|get|go|read|resume|see)\\b|\\s(?:for|in|with)\\sthe\\s(?:following|next)\\b";
  return new RegExp(
    `${sent}(?:as|in|through|via|with)\\s(?:the\\s)?[\`"']${name}[\`"'](?:\\s(?:query\\s)?parameter)?(?:${end})`,
    "iu",
  ).test(description);
}
