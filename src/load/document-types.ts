import { getTypes, type SpecVersion } from "@redocly/openapi-core";

type Types = ReturnType<typeof getTypes>;

/**
 * The object types that a document is checked by: the library's, and what its table of OpenAPI 3.2 does not have, the
 * style `cookie` (OpenAPI 3.2, Style Values).
 */
export function documentTypes(version: SpecVersion): Types {
  const types = getTypes(version);
  const parameter = types["Parameter"];
  const style: unknown = parameter?.properties["style"];
  if (version !== "oas3_2" || parameter === undefined || !hasEnum(style)) return types;
  const properties = { ...parameter.properties, style: { ...style, enum: [...style.enum, "cookie"] } };
  return { ...types, Parameter: { ...parameter, properties } };
}

function hasEnum(type: unknown): type is { readonly enum: readonly string[] } {
  return typeof type === "object" && type !== null && "enum" in type && Array.isArray(type.enum);
}
