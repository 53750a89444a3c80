import type { ErrorObject, ValidateFunction } from "ajv";

/**
 * The violations that a validator just found, in words, without any value of the data: a detail may be logged.
 * @param place what was validated, such as `body`
 */
export function describeViolations(place: string, validate: ValidateFunction): string {
  const errors = validate.errors ?? [];
  const lines = errors.filter((error) => !isEcho(error)).slice(0, 5);
  return lines.map((error) => describe(place, error)).join("; ");
}

function describe(place: string, error: ErrorObject): string {
  const message = error.message ?? "is not valid";
  if (error.keyword === "additionalProperties") {
    const { additionalProperty: name } = error.params as { additionalProperty: string };
    return `${place}${error.instancePath} must not have ${JSON.stringify(name.slice(0, 40))}`;
  }
  return `${place}${error.instancePath} ${message}`;
}

/** `oneOf` and `if` only repeat what the errors below them say. */
function isEcho(error: ErrorObject): boolean {
  return error.keyword === "if";
}
