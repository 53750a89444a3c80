import type { ValidateFunction } from "ajv";
import type { Answer } from "../server/answer.js";
import type { HeaderObject, ResponseObject, SchemaObject } from "./contract-document.js";
import type { ContractOperation } from "./contract-operation.js";
import { describeViolations } from "./describe-violations.js";
import type { Contract } from "./read-contract.js";
import { resolveReference, toSegment } from "./resolve-reference.js";
import type { SchemaCompiler } from "./schema-compiler.js";

/** Holds answers against the contract, so that server and contract cannot drift apart. */
export interface AnswerValidator {
  /** What is wrong with an answer of an operation; undefined when it follows the contract. */
  findFault(operation: ContractOperation, answer: Answer): string | undefined;
}

/**
 * @param parameters a compiler that coerces, for header values
 * @param bodies a compiler that does not
 */
export function createAnswerValidator(
  contract: Contract,
  parameters: SchemaCompiler,
  bodies: SchemaCompiler,
): AnswerValidator {
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

  function findHeaderFault(response: ResponseObject, answer: Answer): string | undefined {
    for (const [name, reference] of Object.entries(response.headers ?? {})) {
      const header = resolveReference<HeaderObject>(contract.document, reference, "").value;
      const value = answer.headers[name];
      if (value === undefined) {
        if (header.required === true) return `header ${name} is missing`;
        continue;
      }
      const validate = headerValidator(name, header);
      if (!validate({ [name]: value })) return describeViolations("header", validate);
    }
    return undefined;
  }

  function findBodyFault(response: ResponseObject, pointer: string, answer: Answer): string | undefined {
    const types = Object.keys(response.content ?? {});
    const type = answer.headers["Content-Type"] ?? "";
    if (!types.includes(type)) return `media type ${type} is not among ${types.join(", ")}`;
    const validate = bodies.at(`${pointer}/content/${toSegment(type)}/schema`);
    // What goes over the wire is what counts: members that are undefined are gone by then.
    const body: unknown = JSON.parse(JSON.stringify(answer.body));
    return validate(body) ? undefined : describeViolations("body", validate);
  }

  return {
    findFault: (operation, answer) => {
      const declared = operation.responses[String(answer.status)];
      if (declared === undefined) return `status ${answer.status} is not in the contract`;
      const place = `${operation.pointer}/responses/${answer.status}`;
      const response = resolveReference<ResponseObject>(contract.document, declared, place);
      return (
        findHeaderFault(response.value, answer) ?? findBodyFault(response.value, response.pointer, answer)
      );
    },
  };
}
