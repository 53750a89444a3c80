import type { OperationName } from "../model/api-model.js";
import { namesLockName } from "../text/client-files.js";
import { UserError } from "../text/user-error.js";
import { pascal, upperFirst, words } from "../text/words.js";
import { classNames, resourceClassName, takenNames } from "./typescript/names.js";

/** What a client's class is named after. */
interface ClassSources {
  /** Title of the contract. */
  readonly title: string;
  /** Names of its operations: their resources and inputs are declared beside the class. */
  readonly operations: readonly OperationName[];
}

/** What decides the name of the class before the contract's title does. */
export interface ClassPreferences {
  /** Asked for. */
  readonly name?: string | undefined;
  /** Class of the client in the folder, from the lock of names; it stays, whatever the contract's title has become. */
  readonly locked?: string | undefined;
}

/** What the class of a client is called. */
export interface ClientClass {
  readonly name: string;
  /** Its name in the folder, where generated code needs that for something else. */
  readonly replaced?: string;
}

/**
 * Names the class of a client: as asked for, else as it was, else after the contract's title. A class that was generated
 * keeps its name, as methods and models do; it goes only when generated code needs the name for something else.
 *
 * @throws UserError (exit 2) when the name that was asked for, or that the lock has, cannot be that of a class.
 */
export function nameClass(sources: ClassSources, { name, locked }: ClassPreferences): ClientClass {
  const exact = namesBeside(sources);
  // A new name also differs from all others in more than case: editors and file systems may not distinguish them.
  const caseless = new CaselessNames(exact);
  if (name !== undefined && name !== locked) return { name: checkGiven(name, caseless) };
  if (locked === undefined) return { name: derive(sources.title, caseless) };
  if (!isClassName(locked)) {
    throw new UserError(2, `${namesLockName} names the client ${JSON.stringify(locked)}, ${NO_CLASS}.`, {
      remedy: `Correct the line "client" of ${namesLockName}, restore it from version control, or set the name: --name ExternalApi.`,
    });
  }
  if (isFree(locked, exact)) return { name: locked };
  const free = derive(sources.title, caseless);
  return { name: free, replaced: locked };
}

const NO_CLASS = "which cannot be the name of a class";

function checkGiven(name: string, own: Names): string {
  if (!isClassName(name)) {
    throw new UserError(2, `"${name}" cannot be the name of a class.`, {
      setting: "name",
      remedy: "Give letters and digits that start with an upper-case letter: --name ExternalApi.",
    });
  }
  if (isFree(name, own)) return name;
  throw new UserError(
    2,
    `"${name}" cannot be the client's class: generated code has that name, or one made of it.`,
    {
      setting: "name",
      remedy: `Give another, like --name ${firstFree(`${name}Client`, own)}.`,
    },
  );
}

/** One rule for every name, derived, given or locked: an identifier (ECMA-262 section 12.7) that starts as classes do. */
function isClassName(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) && upperFirst(name) === name;
}

/** Letters that a class named after a title has at most: whole words, as many as fit. */
const NAME_LENGTH = 40;

/**
 * `Swagger Petstore - OpenAPI 3.0` → `SwaggerPetstore`: the title's words, those about OpenAPI itself omitted. Where
 * the end is omitted, so are words that lead on to it: of `Directory, and Insights` the first alone, if no more fits.
 */
