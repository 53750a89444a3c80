import type {
  FieldOverride,
  HeaderOverride,
  MemberOverride,
  PaginationOverride,
} from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { yamlScalar } from "../../../text/yaml-scalar.js";
import { findHeader, jsonResponse, operationKey, successResponses } from "../responses.js";
import { alternatives, type SchemaReader } from "../schema-reader.js";
import { findDeepList, findList } from "../traits/pagination/find-list.js";
import { firstItem, firstPage } from "../traits/pagination/first-number.js";
import { memberPath, type Path } from "../traits/pagination/paths.js";
import type { Pagination } from "../traits/trait.js";
import { accept, type Claim, type Decided } from "./claim.js";
import { findField, type FoundField } from "./find-field.js";
import { findResponseHeader } from "./find-response-header.js";
import { findMember, type FoundMember, type Kind, kindsOf, memberKeys } from "./find-member.js";

/** Methods whose response can be a page. */
const PAGED = new Set(["GET", "POST", "QUERY"]);

/** How an operation is paged by a claim, where its members and parameters exist and have the right types. */
export function overridePagination(given: PaginationOverride, claim: Claim): Decided<Pagination> | undefined {
  const { operation, reader, refuse } = claim;
  if (!PAGED.has(operation.method)) {
    refuse([], `${operationKey(operation)} cannot be paged: GET, QUERY and POST can.`);
    return undefined;
  }
  const media = jsonResponse(operation, reader);
  if (media === undefined) {
    refuse([], `${operationKey(operation)} has no JSON response.`);
    return undefined;
  }
  const body = media.schema === undefined ? [] : [media.schema];
  const lookUp = lookups(claim, body);
  const items = itemsOf(given, claim, media.schema);
  const parts = {
    ...(items !== undefined && {
      items: items.path,
      ...(items.optional && { itemsOptional: true as const }),
    }),
    ...part("size", lookUp.field("size", given.size, ["number"])?.at),
    ...part("more", lookUp.member("more", given.more, ["boolean"])?.path),
    ...part("last", lookUp.member("last", given.last, ["boolean"])?.path),
  };
  const step = stepOf(given, lookUp, itemSchemas(items, reader), claim);
  if (step === undefined || items === undefined) return undefined;
  return {
    facts: { items: items.path, ...parts, ...step.facts },
    ...(step.caveat !== undefined && { caveat: step.caveat }),
  };
}

/** How parts of a claim are looked up; what does not fit is reported. */
interface Lookups {
  readonly member: (
    key: string,
    path: string | MemberOverride | undefined,
    kinds: readonly Kind[],
  ) => FoundMember | undefined;
  readonly field: (
    key: string,
    name: FieldOverride | undefined,
    kinds: readonly Kind[],
  ) => FoundField | undefined;
}

function lookups(claim: Claim, body: readonly SchemaNode[]): Lookups {
  const { operation, reader } = claim;
  const taken = new Map<string, string>();
  return {
    member: (key, given, kinds) => {
      if (given === undefined) return undefined;
      const path = typeof given === "string" ? given : given.member;
      const found = findMember(body, path, kinds, "The response", reader);
      const keys = typeof given === "string" ? [key] : [key, "member"];
      const isOpen = key === "next" && canHave(body, memberKeys(path), reader);
      if (!("misfit" in found && found.isUndeclared === true && isOpen)) return accept(found, claim, ...keys);
      if (typeof given === "object" && given.undeclared === true) return undeclaredMember(path);
      const otherwise = `To read it nevertheless, write \`{ member: ${yamlScalar(path)}, undeclared: true }\`.`;
      return accept<FoundMember>({ misfit: `${found.misfit} ${otherwise}` }, claim, ...keys);
    },
    field: (key, name, kinds) => {
      if (name === undefined) return undefined;
      const found = findField(name, kinds, operation, reader);
      const field = JSON.stringify("misfit" in found ? key : found.at);
      const other = taken.get(field);
      taken.set(field, key);
      const misfit = `\`${other ?? ""}\` is the same field: a request has another value in each.`;
      return accept(other === undefined ? found : { misfit }, claim, key);
    },
  };
}

/** Whether a value can have a member that the contract does not declare: everything on the way is an object. */
function canHave(body: readonly SchemaNode[], keys: Path, reader: SchemaReader): boolean {
  let at = body.flatMap((node) => alternatives(node, reader));
  for (const key of keys) {
    const kinds = at.map((node) => reader.resolve(node).type.kind);
    const isObject = kinds.some((kind) => kind === "any" || kind === "object" || kind === "intersection");
    if (key === "" || (kinds.length > 0 && !isObject)) return false;
    at = at
      .flatMap((node) => reader.property(node, key)?.schema ?? [])
      .flatMap((node) => alternatives(node, reader));
  }
  return true;
}

/** A member that a response has although the contract does not declare it. */
function undeclaredMember(path: string): FoundMember {
  return {
    path: memberPath(memberKeys(path)),
    schemas: [],
    optional: true,
    caveat: `The contract does not declare ${JSON.stringify(path)} of the response.`,
  };
}

