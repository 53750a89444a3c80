import { byText } from "../../text/by-text.js";
import { pascal, words } from "../../text/words.js";
import { componentPointer } from "./inheritance.js";
import { RESERVED_NAMES } from "./reserved-names.js";
import type { SchemaNote } from "./schema-note.js";

/** Names of the schemas of one model: handed out once, never twice, not even in another case. */
export interface SchemaNames {
  /**
   * Gives the name that the schema had before, else the wished one, else the first free one of `<name>2`, `<name>3`, …
   *
   * @param identity - what the schema is known by between generations: {@link SchemaModel.identity}.
   */
  claim(wished: string, identity: string): string;
}

/**
 * @param reserved - names that belong to the client itself.
 * @param kept - identity → name in an earlier generation, of schemas that the contract still has.
 */
export function createSchemaNames(
  reserved: ReadonlySet<string>,
  kept: ReadonlyMap<string, string> = new Map(),
): SchemaNames {
  // Two names that differ by case alone would be two files of one name on many disks.
  const taken = new Set<string>();
  const waiting = new Map<string, string>();
  for (const [identity, name] of kept) {
    if (isReserved(name, reserved) || taken.has(name.toLowerCase())) continue;
    waiting.set(identity, name);
    taken.add(name.toLowerCase());
  }
  return {
    claim(wished, identity) {
      const before = waiting.get(identity);
      waiting.delete(identity);
      if (before !== undefined) return before;
      const free = isReserved(wished, reserved) ? `${wished}Model` : wished;
      let name = free;
      for (let count = 2; taken.has(name.toLowerCase()) || isReserved(name, reserved); count++) {
        name = `${free}${String(count)}`;
      }
      taken.add(name.toLowerCase());
      return name;
    },
  };
}

/**
 * Names every component schema. A key that is its own identifier keeps it whatever is added later; the others follow
 * in sorted order, so that the same keys always give the same names. What had to give way is noted.
 *
 * @returns component key → name.
 */
export function nameComponents(
  keys: readonly string[],
  names: SchemaNames,
  notes: SchemaNote[],
): ReadonlyMap<string, string> {
  const ordered = keys
    .map((key) => ({ key, wished: identifier(key) }))
    .sort((left, right) => rank(left) - rank(right) || byText(left.key, right.key));
  return new Map(
    ordered.map(({ key, wished }) => {
      const name = names.claim(wished, componentPointer(key));
      if (name !== wished && name !== `${wished}Model`) {
        const text = `The schema ${JSON.stringify(key)} is named ${name}, because ${wished} is another schema's name.`;
        notes.push({ text, pointer: `#/components/schemas/${key}` });
      }
      return [key, name];
    }),
  );
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

function rank({ key, wished }: { key: string; wished: string }): number {
  return key === wished ? 0 : 1;
}

function isReserved(name: string, reserved: ReadonlySet<string>): boolean {
  return RESERVED_NAMES.has(name) || reserved.has(name);
}
