import type { FieldOverride } from "../../../config/client-overrides.js";
import type { MediaModel, OperationModel, ParameterModel } from "../../../model/api-model.js";
import { codecOf } from "../media.js";
import { findHeaderParameter } from "../responses.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { alternatives, type SchemaReader } from "../schema-reader.js";
import { keyOf } from "../traits/pagination/find-list.js";
import type { CountedField } from "../traits/pagination/first-number.js";
import { memberPath } from "../traits/pagination/paths.js";
import { isCounted } from "../traits/pagination/page-fields.js";
import { isSpread } from "../traits/pagination/request-fields.js";
import type { RequestField } from "../traits/trait.js";
import type { Claim } from "./claim.js";
import {
  adviseName,
  findMember,
  type FoundMember,
  type Kind,
  kindsOf,
  memberKeys,
  type Misfit,
} from "./find-member.js";

/** What of a request a claim names. */
export interface FoundField {
  readonly at: RequestField;
  /** What the contract says of its first values; absent where it has no schema. */
  readonly counted?: CountedField;
}

/** The parameter of the query, the path or the header, or the member of the body, that a claim names. */
export function findField(
  given: FieldOverride,
  kinds: readonly Kind[],
  operation: OperationModel,
  reader: SchemaReader,
): FoundField | Misfit {
  const { in: where, name } = typeof given === "string" ? { in: undefined, name: given } : given;
  const own = operation.parameters.filter((one) => where === undefined || one.in === where);
  const query = own.filter((one) => one.in === "query");
  const path = own.filter((one) => one.in === "path");
  const header = findHeaderParameter({ parameters: own }, name);
  const parameter = [...query, ...path].find((one) => one.name === name) ?? header;
  if (parameter !== undefined) return fitParameter(parameter, kinds, reader);
  const member = findSpreadMember(name, kinds, query, reader);
  if (member !== undefined) return member;
  const body = bodyOf(operation, reader);
  const isWritten = body !== undefined && (where ?? "body") === "body" && operation.method !== "GET";
  if (!isWritten) {
    const names = (where === undefined ? query : own).map((one) => one.name);
    const kind =
      where === "body" ? "JSON or URL-encoded body" : `${where ?? "query"} parameter ${JSON.stringify(name)}`;
    const offered = operation.body?.content ?? [];
    const others =
      offered.length === 0 ? "" : ` It has ${offered.map(({ mediaType }) => mediaType).join(", ")}.`;
    const advice =
      where === "body" ? others : ` ${adviseName(name, names, `It has no ${where ?? "query"} parameters.`)}`;
    return { misfit: `The request has no ${kind}.${advice}` };
  }
  const schemas = body.schema === undefined ? [] : [body.schema];
  const found = findMember(schemas, name, kinds, "The body of the request", reader);
  return "misfit" in found ? found : { at: { in: "body", name: found.path }, ...countedBy(found) };
}

/** The body of a request whose members a call gives by name: JSON, or a form. */
function bodyOf({ body }: OperationModel, reader: SchemaReader): MediaModel | undefined {
  const offered = body?.content ?? [];
  return ["json", "form"]
    .map((codec) => offered.find((media) => codecOf(media, reader) === codec))
    .find((media) => media !== undefined);
}

/** A parameter that has a kind that is needed; a text that holds numbers is a number. */
function fitParameter(
  parameter: ParameterModel,
  kinds: readonly Kind[],
  reader: SchemaReader,
): FoundField | Misfit {
  const { name } = parameter;
  const at = {
    in: parameter.in === "path" || parameter.in === "header" ? parameter.in : "query",
    name,
  } as const;
  const own = parameter.content === undefined ? kindsOf([parameter.schema], reader) : ["object"];
  const isCountedText = kinds.includes("number") && own.includes("text") && isCounted(parameter, reader);
  if (own.length === 0 || isCountedText || own.some((kind) => kinds.includes(kind as Kind)))
    return { at, counted: countedField(name, parameter.schema, parameter.description) };
  return {
    misfit: `The ${at.in} parameter ${JSON.stringify(name)} is not ${kinds.map((kind) => KINDS[kind]).join(" or ")}.`,
  };
}

