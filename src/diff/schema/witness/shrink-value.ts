import type { Json } from "../../../load/loaded-contract.js";

/** Smaller values that are tried. */
const MOST_TRIED = 300;

/** Leaves out members and items of a value, at any depth, as long as the rest is what it has to be. */
export function shrinkValue(value: Json, isEnough: (value: Json) => boolean): Json {
  let tried = 0;
  return shrink(value, isEnough);

  function shrink(part: Json, isFit: (part: Json) => boolean): Json {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return shrinkItems(part as readonly Json[], isFit);
    let members = Object.entries(part as Readonly<Record<string, Json>>);
    for (const [name] of members) {
      const fewer = members.filter(([member]) => member !== name);
      if (!fits(Object.fromEntries(fewer), isFit)) continue;
      members = fewer;
    }
    for (const [name, value] of members) {
      const withValue = (other: Json) =>
        Object.fromEntries(members.map(([member, own]) => [member, member === name ? other : own]));
      const smaller = shrink(value, (other) => isFit(withValue(other)));
      members = members.map(([member, own]) => [member, member === name ? smaller : own]);
    }
    return Object.fromEntries(members);
  }

  function shrinkItems(part: readonly Json[], isFit: (part: Json) => boolean): readonly Json[] {
    let items = part;
    while (items.length > 0 && fits(items.slice(0, -1), isFit)) items = items.slice(0, -1);
    for (const [index, item] of items.entries()) {
      const smaller = shrink(item, (other) => isFit(items.with(index, other)));
      items = items.with(index, smaller);
    }
    return items;
  }

  function fits(part: Json, isFit: (part: Json) => boolean): boolean {
    tried += 1;
    return tried <= MOST_TRIED && isFit(part);
  }
}

/** The part of a value that keys lead to. */
export function valueUnder(value: Json, path: readonly (number | string)[]): Json | undefined {
  return path.reduce<Json | undefined>((part, key) => {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    return (part as Readonly<Record<number | string, Json>>)[key];
  }, value);
}

/** All names of members in values, at any depth. */
export function namesIn(values: readonly Json[]): ReadonlySet<string> {
  const names = new Set<string>();
  values.forEach(collect);
  return names;

  function collect(value: Json): void {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) for (const name of Object.keys(value)) names.add(name);
    for (const part of Object.values(value) as readonly Json[]) collect(part);
  }
}
