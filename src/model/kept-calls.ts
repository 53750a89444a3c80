/** How an operation was called in an earlier generation, as far as an addition to the contract could change it. */
export interface KeptCall {
  /** `header limit` → member of the input: those whose member follows from no rule. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Media types of the body, the default first, and how each was given. */
  readonly body: ReadonlyMap<string, KeptBody>;
  /** Member of the input that names the media type of the body. */
  readonly chosenBy?: string;
  /** The input had to name the media type of the body, as nothing else said which of several it is. */
  readonly asked?: true;
  /** Status → media type of what a call got that asked for none. */
  readonly answers: ReadonlyMap<string, string>;
}

/** How a body was given. */
interface KeptBody {
  /** Its members stood beside the parameters, or it was the member `body`. */
  readonly from: "members" | "body";
  /** What the input of this media type was told apart by: `Json`; empty where there was one input. */
  readonly word: string;
}

const PARAMETER = /^(path|query|querystring|header|cookie)\.(.+)$/su;
const BODY = /^body\.(.+)$/su;

/**
 * Reads what a manifest says of a call; what it does not know, it leaves out.
 *
 * @param text - as the plan prints it: `header.limit=limit body.application/json=members 200=text/csv`.
 */
export function readCall(text: string): KeptCall {
  const parameters = new Map<string, string>();
  const body = new Map<string, KeptBody>();
  const answers = new Map<string, string>();
  let chosenBy: string | undefined;
  let asked = false;
  for (const [key, value] of text.split(" ").map(readPair)) {
    const [, place, name] = PARAMETER.exec(key) ?? [];
    const [, mediaType] = BODY.exec(key) ?? [];
    const [, from, word = ""] = /^(members|body)(?:\.([\p{ID_Continue}]+))?$/u.exec(value) ?? [];
    if (place !== undefined && name !== undefined) parameters.set(`${place} ${name}`, value);
    else if (mediaType !== undefined && (from === "members" || from === "body"))
      body.set(mediaType, { from, word });
    else if (key === "chosenBy" && value !== "") chosenBy = value;
    else if (key === "undecided") asked = value === "asked";
    else if (/^(?:\d..|default)$/i.test(key)) answers.set(key, value);
  }
  return {
    parameters,
    body,
    answers,
    ...(chosenBy !== undefined && { chosenBy }),
    ...(asked && { asked }),
  };
}

function readPair(pair: string): readonly [string, string] {
  const [key = "", value = ""] = pair.split("=");
  return [unescape(key), unescape(value)];
}

function unescape(text: string): string {
  return text.replace(/%(?:25|3D|20)/gi, (code) => decodeURIComponent(code));
}

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
