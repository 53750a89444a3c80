import { builders } from "prettier/doc";
import type { MemberPlan } from "../../plan/type-plan.js";
import type { Doc } from "../layout/layout.js";
import { patternLiteral, propertyName } from "../layout/string-literal.js";
import { commentDoc } from "./comment-doc.js";
import { typeDoc } from "./type-doc.js";

const { group, indent, softline } = builders;

/** Prettier breaks inside the brackets as the last resort of a line that is too long. */
function indexDoc(prefix: string | undefined): Doc {
  const names = prefix === undefined ? "string" : patternLiteral(prefix);
  return group(["[", indent([softline, "name: ", names]), softline, "]"]);
}

/** A member with its comment, without the semicolon after it. */
export function memberDoc(member: MemberPlan): Doc {
  const name = member.kind === "index" ? indexDoc(member.prefix) : propertyName(member.name);
  const mark = member.kind === "property" && member.optional ? "?" : "";
  return [commentDoc(member.doc), name, mark, ": ", typeDoc(member.type)];
}
