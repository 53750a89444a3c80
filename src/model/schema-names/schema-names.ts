import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { byText } from "../../text/by-text.js";
import { pointerKeys } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import { componentPointer } from "../schema-position.js";

/** Names of the schemas of one model: handed out once, never twice, not even in another case. */
export interface SchemaNames {
  /**
   * Gives the name that the schema had before, else the preferred one, else the first free one of `<name>2`, `<name>3`, …
   * (of an alternative named after its position, `<name>Option2`, `<name>Option3`).
   *
   * @param identities - what the schema is known by between generations ({@link SchemaModel.identity}), then what else
   *   it may have been known by.
   */
  claim(preferred: string, ...identities: readonly string[]): string;
  /** The preferred name, or its replacement where the client itself uses it. */
  allowed(preferred: string): string;
  /** The given name, as spelled, that collides with a preferred one. */
  inTheWay(preferred: string): string | undefined;
}

/**
 * @param reserved - names that belong to the client itself.
 * @param locked - identity → name in an earlier generation, of schemas that the contract still has.
 */
export function createSchemaNames(
  reserved: ReadonlySet<string>,
  locked: ReadonlyMap<string, string> = new Map(),
): SchemaNames {
  // Two names that differ by case alone would be two files of one name on many disks.
  const taken = new Map<string, string>();
  const waiting = new Map<string, string>();
  /** Preferred name → the first number that may be free; names stay taken. */
  const numbered = new Map<string, number>();
  for (const [identity, name] of locked) {
    if (isReserved(name, reserved) || taken.has(name.toLowerCase())) continue;
    waiting.set(identity, name);
    taken.set(name.toLowerCase(), name);
  }
  // Types of the client alone: a function beside a type of the same letters (`apiKey`, `ApiKey`) is clear.
  const types = new Set(
    [...reserved].filter((name) => /^\p{Lu}/u.test(name)).map((name) => name.toLowerCase()),
  );
  const isForbidden = (name: string) => isReserved(name, reserved) || types.has(name.toLowerCase());
  const allowed = (preferred: string) => (isForbidden(preferred) ? `${preferred}Model` : preferred);
  return {
    allowed,
    claim(preferred, ...identities) {
      const known = identities.find((identity) => waiting.has(identity)) ?? "";
      const before = waiting.get(known);
      waiting.delete(known);
      if (before !== undefined) return before;
      const free = allowed(preferred);
      // `Option1` of an alternative and a number would read as another one's.
      const base = identities.some(isAlternative) ? free.replace(/(?<=Option)\d+$/u, "") : free;
      let name = free;
      let count = numbered.get(base) ?? 2;
      for (; taken.has(name.toLowerCase()) || isForbidden(name); count++) {
        name = `${base}${String(count)}`;
      }
      numbered.set(base, count);
      taken.set(name.toLowerCase(), name);
      return name;
    },
    inTheWay: (preferred) => taken.get(preferred.toLowerCase()),
  };
}

function isAlternative(identity: string): boolean {
  return /\/(?:oneOf|anyOf)\/[^/]+$/u.test(identity);
}

/**
 * Names every component schema. A key that is its own identifier keeps it whatever is added later; the others follow
 * in sorted order, so that the same keys always give the same names. Replaced names are reported.
 *
 * @param operationIds - those that end with their route: operationId → what is before it.
 * @returns component key → name.
 */
export function nameComponents(
  keys: readonly string[],
  operationIds: ReadonlyMap<string, string>,
  names: SchemaNames,
  diagnostics: Diagnostic[],
): ReadonlyMap<string, string> {
  const short = shorten(keys, operationIds, names);
  const ordered = keys
    .map((key) => {
      const preferred = short.get(key) ?? identifier(key);
      return { key, preferred, rank: key === names.allowed(preferred) ? 0 : 1 };
    })
    .sort((left, right) => left.rank - right.rank || byText(left.key, right.key));
  const named = ordered.map(({ key, preferred }) => ({
    key,
    preferred,
    name: names.claim(preferred, componentPointer(key)),
  }));
  for (const { key, preferred, name } of named) {
    if (name === names.allowed(preferred)) continue;
    diagnostics.push(otherName(key, preferred, name, names));
  }
  return new Map(named.map(({ key, name }) => [key, name]));
}

/**
 * Component key → the shortest of its {@link shorterNames} that no other component has, and that the client does not have itself; those without one
 * are omitted.
 */