/** `pageable.cursor`: the member of a query parameter that is an object; also one inside of it where `deepObject` writes that. */
function findSpreadMember(
  path: string,
  kinds: readonly Kind[],
  query: readonly ParameterModel[],
  reader: SchemaReader,
): FoundField | Misfit | undefined {
  const [name = "", member, ...further] = memberKeys(path);
  const parameter = query.find((one) => one.name === name);
  if (parameter === undefined || member === undefined || !isSpread(parameter)) return undefined;
  if (further.length > 0 && parameter.style !== "deepObject")
    return {
      misfit: `"${path}" is inside of an object in ${JSON.stringify(name)}: the query has it as a parameter of its own only with \`style: deepObject\`. If the service reads that, declare it with an overlay.`,
    };
  const what = `The query parameter ${JSON.stringify(name)}`;
  const found = findMember([parameter.schema], `/${memberPath([member, ...further])}`, kinds, what, reader);
  return "misfit" in found ? found : { at: { in: "query", name, member: found.path }, ...countedBy(found) };
}

/** What the contract says of a member that is counted. */
function countedBy({ path, schemas: [schema] }: FoundMember): Pick<FoundField, "counted"> {
  return schema === undefined ? {} : { counted: countedField(path.split("/").at(-1) ?? "", schema) };
}

function countedField(name: string, schema: SchemaNode, description = ""): CountedField {
  return { key: keyOf(name), schema, description: `${description} ${schema.doc.description ?? ""}`.trim() };
}

const KINDS: Readonly<Record<Kind, string>> = {
  boolean: "true or false",
  list: "a list",
  number: "a number",
  object: "an object",
  text: "a text",
};

/** Headers that the client fills by itself. */
const OWN = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "host",
  "transfer-encoding",
]);

/**
 * The header that a claim names, as the contract spells it where it declares one; a header that the contract does not declare is
 * still sent, unless it declares a similar one: that is a typo.
 *
 * @returns undefined where the claim was refused
 */
export function claimHeader(
  name: string,
  { undeclared }: { readonly undeclared?: true },
  { operation, reader, refuse }: Claim,
): { readonly header: string; readonly caveat?: string } | undefined {
  if (OWN.has(name.toLowerCase())) {
    refuse(["header"], `The client fills the header ${JSON.stringify(name)} by itself.`);
    return undefined;
  }
  const declared = findHeaderParameter(operation, name);
  if (declared !== undefined) {
    if (canBeText(declared.schema, reader)) return { header: declared.name };
    refuse(["header"], `The header ${JSON.stringify(declared.name)} is not a text.`);
    return undefined;
  }
  const others = operation.parameters.filter((parameter) => parameter.in === "header");
  const advice = adviseName(
    name,
    others.map((one) => one.name),
    "",
  );
  if (undeclared !== true && advice.startsWith("Did")) {
    refuse(
      ["header"],
      `The operation has no header ${JSON.stringify(name)}. ${advice} To send it nevertheless, add \`undeclared: true\`.`,
    );
    return undefined;
  }
  return { header: name, caveat: `The contract does not declare the header "${name}".` };
}

/** Whether a text fits a header: by itself, or as the only one of a list (RFC 9110 section 5.6.1), which is written the same. */
function canBeText(schema: SchemaNode, reader: SchemaReader): boolean {
  return alternatives(schema, reader).some((one) => {
    const kinds = kindsOf([one], reader);
    const { type } = reader.resolve(one);
    return (
      kinds.length === 0 || kinds.includes("text") || (type.kind === "array" && canBeText(type.items, reader))
    );
  });
}
