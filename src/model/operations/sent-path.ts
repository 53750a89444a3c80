/** A path template as far as a request carries it: a fragment is never sent (RFC 9110 section 7.1). */
export function sentPath(path: string): string {
  const [sent = ""] = path.split("#", 1);
  return sent;
}
