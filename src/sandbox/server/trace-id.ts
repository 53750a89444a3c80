import { randomBytes } from "node:crypto";

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace of a request: that of its `traceparent` (W3C Trace Context) or a new one, 32 hexadecimal digits. */
export function readTraceId(header: unknown): string {
  const given = typeof header === "string" ? traceparent.exec(header)?.[1] : undefined;
  if (given !== undefined && !/^0+$/.test(given)) return given;
  return randomBytes(16).toString("hex");
}
