/** The members of an OpenAPI 3.1 document that the sandbox reads. The file is the project's own, so the shape is known. */
export interface ContractDocument {
  readonly info: { readonly version: string };
  readonly servers: readonly ServerObject[];
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaObject>> };
}

/** Server Object (OpenAPI 3.1 section 4.8.5). */
export interface ServerObject {
  readonly url: string;
}

/** Path Item Object (section 4.8.9), with the two methods that the contract uses. */
export interface PathItemObject {
  readonly parameters?: readonly ReferenceObject[];
  readonly get?: OperationObject;
  readonly post?: OperationObject;
}

/** Operation Object (section 4.8.10). */
export interface OperationObject {
  readonly operationId: string;
  readonly servers?: readonly ServerObject[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ReferenceObject[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, ReferenceObject | ResponseObject>>;
  readonly "x-features"?: readonly string[];
}

/** Reference Object (section 4.8.23). */
export interface ReferenceObject {
  readonly $ref: string;
}

/** Parameter Object (section 4.8.12). */
export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: SchemaObject;
}

/** Response Object (section 4.8.17). */
export interface ResponseObject {
  readonly headers?: Readonly<Record<string, ReferenceObject | HeaderObject>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Header Object (section 4.8.21). */
export interface HeaderObject {
  readonly required?: boolean;
  readonly schema: SchemaObject;
}

/** A JSON Schema in object form. */
export type SchemaObject = Readonly<Record<string, unknown>>;
