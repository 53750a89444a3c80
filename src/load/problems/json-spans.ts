/** A part of a text, from its first character to behind its last: offsets. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A value in a text, and the name of the member that it is the value of. */
export interface FoundValue {
  readonly value: Extent;
  readonly key?: Extent;
}

/** A member of an object, or an item of a list under its index. */
interface Member extends FoundValue {
  readonly name: string;
}

/**
 * Finds values in a JSON text by the names that lead to them; if the text lacks one, the nearest parent. What no name leads through is
 * skipped, so that megabytes are read in a fraction of a second.
 *
 * @returns undefined for a text that is not an object in JSON.
 */
export function createJsonFinder(text: string): ((names: readonly string[]) => FoundValue) | undefined {
  if (!isJsonObject(text)) return undefined;
  const root = { value: extentAt(text, skipSpace(text, 0)) };
  const known = new Map<number, ReadonlyMap<string, Member>>();
  return (names) => {
    let found: FoundValue = root;
    for (const name of names) {
      const { start } = found.value;
      const members = known.get(start) ?? new Map(membersAt(text, start).map((one) => [one.name, one]));
      known.set(start, members);
      const member = members.get(name);
      if (member === undefined) break;
      found = member;
    }
    return found;
  };
}

function isJsonObject(text: string): boolean {
  if (text[skipSpace(text, 0)] !== "{") return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function membersAt(text: string, start: number): readonly Member[] {
  const [first] = text.slice(start, start + 1);
  if (first !== "{" && first !== "[") return [];
  const members: Member[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== "}" && text[at] !== "]") {
    const key = first === "{" ? { start: at, end: endOfString(text, at) } : undefined;
    // Behind the name is a colon.
    const value = extentAt(text, key === undefined ? at : skipSpace(text, skipSpace(text, key.end) + 1));
    const name =
      key === undefined ? String(members.length) : (JSON.parse(text.slice(key.start, key.end)) as string);
    members.push({ name, value, ...(key && { key }) });
    at = skipSpace(text, value.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

function extentAt(text: string, start: number): Extent {
  return { start, end: endOfValue(text, start) };
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== "{" && first !== "[") {
    const rest = /[\s,\]}]/gu;
    rest.lastIndex = start;
    return rest.exec(text)?.index ?? text.length;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** The offset behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
  return at;
}
