/** How much a diagnostic weighs: an `error` stops the work, a `warning` does so under `--strict`, an `info` never. */
export type Level = "error" | "info" | "warning";

/**
 * One row of the rule table. `message` holds placeholders for the arguments: `{name}` prints a value of the contract as
 * code, `{name:text}` prints it as plain text, `{names:list}` prints a list of values as code.
 */
export interface Rule {
  readonly level: Level;
  /** What is wrong, and what the client does about it. At most 25 words a sentence. */
  readonly message: string;
  /** What to do, in the imperative; the same for every place. */
  readonly remedy: string;
  /** The client does something else than the contract says: printed under `--quiet` too. */
  readonly changesClient?: true;
}

/** Rules by id: `subject/what`, in kebab case. */
export type Rules = Readonly<Record<string, Rule>>;

/** Placeholders of a message, without their braces: `name`, `place:text`. */
type Placeholder<Message extends string> = Message extends `${string}{${infer Inner}}${infer Rest}`
  ? Inner | Placeholder<Rest>
  : never;

type NameOf<Inner extends string> = Inner extends `${infer Name}:${string}` ? Name : Inner;

type ValueOf<Inner extends string> = Inner extends `${string}:list` ? readonly string[] : number | string;

/** The arguments that a message needs: one for each placeholder, a list for `{names:list}`. */
export type ArgumentsFor<Message extends string> = {
  readonly [Inner in Placeholder<Message> as NameOf<Inner>]: ValueOf<Inner>;
};
