/** Segments before the first noun of a path, which name nothing: `api`, `rest`, `v2`, `v1.1`, `v1beta1`, `2010-04-01`. */
export function isPathPrefix(segment: string): boolean {
  return /^(?:apis?|rest|v?\d+(?:[._-]\d+)*(?:(?:alpha|beta)\d*)?)$/i.test(segment);
}
