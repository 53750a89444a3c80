import { words } from "../../text/words.js";
import { textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";

/** What a person called an operation. */
export interface OperationId {
  /** The words before the name that name its owner; empty where the id has none. */
  readonly owner: readonly string[];
  /** The name, as words; none without an operationId, or where it holds neither letter nor digit. */
  readonly name: readonly string[];
}

/**
 * Reads an operationId without what a framework adds to the function's name:
 *
 * @param ids - of all operations of the contract
 *
 * - method and path, as FastAPI writes them after it (`read_items_v1_items__get`) and HubSpot before it ({@link afterRoute});
 * - method and path alone, which name nothing ({@link copiesRoute});
 * - what API Platform and grape-swagger have of the path's beginning ({@link withoutPathPrefix});
 * - the class, as NestJS (`CatsController_findAll`), gRPC (`CatService_ListCats`) and others write it before it;
 * - a namespace that ends in a dot or slash (`admin.pets.list`, `repos/get`).
 */
export function readOperationId(operation: RawOperation, ids: ReadonlySet<string>): OperationId {
  const written = textMember(operation.json, "operationId") ?? "";
  const whole = afterRoute(written, operation) ?? written;
  if (copiesRoute(words(whole), operation)) return { owner: [], name: [] };
  const id = withoutSuffix(withoutRoute(withoutNumber(whole, ids), operation));
  const [, controller, action] = /^([^_.]+)Controller[_.](.+)$/.exec(id) ?? [];
  if (controller !== undefined && action !== undefined) return parts(controller, action, operation);
  const [, type, method] = CLASS_METHOD.exec(id) ?? [];
  if (type !== undefined && method !== undefined) return parts(type, method, operation);
  const [, namespace, name] = /^(.+)[./]([^./]+)$/.exec(id) ?? [];
  if (namespace !== undefined && name !== undefined) return parts(namespace, name, operation);
  const named = withoutPathPrefix(words(whole), operation);
  return named === undefined ? parts("", id, operation) : { owner: [], name: named };
}

/** Class and method, as .NET and gRPC write them: `Orders_GetAll`, `OrderService_ListOrders`. */
const CLASS_METHOD = /^(\p{Lu}[\p{L}\p{N}]*\p{Ll}[\p{L}\p{N}]*)_(\p{Lu}[\p{L}\p{N}]*\p{Ll}[\p{L}\p{N}]*)$/u;

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

/** A name of which one side holds no letter and no digit is the other side alone. */
function parts(owner: string, name: string, { path }: RawOperation): OperationId {
  const read = { owner: withoutRole(words(owner)), name: withoutModules(words(name), path) };
  return read.name.length > 0 ? read : { owner: [], name: read.owner };
}

/** Words of a module that a framework writes into a name: `files_api_routes_list_files`, `agents_api_v1_agents_list`. */
const MODULES = /^(?:\S+ )?api (?:routes|v\d+) /u;

/** A name without the modules of its function, and without the version of its path behind it: `connector_list_v1`. */
function withoutModules(name: readonly string[], path: string): readonly string[] {
  if (name.length === 0) return name;
  const short = name.join(" ").replace(MODULES, "").split(" ");
  const last = short.at(-1) ?? "";
  const isVersion = short.length > 1 && /^v\d+$/u.test(last) && path.toLowerCase().split("/").includes(last);
  return isVersion ? short.slice(0, -1) : short;
}

/** FastAPI's default: name, path and method, with `_` for every character except letters, digits and `_`. */
function withoutRoute(id: string, { path, method }: RawOperation): string {
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  return id.endsWith(route) && id.length > route.length ? id.slice(0, -route.length) : id;
}

/**
 * What follows method and path in an operationId that has both as the contract writes them, perhaps below the server's
 * path: `patch-/pets/{id}_update` of `PATCH /pets/{id}` is `update`, as HubSpot writes it; so is
 * `patch-/shop/v1/pets/{id}_update`. Empty for method and path alone (`get-/pets`, `get/pets`), which name nothing.
 *
 * @returns undefined for an id that has not both
 */
function afterRoute(id: string, { path, method }: RawOperation): string | undefined {
  const verb = method.toLowerCase();
  if (!id.toLowerCase().startsWith(verb)) return undefined;
  const rest = id.slice(verb.length).replace(/^[-_ :.]/u, "");
  const at = rest.startsWith("/") ? rest.lastIndexOf(path) : -1;
  if (at === -1) return undefined;
  const name = rest.slice(at + path.length);
  return /^(?:_|$)/u.test(name) ? name.slice(1) : undefined;
}

/**
 * Whether the words of an operationId are method and path of the operation, and nothing that a person called it:
 * `getCardsId` and `cards_id_get` of `GET /v1/cards/{id}`, `getAccountsAccount` of `/accounts/{account}`. Some write any
 * parameter `0` or `id` (`cards-0-get`), or a `by` before it (`list-cards-by-id-owners`, as huma does). A name from the path says what such
 * words say: `getCards` of `/cards`.
 */
function copiesRoute(id: readonly string[], { path, method }: RawOperation): boolean {
  const verb = method.toLowerCase();
  return (
    (id[0] === verb && isRoute(id.slice(1), path)) ||
    (id.at(-1) === verb && isRoute(id.slice(0, -1), path)) ||
    (id[0] === "list" && id.includes("by") && verb === "get" && isRoute(id.slice(1), path))
  );
}

function isRoute(id: readonly string[], path: string): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  const noun = segments.findIndex((segment) => !isPathPrefix(segment));
  let at = 0;
  for (const segment of segments.slice(Math.max(noun, 0))) {
    const want = words(segment);
    const isParameter = /^\{[^{}]+\}$/u.test(segment);
    if (isParameter && id[at] === "by") at += 1;
    const isWritten = want.every((word, index) => id[at + index] === word);
    if (isParameter && !isWritten && /^(?:\d+|id)$/u.test(id[at] ?? "")) {
      at += 1;
      continue;
    }
    if (!isWritten) return false;
    at += want.length;
  }
  return at > 0 && at === id.length;
}

