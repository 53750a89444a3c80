import type { KeptCall } from "../../model/names/kept-calls.js";

/** A call as one line of a manifest, which the model reads again; empty when there is nothing to keep. */
export function printCall({ parameters, body, chosenBy, asked, answers }: KeptCall): string {
  const pairs = [
    ...[...parameters].map(([identity, key]) => [identity.replace(" ", "."), key] as const),
    ...[...body].map(
      ([mediaType, { from, word }]) => [`body.${mediaType}`, word === "" ? from : `${from}.${word}`] as const,
    ),
    ...(chosenBy === undefined ? [] : [["chosenBy", chosenBy] as const]),
    ...(asked === true ? [["undecided", "asked"] as const] : []),
    ...answers,
  ];
  return pairs.map((pair) => pair.map(escape).join("=")).join(" ");
}

/** Spaces and `=` part the words; other characters stay readable. */
function escape(text: string): string {
  return text.replace(/[%= ]/g, (character) => encodeURIComponent(character));
}
