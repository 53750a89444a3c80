import { planOf } from "../../plan-of.js";

/** How the list operation with these parameters, members of its response and path is paged. */
export function pagination(
  parameters: string,
  members: string,
  {
    path = "/pets",
    method = "get",
    body = "",
    headers = "",
    summary = "Pets of all owners",
    name = "pets",
  } = {},
) {
  const schema = members.startsWith("type:") ? members : `type: object, properties: { ${members} }`;
  const content = (of: string) => `content: { application/json: { schema: { ${of} } } }`;
  const request = `requestBody: { ${content(`type: object, properties: { ${body} }`)} }`;
  const yaml = `
paths:
  ${path}:
    ${method}:
      operationId: ${name}
      summary: ${summary}
      parameters: [${parameters}]
      ${body === "" ? "" : request}
      responses: { '200': { description: Pets, headers: { ${headers} }, ${content(schema)} } }`;
  return planOf(yaml, { vendor: "acme" }).traits.operations[0]?.traits.pagination?.facts;
}

/** A query parameter. */
export function q(name: string, type = "string", description = "") {
  return `{ in: query, name: "${name}", description: "${description}", schema: { type: ${type} } }`;
}

/** A member. */
export function m(name: string, type = "string", description = "") {
  return `${name}: { type: ${type}, description: "${description}" }`;
}

/** A list of things with identifiers. */
export const PETS = "pets: { type: array, items: { type: object, properties: { id: { type: string } } } }";
/** The size of a page. */
export const LIMIT = q("limit", "integer");
