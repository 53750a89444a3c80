import type { ValidateFunction } from "ajv";
import type { SandboxResponse } from "../server/sandbox-response.js";
import type { HeaderObject, ResponseObject, SchemaObject } from "./contract-document.js";
import type { ContractOperation } from "./contract-operation.js";
import { describeViolations } from "./describe-violations.js";
import type { Contract } from "./read-contract.js";
import { resolveReference, toSegment } from "./resolve-reference.js";
import type { SchemaCompiler } from "./schema-compiler.js";

/** Holds responses against the contract, so that server and contract cannot drift apart. */
export interface ResponseValidator {
  /** What is wrong with a response of an operation; undefined when it follows the contract. */
  findFault(operation: ContractOperation, response: SandboxResponse): string | undefined;
}

/**
 * @param parameters a compiler that coerces, for header values
 * @param bodies a compiler that does not
 */
export function createResponseValidator(
  contract: Contract,
  parameters: SchemaCompiler,
  bodies: SchemaCompiler,
): ResponseValidator {
  const headerValidators = new Map<HeaderObject, ValidateFunction>();

  /** A header's value is text; as member of an object it can be coerced to what its schema says. */
  function headerValidator(name: string, header: HeaderObject): ValidateFunction {
    const known = headerValidators.get(header);
    if (known !== undefined) return known;
    const schema = resolveReference<SchemaObject>(contract.document, header.schema, "").value;
    const validate = parameters.compile({ type: "object", properties: { [name]: schema } });
    headerValidators.set(header, validate);
    return validate;
  }

  function findHeaderFault(response: ResponseObject, described: SandboxResponse): string | undefined {
    for (const [name, reference] of Object.entries(response.headers ?? {})) {
      const header = resolveReference<HeaderObject>(contract.document, reference, "").value;
      const value = described.headers[name];
      if (value === undefined) {
        if (header.required === true) return `header ${name} is missing`;
        continue;
      }
      const validate = headerValidator(name, header);
      if (!validate({ [name]: value })) return describeViolations("header", validate);
    }
    return undefined;
  }

  function findBodyFault(
    response: ResponseObject,
    pointer: string,
    described: SandboxResponse,
  ): string | undefined {
    const types = Object.keys(response.content ?? {});
    const type = described.headers["Content-Type"] ?? "";
    if (!types.includes(type)) return `media type ${type} is not among ${types.join(", ")}`;
    const validate = bodies.at(`${pointer}/content/${toSegment(type)}/schema`);
    // What goes over the wire is what counts: members that are undefined are gone by then.
    const body: unknown = JSON.parse(JSON.stringify(described.body));
    return validate(body) ? undefined : describeViolations("body", validate);
  }

  return {
    findFault: (operation, described) => {
      const declared = operation.responses[String(described.status)];
      if (declared === undefined) return `status ${described.status} is not in the contract`;
      const path = `${operation.pointer}/responses/${described.status}`;
      const response = resolveReference<ResponseObject>(contract.document, declared, path);
      return (
        findHeaderFault(response.value, described) ??
        findBodyFault(response.value, response.pointer, described)
      );
    },
  };
}
