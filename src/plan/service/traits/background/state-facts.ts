import type { OperationModel } from "../../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
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
        return own === undefined ? [] : [{ holder, own }];
      });
    isOptional ||= found.some(({ holder, own }) => isOptionalIn(own, holder, reader));
    at = found.map(({ own }) => own.schema);
  }
  return isOptional ? { ...state, isOptional } : state;
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
