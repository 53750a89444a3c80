import { jsonContent } from "../../responses.js";
import { keyOf } from "../../traits/pagination/find-list.js";
import { leadingChange } from "../../traits/pagination/only-reads.js";
import { memberPath, shownMember } from "../../traits/pagination/paths.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import type { FoundSign } from "./shown-position.js";

/*
 * Cursors that are objects, which the next request takes back as a whole.
 */

/** Names of cursors, and of nothing else. */
const CURSOR =
  /^(?:bookmark|continuation(?:_?token)?|cursor|(?:exclusive_?start|last_?evaluated)_?key|next_?(?:cursor|page_?token|token)|page_?(?:cursor|state|token)|resume_?token|scroll_?id|search_?after)$/u;

/** An object of the response that has what the request takes: it is called a cursor in both, or is a token with one that is called so. */
export function objectCursorSign(shown: ShownPages): FoundSign {
  const { operation, response, list, fields, reader } = shown;
  const body = response && jsonContent(response, reader)?.schema;
  if (body === undefined || list === undefined) return undefined;
  if (operation.method === "POST" && leadingChange(operation) !== undefined) return undefined;
  for (const { name, schema } of reader.properties(body) ?? []) {
    const members = (reader.properties(schema) ?? []).map((member) => keyOf(member.name));
    const isCursor = CURSOR.test(keyOf(name));
    if (!isCursor && !/(?:^|_)token$/u.test(keyOf(name))) continue;
    const field = fields.find(
      (one) => members.includes(one.key) && (isCursor ? isIn(one, name) : CURSOR.test(one.key)),
    );
    if (field !== undefined)
      return {
        shown: `its response has "${shownMember(memberPath([name]))}", and it takes "${takenAs(field)}"`,
        missing: `"${shownMember(memberPath([name]))}" is an object, and the client takes back a single value`,
        lines: [],
      };
  }
  return undefined;
}

/** Whether a field is a member of an object with a name. */
function isIn({ at }: Field, name: string): boolean {
  const above = at.in === "body" ? at.name.split("/").slice(0, -1) : [at.name];
  return above.some((one) => keyOf(one) === keyOf(name));
}

/** The object of the request that has a field; the field itself where it is in none. */
function takenAs({ at }: Field): string {
  if (at.in !== "body") return at.name;
  const above = at.name.split("/").slice(0, -1).join("/");
  return shownMember(above === "" ? at.name : above);
}