function shorten(
  keys: readonly string[],
  operationIds: ReadonlyMap<string, string>,
  names: SchemaNames,
): ReadonlyMap<string, string> {
  const wholes = new Set(keys.map((key) => identifier(key).toLowerCase()));
  const components = new Set(keys);
  const isFree = (name: string) => !wholes.has(name.toLowerCase()) && names.allowed(name) === name;
  const open = new Map(
    keys.map((key) => [key, shorterNames(key, components, operationIds).filter(isFree)] as const),
  );
  for (;;) {
    const firsts = [...open.values()].flatMap(([first]) =>
      first === undefined ? [] : [first.toLowerCase()],
    );
    const repeated = new Set(firsts.toSorted().filter((name, at, sorted) => name === sorted[at - 1]));
    if (repeated.size === 0) break;
    for (const [key, [first = "", ...rest]] of open)
      if (repeated.has(first.toLowerCase())) open.set(key, rest);
  }
  return new Map([...open].flatMap(([key, [first]]) => (first === undefined ? [] : [[key, first] as const])));
}

/**
 * What a component may be called instead of its whole key, shortest first:
 *
 * - `PetDto`: `Pet`; the name of a generic type has that of its parameter before it: `PetDtoPagedResponse`;
 * - with the namespace of a class, as .NET and Java write it, without it: `Shop.Api.Models.PetDto`;
 * - the body of a form as FastAPI calls it, without the route in the operationId: `Body_upload_pets_post`.
 */
function shorterNames(
  key: string,
  components: ReadonlySet<string>,
  operationIds: ReadonlyMap<string, string>,
): readonly string[] {
  const [, id = ""] = FORM.exec(key) ?? [];
  const ownName = operationIds.get(id);
  const tails = ownName === undefined ? withoutNamespaces(key, components) : [`Body_${ownName}`];
  const whole = identifier(key);
  return [...tails.map(identifier), whole]
    .flatMap((name) => [name.replace(/(?<=[\p{L}\p{N}])D(?:to|TO)(?=\p{Lu}|$)/gu, ""), name])
    .filter((name) => name !== whole);
}

const FORM = /^Body_(.+)$/su;

/** Names that a namespace has at most. */
const DEEPEST = 20;

/**
 * A key whose classes have only the ends of their namespaces, shortest first: `Pet`, `Models.Pet`, `Api.Models.Pet`; of a generic type also those
 * of its parameters: `Page[Pet]`.
 */
