import type { IncomingHttpHeaders } from "node:http";
import { isObject } from "../../determinism/json-tree.js";
import { membersAt, type PublishedDocument, textOf } from "./published-document.js";
import type { PublishedOperation, PublishedParameter } from "./published-operations.js";
import { readBody } from "./read-body.js";
import { queryPairs, readPairs, type RawPair, type Readings, readWhole } from "./read-text.js";
import type { SchemaBook } from "./schema-book.js";
import { shapesOf } from "./shapes-of.js";

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query, percent-encoding untouched. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a request says by the document's words, and what is wrong with it. */
export interface RequestFinding {
  readonly complaints: readonly string[];
  /** `query limit` → texts, in every reading that is valid: what looks like one value may be a list of one. */
  readonly parameters: ReadonlyMap<string, readonly unknown[]>;
  /** Undefined: there was none. */
  readonly body: unknown;
}

/**
 * Validates a request by the document alone.
 *
 * @param segments - texts of the path's parameters, percent-encoding untouched
 */
export function checkRequest(
  document: PublishedDocument,
  book: SchemaBook,
  operation: PublishedOperation,
  request: ArrivedRequest,
  segments: ReadonlyMap<string, string>,
): RequestFinding {
  const query = queryPairs(/\?(.*)$/su.exec(request.target)?.[1] ?? "");
  const cookies = (request.headers.cookie ?? "").split(/; ?/).flatMap(queryPairs);
  const used = new Set<RawPair>();
  const complaints: string[] = [];
  const parameters = new Map<string, readonly unknown[]>();
  // Exploded objects take what no other parameter is named like.
  const ordered = [...operation.parameters].sort(
    (left, right) => Number(isOpen(left)) - Number(isOpen(right)),
  );
  for (const parameter of ordered) {
    const pairs = (parameter.in === "cookie" ? cookies : query).filter((pair) => !used.has(pair));
    const found = readParameter(document, parameter, segments, request.headers, pairs);
    for (const pair of found.used) used.add(pair);
    const where = `${parameter.in} ${parameter.name}`;
    const judged = found.readings.map((reading) => ({ reading, wrong: wrongWith(book, parameter, reading) }));
    const right = judged.filter(({ wrong }) => wrong.length === 0);
    const [first] = judged;
    if (right.length > 0)
      parameters.set(
        where,
        right.map(({ reading }) => reading),
      );
    // What `fetch` says where the caller is silent need not be what the document lists.
    else if (!parameter.required && /^header accept-/i.test(where)) continue;
    else if (first !== undefined) complaints.push(...first.wrong.map((wrong) => `${where}: ${wrong}`));
    else if (parameter.required) complaints.push(`${where} is missing`);
  }
  const keys = keyNames(document);
  for (const [place, pairs] of [["query", query] as const, ["cookie", cookies] as const]) {
    const others = pairs.filter((pair) => !used.has(pair) && !keys.includes(`${place} ${pair[0]}`));
    complaints.push(...others.map(([name]) => `${place} ${name} is not in the document`));
  }
  const body = checkBody(document, book, operation, request);
  return { complaints: [...complaints, ...body.complaints], parameters, body: body.value };
}

function isOpen({ in: place, explode, style }: PublishedParameter): boolean {
  return (place === "query" || place === "cookie") && explode && style === "form";
}

