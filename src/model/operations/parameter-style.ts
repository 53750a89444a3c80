import type { JsonObject } from "../../load/loaded-contract.js";
import type { OperationModel, ParameterModel } from "../api-model.js";
import { flagMember, textMember } from "../document/json-members.js";
import { noteIgnoredPartStyles } from "./build-encoding.js";
import type { SchemaNote } from "../schema/schema-note.js";

type Place = ParameterModel["in"];
type Style = ParameterModel["style"];

/** The styles of each place, its default first (OpenAPI 3.2, Parameter Object, "Style Values"). */
const STYLES: Readonly<Record<Place, readonly [Style, ...Style[]]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: ["form"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** Effective style and explode (OpenAPI, Parameter Object: defaults by place, explode true for `form`). */
export function serialisation(
  document: JsonObject,
  json: JsonObject,
  place: Place,
): Pick<ParameterModel, "style" | "ignoredStyle" | "explode" | "allowReserved"> {
  const written = textMember(json, "style");
  const [fallback] = STYLES[place];
  const known = STYLES[place].find((candidate) => candidate === written);
  const style = known ?? fallback;
  return {
    style,
    ...(known === undefined && written !== undefined ? { ignoredStyle: written } : {}),
    explode: flagMember(json, "explode") ?? (style === "form" || style === "cookie"),
    allowReserved: flagMember(json, "allowReserved") === true && takesReserved(document, place),
  };
}

/** What a person should know of styles that parameters and parts of bodies cannot have: one note a parameter or body. */
export function noteIgnoredStyles(operations: readonly OperationModel[]): readonly SchemaNote[] {
  const notes = new Map<string, SchemaNote>();
  for (const parameter of operations.flatMap((operation) => operation.parameters)) {
    const { in: place, style, ignoredStyle, origin } = parameter;
    if (ignoredStyle === undefined) continue;
    const text = `There is no style ${JSON.stringify(ignoredStyle)} for what is in ${place}; ${JSON.stringify(style)} is used.`;
    notes.set(origin.pointer, { text, pointer: origin.pointer });
  }
  return [...notes.values(), ...noteIgnoredPartStyles(operations)];
}

/** Up to OpenAPI 3.1 `allowReserved` is for queries alone; 3.2 has it wherever values are percent-encoded. */
function takesReserved(document: JsonObject, place: Place): boolean {
  if (place === "query") return true;
  return (
    (place === "path" || place === "cookie") && textMember(document, "openapi")?.startsWith("3.2.") === true
  );
}
