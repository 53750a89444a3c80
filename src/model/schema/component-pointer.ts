/** Pointer of a component schema. */
export function componentPointer(key: string): string {
  return `#/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Key of the component schema that a pointer is; undefined for any other place. */
export function componentKey(pointer: string): string | undefined {
  const match = /^#\/components\/schemas\/([^/]+)$/.exec(pointer);
  return match?.[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
}
