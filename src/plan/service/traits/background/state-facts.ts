import type { OperationModel } from "../../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { mapMember } from "../../map-members.js";
import { jsonResponse } from "../../responses.js";
import { alternatives, isNullable, type SchemaReader } from "../../schema-reader.js";
import type { BackgroundOperation } from "../trait.js";

/** A state, and whether a response may be without it while the operation runs. */
export function stateFacts(
  state: BackgroundOperation["state"],
  status: OperationModel,
  reader: SchemaReader,
): BackgroundOperation["state"] {
  const { schema } = jsonResponse(status, reader) ?? {};
  let at = schema === undefined ? [] : [schema];
  let isOptional = false;
  for (const key of pointerKeys(`/${state.member}`)) {
    const found = at
      .flatMap((node) => alternatives(node, reader))
      .flatMap((holder) => {
        const own = reader.property(holder, key);
        // A flag beside which a failure is told (AIP-151) is often omitted where it is `false`.
        const isFlag =
          state.failure !== undefined && reader.resolve(own?.schema ?? holder).type.kind === "boolean";
        if (own !== undefined)
          return [
            {
              schema: own.schema,
              isOptional: isOptionalIn(own, holder, reader) || (isFlag && !own.required),
            },
          ];
        const entry = entryOf(holder, key, reader);
        return entry === undefined ? [] : [{ schema: entry, isOptional: true }];
      });
    isOptional ||= found.some((one) => one.isOptional);
    at = found.map((one) => one.schema);
  }
  return isOptional ? { ...state, isOptional } : state;
}

/** What a map has under a name, or a list in the entry that has a value (`name=main`): a response need not have it yet. */
function entryOf(holder: SchemaNode, key: string, reader: SchemaReader): SchemaNode | undefined {
  const { type } = reader.resolve(holder);
  if (type.kind === "array" && key.includes("=")) return type.items;
  return mapMember(holder, key, reader);
}

/** Whether an object may be without a member: that may be null, or others are required. A schema that requires nothing does not say it. */
function isOptionalIn(
  { required, schema }: PropertyModel,
  holder: SchemaNode,
  reader: SchemaReader,
): boolean {
  const isStated = reader.properties(holder)?.some((one) => one.required) === true;
  return isNullable(schema, reader) || (!required && isStated);
}
