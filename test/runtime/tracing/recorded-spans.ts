import { AsyncLocalStorage } from "node:async_hooks";
import {
  context,
  type Context,
  type ContextManager,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  type SpanStatus,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { onTestFinished } from "vitest";

/** A span as it was when the test looked at it. */
export interface RecordedSpan {
  readonly name: string;
  readonly kind: keyof typeof SpanKind;
  /** Undefined for a root. */
  readonly parent: RecordedSpan | undefined;
  readonly attributes: Record<string, unknown>;
  status: { readonly code: keyof typeof SpanStatusCode; readonly message?: string } | undefined;
  /** How often it was ended; once is right. */
  ends: number;
  /** As a request names it. */
  readonly traceparent: string;
}

/**
 * Registers a tracer with `@opentelemetry/api` for one test, which keeps every span in the order of their beginnings.
 *
 * @param remembers - whether the platform knows which span is active after a wait, as Node with its SDK does
 */
export function recordSpans({ remembers = true } = {}): readonly RecordedSpan[] {
  const recorded: RecordedSpan[] = [];
  const bySpan = new Map<Span, RecordedSpan>();
  const startSpan = (name: string, options: SpanOptions = {}, at: Context = context.active()): Span => {
    const { kind = SpanKind.INTERNAL, attributes = {} } = options;
    const parent = trace.getSpan(at);
    const identity: SpanContext = {
      traceId: parent?.spanContext().traceId ?? String(recorded.length + 1).padStart(32, "0"),
      spanId: String(recorded.length + 1).padStart(16, "0"),
      traceFlags: TraceFlags.SAMPLED,
    };
    const one: RecordedSpan = {
      name,
      kind: SpanKind[kind] as keyof typeof SpanKind,
      parent: parent === undefined ? undefined : bySpan.get(parent),
      attributes: { ...attributes },
      status: undefined,
      ends: 0,
      traceparent: `00-${identity.traceId}-${identity.spanId}-01`,
    };
    recorded.push(one);
    const span = recordingSpan(one, identity);
    bySpan.set(span, one);
    return span;
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: notUsed }) });
  if (remembers) context.setGlobalContextManager(contextManager());
  onTestFinished(() => {
    trace.disable();
    context.disable();
  });
  return recorded;
}

/** One line a span, indented below its parent: kind, name, attributes that a test asks for. */
export function showTree(spans: readonly RecordedSpan[], ...attributes: readonly string[]): string[] {
  const below = (parent: RecordedSpan | undefined, indent: string): string[] =>
    spans
      .filter((span) => span.parent === parent)
      .flatMap((span) => [
        [
          `${indent}${span.kind} ${span.name}`,
          ...attributes.flatMap((name) => (name in span.attributes ? String(span.attributes[name]) : [])),
          ...(span.status === undefined ? [] : [span.status.code]),
        ].join(" "),
        ...below(span, `${indent}  `),
      ]);
  return below(undefined, "");
}

function recordingSpan(one: RecordedSpan, identity: SpanContext): Span {
  const span: Span = {
    spanContext: () => identity,
    setAttribute: (name, value) => {
      one.attributes[name] = value;
      return span;
    },
    setStatus: ({ code, message }: SpanStatus) => {
      one.status = {
        code: SpanStatusCode[code] as keyof typeof SpanStatusCode,
        ...(message !== undefined && { message }),
      };
      return span;
    },
    end: () => {
      one.ends += 1;
    },
    setAttributes: notUsed,
    addEvent: notUsed,
    addLink: notUsed,
    addLinks: notUsed,
    updateName: notUsed,
    isRecording: () => true,
    recordException: notUsed,
  };
  return span;
}

/** What an SDK for Node registers. */
function contextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (at, work, receiver, ...given) => storage.run(at, () => work.apply(receiver as never, given)),
    bind: (_at, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

function notUsed(): never {
  throw new Error("the adapter asks for no more than its type says");
}
