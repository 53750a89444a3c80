/** The scopes of the contract (its part 1). A scope restricts access and never grants it. */
export const scopes = [
  "cabinet:read",
  "cabinet:projects:write",
  "cabinet:settings:write",
  "cabinet:deals:read",
  "cabinet:deals:write",
  "cabinet:exports:run",
] as const;

/** One scope of the contract. */
export type Scope = (typeof scopes)[number];

/** Whether a word is one of the scopes. */
export function isScope(word: string): word is Scope {
  return (scopes as readonly string[]).includes(word);
}

/** The scopes of a space-separated list (RFC 6749 section 3.3) that are known, each once, in the list's order. */
export function readScopes(list: string): Scope[] {
  return [...new Set(list.split(" ").filter(isScope))];
}
