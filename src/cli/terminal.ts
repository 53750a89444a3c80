import type { WriteStream } from "node:tty";
import pico from "picocolors";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { renderDiagnostics } from "../diagnostics/render-diagnostics.js";
import { onOneLine, printable } from "../text/printable.js";

/** A stream that text is written to. */
type TextTarget = ColorTarget & { write(text: string): unknown };

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

/** What a command says while it works. Under `--quiet` it says only what changes the client. */
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

  /** One finished step of longer work, with the milliseconds it took, if any; on a terminal as in CI, one line. */
  step(name: string, text: string, milliseconds?: number): void {
    if (this.#loudness.quiet) return;
    const paint = colorsFor(this.#terminal.err, this.#terminal.environment);
    const seconds =
      milliseconds === undefined ? "" : ` ${paint.dim(`${(milliseconds / 1000).toFixed(2)} s`)}`;
    this.#terminal.err.write(`${paint.green(name.padEnd(6))} ${onOneLine(text)}${seconds}\n`);
  }

  /**
   * What a person should know of the contract and the settings; under `--quiet` only what changes the client, or fails
   * the run.
   *
   * @param sorted - in the order of `sortDiagnostics`.
   */
  diagnostics(sorted: readonly Diagnostic[], strict: boolean): void {
    const paint = colorsFor(this.#terminal.err, this.#terminal.environment);
    const colors = { error: paint.red, warning: paint.yellow, info: paint.cyan };
    const options = {
      ...this.#loudness,
      strict,
      paint: (level: Diagnostic["level"]) => colors[level](level),
    };
    for (const line of renderDiagnostics(sorted, options)) this.#terminal.err.write(`${onOneLine(line)}\n`);
  }

  /** Which client of a configuration file the next lines are about. */
  client(id: string): void {
    if (this.#loudness.quiet) return;
    const paint = colorsFor(this.#terminal.err, this.#terminal.environment);
    this.#terminal.err.write(`${paint.bold(id)}\n`);
  }

  /** A configuration file that a person may save. */
  suggestConfig(text: string | undefined): void {
    if (this.#loudness.quiet || text === undefined) return;
    this.#terminal.err.write(
      `The settings of this client were in its manifest. Save them as cabinetry.yaml:\n\n${text}\n`,
    );
  }
}

/** The part of an output stream that decides about colour. */
type ColorTarget = Pick<Partial<WriteStream>, "isTTY">;

/**
 * Whether a stream gets colours: NO_COLOR (any value but empty) says no, then FORCE_COLOR says yes (`0` and `false`: no),
 * then only a terminal does that is not `dumb`. See no-color.org and force-color.org.
 */
function wantsColor(target: ColorTarget, environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR: no = "", FORCE_COLOR: force = "", TERM: terminal } = environment;
  if (no !== "") return false;
  if (force !== "") return force !== "0" && force !== "false";
  return target.isTTY === true && terminal !== "dumb";
}

/** The colours of a stream; where they are off, text stays as it is. */
export function colorsFor(
  target: ColorTarget,
  environment: NodeJS.ProcessEnv,
): ReturnType<typeof pico.createColors> {
  return pico.createColors(wantsColor(target, environment));
}

/** Collects the values of an option that may be given several times (commander, `argParser`). */
export function appendValue(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