function withoutNamespaces(key: string, components: ReadonlySet<string>): readonly string[] {
  // As .NET writes a generic type: the number of its parameters, and the assembly of each.
  const plain = key.replace(/`\d+/gu, "").replace(/,[ \p{L}\p{N}_.]+, Version=[^\]]*/gu, "");
  const ends = (length: number) =>
    plain.replace(/[\p{L}\p{N}.-]+/gu, (name) => withoutNamespace(name, length, components));
  return Array.from({ length: DEEPEST }, (_, more) => ends(1 + more)).filter(
    (name, at, all) => name !== all[at - 1],
  );
}

/**
 * The end of the name of a class with a namespace of two names or more; any other name as it is, and one of which a component is called what is
 * before a dot, so that the dots name its parts (`Chart`, `Chart.Axis.Title`).
 */
function withoutNamespace(name: string, length: number, components: ReadonlySet<string>): string {
  const parts = name.split(".");
  const last = parts.at(-1) ?? "";
  const isClass = /^\p{Lu}[\p{L}\p{N}]*$/u.test(last) && !/^V\d/u.test(last);
  if (!isClass || parts.length < 3 || parts.length > DEEPEST) return name;
  const isNested = parts.some((_, at) => at > 0 && components.has(parts.slice(0, at).join(".")));
  return isNested ? name : parts.slice(-length).join(".");
}

/** Why a schema has another name than its key would give it; asked once all components have theirs. */
function otherName(schema: string, derived: string, name: string, names: SchemaNames): Diagnostic {
  const pointer = componentPointer(schema);
  const preferred = names.allowed(derived);
  const other = names.inTheWay(preferred);
  // What was in the way when the name was given is there no more.
  if (other === undefined || other === name)
    return diagnostic("names/schema-kept", pointer, { schema, name });
  if (other !== preferred) return diagnostic("schema/name-case", pointer, { schema, name, preferred, other });
  return preferred === derived
    ? diagnostic("schema/name-taken", pointer, { schema, name, preferred })
    : diagnostic("schema/name-reserved", pointer, { schema, name, preferred, reserved: derived });
}

/** Any text as a Pascal-case identifier; `Unnamed` when it holds neither letter nor digit. */
export function identifier(text: string): string {
  const name = isPascal(text) ? text : pascal(words(text));
  if (name === "") return "Unnamed";
  return /^\p{ID_Start}/u.test(name) ? name : `Model${name}`;
}

/** Already what a person would write: kept letter for letter, `CIBotID` too. */
function isPascal(text: string): boolean {
  return /^\p{Lu}[\p{L}\p{Nd}]*$/u.test(text);
}

function isReserved(name: string, reserved: ReadonlySet<string>): boolean {
  return RESERVED_NAMES.has(name) || reserved.has(name);
}

/**
 * Names that no schema gets: TypeScript's own types and words, and globals that generated code uses or that readers
 * would mistake for the real thing. A schema of such a name gets the suffix `Model`.
 */
const RESERVED_NAMES: ReadonlySet<string> = new Set(
  [
    "Any Bigint Boolean Class Enum Export False Function Import Infinity Interface NaN Never Null Number Object",
    "Package Private Protected Public Static String Super Symbol This True Type Undefined Unknown Void Yield",
    "AggregateError Array ArrayBuffer Atomics BigInt DataView Date Error EvalError Intl Iterator Generator JSON Map",
    "Math Promise PromiseLike Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer SyntaxError",
    "TypeError URIError WeakMap WeakRef WeakSet Uint8Array AsyncIterable AsyncIterator AsyncGenerator Iterable",
    "Awaited Capitalize Exclude Extract InstanceType Lowercase NonNullable Omit Parameters Partial Pick Readonly",
    "ReadonlyArray ReadonlyMap ReadonlySet Record Required ReturnType ThisType Uncapitalize Uppercase",
    "AbortController AbortSignal Blob Buffer Crypto Document Event EventTarget File FormData Headers History",
    "Location MessageEvent Navigator Node Option ReadableStream Request Response Storage TextDecoder TextEncoder",
    "TransformStream URL URLSearchParams WebSocket Window Worker WritableStream",
  ].flatMap((line) => line.split(" ")),
);

/** The name that the place of a schema gives it, for what is referred to in the middle of something else. */
export interface PointerName {
  readonly name: string;
  /** The component, or the part of the document, whose file it goes to. */
  readonly owner: string;
}

/**
 * Names the schema at a pointer: `#/components/schemas/Cabinet/properties/owner` → `CabinetOwner`;
 * `#/paths/~1cabinets/get/responses/200/content/application~1json/schema` → `GetCabinetsResponse200`.
 *
 * @param components - component key → name.
 */
export function nameFromPointer(pointer: string, components: ReadonlyMap<string, string>): PointerName {
  const [first = "", second = "", third = "", ...rest] = pointerKeys(pointer);
  if (first === "components") {
    const owner = second === "schemas" ? (components.get(third) ?? identifier(third)) : identifier(third);
    return { owner, name: `${owner}${suffixes(rest)}` };
  }
  const owner = identifier(`${third} ${second}`);
  return { owner, name: `${owner}${suffixes(rest)}` };
}

/** Keywords that are followed by a name, and what the name is worth. */
const NAMED: Readonly<Record<string, (name: string) => string>> = {
  properties: (name) => pascal(words(name)),
  patternProperties: () => "Value",
  $defs: (name) => pascal(words(name)),
  definitions: (name) => pascal(words(name)),
  responses: (status) => `Response${pascal(words(status))}`,
  headers: (name) => pascal(words(name)),
  callbacks: (name) => pascal(words(name)),
  content: () => "",
  allOf: () => "",
  oneOf: (index) => `Option${next(index)}`,
  anyOf: (index) => `Option${next(index)}`,
  prefixItems: (index) => `Item${next(index)}`,
  parameters: (index) => `Parameter${next(index)}`,
};

const ALONE: Readonly<Record<string, string>> = {
  items: "Item",
  additionalProperties: "Value",
  unevaluatedProperties: "Value",
  requestBody: "Body",
  schema: "",
};

function suffixes(keys: readonly string[]): string {
  let text = "";
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    const named = Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
    if (named !== undefined) text += named(keys[++index] ?? "");
    else text += Object.hasOwn(ALONE, key) ? (ALONE[key] ?? "") : pascal(words(key));
  }
  return text;
}

function next(index: string): string {
  return /^\d+$/.test(index) ? String(Number(index) + 1) : pascal(words(index));
}

/** Before the identity of an object that was split off the schema there: `object or null`. */
export const SPLIT = "object:";