function derive(given: string, own: Names): string {
  const bare = given.replace(ADDRESS, " ");
  const title = bare.trim() === "" ? given : bare;
  const short = withoutDocument(title.replace(/\s+/g, " "));
  const whole = words(short);
  const about = words(
    withoutOpenApi(short.replace(OFFICIAL, "").replace(/['’]s(?= (?:rest |http )?apis?\b)/gi, ""))
      .replace(STATUS, " ")
      .replace(/\b(?:https?|rest(?:ful)?)\s(?=apis?\b)/i, "")
      .replace(/\bserver-to-server\b/gi, "")
      // An API for something; `Transport for London` is a name.
      .replace(/(?<=\b(?:apis?|sdk|services?|spec(?:ification)?|reference|documentation)\s)for\b.*$/i, ""),
  );
  const all = withoutJoiningEnd(about).length > 0 ? about : whole;
  const fitting = all
    .slice(0, NAME_LENGTH)
    .filter((_, index) => all.slice(0, index + 1).join("").length <= NAME_LENGTH);
  const chosen = fitting.length === whole.length ? fitting : withoutJoiningEnd(fitting);
  const name = pascal(chosen.length > 0 ? chosen : [all.join("").slice(0, NAME_LENGTH)]);
  if (name === "") return firstFree("ApiClient", own);
  const identifier = /^[\p{ID_Start}_$]/u.test(name) ? name : `Api${name}`;
  return isFree(identifier, own) ? identifier : firstFree(`${identifier}Client`, own);
}

/** What a title says before `API` of who publishes it: `GitHub's official REST API`. */
const OFFICIAL = / (?:un)?official(?= (?:rest(?:ful)? |http |web )?apis?\b)/gi;

/** The address of a page about the API, which some titles have. */
const ADDRESS = /\(?\b(?:https?:\/\/|www\.)\S+/gi;

/** A title without what it says of its document: `Orders API Reference` is `Orders API`, `OpenAPI definition` is `OpenAPI`. */
function withoutDocument(title: string): string {
  const at = title.search(
    /(?<=apis?)(?: (?:definitions?|docs|documentation|reference|spec(?:ification)?s?))+ ?$/i,
  );
  return at === -1 ? title : title.slice(0, at);
}

/** What a title says in brackets of how far an API has come: `(Preview)`, `(v2 beta)`. */
const STATUS = /\([^()]*\b(?:alpha|beta|deprecated|draft|experimental|internal|legacy|preview)\b[^()]*\)/gi;

/**
 * A title without its words about OpenAPI, and without those that lead on to them: `GitHub's official OpenAPI spec` is
 * `GitHub`; `OpenAPI 3.1 orders` is `orders`.
 */
function withoutOpenApi(title: string): string {
  const behind = title.replace(/^ ?open ?api(?: v?\d+(?:\.\d+)*)?(?: [-–:])? (?=\p{L})/iu, "");
  const at = behind.search(/\bopen ?api\b/i);
  if (at === -1) return behind;
  return behind
    .slice(0, at)
    .replace(/(?: (?:complete|custom|full|official|public|unofficial))+ ?$/i, "")
    .replace(/['’]s ?$/, "");
}

function firstFree(name: string, own: Names): string {
  let free = name;
  for (let count = 2; !isFree(free, own); count++) free = `${name}${String(count)}`;
  return free;
}

function isFree(name: string, own: Names): boolean {
  return classNames(name).every((one) => !own.has(one));
}

/** Names that are not free. */
interface Names {
  has(name: string): boolean;
}

/** Has a name also when it differs in case alone. */
class CaselessNames implements Names {
  readonly #names: ReadonlySet<string>;

  constructor(names: ReadonlySet<string>) {
    this.#names = new Set([...names].map((name) => name.toLowerCase()));
  }

  has(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }
}

/** Names of the classes and interfaces that the operations give, of the runtime and of the platform. */
function namesBeside({ operations }: ClassSources): ReadonlySet<string> {
  const ofOperations = operations.flatMap(({ resource, type }) => [
    resourceClassName(resource),
    `${type}Input`,
  ]);
  return new Set([...takenNames(), ...ofOperations]);
}

/** Words that lead on to another: English, German, French and Spanish, as titles of contracts are written. */
const JOINING = new Set(
  (
    "a an and as at between but by for from in into its of on or our over per that the their to under using via " +
    "with within your " +
    "der die das des dem den ein eine für im mit oder und von vom zu zum zur über " +
    "à au aux avec dans de du en et la le les ou par pour sur " +
    "con del e el los las o para por y"
  ).split(" "),
);

/** The words of a title that was cut, up to the last that may end one: `search directory and` → `search directory`. */
function withoutJoiningEnd(words: readonly string[]): readonly string[] {
  return words.slice(0, words.findLastIndex((word) => !JOINING.has(word)) + 1);
}
