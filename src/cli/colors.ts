import type { WriteStream } from "node:tty";
import pico from "picocolors";

/** The part of an output stream that decides about colour. */
export type ColorTarget = Pick<Partial<WriteStream>, "isTTY">;

/**
 * Whether a stream gets colours: NO_COLOR (any value but empty) says no, then FORCE_COLOR says yes (`0` and `false`: no),
 * then only a terminal does that is not `dumb`. See no-color.org and force-color.org.
 */
export function wantsColor(target: ColorTarget, environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR: no = "", FORCE_COLOR: force = "", TERM: terminal } = environment;
  if (no !== "") return false;
  if (force !== "") return force !== "0" && force !== "false";
  return target.isTTY === true && terminal !== "dumb";
}

/** What paints for a stream; paints nothing where there is no colour. */
export function colorsFor(
  target: ColorTarget,
  environment: NodeJS.ProcessEnv,
): ReturnType<typeof pico.createColors> {
  return pico.createColors(wantsColor(target, environment));
}
