import type { JsonObject } from "../../load/loaded-contract.js";
import type { OperationModel, SecuritySchemeModel } from "../api-model.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";
import { noteClientCertificates } from "./client-certificates.js";
import { noteCredentialParameters } from "./credential-parameters.js";
import { noteNamelessKeys } from "./nameless-keys.js";
import { noteOtherAuthentication } from "./other-authentication.js";
import { noteSharedPlaces } from "./shared-places.js";
import { noteUndefinedSchemes } from "./undefined-schemes.js";

/**
 * What a person should know of the security of a contract, and of its operations.
 *
 * @param operations - with every parameter that the contract has.
 */
export function noteSecurity(
  document: JsonObject,
  raw: readonly RawOperation[],
  operations: readonly OperationModel[],
  schemes: ReadonlyMap<string, SecuritySchemeModel>,
): readonly SchemaNote[] {
  return [
    ...noteUndefinedSchemes(document, raw),
    ...noteSharedPlaces(document, raw, schemes),
    ...noteCredentialParameters(operations, schemes),
    ...noteOtherAuthentication([...schemes.values()], operations),
    ...noteNamelessKeys([...schemes.values()], operations),
    ...noteClientCertificates([...schemes.values()], operations),
  ];
}
