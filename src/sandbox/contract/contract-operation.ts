import type { FeatureName } from "../sandbox-options.js";
import { isScope, type Scope } from "../access/scope.js";
import type {
  ContractDocument,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  SchemaObject,
} from "./contract-document.js";
import { resolveReference, toSegment } from "./resolve-reference.js";

/** One operation of the contract, as the server needs it. */
export interface ContractOperation {
  readonly operationId: string;
  readonly method: "GET" | "POST";
  /** The whole path with its server's, such as `/v1/external/cabinets/{cabinetId}/settings`. */
  readonly path: string;
  /** Whether a JWT is needed at all. */
  readonly secured: boolean;
  /** Scopes of which one is enough; empty when any granted scope will do. */
  readonly scopes: readonly Scope[];
  /** Capability flags that must all be on (`x-features`). */
  readonly features: readonly FeatureName[];
  /** Parameters of path, query and header; their schemas have no references here. */
  readonly parameters: readonly ParameterObject[];
  /** The one media type of the request body; undefined without a body. */
  readonly bodyMediaType: string | undefined;
  /** JSON pointer of the Operation Object in the contract. */
  readonly pointer: string;
  readonly responses: OperationObject["responses"];
}

/**
 * All operations of the contract in the order of the document.
 * @throws Error for a scope that the sandbox does not know, a fault of the contract
 */
export function readOperations(document: ContractDocument): ContractOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => readPathItem(document, path, item));
}

function readPathItem(document: ContractDocument, path: string, item: PathItemObject): ContractOperation[] {
  const methods = [
    ["GET", item.get],
    ["POST", item.post],
  ] as const;
  return methods.flatMap(([method, operation]) =>
    operation === undefined ? [] : [readOperation(document, path, item, method, operation)],
  );
}

function readOperation(
  document: ContractDocument,
  path: string,
  item: PathItemObject,
  method: ContractOperation["method"],
  operation: OperationObject,
): ContractOperation {
  const server = (operation.servers ?? document.servers)[0]?.url ?? "/";
  const references = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return {
    operationId: operation.operationId,
    method,
    path: server.replace(/\/$/, "") + path,
    secured: operation.security.length > 0,
    scopes: operation.security.flatMap((alternative) => Object.values(alternative).flat()).map(toScope),
    features: (operation["x-features"] ?? []) as readonly FeatureName[],
    parameters: references.map((reference) => readParameter(document, reference)),
    bodyMediaType: Object.keys(operation.requestBody?.content ?? {})[0],
    pointer: `/paths/${toSegment(path)}/${method.toLowerCase()}`,
    responses: operation.responses,
  };
}

/** Inlines the schema, since coercion and defaults do not reach through a reference. */
function readParameter(document: ContractDocument, reference: ReferenceObject): ParameterObject {
  const parameter = resolveReference<ParameterObject>(document, reference, "").value;
  return { ...parameter, schema: resolveReference<SchemaObject>(document, parameter.schema, "").value };
}

function toScope(scope: string): Scope {
  if (!isScope(scope)) throw new Error(`The contract asks for an unknown scope: ${scope}`);
  return scope;
}
