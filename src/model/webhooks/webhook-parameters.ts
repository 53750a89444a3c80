import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { listMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaNote } from "../schema/schema-note.js";

/**
 * What a person should know of the parameters of webhooks and callbacks, a signature in a header say: the types have the
 * payloads alone. One note a contract, because each webhook of a service mostly has the same.
 */
export function noteWebhookParameters(
  requests: readonly { readonly name: string; readonly raw: RawOperation }[],
): readonly SchemaNote[] {
  const places = requests.flatMap(({ name, raw }) => {
    const owners: readonly (readonly [JsonObject, string])[] = [
      [raw.json, raw.pointer],
      [raw.pathItem, raw.pathPointer],
    ];
    const [owner] = owners.filter(([json]) => listMember(json, "parameters").length > 0);
    return owner === undefined ? [] : [{ name, pointer: appendPointer(owner[1], "parameters") }];
  });
  const [first, ...others] = places;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` and of ${String(others.length)} more`;
  return [
    {
      text: `The parameters of the webhook ${JSON.stringify(first.name)}${more} are in no type, which have payloads alone: read headers from the request.`,
      pointer: first.pointer,
    },
  ];
}
