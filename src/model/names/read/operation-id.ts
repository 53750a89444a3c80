import { withoutRoute } from "../../../openapi/operations.js";
import { isSameNoun, oneOf } from "../../../text/nouns.js";
import { words } from "../../../text/words.js";
import { textMember } from "../../json-members.js";
import type { RawOperation } from "../../operations/list-raw-operations.js";
import { afterRoute, copiesPath, copiesRoute, withoutPathPrefix } from "./copied-routes.js";
import type { PathPrefix } from "./path-prefix.js";
import { isPreposition, isVerb } from "./verbs.js";

/** What a person called an operation. */
export interface OperationId {
  /** The words before the name that name its owner; empty where the id has none. */
  readonly owner: readonly string[];
  /** The parts of an owner that dots or slashes divide: `pets`, `photos` of `pets.photos.list`. */
  readonly levels?: readonly (readonly string[])[];
  /** Whether it is written as another way to call the operation that has the id without this: `getPets_alt1` beside `getPets`. */
  readonly isAlternative?: boolean;
  /** The name, as words; none without an operationId, or where it holds neither letter nor digit. */
  readonly name: readonly string[];
}

/**
 * Reads an operationId without what a framework adds to the function's name:
 *
 * @param ids - of all operations of the contract
 * @param prefix - what its paths begin with
 *
 * - method and path, as FastAPI writes them after it (`read_items_v1_items__get`) and HubSpot before it ({@link afterRoute});
 * - method and path alone, which name nothing ({@link copiesRoute}, {@link copiesPath}), and what only a program made ({@link isMachineId});
 * - the comments of Laravel, which Scribe makes ids of ({@link withoutComment});
 * - what API Platform and grape-swagger have of the path's beginning ({@link withoutPathPrefix});
 * - the class, as NestJS (`CatsController_findAll`), gRPC (`CatService_ListCats`) and others write it before it;
 * - a namespace that ends in a dot or slash (`admin.pets.list`, `repos/get`).
 */
export function readOperationId(
  operation: RawOperation,
  ids: ReadonlySet<string>,
  prefix: PathPrefix,
): OperationId {
  const written = textMember(operation.json, "operationId") ?? "";
  const [, main = ""] = ALTERNATIVE.exec(written) ?? [];
  return main !== "" && ids.has(main)
    ? { ...readWritten(main, operation, ids, prefix), isAlternative: true }
    : readWritten(written, operation, ids, prefix);
}

/** An operationId and the number of another way to call it. */
const ALTERNATIVE = /^(.*\p{L})[-_]alt_?\d{1,2}$/iu;

function readWritten(
  written: string,
  operation: RawOperation,
  ids: ReadonlySet<string>,
  prefix: PathPrefix,
): OperationId {
  const whole = afterRoute(written, operation) ?? written;
  if (
    isMachineId(written) ||
    SPRING_DATA.test(whole) ||
    copiesRoute(words(whole), operation, prefix) ||
    copiesPath(whole, operation, prefix)
  )
    return { owner: [], name: [] };
  const relation = relationOf(whole);
  if (relation !== undefined) return { owner: [], name: relation };
  const comment = withoutComment(words(whole));
  if (comment !== undefined) return { owner: [], name: comment.slice(0, MOST_WORDS) };
  const base = withoutAll(withoutOwnVersion(withoutNumber(whole, ids), operation, ids), operation, ids);
  const id = withoutSuffix(withoutRoute(base, operation.path, operation.method));
  const [, controller, action] = /^([^_.]+Controller(?:Impl)?)[_.](.+)$/.exec(id) ?? [];
  if (controller !== undefined && action !== undefined) return parts(controller, action, operation);
  const [, type, method] = CLASS_METHOD.exec(id) ?? [];
  if (type !== undefined && method !== undefined) return parts(type, method, operation);
  const [, namespace, name] = /^(.+)[./]([^./]+)$/.exec(id) ?? [];
  if (namespace !== undefined && name !== undefined)
    return {
      ...parts(namespace, name, operation),
      levels: namespace.split(/[./]/u, MOST_WORDS).map(firstWords),
    };
  const named = withoutPathPrefix(words(whole), operation, prefix);
  return named === undefined ? parts("", id, operation) : { owner: [], name: named.slice(0, MOST_WORDS) };
}

/** Whether an operationId is a number or a GUID that names nothing: `5f1a0c9be4b0a1` of Azure API Management. */
export function isMachineId(id: string): boolean {
  return /^(?:\d+|\{?(?=[a-f-]*\d)[\da-f]{8,}(?:-[\da-f]{4,12})*\}?)$/iu.test(id);
}

