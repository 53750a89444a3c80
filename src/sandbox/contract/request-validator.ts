import type { ValidateFunction } from "ajv";
import { Rejection } from "../problems/rejection.js";
import type { ContractOperation } from "./contract-operation.js";
import type { ParameterObject } from "./contract-document.js";
import { describeViolations } from "./describe-violations.js";
import type { SchemaCompiler } from "./schema-compiler.js";
import { toSegment } from "./resolve-reference.js";

/** Parameters by their names in the contract; integers are numbers, everything else is a string. */
export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** What a request brought, before it was held against the contract. */
export interface RawParameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** With lower-case names, as Node gives them. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Holds requests of one operation against the contract. */
export interface RequestValidator {
  /** Path, query and header parameters with the contract's defaults. @throws Refusal `validation_failed` */
  parameters(raw: RawParameters): Parameters;
  /** @throws Refusal `validation_failed` when the body does not follow its schema */
  body(body: unknown): void;
}

/**
 * @param parameters a compiler that coerces
 * @param bodies a compiler that does not: a JSON body says itself what is a number
 */
export function createRequestValidator(
  operation: ContractOperation,
  parameters: SchemaCompiler,
  bodies: SchemaCompiler,
): RequestValidator {
  // Compiled at the first request: a test that starts a sandbox rarely calls every operation.
  const compiled = new Map<ParameterObject["in"], ValidateFunction>();
  const group = (path: ParameterObject["in"]) => {
    const validate = compiled.get(path) ?? compileGroup(operation, path, parameters);
    compiled.set(path, validate);
    return validate;
  };
  return {
    parameters: (raw) => ({
      ...check("path", group("path"), raw.path),
      ...check("query", group("query"), raw.query),
      ...check("headers", group("header"), pickHeaders(operation, raw.headers)),
    }),
    body: (body) => {
      if (operation.bodyMediaType === undefined) return;
      const type = toSegment(operation.bodyMediaType);
      const validate = bodies.at(`${operation.pointer}/requestBody/content/${type}/schema`);
      if (!validate(body)) throw new Rejection("validation_failed", describeViolations("body", validate));
    },
  };
}

function check(path: string, validate: ValidateFunction, values: Record<string, unknown>): Parameters {
  const coerced = { ...values };
  if (!validate(coerced)) throw new Rejection("validation_failed", describeViolations(path, validate));
  return coerced as Parameters;
}

/** Unknown names in path and query are refused: a parameter that is misspelt must not be ignored in silence. */
function compileGroup(operation: ContractOperation, group: ParameterObject["in"], compiler: SchemaCompiler) {
  const members = operation.parameters.filter((parameter) => parameter.in === group);
  return compiler.compile({
    type: "object",
    required: members.filter((parameter) => parameter.required === true).map((parameter) => parameter.name),
    properties: Object.fromEntries(members.map((parameter) => [parameter.name, parameter.schema])),
    additionalProperties: false,
  });
}

function pickHeaders(operation: ContractOperation, headers: Readonly<Record<string, unknown>>) {
  const names = operation.parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
  const present = names.filter((name) => headers[name.toLowerCase()] !== undefined);
  return Object.fromEntries(present.map((name) => [name, headers[name.toLowerCase()]]));
}
