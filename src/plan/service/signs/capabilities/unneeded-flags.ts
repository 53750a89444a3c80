import { words } from "../../../../text/words.js";
import { yamlList } from "../../../../text/yaml-scalar.js";
import { operationKey } from "../../responses.js";
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

/** What the contract says of the flags that operations need. */
interface StatedFlags {
  /** Signs of flags that descriptions of operations name. */
  readonly described: readonly LostSign[];
  /** Whether it says it of any operation. */
  readonly isStated: boolean;
}

/**
 * Flags that no operation needs, though others need some: where the contract says what these need, those of changes, by their names or
 * descriptions, where a change needs none; where only the configuration says it, all that are left. One sign for the contract.
 */
export function unneededFlags(
  sources: readonly SignSource[],
  { operation: home, path, flags }: FoundFlags,
  { described, isStated }: StatedFlags,
  reader: SchemaReader,
): readonly LostSign[] {
  const needed = new Set(sources.flatMap(({ traits }) => traits.features?.facts ?? []));
  const open = sources.filter(
    ({ operation, traits, switchedOff }) =>
      operation !== home &&
      traits.features === undefined &&
      traits.tokenExchange === undefined &&
      !switchedOff.includes("features"),
  );
  const changes = open.filter(({ traits: { safe } }) => safe === undefined);
  // What a person decides of one operation leaves the flags of reads open as well.
  const needing = isStated ? changes : [...changes, ...open.filter((one) => !changes.includes(one))];
  if (needed.size === 0 || needing.length === 0 || flags.areDescribed) return [];
  if (isStated && !flags.isOfBooleans) return [];
  const isNamed = (name: string) =>
    described.some(({ lines }) => lines.some((line) => line.includes(JSON.stringify(name))));
  const holder = flagsAt(home, path, reader);
  const found = [...flags.names].flatMap((name) => {
    if (needed.has(name) || isNamed(name)) return [];
    const schema = holder && reader.property(holder, name)?.schema;
    const text = (schema === undefined ? "" : textOf(schema, reader)).slice(0, LONGEST);
    const ofIt = needing.filter((one) => namesOperation(text, one));
    const isOpen = !isStated || ofIt.length > 0 || isOfChanges(`${name} ${text}`);
    return isOpen ? [{ name, needing: ofIt }] : [];
  });
  if (found.length === 0) return [];
  const isOne = found.length === 1;
  return [
    {
      operation: home,
      trait: "features",
      shown: `its response has the ${isOne ? "flag" : "flags"} ${listed(found.map(({ name }) => name))}`,
      missing: `no operation says that it needs ${isOne ? "it" : "them"}`,
      lines: linesOf(found, needing),
      meant: ["operations:", ...needing.flatMap((one) => entryOf(one, "features: false"))],
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

function entryOf({ operation }: SignSource, line: string): readonly string[] {
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
