import type { JsonObject } from "../../load/loaded-contract.js";
import type { ParameterModel } from "../api-model.js";
import { buildParameter, byPlaceAndName } from "../operations/build-parameters.js";
import { isHeaderName } from "../operations/header-name.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { type LocatedParameter, locateParameters, parameterKey } from "../operations/locate-parameters.js";
import type { OperationContext } from "../operations/operation-context.js";
import type { SchemaNote } from "../schema/schema-note.js";

/**
 * What a webhook or callback carries beside its body: headers, a signature say, and the query. Headers that a request of
 * the client's own leaves to others (`Authorization`, `Host`) arrive like all others.
 */
export function buildDelivered(context: OperationContext, raw: RawOperation): readonly ParameterModel[] {
  const merged = new Map<string, ParameterModel>();
  for (const located of locateParameters(context.document, raw).flat()) {
    const { place } = located;
    if (isNameless(located)) continue;
    if (place === "header" || place === "query")
      merged.set(parameterKey(located), buildParameter(context, located, place));
  }
  return [...merged.values()].sort(byPlaceAndName);
}

/** What a person should know of parameters of webhooks and callbacks that are in no type: one note a list. */
export function noteWebhookParameters(
  document: JsonObject,
  requests: readonly { readonly name: string; readonly raw: RawOperation }[],
): readonly SchemaNote[] {
  const isElsewhere = (parameter: LocatedParameter) =>
    (parameter.place !== "header" && parameter.place !== "query") || isNameless(parameter);
  const notes = requests.flatMap(({ name, raw }) =>
    locateParameters(document, raw)
      .flat()
      .filter(isElsewhere)
      .map((parameter) => ({ text: noteOf(parameter, name), pointer: parameter.listed })),
  );
  return [...new Map(notes.map((note) => [note.pointer, note])).values()];
}

function noteOf(parameter: LocatedParameter, webhook: string): string {
  return isNameless(parameter)
    ? `${JSON.stringify(parameter.name)} is no name of a header; the parameter of the webhook ${JSON.stringify(webhook)} is left out.`
    : `The ${parameter.place} parameter ${JSON.stringify(parameter.name)} of the webhook ${JSON.stringify(webhook)} is in no type: read it from the request.`;
}

/** Of a header that nobody can send. */
function isNameless({ place, name }: LocatedParameter): boolean {
  return place === "header" && !isHeaderName(name);
}
