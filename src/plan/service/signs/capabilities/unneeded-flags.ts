import { words } from "../../../../text/words.js";
import { yamlList } from "../../../../text/yaml-scalar.js";
import { fullName, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { textOf } from "../../traits/body-members.js";
import type { FoundFlags } from "../../traits/capabilities/feature-flags.js";
import { flagsAt } from "../../traits/capabilities/flag-names.js";
import { listed } from "./limit-signs.js";
import { type LostSign, operationLines, type SignSource } from "../sign.js";

/** Words of a flag, or of its description, that speak of changes. */
const CHANGE =
  /^(?:writ(?:e|es|able|ing)|creat(?:e|es|ing|ion)|updat(?:e|es|ing)|delet(?:e|es|ing|ion)|edit(?:s|ing)?|chang(?:e|es|ing)|mutations?|modif(?:y|ies|ying)|post|put|patch)$/;

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** That a flag is of reads, its words joined by `_`: `readsEnabled`, `read`; not `read_only`. */
const READ = /(?:^|_)read(?:s|ing)?(?!_only)(?:_|$)/;

/**
 * Operations of which nothing says which flags they need, though the contract has flags: changes, and reads where a flag is of reads by its
 * name. It leaves aside what a person has decided of, and the reads by which a start is followed to its end.
 */
export function undecidedOperations(
  sources: readonly SignSource[],
  { operation: home, flags: { names } }: FoundFlags,
): readonly SignSource[] {
  const followed = new Set(
    sources.flatMap(({ traits: { background } }) => {
      const { status, result } = background?.facts ?? {};
      return [status, result?.operation].flatMap((name) => (name === undefined ? [] : [fullName({ name })]));
    }),
  );
  const open = sources.filter(
    ({ operation, traits, switchedOff }) =>
      operation !== home &&
      traits.features === undefined &&
      traits.tokenExchange === undefined &&
      !followed.has(fullName(operation)) &&
      !switchedOff.includes("features"),
  );
  const changes = open.filter(({ traits: { safe } }) => safe === undefined);
  const isOfReads = [...names].some((name) => READ.test(words(name).join("_")));
  return isOfReads ? [...changes, ...open.filter((one) => !changes.includes(one))] : changes;
}

/**
 * Flags of changes, by their names or descriptions, that no operation needs, where the contract says what others need, and a change needs
 * none. One sign for the contract.
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
  const changes = undecidedOperations(sources, found).filter(({ traits: { safe } }) => safe === undefined);
  if (needed.size === 0 || changes.length === 0 || flags.areDescribed || !flags.isOfBooleans) return [];
  const isNamed = (name: string) =>
    described.some(({ lines }) => lines.some((line) => line.includes(JSON.stringify(name))));
  const holder = flagsAt(home, path, reader);
  const unneeded = [...flags.names].flatMap((name) => {
    if (needed.has(name) || isNamed(name)) return [];
    const schema = holder && reader.property(holder, name)?.schema;
    const text = (schema === undefined ? "" : textOf(schema, reader)).slice(0, LONGEST);
    const needing = changes.filter((one) => namesOperation(text, one));
    return needing.length > 0 || isOfChanges(`${name} ${text}`) ? [{ name, needing }] : [];
  });
  if (unneeded.length === 0) return [];
  const isOne = unneeded.length === 1;
  return [
    {
      operation: home,
      trait: "features",
      shown: `its response has the ${isOne ? "flag" : "flags"} ${listed(unneeded.map(({ name }) => name))}`,
      missing: `no operation says that it needs ${isOne ? "it" : "them"}`,
      lines: linesOf(unneeded, changes),
      meant: ["operations:", ...changes.flatMap((one) => entryOf(one, "features: false"))],
    },
  ];
}

/** A flag that no operation needs, and those that its description names. */
interface UnneededFlag {
  readonly name: string;
  readonly needing: readonly SignSource[];
}

/** What descriptions say of the flags; where they do not, the first other operation is for a person to fill in. */
function linesOf(found: readonly UnneededFlag[], open: readonly SignSource[]): readonly string[] {
  const known = open.flatMap((one) => {
    const names = found.flatMap(({ name, needing }) => (needing.includes(one) ? [name] : []));
    return names.length === 0 ? [] : [{ one, names }];
  });
  const isOpen = found.some(({ needing }) => needing.length === 0);
  const other = isOpen ? open.find((source) => known.every(({ one }) => one !== source)) : undefined;
  return [
    "operations:",
    ...known.flatMap(({ one, names }) => entryOf(one, `features: ${yamlList(names)}`)),
    ...(other === undefined ? [] : entryOf(other, 'features: ["?"]')),
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

function isOfChanges(text: string): boolean {
  return words(text).some((word) => CHANGE.test(word));
}
