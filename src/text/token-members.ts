/**
 * Members of a response to an exchange (RFC 8693 section 2.2.1), and the resource that a service may repeat there: what is a word of any text
 * counts in code marks. Fields of the request end a list of members.
 */
const MEMBER =
  /(?<![\w:.-])(?:(?<own>access_token|issued_token_type|token_type|expires_in)|(?:grant_type|(?:actor|requested|subject)_token(?:_type)?))\b|(?<=["'`*])(?<word>scope|resource)(?=["'`*])/giu;

/** Characters between two members of one list. */
const APART = 160;

/** What follows a member that a response may lack. */
const MAY_LACK =
  /^["'`*]{0,3}\?|\b(?:optional(?:ly)?|recommended|absent|missing|omitted|only|not always)\b/iu;

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
  for (const [at, { name, starts, end }] of members.entries()) {
    const next = members[at + 1]?.index ?? Infinity;
    const [after = ""] = text.slice(end, Math.min(next, end + APART)).split(/\n|\.\s/u);
    if (name !== undefined && (starts || list.length > 0))
      list.push({ name, certain: name === "access_token" || !MAY_LACK.test(after) });
    if (name !== undefined && next - end <= APART) continue;
    if (list.length > 1 && list.some((one) => one.name === "access_token")) break;
    list = [];
  }
  const isList = list.length > 1 && list.some((one) => one.name === "access_token");
  return isList ? [...new Set(list.filter(({ certain }) => certain).map((one) => one.name))] : [];
}
