import { looksLikeCode } from "../errors/shown-code.js";

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
