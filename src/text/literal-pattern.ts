/** A text as a part of a regular expression that matches this text, and nothing else: `price (net` is `price \(net`. */
export function literalPattern(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
}