/** A part of a claim, where it was found. */
function part<Name extends string, Value>(name: Name, found: Value | undefined) {
  return (found === undefined ? {} : { [name]: found }) as { readonly [Key in Name]?: Value };
}

/** The list of items: the one that is claimed, else the response itself or its only list. */
function itemsOf(
  { items }: PaginationOverride,
  claim: Claim,
  schema: SchemaNode | undefined,
): FoundMember | undefined {
  const { operation, reader, refuse } = claim;
  if (items !== undefined) {
    const found = findMember(schema === undefined ? [] : [schema], items, ["list"], "The response", reader);
    return accept(found, claim, "items");
  }
  const { path: at } = operation;
  const list = schema && (findList(schema, at, reader) ?? findDeepList(schema, at, reader));
  if (list === undefined) {
    refuse([], "The response has no list, or more than one: say with `items` where the items are.");
    return undefined;
  }
  const { path, optional } = list;
  const schemas = path.reduce<readonly SchemaNode[]>(
    (nodes, name) => nodes.flatMap((node) => reader.property(node, name)?.schema ?? []),
    schema === undefined ? [] : [schema],
  );
  return { path: memberPath(path), schemas, optional };
}

/** What one item may be; empty: the contract does not say. */
function itemSchemas(list: FoundMember | undefined, reader: SchemaReader): readonly SchemaNode[] {
  return (list?.schemas ?? [])
    .flatMap((node) => alternatives(node, reader))
    .flatMap((node) => {
      const { type } = reader.resolve(node);
      return type.kind === "array" ? [type.items] : [];
    });
}

type Step = Pagination extends infer Facts ? (Facts extends unknown ? Omit<Facts, "items"> : never) : never;

/** What leads from one page to the next. */
function stepOf(
  given: PaginationOverride,
  { member, field }: Lookups,
  items: readonly SchemaNode[],
  claim: Claim,
): { readonly facts: Step; readonly caveat?: string } | undefined {
  const { operation, reader } = claim;
  switch (given.style) {
    case "cursor": {
      if (typeof given.next === "object" && "header" in given.next)
        return byHeader(given.next, field("cursor", given.cursor, ["text"]), claim);
      const next = member("next", given.next, ["text", "number"]);
      const cursor = field("cursor", given.cursor, takes(next, reader));
      return next && cursor && { facts: { next: next.path, cursor: cursor.at }, ...caveatOf(next) };
    }
    case "link": {
      const next = member("next", given.next, ["text"]);
      if (given.next !== undefined)
        return next && { facts: { style: "link", next: next.path }, ...caveatOf(next) };
      return {
        facts: { style: "link" },
        ...(!declaresLink(operation) && { caveat: "The contract does not declare the `Link` header." }),
      };
    }
    case "number": {
      const number = field("number", given.number, ["number"]);
      const total = part("total", member("total", given.total, ["number"])?.path);
      const first = given.first ?? (number?.counted === undefined ? 1 : firstPage(number.counted, reader));
      return number && { facts: { style: "number", number: number.at, first, ...total } };
    }
    case "offset": {
      const offset = field("offset", given.offset, ["number"]);
      const total = part("total", member("total", given.total, ["number"])?.path);
      const counted = offset?.counted;
      const from = given.first ?? (counted === undefined ? 0 : firstItem(counted, reader));
      const first = from === 1 ? { first: 1 as const } : {};
      return offset && { facts: { style: "offset", offset: offset.at, ...first, ...total } };
    }
    case "last-item": {
      const found = findMember(items, given.id, ["text", "number"], "An item", reader);
      const id = accept(found, claim, "id");
      if (id === undefined) return undefined;
      const after = field("after", given.after, takes(id, reader));
      return after && { facts: { style: "last-item", after: after.at, id: id.path }, ...caveatOf(id) };
    }
  }
}

/** A cursor that comes in a response header, which the contract need not declare. */
function byHeader(
  next: HeaderOverride,
  cursor: FoundField | undefined,
  claim: Claim,
): { readonly facts: Step; readonly caveat?: string } | undefined {
  const found = findResponseHeader(next, successResponses(claim.operation), "The response");
  const fit = accept(found, claim, "next", "header");
  if (cursor === undefined || fit === undefined) return undefined;
  return {
    facts: { nextHeader: fit.header, cursor: cursor.at },
    ...(!fit.isDeclared && { caveat: `The contract does not declare the header "${fit.header}".` }),
  };
}

function caveatOf({ caveat }: FoundMember) {
  return caveat === undefined ? {} : { caveat };
}

/** What a position must be to take a value of a response: a text takes a number, but not the other way round. */
function takes(value: FoundMember | undefined, reader: SchemaReader): readonly Kind[] {
  const kinds = value === undefined ? [] : kindsOf(value.schemas, reader);
  return kinds.length > 0 && kinds.every((kind) => kind === "text") ? ["text"] : ["text", "number"];
}

/** Whether a success declares the header `Link` (RFC 8288). */
export function declaresLink(operation: OperationModel): boolean {
  return successResponses(operation).some((one) => findHeader(one, "Link") !== undefined);
}
