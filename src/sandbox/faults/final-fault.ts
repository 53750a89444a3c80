import type { Clock } from "../clock.js";
import { describeProblem } from "../problems/build-problem.js";
import { problemCatalog, type ProblemCode, type ProblemKind } from "../problems/problem-catalog.js";
import type { Answer } from "../server/answer.js";
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

/** A fault that settles how the answer goes out; a request meets one at most. */
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
export interface FinalSurroundings {
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

/** Whether a fault settles how the answer goes out. */
export function isFinal(fault: Fault): fault is FinalFault {
  return finals.has(fault.kind);
}

/** On which side of the effect it strikes; what is made of the real answer can only come after it. */
export function stageOf(fault: FinalFault): FaultStage {
  if (fault.kind === "slowBody" || fault.kind === "truncatedBody") return "after";
  if (fault.kind === "emptyBody" && fault.status === undefined) return "after";
  return fault.when ?? "before";
}

/** What goes out. @param answer the real answer; undefined before the effect */
export function buildInterference(
  fault: FinalFault,
  traceId: string,
  answer: Answer | undefined,
  surroundings: FinalSurroundings,
): Interference {
  switch (fault.kind) {
    case "disconnect":
      return { kind: "disconnect" };
    case "slowBody":
      return { kind: "slow", answer: realAnswer(answer), milliseconds: fault.milliseconds };
    case "truncatedBody":
      return { kind: "truncated", answer: realAnswer(answer), connection: fault.connection ?? "kept" };
    case "emptyBody": {
      const { status = realAnswer(answer).status } = fault;
      return {
        kind: "text",
        status,
        headers: fault.status === undefined ? realAnswer(answer).headers : {},
        text: "",
      };
    }
    case "html":
      return buildHtml(fault, surroundings);
    case "response":
      return { kind: "text", status: fault.status, headers: fault.headers ?? {}, text: fault.text ?? "" };
    case "problem":
      return { kind: "answer", answer: buildFaultProblem(fault, traceId, surroundings) };
    case "tokenError":
      return { kind: "answer", answer: buildFaultTokenError(fault, surroundings) };
  }
}

function realAnswer(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error("there is no answer before the effect");
  return answer;
}

const htmlTitles = { 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Time-out" } as const;

function buildHtml(fault: HtmlFault, surroundings: FinalSurroundings): Interference {
  const { status = 502 } = fault;
  const title = `${status} ${htmlTitles[status]}`;
  const text = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  return {
    kind: "text",
    status,
    headers: { "Content-Type": "text/html", ...retryAfter(fault, surroundings) },
    text,
  };
}

/** A code that the contract does not have is described as one that came later. */
const laterProblem = { title: "A later problem", retryable: false };

function buildFaultProblem(fault: ProblemFault, traceId: string, surroundings: FinalSurroundings): Answer {
  const known: ProblemKind | undefined = isProblemCode(fault.code) ? problemCatalog[fault.code] : undefined;
  const kind = { status: 500, ...laterProblem, ...known };
  const { status = kind.status, retryable = kind.retryable } = fault;
  const { title } = kind;
  // A member that is undefined does not reach the wire.
  const shown = { status, title, retryable: retryable === "absent" ? undefined : retryable };
  const answer = describeProblem(fault.code, shown, "Injected as planned.", surroundings.baseUrl, traceId);
  return { ...answer, headers: { ...answer.headers, ...retryAfter(fault, surroundings) } };
}

function buildFaultTokenError(fault: TokenErrorFault, surroundings: FinalSurroundings): Answer {
  const { status = 400, error } = fault;
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return {
    status,
    headers: { ...headers, ...retryAfter(fault, surroundings) },
    body: { error, error_description: "Injected as planned." },
  };
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCatalog, code);
}

function retryAfter(fault: RetryAfterMembers, { wallClock }: FinalSurroundings): Record<string, string> {
  if (fault.retryAfter !== undefined) return { "Retry-After": String(fault.retryAfter) };
  if (fault.retryAfterDate === undefined) return {};
  // An HTTP date has whole seconds, and a client that comes a fraction too soon would have been told so.
  const until = Math.ceil(wallClock.now() / 1000) * 1000 + fault.retryAfterDate * 1000;
  return { "Retry-After": toHttpDate(until) };
}
