/** Whether a value is an object or a list; null, of type `object` too, is neither. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