/**
 * The words of an operationId that repeats how the path begins, without that: `api books get collection` of `/books` is
 * `books get collection`. Where method and path are all that is left (`getApiV4GroupsId` of grape-swagger,
 * `api_books_id_get` of API Platform) the operation has no name of its own, and there are no words.
 *
 * @returns undefined for an id that has no prefix of a path
 */
function withoutPathPrefix(id: readonly string[], operation: RawOperation): readonly string[] | undefined {
  const { path, method } = operation;
  const verb = method.toLowerCase();
  const isVerbFirst = id[0] === verb;
  const name = isVerbFirst ? id.slice(1) : id;
  const start = name.findIndex((word) => !isPathPrefix(word));
  const left = name.slice(start);
  const route = routeWords(path);
  if (start <= 0 || left[0] !== route[0]) return undefined;
  if (copiesRoute(isVerbFirst ? [verb, ...left] : left, operation)) return [];
  return isVerbFirst ? undefined : left;
}

/** A path from its first noun on. */
function routeWords(path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  const noun = segments.findIndex((segment) => !isPathPrefix(segment));
  return segments.slice(Math.max(noun, 0)).flatMap((segment) => words(segment));
}

/** Segments before the first noun of a path, which name nothing: `api`, `rest`, `v2`, `v1.1`, `v1beta1`, `2010-04-01`. */
export function isPathPrefix(segment: string): boolean {
  return /^(?:apis?|rest|v?\d+(?:[._-]\d+)*(?:(?:alpha|beta)\d*)?)$/i.test(segment);
}

/** What frameworks call the class that has the functions of a resource. */
const ROLES = new Set(["api", "controller", "endpoint", "resource", "service"]);

/**
 * The words of a tag without the last one where that only says what the class is: `cabinet controller` → `cabinet`; not
 * `terms of service`.
 */
export function withoutRole(tag: readonly string[]): readonly string[] {
  const isClass = tag.length > 1 && ROLES.has(tag.at(-1) ?? "") && tag.at(-2) !== "of";
  return isClass ? tag.slice(0, -1) : tag;
}
