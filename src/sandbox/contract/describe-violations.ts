import type { ErrorObject, ValidateFunction } from "ajv";

/**
 * The violations that a validator just found, in words, without any value of the data: a detail may be logged.
 * @param path what was validated, such as `body`
 */
export function describeViolations(path: string, validate: ValidateFunction): string {
  const errors = validate.errors ?? [];
  const lines = errors.filter((error) => !isEcho(error)).slice(0, 5);
  return lines.map((error) => describe(path, error)).join("; ");
}

function describe(path: string, error: ErrorObject): string {
  const message = error.message ?? "is not valid";
  if (error.keyword === "additionalProperties") {
    const { additionalProperty: name } = error.params as { additionalProperty: string };
    return `${path}${error.instancePath} must not have ${JSON.stringify(name.slice(0, 40))}`;
  }
  return `${path}${error.instancePath} ${message}`;
}

/** `oneOf` and `if` only repeat what the errors below them say. */
function isEcho(error: ErrorObject): boolean {
  return error.keyword === "if";
}
