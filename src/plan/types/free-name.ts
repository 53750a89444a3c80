/**
 * A name that no other has, in whatever case: the wished one, or with the first number behind it that is free.
 *
 * @param taken - names in lower case.
 */
export function freeName(wished: string, taken: ReadonlySet<string>): string {
  let name = wished;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wished}${String(count)}`;
  return name;
}
