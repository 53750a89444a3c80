import { words } from "../../../../text/words.js";
import { yamlList } from "../../../../text/yaml-scalar.js";
import { fullName, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { textOf } from "../../traits/body-members.js";
import type { FoundFlags } from "../../traits/capabilities/feature-flags.js";
import { flagsAt } from "../../traits/capabilities/flag-names.js";
import { listed } from "./limit-signs.js";
import { type LostSign, operationLines, type SignSource } from "../sign.js";

/** Verbs of changes, as a flag or its description has them. */
const CHANGE =
  /^(?:writ(?:e|es|able|ing)|creat(?:e|es|ing|ion)|updat(?:e|es|ing)|delet(?:e|es|ing|ion)|edit(?:s|ing)?|chang(?:e|es|ing)|mutations?|modif(?:y|ies|ying)|post|put|patch)$/;

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** That a flag is of reads, its words joined by `_`: `readsEnabled`, `read`; not `read_only`. */
const READ = /(?:^|_)read(?:s|ing)?(?!_only)(?:_|$)/;

/**
 * Operations of which nothing says which flags they need, though the contract has flags: changes, and reads where a flag is of reads by its
 * name. It leaves aside what a person has decided of, what has a sign of its own, and the reads by which a start is followed to its end.
 */
export function undecidedOperations(
  sources: readonly SignSource[],
  found: FoundFlags,
  described: readonly LostSign[],
): readonly SignSource[] {
  const open = withoutOwnSigns(openOperations(sources, found), described);
  const changes = open.filter(isChange);
  const isOfReads = [...found.flags.names].some((name) => READ.test(words(name).join("_")));
  return isOfReads ? [...changes, ...open.filter((one) => !changes.includes(one))] : changes;
}

function openOperations(
  sources: readonly SignSource[],
  { operation: home }: FoundFlags,
): readonly SignSource[] {
  const followed = new Set(
    sources.flatMap(({ traits: { background } }) => {
      const { status, result } = background?.facts ?? {};
      return [status, result?.operation].flatMap((name) => (name === undefined ? [] : [fullName({ name })]));
    }),
  );
  return sources.filter(
    ({ operation, traits, switchedOff }) =>
      operation !== home &&
      traits.features === undefined &&
      traits.tokenExchange === undefined &&
      !followed.has(fullName(operation)) &&
      !switchedOff.includes("features"),
  );
}

/** Operations without those of which a text says what they need. */
function withoutOwnSigns(
  sources: readonly SignSource[],
  described: readonly LostSign[],
): readonly SignSource[] {
  return sources.filter((one) => !described.some(({ operation }) => operation === one.operation));
}

function isChange({ traits: { safe } }: SignSource): boolean {
  return safe === undefined;
}

/**
 * Flags that no operation needs, where the contract says what others need, and an operation of what the flag is of, by its name or its
 * description, needs none: flags of changes, of reads, and of what a path or a tag names. One sign for the contract.
 *
 * @param described - signs of flags that descriptions of operations name
 */
export function unneededFlags(
  sources: readonly SignSource[],
  found: FoundFlags,
  described: readonly LostSign[],
  reader: SchemaReader,
): readonly LostSign[] {
  const { operation: home, path, flags } = found;
  const needed = new Set(sources.flatMap(({ traits }) => traits.features?.facts ?? []));
  const open = openOperations(sources, found);
  const undescribed = withoutOwnSigns(open, described);
  if (needed.size === 0 || open.length === 0 || flags.areDescribed || !flags.isOfBooleans) return [];
  const isNamed = (name: string) =>
    described.some(({ lines }) => lines.some((line) => line.includes(JSON.stringify(name))));
  const holder = flagsAt(home, path, reader);
  const subjects: Subjects = {
    common: sharedWords(sources),
    nouns: new Set(sources.flatMap(({ operation }) => singularWords(namesOf(operation)))),
  };
  const unneeded = [...flags.names].flatMap((name) => {
    if (needed.has(name) || isNamed(name)) return [];
    const schema = holder && reader.property(holder, name)?.schema;
    const text = (schema === undefined ? "" : textOf(schema, reader)).slice(0, LONGEST);
    const needing = open.filter((one) => namesOperation(text, one));
    const others = subjectsOf({ name, text }, undescribed, subjects);
    // An operation whose text names another flag may need both.
    const possible =
      [needing, others].find((ones) => ones.length > 0) ?? subjectsOf({ name, text }, open, subjects);
    return possible.length === 0 ? [] : [{ name, needing, possible }];
  });
  if (unneeded.length === 0) return [];
  const isOne = unneeded.length === 1;
  const accepted = open.filter((one) => unneeded.some(({ possible }) => possible.includes(one)));
  return [
    {
      operation: home,
      trait: "features",
      shown: `its response has the ${isOne ? "flag" : "flags"} ${listed(unneeded.map(({ name }) => name))}`,
      missing: `no operation says that it needs ${isOne ? "it" : "them"}`,
      lines: linesOf(unneeded, open),
      meant: ["operations:", ...accepted.flatMap((one) => entryOf(one, "features: false"))],
    },
  ];
}

/** A flag that no operation needs. */
interface UnneededFlag {
  readonly name: string;
  /** The operations that its description names. */
  readonly needing: readonly SignSource[];
  /** Those, or else the ones that it may be of. */
  readonly possible: readonly SignSource[];
}

/** What the operations of a contract are about, by their paths and tags. */
interface Subjects {
  /** The words that the paths of all operations have. */
  readonly common: ReadonlySet<string>;
  /** All words. */
  readonly nouns: ReadonlySet<string>;
}

/** The operations that a flag may be of: changes, reads, or what its name calls as a path or a tag does. */
function subjectsOf(
  { name, text }: { readonly name: string; readonly text: string },
  open: readonly SignSource[],
  { common, nouns }: Subjects,
): readonly SignSource[] {
  const own = wordsOf(name).filter((word) => !common.has(word));
  const named = open.filter((one) => own.some((word) => subjectWords(one).has(word)));
  // Those of the subject that the flag names, where it names one: beside a verb, a short word is one, too.
  const subjects = singularWords(name).filter((word) => word.length > 2 && !OF_ANY.test(word));
  const isOfSubject = ({ operation }: SignSource) =>
    singularWords(namesOf(operation)).some((word) => subjects.includes(word) && !common.has(word));
  const narrowed = (ones: readonly SignSource[]) =>
    ones.some(isOfSubject) ? ones.filter(isOfSubject) : ones;
  if (isOfVerb(name, CHANGE, nouns) || textIsOfChanges(text, nouns)) return narrowed(open.filter(isChange));
  if (READ.test(words(name).join("_")) && isOfVerb(name, READS, nouns))
    return narrowed(open.filter((one) => !isChange(one)));
  // What names another thing too may be a part of a page: `newOrdersPage`.
  const isAlone = singularWords(name).every((word) => nouns.has(word) || OF_ANY.test(word));
  return isAlone || isSwitch(name) ? named : [];
}

/** Whether a name has a verb for what the contract has or what is switched on: `writesEnabled`, `pets.delete`; not `changeColour`. */
function isOfVerb(name: string, verb: RegExp, nouns: ReadonlySet<string>): boolean {
  const all = words(name);
  const others = all.filter((word) => !verb.test(word) && !OF_ANY.test(word));
  return (
    all.some((word) => verb.test(word)) &&
    (others.length === 0 || isSwitch(name) || singularWords(others.join(" ")).some((word) => nouns.has(word)))
  );
}

const READS = /^read(?:s|ing)?$/;

/** Whether a name says that something can be called: `ordersEnabled`. */
function isSwitch(name: string): boolean {
  return words(name).some((word) =>
    /^(?:access|active|allowed|available|beta|disabled|enabled|permitted|supported)$/.test(word),
  );
}

/** What a text calls a call. */
const CALLS = /^(?:apis?|calls?|endpoints?|methods?|needed|operations?|requests?|required)$/;

/** Whether a text speaks of a change, and of calls or what the contract has. */
function textIsOfChanges(text: string, nouns: ReadonlySet<string>): boolean {
  const all = words(text);
  if (!all.some((word) => CHANGE.test(word))) return false;
  return all.some((word) => CALLS.test(word)) || singularWords(text).some((word) => nouns.has(word));
}

/** Words that say of a flag that it is one, and nothing of what. */
const OF_ANY =
  /^(?:access|active|allow(?:ed)?|available|beta|data|disabled?|enabled?|external|feature|flag|more|only|public|support(?:ed)?|version|with|without)$/;

/** The words of a name in the singular that can name a thing. */
function wordsOf(name: string): readonly string[] {
  return singularWords(name).filter((word) => word.length > 3 && !OF_ANY.test(word));
}

function singularWords(name: string): readonly string[] {
  return words(name).map((word) => word.replace(/(?<=\w{3})s$/u, ""));
}

/** The words of the path and the tags of an operation. */
function subjectWords({ operation }: SignSource): ReadonlySet<string> {
  return new Set(wordsOf(namesOf(operation)));
}

/** The path and the tags of an operation; parameters of the path are not a part of it. */
function namesOf({ path, tags }: SignSource["operation"]): string {
  return [path.replace(/\{[^}]*\}/gu, " "), ...tags].join(" ");
}

