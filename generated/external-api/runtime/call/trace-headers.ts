import { checkHeader } from "../http/header-value.js";
import type { TraceContext } from "./core.js";

/** Adds the trace of a call to its headers (W3C Trace Context); what is malformed is left out, as that standard asks. */
export function addTrace(
  headers: Headers,
  trace: TraceContext | undefined,
): void {
  if (trace === undefined) return;
  if (
    !/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}/.test(
      trace.traceparent,
    )
  )
    return;
  set(headers, "traceparent", trace.traceparent);
  if (trace.tracestate !== undefined)
    set(headers, "tracestate", trace.tracestate);
}

function set(headers: Headers, name: string, value: string): void {
  try {
    checkHeader(name, value);
    headers.set(name, value);
  } catch {
    // Tracing must not break a call.
  }
}