function readParameter(
  document: PublishedDocument,
  parameter: PublishedParameter,
  segments: ReadonlyMap<string, string>,
  headers: IncomingHttpHeaders,
  pairs: readonly RawPair[],
): { readonly readings: Readings; readonly used: readonly RawPair[] } {
  const shapes = shapesOf(document, [parameter.schema]);
  const isPair = parameter.in === "query" || parameter.in === "cookie";
  if (parameter.content !== undefined || !isPair) {
    const own = pairs.filter(([name]) => isPair && decodeURIComponent(name) === parameter.name);
    const header = headers[parameter.name.toLowerCase()];
    const raw = isPair ? own[0]?.[1] : parameter.in === "path" ? segments.get(parameter.name) : header;
    const text = Array.isArray(raw) ? raw.join(", ") : raw;
    if (text === undefined) return { readings: [], used: own };
    const decode = parameter.in === "header" ? (part: string) => part : decodeURIComponent;
    const readings =
      parameter.content === undefined
        ? readWhole(text, parameter, shapes, decode)
        : [parameter.content.includes("json") ? (JSON.parse(decode(text)) as string) : decode(text)];
    return { readings, used: own };
  }
  return readPairs(pairs, parameter, shapes);
}

/** What stood as JSON has types already, and taking `"1"` for a number as well could make alternatives ambiguous. */
function wrongWith(book: SchemaBook, { schema }: PublishedParameter, reading: unknown): readonly string[] {
  if (book.complaints(schema, reading, "request").length === 0) return [];
  return book.complaintsOfText(schema, reading, "request");
}

/** `query key` for each API key that does not travel in a header. */
function keyNames(document: PublishedDocument): readonly string[] {
  const components = document.resolve(document.root["components"]) ?? {};
  return membersAt(document, components["securitySchemes"]).map(
    ([, scheme]) => `${textOf(scheme["in"])} ${textOf(scheme["name"])}`,
  );
}

function checkBody(
  document: PublishedDocument,
  book: SchemaBook,
  { body: described }: PublishedOperation,
  { headers, body }: ArrivedRequest,
): { readonly value: unknown; readonly complaints: readonly string[] } {
  const contentType = headers["content-type"];
  if (contentType === undefined && body.length === 0) {
    return { value: undefined, complaints: described?.required === true ? ["the body is missing"] : [] };
  }
  const media = described?.content.find(({ mediaType }) => covers(mediaType, contentType ?? ""));
  if (media === undefined)
    return { value: body, complaints: [`a body of ${contentType ?? "no type"} is not in the document`] };
  try {
    const { value, complaints } = readBody(document, book, media, body, contentType ?? "");
    return { value, complaints: complaints.map((complaint) => `body: ${complaint}`) };
  } catch (error) {
    return { value: body, complaints: [`body: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

/** Whether a media type or range of the document covers a content type. */
export function covers(range: string, contentType: string): boolean {
  const [wanted = "", actual = ""] = [range, contentType].map((type) =>
    type.split(";")[0]?.trim().toLowerCase(),
  );
  if (wanted === "*/*") return true;
  const [start = "", end] = wanted.split("*");
  return wanted === actual || (end !== undefined && actual.startsWith(start) && actual.endsWith(end));
}

/** What is missing of the credentials that an operation demands; nothing when one alternative is complete. */
export function checkSecurity(
  document: PublishedDocument,
  { security }: PublishedOperation,
  { target, headers }: ArrivedRequest,
): readonly string[] {
  if (security.length === 0) return [];
  const components = document.resolve(document.root["components"]) ?? {};
  const schemes = new Map(membersAt(document, components["securitySchemes"]));
  const isPresent = (name: string): boolean => {
    const scheme = schemes.get(name);
    if (!isObject(scheme)) return false;
    const parameter = textOf(scheme["name"]);
    if (scheme["type"] === "apiKey") {
      if (scheme["in"] === "header") return headers[parameter.toLowerCase()] !== undefined;
      const text = scheme["in"] === "query" ? (target.split("?")[1] ?? "") : (headers.cookie ?? "");
      return text.split(/[&;] ?/).some((pair) => pair.startsWith(`${parameter}=`));
    }
    const kind = textOf(scheme["scheme"]).toLowerCase() === "basic" ? "Basic" : "Bearer";
    return headers.authorization?.startsWith(`${kind} `) === true;
  };
  if (security.some((alternative) => alternative.every(isPresent))) return [];
  return [`none of the credentials ${JSON.stringify(security)} is there`];
}