/**
 * The name of a function of a JSON:API, as App Store Connect makes ids: `apps-builds-get_to_many_relationship` → `list build
 * relationships`. No words where the path says it all: `apps-get_instance`, `apps-builds-get_to_many_related`.
 */
function relationOf(id: string): readonly string[] | undefined {
  const [, noun = "", written = "", number = "", kind = ""] =
    /^\w+(?:-(\w+))?-(get|create|update|replace|delete)_(?:instance|collection|to_(one|many)_(related|relationship))$/u.exec(
      id,
    ) ?? [];
  if (written === "") return undefined;
  if (kind !== "relationship") return [];
  const verb = written === "get" && number === "many" ? "list" : written;
  return [verb, ...oneOf(firstWords(noun)), number === "one" ? "relationship" : "relationships"];
}

/** What Spring Data REST calls the functions of all its resources: `getCollectionResource-product-get_1`. */
const SPRING_DATA =
  /^(?:get|post|put|patch|delete)(?:Collection|Item)Resource-\w+-(?:get|post|put|patch|delete)(?:_\d+)?$/u;

/** Class and method, as .NET and gRPC write them: `Orders_GetAll`, `OrderService_ListOrders`. */
const CLASS_METHOD =
  /^(\p{Lu}(?=[\p{L}\p{N}]*\p{Ll})[\p{L}\p{N}]+)_(\p{Lu}(?=[\p{L}\p{N}]*\p{Ll})[\p{L}\p{N}]+)$/u;

/**
 * An operationId without what frameworks add behind a name: the method and a number of springfox (`listUsingGET_1`), the
 * number of springdoc (`list_1`), and what .NET says of a function that waits (`Orders_ListAsync`).
 */
function withoutSuffix(id: string): string {
  const short = id
    .replace(/Using(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?:_\d+)?$/u, "")
    .replace(/^([\p{L}\d]*\p{L})_\d{1,2}$/u, "$1")
    .replace(/(?<=\p{Ll})Async$/u, "");
  return short === "" ? id : short;
}

/** An operationId without the number that tells it from another of the contract: `Orders_GetAll2` beside `Orders_GetAll`. */
function withoutNumber(id: string, ids: ReadonlySet<string>): string {
  const [, base] = /^(.*\p{L})_?\d{1,2}$/u.exec(id) ?? [];
  return base !== undefined && ids.has(base) ? base : id;
}

/** `List all tags` says no more than `list tags`, where no other of the contract is called so, or gets them, and its path does not say `all`. */
function withoutAll(id: string, { path }: RawOperation, ids: ReadonlySet<string>): string {
  const [, before = "", verb = "", noun] =
    /^((?:.*[._/])?)([Ll]ist)[-_ ]?[Aa]ll((?:[-_ ]|(?=\p{Lu})).+)$/u.exec(id) ?? [];
  if (noun === undefined || isPreposition(words(noun)[0]) || words(path).includes("all")) return id;
  const isTaken = [verb, "get", "Get"].some((other) => ids.has(`${before}${other}${noun}`));
  return isTaken ? id : `${before}${verb}${noun}`;
}

/** What a version in an id distinguishes nothing from, if the contract has none of them. */
const VERSIONS = [...Array(20).keys()];

/**
 * An operationId without the version that a framework adds to a name (`CatsController_findAll_v1` of NestJS), where no other of the
 * contract is called so, with another version or none. One that the path has in a noun belongs to that (`/token-v2`), and so does
 * that of a standard (`createUuidV4`).
 */
function withoutOwnVersion(id: string, { path }: RawOperation, ids: ReadonlySet<string>): string {
  const [, base = "", before = "", number = ""] =
    /^(.*[\p{L}\d])([-_.][vV]|(?<=[\p{Ll}\d])V)(\d{1,2})$/u.exec(id) ?? [];
  if (base === "" || ids.has(base) || OF_STANDARDS.test(base)) return id;
  const isNoun = path.split("/").some((one) => one.toLowerCase().includes(`v${number}`, 1));
  const hasOther = VERSIONS.some(
    (other) => other !== Number(number) && ids.has(`${base}${before}${String(other)}`),
  );
  return isNoun || hasOther ? id : base;
}

/** Nouns that have versions as part of their name. */
const OF_STANDARDS = /(?:ip|guid|uuid|oauth|sig|signature)[-_]?$/iu;

/** A name of which one side holds no letter and no digit is the other side alone. */
function parts(owner: string, name: string, { path }: RawOperation): OperationId {
  const read = {
    owner: withoutRole(firstWords(owner)),
    name: withoutArticles(withoutModules(firstWords(name), path)),
  };
  return read.name.length > 0 ? read : { owner: [], name: read.owner };
}

