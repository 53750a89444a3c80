import { defaultAddress, takesCredentials } from "../../text/server-address.js";
import type { OperationModel, ServerModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";

/**
 * What a person should know of a first server that is neither https nor the machine itself, where operations need
 * credentials: clients send none there (RFC 6750 section 5.3, RFC 7617 section 4).
 */
export function noteUnprotectedServer(
  [first]: readonly ServerModel[],
  operations: readonly OperationModel[],
): readonly SchemaNote[] {
  const address = first === undefined ? undefined : defaultAddress(first);
  const needed = operations.some(({ security }) => security.some((alternative) => alternative.length > 0));
  if (address === undefined || takesCredentials(address) || !needed) return [];
  const text = `Credentials are sent over https alone, and the first server is ${JSON.stringify(first?.url)}: the client needs \`baseUrl\` or \`serverUrl\` with an https address.`;
  return [{ text, pointer: "#/servers/0/url" }];
}
