import { checkHeader } from "../http/header-value.js";
import type { TraceContext } from "./core.js";

/**
 * Adds the trace of a call to its headers (W3C Trace Context). What is malformed is left out, as that standard asks; so
 * is a trace whose function throws: tracing must not break a call.
 */
export function addTrace(
  headers: Headers,
  traceContext: () => TraceContext | undefined,
): void {
  try {
    const trace = traceContext();
    if (trace === undefined || !isTraceParent(trace.traceparent)) return;
    set(headers, "traceparent", trace.traceparent);
    if (trace.tracestate !== undefined)
      set(headers, "tracestate", trace.tracestate);
  } catch {
    // Left out.
  }
}

function isTraceParent(text: string): boolean {
  return /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}/.test(text);
}

function set(headers: Headers, name: string, value: string): void {
  checkHeader(name, value);
  headers.set(name, value);
}
