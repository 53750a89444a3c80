/** The first of the candidates that is free; the last of them numbered when none is. It is taken from here on. */
export function claimName(candidates: readonly [string, ...string[]], taken: Set<string>): string {
  const last = candidates[candidates.length - 1] ?? candidates[0];
  let name = candidates.find((candidate) => !taken.has(candidate)) ?? last;
  for (let number = 2; taken.has(name); number += 1) name = `${last}${String(number)}`;
  taken.add(name);
  return name;
}
