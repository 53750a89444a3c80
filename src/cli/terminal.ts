import { colorsFor, wantsColor, type ColorTarget } from "./colors.js";
import { onOneLine } from "./on-one-line.js";
import { printable } from "./printable.js";

/** A stream that text is written to. */
export type TextTarget = ColorTarget & { write(text: string): unknown };

/** The two streams of a command. Results go to `out`, everything else to `err`, so that a pipe carries results alone. */
export interface Terminal {
  readonly out: TextTarget;
  readonly err: TextTarget;
  readonly environment: NodeJS.ProcessEnv;
}

/** The same terminal, for text that holds words of a contract: nothing in them reaches it as a control sequence. */
export function guardTerminal(terminal: Terminal): Terminal {
  const guard = (target: TextTarget): TextTarget => ({
    ...(target.isTTY === undefined ? {} : { isTTY: target.isTTY }),
    write: (text) => target.write(printable(text, wantsColor(target, terminal.environment))),
  });
  return { out: guard(terminal.out), err: guard(terminal.err), environment: terminal.environment };
}

/** How much a command says beside its result. */
export interface Loudness {
  readonly quiet?: true;
  readonly verbose?: true;
}

/** Warnings shown without `--verbose`: a screen has to hold them with the result. */
const warningsShown = 10;

/** What a command says while it works. Silent under `--quiet`. */
export class Narrator {
  readonly #terminal: Terminal;
  readonly #loudness: Loudness;

  constructor(terminal: Terminal, loudness: Loudness) {
    this.#terminal = terminal;
    this.#loudness = loudness;
  }

  /** True when code frames for this terminal are to be coloured. */
  get color(): boolean {
    return wantsColor(this.#terminal.err, this.#terminal.environment);
  }

  /** One finished step of longer work, with the milliseconds it took; on a terminal as in CI, one line. */
  step(name: string, text: string, milliseconds: number): void {
    if (this.#loudness.quiet) return;
    const paint = colorsFor(this.#terminal.err, this.#terminal.environment);
    const seconds = `${(milliseconds / 1000).toFixed(2)} s`;
    this.#terminal.err.write(`${paint.green(name.padEnd(6))} ${onOneLine(text)} ${paint.dim(seconds)}\n`);
  }

  /** What did not stop the work but should be known. */
  warnings(texts: readonly string[]): void {
    if (this.#loudness.quiet || texts.length === 0) return;
    const paint = colorsFor(this.#terminal.err, this.#terminal.environment);
    const shown = this.#loudness.verbose ? texts : texts.slice(0, warningsShown);
    for (const text of shown) this.#terminal.err.write(`${paint.yellow("warning")} ${onOneLine(text)}\n`);
    const more = texts.length - shown.length;
    if (more > 0)
      this.#terminal.err.write(`${paint.yellow("warning")} and ${more} more; --verbose shows all\n`);
  }
}
