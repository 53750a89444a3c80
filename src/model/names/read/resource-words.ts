import type { Json } from "../../../load/loaded-contract.js";
import { words } from "../../../text/words.js";
import { listMember } from "../../json-members.js";
import type { RawOperation } from "../../operations/list-raw-operations.js";
import { sentPath } from "../../operations/path-templates.js";
import { isPlural, isSameNoun, singular } from "../../../text/nouns.js";
import { firstWords, MOST_WORDS, type OperationId, withoutRole } from "./operation-id.js";
import { isPathPrefix, type PathPrefix, segmentsOf, startOfNouns } from "./path-prefix.js";
import { readRoute, type Route, withoutFormat } from "./route.js";

/** What an operation belongs to. */
export interface ResourceWords {
  /** Its whole name, as words: `audio voices`. */
  readonly whole: readonly string[];
  /** The last noun of a tag with a namespace (`audio.voices`): `voices`; else the whole name. */
  readonly noun: readonly string[];
  /** As the contract writes it, with what the class is: `cabinet controller`. */
  readonly written: readonly string[];
  /** What its operationIds call it: `repo` of `repository`. */
  readonly short?: string;
}

/**
 * The resource of an operation: its first tag, else the owner in its id, else the path's first noun.
 *
 * @param nounTags - those that end with a noun ({@link tagsOfNouns})
 */
export function resourceWords(
  operation: RawOperation,
  { owner }: OperationId,
  prefix: PathPrefix,
  nounTags: ReadonlySet<string>,
): ResourceWords {
  const tag = tagOf(operation);
  const written = typeof tag === "string" ? tag : "";
  const parts = partsOf(written, nounTags.has(written));
  const noun = parts.at(-1);
  if (noun !== undefined)
    return {
      whole: parts.flat().slice(0, MOST_WORDS),
      noun: withoutAside(tag) ?? noun,
      written: firstWords(written),
    };
  if (owner.length > 0) return { whole: owner, noun: owner, written: owner };
  const path = segmentsOf(withoutFormat(sentPath(operation.path)));
  const segments = path.slice(startOfNouns(path, prefix)).filter((part) => /^\p{L}/u.test(part));
  const segment = segments.find((part) => !isPathPrefix(part)) ?? segments.find((part) => !/^v\d/.test(part));
  const whole = segment === undefined ? ["root"] : firstWords(segment);
  return { whole, noun: whole, written: whole };
}

/** The first tag; not the method of the operation (`DELETE`), which names nothing that it belongs to. */
function tagOf({ json, method }: RawOperation): Json | undefined {
  return listMember(json, "tags").find(
    (one) => typeof one !== "string" || one.toLowerCase() !== method.toLowerCase(),
  );
}

/**
 * The parts of a tag that dots and the like divide, each without the role of a class.
 *
 * @param endsInNoun - whether the last word of the last part is a noun
 */
function partsOf(tag: string, endsInNoun: boolean): readonly (readonly string[])[] {
  const parts = tag
    .split(/[.:/>]/, MOST_WORDS)
    .map(firstWords)
    .filter((part) => part.length > 0);
  return parts.map((part, index) => (endsInNoun && index === parts.length - 1 ? part : withoutRole(part)));
}

/**
 * The tags whose last word is a noun and not the role of a class: the paths of all their operations end in it, or in it and a
 * parameter (`ShopService` of `/services/{id}`). A tag whose operations have a resource already keeps how that reads it.
 *
 * @param heldBy - the resource that an operation has in a client
 */
export function tagsOfNouns(
  operations: readonly RawOperation[],
  prefix: PathPrefix,
  heldBy: (operation: RawOperation) => string | undefined,
): ReadonlySet<string> {
  const tags = new Map<string, RawOperation[]>();
  for (const operation of operations) {
    const tag = tagOf(operation);
    if (typeof tag !== "string" || !endsInRole(tag)) continue;
    const own = tags.get(tag);
    if (own === undefined) tags.set(tag, [operation]);
    else own.push(operation);
  }
  const isNoun = ([tag, own]: readonly [string, readonly RawOperation[]]) => {
    const held = new Set(own.map(heldBy).filter((one) => one !== undefined));
    const isHeld = (endsInNoun: boolean) =>
      [...held].some((one) => isSameNoun(words(one), partsOf(tag, endsInNoun).flat()));
    if (isHeld(true) || isHeld(false)) return isHeld(true);
    return own.every((one) =>
      isSameNoun(readRoute(one, prefix).nouns.at(-1)?.words ?? [], words(tag).slice(-1)),
    );
  };
  return new Set([...tags].filter(isNoun).map(([tag]) => tag));
}

/** Whether the last part of a tag ends in what may be the role of a class. */
function endsInRole(tag: string): boolean {
  return partsOf(tag, true).flat().length > partsOf(tag, false).flat().length;
}

/** The noun of a tag with an aside: `Metadata instances (Files)`. */
function withoutAside(tag: Json | undefined): readonly string[] | undefined {
  const [, noun = ""] = typeof tag === "string" ? (/^([^()]+)\([^()]*\)\s*$/u.exec(tag) ?? []) : [];
  const found = firstWords(noun);
  return found.length === 0 ? undefined : found;
}

/** An operation, as far as its resource goes. */
interface OfResource {
  readonly resource: ResourceWords;
  readonly route: Route;
}

/**
 * The resources of a contract in the number of their paths: a class is named for one thing (`product-controller`), its
 * paths are named for many (`/products/{id}`), and so is the resource: `products`. All operations of a resource decide
 * together. One that a path has in the singular stays, and so does one that would be equal to another.
 *
 * @param isHeld - whether a client has the resource by this name already
 * @returns by the words of the resource, joined: only those that change
 */
export function pluralResources(
  operations: readonly OfResource[],
  isHeld: (whole: readonly string[]) => boolean,
): ReadonlyMap<string, ResourceWords> {
  const ends = new Map<string, { readonly resource: ResourceWords; readonly nouns: Set<string> }>();
  for (const { resource, route } of operations) {
    const key = resource.whole.join("");
    const end = ends.get(key) ?? { resource, nouns: new Set() };
    ends.set(key, end);
    for (const noun of route.nouns) end.nouns.add(noun.words.at(-1) ?? "");
  }
  return new Map(
    [...ends].flatMap(([key, { resource, nouns }]) => {
      const last = resource.whole.at(-1) ?? "";
      const many = [...nouns].find(
        (noun) => noun !== last && isPlural([noun]) && singular([noun])[0] === last,
      );
      if (many === undefined || nouns.has(last) || isHeld(resource.whole)) return [];
      const inPlural = (noun: readonly string[]) =>
        noun.at(-1) === last ? [...noun.slice(0, -1), many] : noun;
      const whole = inPlural(resource.whole);
      if (ends.has(whole.join(""))) return [];
      return [[key, { ...resource, whole, noun: inPlural(resource.noun) }] as const];
    }),
  );
}
