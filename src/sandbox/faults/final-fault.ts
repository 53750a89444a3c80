import type { Clock } from "../clock.js";
import { describeProblem } from "../problems/build-problem.js";
import { problemCatalog, type ProblemCode, type ProblemKind } from "../problems/problem-catalog.js";
import type { SandboxResponse } from "../server/sandbox-response.js";
import type { Interference } from "../server/interceptor.js";
import { toHttpDate } from "../wall-clock.js";
import type {
  DisconnectFault,
  EmptyBodyFault,
  Fault,
  FaultStage,
  HtmlFault,
  ProblemFault,
  ResponseFault,
  RetryAfterMembers,
  SlowBodyFault,
  TokenErrorFault,
  TruncatedBodyFault,
} from "./fault.js";

/** A fault that settles how the response goes out; a request meets one at most. */
export type FinalFault =
  | DisconnectFault
  | EmptyBodyFault
  | HtmlFault
  | ProblemFault
  | ResponseFault
  | SlowBodyFault
  | TokenErrorFault
  | TruncatedBodyFault;

/** What final faults need of the sandbox. */
export interface FinalContext {
  /** `{base_url}`, for problem types. */
  readonly baseUrl: string;
  /** For HTTP dates. */
  readonly wallClock: Clock;
}

const finals: ReadonlySet<string> = new Set<FinalFault["kind"]>([
  "disconnect",
  "emptyBody",
  "html",
  "problem",
  "response",
  "slowBody",
  "tokenError",
  "truncatedBody",
]);

/** Whether a fault settles how the response goes out. */
export function isFinal(fault: Fault): fault is FinalFault {
  return finals.has(fault.kind);
}

/** On which side of the effect it strikes; what is made of the real response can only come after it. */
export function stageOf(fault: FinalFault): FaultStage {
  if (fault.kind === "slowBody" || fault.kind === "truncatedBody") return "after";
  if (fault.kind === "emptyBody" && fault.status === undefined) return "after";
  return fault.when ?? "before";
}

/** What goes out. @param response the real response; undefined before the effect */
export function buildInterference(
  fault: FinalFault,
  traceId: string,
  response: SandboxResponse | undefined,
  context: FinalContext,
): Interference {
  switch (fault.kind) {
    case "disconnect":
      return { kind: "disconnect" };
    case "slowBody":
      return { kind: "slow", response: realResponse(response), milliseconds: fault.milliseconds };
    case "truncatedBody":
      return { kind: "truncated", response: realResponse(response), connection: fault.connection ?? "kept" };
    case "emptyBody": {
      const { status = realResponse(response).status } = fault;
      return {
        kind: "text",
        status,
        headers: fault.status === undefined ? realResponse(response).headers : {},
        text: "",
      };
    }
    case "html":
      return buildHtml(fault, context);
    case "response":
      return { kind: "text", status: fault.status, headers: fault.headers ?? {}, text: fault.text ?? "" };
    case "problem":
      return { kind: "response", response: buildFaultProblem(fault, traceId, context) };
    case "tokenError":
      return { kind: "response", response: buildFaultTokenError(fault, context) };
  }
}

function realResponse(response: SandboxResponse | undefined): SandboxResponse {
  if (response === undefined) throw new Error("before the effect, nothing has responded yet");
  return response;
}

const htmlTitles = { 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Time-out" } as const;

function buildHtml(fault: HtmlFault, context: FinalContext): Interference {
  const { status = 502 } = fault;
  const title = `${status} ${htmlTitles[status]}`;
  const text = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  return {
    kind: "text",
    status,
    headers: { "Content-Type": "text/html", ...retryAfter(fault, context) },
    text,
  };
}

/** A code that the contract does not have is described as one that came later. */
const laterProblem = { title: "A later problem", retryable: false };

function buildFaultProblem(fault: ProblemFault, traceId: string, context: FinalContext): SandboxResponse {
  const known: ProblemKind | undefined = isProblemCode(fault.code) ? problemCatalog[fault.code] : undefined;
  const kind = { status: 500, ...laterProblem, ...known };
  const { status = kind.status, retryable = kind.retryable } = fault;
  const { title } = kind;
  // A member that is undefined does not reach the wire.
  const shown = { status, title, retryable: retryable === "absent" ? undefined : retryable };
  const response = describeProblem(fault.code, shown, "Injected as planned.", context.baseUrl, traceId);
  return { ...response, headers: { ...response.headers, ...retryAfter(fault, context) } };
}

function buildFaultTokenError(fault: TokenErrorFault, context: FinalContext): SandboxResponse {
  const { status = 400, error } = fault;
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return {
    status,
    headers: { ...headers, ...retryAfter(fault, context) },
    body: { error, error_description: "Injected as planned." },
  };
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCatalog, code);
}

function retryAfter(fault: RetryAfterMembers, { wallClock }: FinalContext): Record<string, string> {
  if (fault.retryAfter !== undefined) return { "Retry-After": String(fault.retryAfter) };
  if (fault.retryAfterDate === undefined) return {};
  // An HTTP date has whole seconds, and a client that comes a fraction too soon would have been told so.
  const until = Math.ceil(wallClock.now() / 1000) * 1000 + fault.retryAfterDate * 1000;
  return { "Retry-After": toHttpDate(until) };
}