/** The words that the paths of all operations have. */
function sharedWords(sources: readonly SignSource[]): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = sources.map((one) => subjectWords(one));
  return new Set([...first].filter((word) => others.every((other) => other.has(word))));
}

/** What descriptions say of the flags; where they do not, the first other operation of each is for a person to fill in. */
function linesOf(found: readonly UnneededFlag[], open: readonly SignSource[]): readonly string[] {
  const known = open.flatMap((one) => {
    const names = found.flatMap(({ name, needing }) => (needing.includes(one) ? [name] : []));
    return names.length === 0 ? [] : [{ one, names }];
  });
  const isKnown = (source: SignSource) => known.some(({ one }) => one === source);
  const others = found.flatMap(({ needing, possible }) =>
    needing.length > 0 ? [] : (possible.find((source) => !isKnown(source)) ?? []),
  );
  return [
    "operations:",
    ...known.flatMap(({ one, names }) => entryOf(one, `features: ${yamlList(names)}`)),
    ...[...new Set(others)].flatMap((other) => entryOf(other, 'features: ["?"]')),
  ];
}

/** Below `operations`: one line of one operation. */
export function entryOf({ operation }: SignSource, line: string): readonly string[] {
  return operationLines(operation, [line]).slice(1);
}

/** Whether a text names an operation by its method and its path. */
function namesOperation(text: string, { operation }: SignSource): boolean {
  const key = operationKey(operation);
  return text.split(key).some((_, index, parts) => index > 0 && !/^[\w/{-]/u.test(parts[index] ?? ""));
}