/** Words of a tag, an operationId or a segment of a path that are read: time and memory grow with their square. */
export const MOST_WORDS = 40;

/** The first words of a name, as many as are read. */
export function firstWords(name: string): readonly string[] {
  return words(name).slice(0, MOST_WORDS);
}

/** Words of a module that a framework writes into a name: `files_api_routes_list_files`, `agents_api_v1_agents_list`. */
const MODULES = /^(?:\S+ )?api (?:routes|v\d+) /u;

/**
 * A name without the articles of a sentence: `cancel a ride` → `cancel ride`, `list tags for the user` → `list tags for user`;
 * not the letter of `list vitamin a levels`, nor `word of the day`.
 */
function withoutArticles(name: readonly string[]): readonly string[] {
  return name.filter((word, index) => {
    if (!/^(?:an?|the)$/u.test(word) || index === 0 || index === name.length - 1) return true;
    const before = name[index - 1] ?? "";
    return index > 1 && (!isPreposition(before) || (word === "the" && before === "of"));
  });
}

/** A name without the modules of its function, and without the version of its path behind it: `connector_list_v1`, `cities_getv1`. */
function withoutModules(written: readonly string[], path: string): readonly string[] {
  if (written.length === 0) return written;
  const name = withoutVersion(written, path);
  const short = name.join(" ").replace(MODULES, "").split(" ");
  const last = short.at(-1) ?? "";
  const [, verb = "", version = ""] = /^(\p{L}*)(v\d+)$/u.exec(last) ?? [];
  if (version === "" || !path.toLowerCase().split("/").includes(version)) return short;
  if (isVerb(verb)) return [...short.slice(0, -1), verb];
  return short.length > 1 && verb === "" ? short.slice(0, -1) : short;
}

/** A name without the version of its path at the end of its noun: `get all orders2` of `/v2/orders`, `get order20` of `/v2.0/orders/{id}`. */
function withoutVersion(name: readonly string[], path: string): readonly string[] {
  const [, noun = "", version = ""] = /^(\p{L}+)(\d{1,2})$/u.exec(name.at(-1) ?? "") ?? [];
  const segments = path.split("/");
  const versions = segments.flatMap((segment) => {
    const [, whole = ""] = /^v(\d+(?:\.\d+)*)$/iu.exec(segment) ?? [];
    return [whole.replaceAll(".", ""), whole.replace(/\..*/u, "")];
  });
  const isOfPath = noun !== "" && segments.some((segment) => isSameNoun(words(segment), [noun]));
  return isOfPath && versions.includes(version) ? [...name.slice(0, -1), noun] : name;
}

/** What frameworks call the class that has the functions of a resource. */
const ROLES = new Set(["api", "controller", "endpoint", "resource", "service"]);

/** What may be before the role of a class, and says how the class is reached: `OrderRestController`. */
const BEFORE_ROLES = new Set(["api", "controller", "rest"]);

/**
 * The words of a tag without the last ones where those only say what the class is: `cabinet controller` → `cabinet`, `order rest
 * controller` and `order api controller impl` → `order`; not `terms of service`.
 */
export function withoutRole(tag: readonly string[]): readonly string[] {
  const isRole = (at: number, roles = ROLES) => at > 0 && roles.has(tag[at] ?? "") && tag[at - 1] !== "of";
  const last = tag.length - 1;
  let at = tag[last] === "impl" && isRole(last - 1) ? last - 1 : last;
  if (!isRole(at)) return tag;
  while (isRole(at - 1, BEFORE_ROLES)) at -= 1;
  return tag.slice(0, at);
}

/** What Laravel writes above the functions of a controller, and the verb of each. */
const COMMENTS: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/^display a listing of(?: the)? (\S.*)$/u, "list"],
  [/^store a newly created (\S.*?) in(?: the)? storage\b/u, "create"],
  [/^display the specified (\S.*)$/u, "get"],
  [/^update the specified (\S.*?) in(?: the)? storage\b/u, "update"],
  [/^remove the specified (\S.*?) from(?: the)? storage\b/u, "delete"],
];

/**
 * The name of an operation whose id is what Laravel writes above its function, as Scribe makes ids: `display a listing of the
 * posts` → `list posts`. The comments that Laravel generates call everything a resource, and name nothing: then there are no
 * words, whatever number or path follows (`display the specified resource 2`).
 * Undefined for any other id.
 */
function withoutComment(id: readonly string[]): readonly string[] | undefined {
  const text = id.join(" ");
  for (const [pattern, verb] of COMMENTS) {
    const [, noun] = pattern.exec(text) ?? [];
    if (noun !== undefined) return /^resource/u.test(noun) ? [] : [verb, ...noun.split(" ")];
  }
  return undefined;
}
