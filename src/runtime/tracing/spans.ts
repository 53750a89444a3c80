import { type ApiError, isApiError } from "../errors/api-error.js";
import { looksLikeCode } from "../secrets/shown-values.js";
import type {
  AttemptTrace,
  TraceContext,
  TracedRequest,
  Tracing,
  WorkTrace,
} from "./tracing.js";

/** `SpanKind` and `SpanStatusCode` of `@opentelemetry/api`. */
const internal = 0;
const client = 2;
const failure = 2;

/**
 * Shows a client's work as OpenTelemetry spans: one a logical call, named after its operation, and under it one for
 * each request that was sent, as the HTTP semantic conventions have it. A request carries its span's identity
 * (`traceparent`), so that the server's spans hang under it. Exchanges for a token and polls of background operations
 * are work like any other.
 *
 * Spans hold path templates and no values: no URL, no id of a resource or of people, no header, no body.
 *
 * @param openTelemetry - `{ trace, context }` of `@opentelemetry/api`
 * @param name - the instrumentation scope: what the client is called among those who make spans
 */
export function spans(
  openTelemetry: OpenTelemetry,
  name = "cabinetry",
): Tracing {
  const tracer = openTelemetry.trace.getTracer(name);
  return { begin: (work) => beginWork(openTelemetry, tracer, work) };
}

function beginWork(
  { trace, context }: OpenTelemetry,
  tracer: OpenTelemetryTracer,
  name: string,
): WorkTrace {
  const parent = context.active();
  // Not CLIENT: the conventions want HTTP spans for requests, and none for what encloses them.
  const span = tracer.startSpan(name, { kind: internal }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    during: (work) => {
      context.with(inside, work);
    },
    // The parent is handed on and not looked up: after a wait, a platform without async context has forgotten it.
    attempt: (request) => startAttempt(tracer, inside, request),
    done: () => {
      span.end();
    },
    failed: (error) => {
      // By its class and its own words: a server's can be anything.
      if (isApiError(error)) fail(span, error.name, wordsOf(error));
      else fail(span, errorType(error));
      span.end();
    },
  };
}

function startAttempt(
  tracer: OpenTelemetryTracer,
  parent: object,
  request: TracedRequest,
): AttemptTrace {
  const attributes = requestAttributes(request);
  const name = `${request.method} ${String(attributes["url.template"])}`;
  const span = tracer.startSpan(name, { kind: client, attributes }, parent);
  return {
    context: traceContextOf(span),
    responded: (status) => {
      span.setAttribute("http.response.status_code", status);
      if (status >= 400) fail(span, String(status));
    },
    done: () => {
      span.end();
    },
    failed: (error) => {
      fail(span, errorType(error));
      span.end();
    },
  };
}

/**
 * HTTP client span (OpenTelemetry semantic conventions 1.23 and newer), with the template in place of `url.full`: the
 * values in a URL are those of the call.
 */
function requestAttributes({
  method,
  server,
  path,
  resends,
}: TracedRequest): Record<string, string | number> {
  const { protocol, hostname, port, pathname } = new URL(server);
  const standardPort = protocol === "https:" ? 443 : 80;
  return {
    "http.request.method": method,
    // Of an IPv6 address without the brackets that it has in a URL.
    "server.address": hostname.replace(/^\[(.*)\]$/, "$1"),
    "server.port": port === "" ? standardPort : Number(port),
    "url.scheme": protocol.slice(0, -1),
    "url.template": `${pathname.replace(/\/$/, "")}${path}`,
    ...(resends > 0 && { "http.request.resend_count": resends }),
  };
}

function wordsOf(error: ApiError): string {
  const { happened, remedy } = error;
  const { code } = error.toJSON();
  return `${happened} ${remedy}${typeof code === "string" ? ` [code ${code}]` : ""}`;
}

/** @param message - only what may be shown: a foreign error's own words can be anything */
function fail(span: OpenTelemetrySpan, type: string, message = ""): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: failure, ...(message !== "" && { message }) });
}

/**
 * The class of an error in one word (`error.type` of the OpenTelemetry conventions): the platform's code, `ECONNRESET`,
 * or else the name of the class. Never its message.
 */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const candidates = [codeOf(error.cause), codeOf(error), error.name];
  return (
    candidates.find(
      (one): one is string => typeof one === "string" && looksLikeCode(one),
    ) ?? "_OTHER"
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * A span as the headers of W3C Trace Context name it; undefined for a span that has no identity, as those have that are
 * made before a tracer is registered.
 */
function traceContextOf(span: OpenTelemetrySpan): TraceContext | undefined {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if (!isIdentity(traceId) || !isIdentity(spanId)) return undefined;
  const flags = (traceFlags & 0xff).toString(16).padStart(2, "0");
  const tracestate = traceState?.serialize() ?? "";
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(tracestate !== "" && { tracestate }),
  };
}

/** Zeros alone do not identify a span (W3C Trace Context sections 3.2.2.3 and 3.2.2.4). */
function isIdentity(id: string): boolean {
  return !/^0*$/.test(id);
}

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
