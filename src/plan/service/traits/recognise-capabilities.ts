import type { OperationModel } from "../../../model/api-model.js";
import { jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { Capabilities, Trait } from "./trait.js";

/** Limits that the runtime obeys, by the name it knows them under, and how contracts word them. */
const LIMITS: readonly (readonly [string, RegExp])[] = [
  ["readsPerMinute", /^(?:read|get)_?requests_?per_?minute$/i],
  ["writesPerMinute", /^(?:post|write)_?requests_?per_?minute$/i],
  ["concurrentOperations", /^max_?concurrent_?operations$/i],
  ["retentionDays", /^operation_?retention_?days$/i],
  ["maxBodyBytes", /^max_?request_?body_?bytes$/i],
];

/**
 * The operation that returns current limits and features (CAP-1): a GET without parameters whose response has an object of
 * limits, at least one of which the client can obey.
 */
export function recogniseCapabilities(
  operation: OperationModel,
  reader: SchemaReader,
): Trait<Capabilities> | undefined {
  const body = jsonResponse(operation)?.schema;
  if (operation.method !== "GET" || operation.parameters.length > 0 || body === undefined) return undefined;
  const container = reader.property(body, "limits");
  const members = container === undefined ? [] : (reader.properties(container.schema) ?? []);
  const limits = LIMITS.flatMap(([name, wording]) => {
    const member = members.find((candidate) => wording.test(candidate.name));
    return member === undefined ? [] : [[name, `limits/${member.name}`] as const];
  });
  if (limits.length === 0) return undefined;
  const features = reader.property(body, "features");
  const version = reader.property(body, "contractVersion");
  return {
    facts: {
      limits: Object.fromEntries(limits),
      ...(features === undefined ? {} : { features: features.name }),
      ...(version === undefined ? {} : { contractVersion: version.name }),
    },
    reason: `A GET without parameters that tells limits: ${limits.map(([, path]) => `"${path}"`).join(", ")}.`,
  };
}
