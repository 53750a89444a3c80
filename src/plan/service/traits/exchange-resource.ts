import type { ApiModel } from "../../../model/api-model.js";
import { allowsOthers } from "../../../text/stated-constant.js";
import { clausesOf } from "../../../text/without-denials.js";
import { defaultAddress, defaultPath } from "../../../text/server-address.js";
import type { FormField } from "./form-field.js";

/** What the addresses of an API are known by. */
export type AddressedApi = Pick<ApiModel, "operations" | "servers">;

/** What tokens are for, as the form of an exchange says it. */
export interface ShownResource {
  /** See `TokenExchange.resource`. Absent: nothing says it, or what says it may be of another installation. */
  readonly resource?: string;
  /** A whole sentence, where the form does not fix it. */
  readonly reason?: string;
  /** What an example or the description names, where the client cannot take it. */
  readonly named?: string;
}

/**
 * What tokens are for: the only value of `resource`, its default, else the only one that its examples or its description name. An address
 * there is followed on a host of the contract; where the contract names no host, below the server if the API has its path.
 */
export function readResource(field: FormField | undefined, api: AddressedApi): ShownResource {
  if (field === undefined) return {};
  const { fixed, preset, stated } = field;
  if (fixed !== undefined) return { resource: fixed };
  if (isUri(preset)) return shownBy("the default", moving(preset, api));
  const example = only(field.examples.filter((value) => isUri(value) || isTemplate(value)));
  const exemplary = example === undefined ? undefined : takeExample(example, api);
  if (exemplary !== undefined) return shownBy("the example", exemplary);
  const described = only(addressesIn(field.description));
  const path = described === undefined ? undefined : pathBelow(described, api);
  if (path !== undefined && described !== undefined)
    return shownBy("the description", isHere(described, api) ? moving(described, api) : path);
  if (isUri(stated)) return shownBy("the description", stated);
  const named = [example, described].find(isUri);
  return named === undefined ? {} : { named };
}

/** The logical name of the service that tokens are for, as the form of an exchange says it. */
export interface ShownAudience {
  /** See `TokenExchange.audience`. Absent: nothing says it. */
  readonly audience?: string;
  /** What an example names, where the client cannot take it. */
  readonly named?: string;
}

/** The only value of `audience`, its default, what its description says that it must be, else its only example where that is a name or the API. */
export function readAudience(field: FormField | undefined, api: AddressedApi): ShownAudience {
  if (field === undefined) return {};
  const certain = [field.fixed, field.preset, field.stated].find((value) => typeof value === "string");
  if (certain !== undefined) return { audience: certain };
  const example = only(field.examples.filter((value) => typeof value === "string"));
  if (example === undefined) return {};
  const isTaken =
    isUri(example) && (!isAddress(example) || (isHere(example, api) && coversApi(example, api)));
  return isTaken ? { audience: example } : { named: example };
}

/** An example that is a name, or that leads to the API: an address of one file, say, is an example of something else. */
function takeExample(example: string, api: AddressedApi): string | undefined {
  if (!isAddress(example)) return example;
  if (!isHere(example, api)) return pathBelow(example, api);
  return coversApi(example, api) ? moving(example, api) : undefined;
}

/** An address on the first server, whose variables a caller can set, as a path below it: it moves with them. One that ends in a slash is kept as it is. */
function moving(address: string, api: AddressedApi): string {
  const [first] = api.servers;
  const isVariable =
    first !== undefined && first.variables.length > 0 && isHere(address, { ...api, servers: [first] });
  return (isVariable && !address.endsWith("/") ? pathBelow(address, api) : undefined) ?? address;
}

/** Whether an address on a host of the contract has operations below it. */
function coversApi(address: string, { servers, operations }: AddressedApi): boolean {
  const { origin, pathname } = new URL(address);
  const above = `${withoutSlash(pathname)}/`;
  const bases = servers.filter((server) => defaultAddress(server)?.origin === origin).map(defaultPath);
  return bases.some((base) =>
    operations.some(({ path }) => `${withoutSlash(base)}${path}/`.startsWith(above)),
  );
}

function shownBy(what: string, resource: string): ShownResource {
  const below = resource.startsWith("/") ? " below the server" : "";
  const address = resource === "/" ? "the address of the server" : `"${resource}"${below}`;
  return { resource, reason: `Tokens are for ${address}, as ${what} of "resource" says.` };
}

/** The one value of a list, however often it is there. */
function only<Value>(values: readonly Value[]): Value | undefined {
  const [value, ...others] = new Set(values);
  return others.length === 0 ? value : undefined;
}

function isUri(value: unknown): value is string {
  return typeof value === "string" && /^[a-z][a-z0-9+.-]*:[^\s#{}<>]+$/i.test(value) && URL.canParse(value);
}

/** An address whose host, or all before its path, is for a reader to fill in: `{base_url}/v1`, `https://<host>/v1`. */
const TEMPLATE = /^(?:https?:\/\/)?(?:\{\w+\}|<\w+>)(\/[^\s{}<>]*)$/i;

function isTemplate(value: unknown): value is string {
  return typeof value === "string" && TEMPLATE.test(value);
}

function isAddress(text: string): boolean {
  return /^https?:/i.test(text) || isTemplate(text);
}

/** What sends a reader elsewhere: the address there is of a page to read. */
const TO_READ =
  /\b(?:see|refer|visit|learn|details|documented|documentation|docs|guides?|manual)\b|(?:^\W*|\bplease\s)read\b|\bread\s(?:about|more)\b|\breference\b\W{0,20}(?:(?:is\s{1,5})?at\b\W{0,20})?(?:https?:|[<{])|\]\(/iu;

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** The addresses that a text gives as values, with and without a host. */
function addressesIn(text: string): readonly string[] {
  const sentences = clausesOf(text.slice(0, LONGEST)).map((clauses) => clauses.join(""));
  const found = sentences
    .filter((sentence) => !TO_READ.test(sentence) && !allowsOthers(sentence))
    .flatMap((sentence) => sentence.match(ADDRESS) ?? []);
  return found.filter((address) => isUri(address) || isTemplate(address));
}

const ADDRESS = /(?:https?:\/\/|\{\w+\}\/|<\w+>\/)[^\s"'`()|,;]*[\w/]/giu;

/** Whether an address is on a host of the contract. */
function isHere(address: string, { servers }: AddressedApi): boolean {
  return (
    isUri(address) && servers.some((server) => defaultAddress(server)?.origin === new URL(address).origin)
  );
}

/**
 * The path of an address below that of the first server, where operations are: `/` is the server itself. The host of the address has to be
 * one of the contract, or open in one of the two: what has another host may be of another service.
 */
function pathBelow(address: string, api: AddressedApi): string | undefined {
  const [first] = api.servers;
  const hasHost = api.servers.some((server) => defaultAddress(server) !== undefined);
  if (isUri(address) && hasHost && !isHere(address, api)) return undefined;
  const path = withoutSlash(TEMPLATE.exec(address)?.[1] ?? pathOf(address));
  const base = first === undefined ? "" : withoutSlash(defaultPath(first));
  if (path === base) return "/";
  const rest = path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
  return rest !== undefined && api.operations.some((one) => `${one.path}/`.startsWith(`${rest}/`))
    ? rest
    : undefined;
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}
