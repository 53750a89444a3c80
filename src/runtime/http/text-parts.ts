/**
 * The parts of a text that comes in chunks, each as soon as its separator is there; what follows the last separator is
 * returned, empty when nothing does.
 *
 * Each chunk is searched once, and a part joined once: a long part takes time in proportion to its length.
 *
 * @param separator - one that no two chunks share
 */
export async function* textParts(
  chunks: AsyncIterable<string>,
  separator: string | RegExp,
): AsyncGenerator<string, string, undefined> {
  let begun: string[] = [];
  for await (const chunk of chunks) {
    const [first = "", ...others] = chunk.split(separator);
    begun.push(first);
    const last = others.pop();
    if (last === undefined) continue;
    yield begun.join("");
    begun = [last];
    yield* others;
  }
  return begun.join("");
}
