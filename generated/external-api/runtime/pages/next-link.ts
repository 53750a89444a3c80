/**
 * Target of the first link with the relation `next` (RFC 8288 section 3): a URL reference, as it stands.
 *
 * @returns undefined when there is none
 */
export function nextLink(header: string | null): string | undefined {
  const links = (header ?? "").matchAll(
    /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g,
  );
  for (const [, target, parameters] of links) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(
      parameters ?? "",
    );
    const names = (relations?.[1] ?? relations?.[2] ?? "")
      .toLowerCase()
      .split(/\s+/);
    if (names.includes("next") && target !== undefined && target !== "")
      return target;
  }
  return undefined;
}
