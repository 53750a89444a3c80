/**
 * What the method of an operation gives in an earlier generation, where an addition to the contract could make it
 * something else.
 */
export interface KeptForm {
  /** `call`: the value alone, under a validator of any read where it needs one; `stream`: events or items as they arrive. */
  readonly kind: "call" | "pages" | "versioned" | "paired" | "background" | "stream";
  /** What it was recognised by: `items` → `data`, `read` → `GET /pets/{id}`. */
  readonly facts: ReadonlyMap<string, string>;
}

const KINDS = ["call", "pages", "versioned", "paired", "background", "stream"] as const;

/**
 * Reads what a manifest says of a form; undefined for what it does not know, which is recognised anew.
 *
 * @param text - as the plan prints it: `pages cursor=query.cursor items=data next=next_cursor`.
 */
export function readForm(text: string): KeptForm | undefined {
  const [word, ...pairs] = text.split(" ");
  const kind = KINDS.find((known) => known === word);
  if (kind === undefined) return undefined;
  const facts = pairs.flatMap((pair): readonly (readonly [string, string])[] => {
    const [, name, value] = /^([a-z]+)=(.+)$/su.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [[name, unescape(value)]];
  });
  return { kind, facts: new Map(facts) };
}

function unescape(text: string): string {
  return text.replace(/%(?:25|3D|20)/gi, (code) => decodeURIComponent(code));
}
