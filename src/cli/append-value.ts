/** Collects the values of an option that may be given several times (commander, `argParser`). */
export function appendValue(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
