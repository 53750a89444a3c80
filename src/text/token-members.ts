/**
 * Members of a response to an exchange (RFC 8693 section 2.2.1), and the resource that a service may repeat there: what is a word of any text
 * counts in code marks. Fields of the request end a list of members.
 */
const MEMBER =
  /(?<![\w:.-])(?:(?<own>access_token|issued_token_type|token_type|expires_in)|(?:grant_type|(?:actor|requested|subject)_token(?:_type)?))\b|(?<=["'`*])(?<word>scope|resource)(?=["'`*])/giu;

/** Characters between two members of one list. */
const APART = 160;

/** What follows a member that a response may lack: "(optional)", "may be omitted", "if it differs". */
const MAY_LACK =
  /^["'`*]{0,3}\?|\b(?:optional(?:ly)?|recommended|absent|missing|omitted|only|may|can|if|when|unless|where|not)\b/iu;

/** What is before one: "no", "never put", "(optional)". */
const LACKS =
  /(?:\b(?:no|not|never|without|except|optional(?:ly)?|sometimes|maybe)\b|n['’]t\b)(?:(?!\band\b)[^.;\n,]){0,20}$/iu;

/** That another sentence begins on the same line; a list and a table have one member on each line. */
const ENDS = /[.!?]\s+(?=[\p{Lu}`"'])(?![^\n]*\n)/u;

/** The members that a text lists of the response of a token endpoint, in its order: `access_token`, and others beside it that no response lacks. */
export function tokenMembers(text: string): readonly string[] {
  const members = [...text.matchAll(MEMBER)].map(({ 0: whole, index, groups = {} }) => ({
    name: (groups["own"] ?? groups["word"])?.toLowerCase(),
    // An ordinary word may belong to what comes before.
    starts: groups["own"] !== undefined,
    index,
    end: index + whole.length,
  }));
  let list: { readonly name: string; readonly certain: boolean }[] = [];
  for (const [at, { name, starts, index, end }] of members.entries()) {
    const next = members[at + 1]?.index ?? Infinity;
    const between = text.slice(end, Math.min(next, end + APART));
    const [after = ""] = between.split(/\n|\.\s|[,;]\s(?!which\b|but\b|if\b|when\b)/u);
    const before = text.slice(Math.max(0, index - 40, members[at - 1]?.end ?? 0), index);
    const certain = name === "access_token" || !(MAY_LACK.test(after) || LACKS.test(before));
    if (name !== undefined && (starts || list.length > 0)) list.push({ name, certain });
    if (name !== undefined && next - end <= APART && !ENDS.test(between)) continue;
    if (isList(list)) break;
    list = [];
  }
  return isList(list) ? [...new Set(list.filter(({ certain }) => certain).map((one) => one.name))] : [];
}

function isList(list: readonly { readonly name: string }[]): boolean {
  return list.length > 1 && list.some(({ name }) => name === "access_token");
}
