import type { TraceContext } from "../call/core.js";
import type { OpenTelemetrySpan } from "./open-telemetry.js";

/**
 * A span as the headers of W3C Trace Context name it; undefined for a span that has no identity, as those have that are
 * made before a tracer is registered.
 */
export function traceContextOf(
  span: OpenTelemetrySpan,
): TraceContext | undefined {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if (!isIdentity(traceId) || !isIdentity(spanId)) return undefined;
  const flags = (traceFlags & 0xff).toString(16).padStart(2, "0");
  const tracestate = traceState?.serialize() ?? "";
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(tracestate !== "" && { tracestate }),
  };
}

/** Zeros alone are no identity (W3C Trace Context sections 3.2.2.3 and 3.2.2.4). */
function isIdentity(id: string): boolean {
  return !/^0*$/.test(id);
}
