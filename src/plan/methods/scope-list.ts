import { codeSpan } from "../../text/code-span.js";

/** Alternative scopes as words: `` `a`, `b` or `c` ``; "and" binds those that are needed together. */
export function scopeList(scopes: readonly (readonly string[])[]): string {
  const alternatives = scopes.map((together) => joined(together.map(codeSpan), "and"));
  const grouped = scopes.length > 1 && scopes.some((together) => together.length > 1);
  return grouped ? alternatives.join(", or ") : joined(alternatives, "or");
}

/** `, scope `a` or `b``; "scopes" where several are needed at once. Empty: none is needed. */
export function scopeText(scopes: readonly (readonly string[])[]): string {
  if (scopes.length === 0) return "";
  const plural = scopes.some((together) => together.length > 1);
  return `, scope${plural ? "s" : ""} ${scopeList(scopes)}`;
}

/** `a, b or c` */
function joined(words: readonly string[], last: "and" | "or"): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words.slice(-1).join("")}`;
}
