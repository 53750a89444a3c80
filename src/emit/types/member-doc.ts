import { builders } from "prettier/doc";
import type { MemberPlan } from "../../plan/type-plan.js";
import type { Doc } from "../layout/layout.js";
import { propertyName } from "../layout/string-literal.js";
import { commentDoc } from "./comment-doc.js";
import { typeDoc } from "./type-doc.js";

const { group } = builders;

/** A member with its comment, without the semicolon after it. */
export function memberDoc(member: MemberPlan): Doc {
  const name = member.kind === "index" ? "[name: string]" : propertyName(member.name);
  const mark = member.kind === "property" && member.optional ? "?" : "";
  return [commentDoc(member.doc), group([name, mark, ": ", typeDoc(member.type)])];
}
