/** Whether a media type carries JSON: `application/json` or any `+json` (RFC 6839 section 3.1). */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);
}
