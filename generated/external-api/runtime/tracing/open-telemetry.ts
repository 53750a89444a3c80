/*
 * The few members of `@opentelemetry/api` (1.x) that `spans` uses, by their shape: the client depends on no package.
 * Methods and not functions, so that the package's narrower parameters fit.
 */

/** What `@opentelemetry/api` exports, or `{ trace, context }` of it. */
export interface OpenTelemetry {
  readonly trace: {
    getTracer(name: string): OpenTelemetryTracer;
    /** A context in which the span is the parent of what begins. */
    setSpan(context: object, span: OpenTelemetrySpan): object;
  };
  readonly context: {
    active(): object;
    with(context: object, work: () => void): void;
  };
}

/** A `Tracer` of `@opentelemetry/api`. */
export interface OpenTelemetryTracer {
  startSpan(
    name: string,
    options: {
      /** `SpanKind`: INTERNAL, CLIENT. */
      readonly kind: 0 | 2;
      readonly attributes?: Record<string, string | number>;
    },
    context?: object,
  ): OpenTelemetrySpan;
}

/** A `Span` of `@opentelemetry/api`. */
export interface OpenTelemetrySpan {
  spanContext(): {
    readonly traceId: string;
    readonly spanId: string;
    readonly traceFlags: number;
    readonly traceState?: { serialize(): string };
  };
  setAttribute(name: string, value: string | number): unknown;
  /** `SpanStatusCode`: ERROR. */
  setStatus(status: { code: 2; message?: string }): unknown;
  end(): void;
}
