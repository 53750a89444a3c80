import { pointerKeys } from "../../../../text/json-pointer.js";
import type { ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { jsonContent } from "../../responses.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { quotedList } from "../../traits/background/final-states.js";
import { listBodyMembers } from "../../traits/body-members.js";
import { isCursorHeader } from "../../traits/pagination/find-header-token.js";
import { keyOf } from "../../traits/pagination/find-list.js";
import { mayBeOfPages, takesToken } from "../../traits/pagination/find-token.js";
import { DEEPEST_PATH, shownMember, shownPath } from "../../traits/pagination/paths.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { findOffset, findPageNumber } from "../../traits/pagination/page-fields.js";
import { type Field, isSpread } from "../../traits/pagination/request-fields.js";
import { findOwnNumber, type Member } from "../../traits/pagination/response-members.js";
import { configuredPath, linesOf } from "./paging-lines.js";
import type { LostSign } from "../sign.js";

/*
 * What a request has of a position, where it is not recognised how the operation is paged.
 */

/** What a sign of pages says; undefined where an operation does not have it. */
export type FoundSign = Pick<LostSign, "shown" | "missing" | "lines"> | undefined;

const DECLARE_FIRST = "the contract, or an overlay, has to declare one first";

/**
 * What to say where no field of a request can take a position: a header may, or a member of one of several bodies; else there are no lines
 * that could be filled in.
 *
 * @param parts - what the lines say beside the position
 */
export function lackOfPosition(
  shown: ShownPages,
  ...parts: readonly [next: string, ...others: string[]]
): Pick<LostSign, "missing" | "lines"> {
  const [next, ...others] = parts;
  const other = otherPosition(shown);
  const nested = other === undefined ? nestedPosition(shown) : undefined;
  if (nested !== undefined)
    return {
      missing: `"${nested}" of the query is inside of an object, which the client writes as JSON: the contract, or an overlay, has to declare \`style: deepObject\`, if the service reads that`,
      lines: [],
    };
  if (other === undefined)
    return {
      missing: `${shown.operation.unsentBody === true ? "the client sends no body with this method, and nothing else" : "nothing"} of the request takes a position: ${DECLARE_FIRST}`,
      lines: [],
    };
  return {
    missing: `nothing but ${other.what} may take it back`,
    lines: linesOf(shown, next, `cursor: ${other.name}`, ...others),
  };
}

/** A header that may take a token, or a position of one of several bodies, as the configuration names it. */
function otherPosition({
  operation,
  reader,
}: ShownPages): { readonly what: string; readonly name: string } | undefined {
  const header = operation.parameters.find(
    (one) => one.in === "header" && isCursorHeader({ name: one.name }),
  );
  if (header !== undefined)
    return {
      what: `the header \`${header.name}\``,
      name: `{ in: header, name: ${yamlScalar(header.name)} }`,
    };
  const sent = operation.body?.content.find(({ schema }) => schema !== undefined)?.schema;
  const ones = sent === undefined ? [] : alternatives(sent, reader);
  const member = ones
    .flatMap((one) => reader.properties(one) ?? [])
    .find(({ name }) => POSITION.test(keyOf(name)));
  return member && { what: `"${member.name}" of one of its bodies`, name: configuredPath([member.name]) };
}

/** A position in an object inside of a parameter whose style writes the members of one level alone. */
function nestedPosition({ operation, reader }: ShownPages): string | undefined {
  const spread = operation.parameters.filter(
    (one) => one.in === "query" && one.style === "form" && isSpread(one),
  );
  return spread
    .flatMap(({ name, schema }) =>
      listBodyMembers(schema, reader).map(({ path, key }) => ({ key, path: [name, ...path] })),
    )
    .filter(({ key, path }) => path.length > 2 && (POSITION.test(key) || key === "token"))
    .map(({ path }) => shownPath(path))[0];
}

/** Whether a request takes anything beside a size that could be a position: no choice between values, and no filter by its name. */
export function takesPosition({ fields, size, reader }: ShownPages): boolean {
  return fields.some(
    (field) =>
      field !== size &&
      field.kind !== "other" &&
      (BEGINS.test(field.key) ||
        !(FILTER.test(field.key) || FILTERS.test(field.description.slice(0, LONGEST)))) &&
      reader.values(field.schema).length === 0 &&
      mayBeOfPages(field),
  );
}

/** First words of names of where a page begins. */
const BEGINS = /^(?:after|from|last|since|start)_|^(?:after|before|cursor|start)$/;

/** A text of what says which items a list has, and not where it begins; or of what a request may have several of. */
const FILTERS =
  /\b(?:can|may) be (?:given|sent|specified|used) multiple times\b|\breturns? only\b(?![^.]{0,80}\b(?:after|before|from|next|since)\b)|\bused to filter\b/iu;

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Last words of names of filters, orders and forms. */
const FILTER =
  /(?:^|_)(?:expand|fields?|filter|format|ids?|include|lang(?:uage)?|locale|names?|order|orderby|q|query|search|sort|status|types?|version)$/;

/** Whether a name is that of a filter, an order or a form. */
export function isCalledFilter(key: string): boolean {
  return FILTER.test(key);
}

/** A position that is one by its name alone, in a request that has no page otherwise. */
const POSITION =
  /^(?:cursor|page_?token|page_?cursor|next_?token|continuation_?token|skip_?token|marker|after|starting_?after|offset|skip|start_?(?:index|position|row)|page|page_?(?:number|no|num|index))$/;

/** Whether a field has the name of a position. */
export function isCalledPosition({ key }: Field): boolean {
  return POSITION.test(key);
}

/** Whether a field counts pages or items. */
export function isCounted(field: Field, { fields }: ShownPages): boolean {
  return field === (findPageNumber(fields) ?? findOffset(fields));
}

/** A field of a request, as people have it. */
export function shownField({ at }: Field): string {
  if (at.in === "body") return shownMember(at.name);
  return at.member === undefined ? at.name : shownPath([at.name, ...pointerKeys(`/${at.member}`)]);
}

/** The position of a request, by its name before its description; of several types, one that can take the token. */
export function positionOf({ fields, members, size, reader }: ShownPages, token?: Member): Field | undefined {
  const fitting = fields.filter(({ kind, schema }) => {
    const { type } = reader.resolve(schema);
    const isTime = type.kind === "string" && /^date/.test(type.format ?? "");
    return kind !== "other" && !isTime && (token?.kind !== "text" || kind === "text");
  });
  const named =
    fitting.find(
      ({ key, description }) =>
        POSITION.test(key) || (key === "start" && /\b(?:paged?|paginated)\b/i.test(description)),
    ) ?? fitting.find(takesToken);
  if (named !== undefined || token !== undefined) return named;
  const isPage = ({ key }: Field) => key === "p" && findOwnNumber(members, "page") !== undefined;
  const isIndex = ({ key, description }: Field) =>
    key === "since" && size !== undefined && /\b(?:index|offset|position)\b/i.test(description);
  return (
    findPageNumber(fields) ??
    findOffset(fields) ??
    fields.find((field) => field.kind === "number" && (isPage(field) || isIndex(field)))
  );
}

/** What is missing where a response does not show which list has the items, and whether a person can say it. */
export function lackOfList({ response, reader }: ShownPages): {
  readonly missing: string;
  readonly isSayable: boolean;
} {
  const media = response && jsonContent(response, reader);
  if (media === undefined)
    return {
      missing: "its response declares no JSON: the contract, or an overlay, has to declare it first",
      isSayable: false,
    };
  const isSayable = media.schema === undefined || mayHaveList(media.schema, reader);
  const lists = candidateLists(response, reader);
  if (lists.length > 1)
    return { missing: `nothing says which of ${quotedList(lists)} has the items`, isSayable };
  return isSayable
    ? { missing: "its response does not show which list has the items", isSayable }
    : { missing: `its response declares no list: ${DECLARE_FIRST}`, isSayable };
}

/** The lists of a response, or of the only object in it that has some: each may have the items. */
export function candidateLists(response: ResponseModel | undefined, reader: SchemaReader): readonly string[] {
  const body = response && jsonContent(response, reader)?.schema;
  const members = body === undefined ? [] : (reader.properties(body) ?? []);
  const own = listsIn(body, reader);
  if (own.length > 0) return own;
  const [only = [], ...others] = members
    .map(({ name, schema }) => listsIn(schema, reader).map((inner) => `${name}.${inner}`))
    .filter(({ length }) => length > 0);
  return others.length > 0 ? [] : only;
}

/** The names of the members of an object that are lists. */
function listsIn(node: SchemaNode | undefined, reader: SchemaReader): readonly string[] {
  const members = node === undefined ? [] : (reader.properties(node) ?? []);
  return members.flatMap(({ name, schema }) => (reader.resolve(schema).type.kind === "array" ? [name] : []));
}

/** Whether a value is a list, has one, or may have one by what the contract leaves open. Each schema is looked at once, nearest first. */
function mayHaveList(body: SchemaNode, reader: SchemaReader): boolean {
  const seen = new Set<SchemaNode>();
  let level: readonly SchemaNode[] = [body];
  // One level more than the names that lead to a list: the list itself.
  for (let depth = 0; depth <= DEEPEST_PATH; depth += 1) {
    const below: SchemaNode[] = [];
    for (const one of level.flatMap((node) => alternatives(node, reader))) {
      const own = reader.resolve(one);
      if (seen.has(own)) continue;
      seen.add(own);
      const members = reader.properties(one) ?? [];
      const { kind } = own.type;
      if (kind === "any" || kind === "array" || (kind === "object" && members.length === 0)) return true;
      below.push(...members.map(({ schema }) => schema));
    }
    level = below;
  }
  return false;
}
