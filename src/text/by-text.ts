/** Order of two strings by UTF-16 code unit: the same on every machine, in every locale. */
export function byText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
