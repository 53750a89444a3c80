import type { Random } from "./random.js";

/** Code, comment and template ends that must stay text wherever they are printed; `globalThis` betrays them. */
export const canaries: readonly string[] = [
  "*/ globalThis.fuzzed = 1; /*",
  '"); globalThis.fuzzed = 1; ("',
  "'); globalThis.fuzzed = 1; ('",
  "`); ${globalThis.fuzzed = 1}; (`",
  "\n globalThis.fuzzed = 1;\n",
  "\u2028globalThis.fuzzed = 1\u2029",
  "\\u002a/globalThis.fuzzed=1//\\",
  "{{globalThis}} {{{globalThis}}} </script><!--globalThis",
];

const plain = [
  "a",
  "b",
  "id",
  "name",
  "Item",
  "item",
  "Items",
  "value",
  "kind",
  "type",
  "data",
  "Pet",
  "user_id",
];

const keywords = [
  "class",
  "default",
  "enum",
  "await",
  "yield",
  "async",
  "import",
  "export",
  "delete",
  "constructor",
  "prototype",
  "arguments",
  "eval",
  "undefined",
  "null",
  "true",
  "this",
  "super",
  "new",
  "function",
  "interface",
  "type",
  "namespace",
  "string",
  "number",
  "any",
  "unknown",
  "never",
  "object",
  "symbol",
  "Promise",
  "Record",
  "Array",
  "Date",
  "Error",
  "Object",
  "String",
  "Map",
  "Headers",
  "Response",
  "Request",
];

const members = [
  "__proto__",
  "hasOwnProperty",
  "toString",
  "valueOf",
  "toJSON",
  "then",
  "catch",
  "length",
  "$constant",
  "$ref",
  "$id",
  "const",
  "example",
  "examples",
  "properties",
  "items",
  "schema",
  "allOf",
  "required",
  "discriminator",
];

const odd = [
  "",
  " ",
  "0",
  "1",
  "-1",
  "1e3",
  "a b",
  "a-b",
  "a.b",
  "a/b",
  "a~b",
  "~1",
  "%",
  "%2F",
  "#",
  "?",
  "&",
  "=",
  "{a}",
  "{",
  "a\tb",
  "a\nb",
  "\0",
  "\ufeff",
  "\u200b",
  "é",
  "é",
  "名前",
  "имя",
  "𝒳",
  "🙂",
  "ﬁ",
  "\ud800",
  "İ",
  "ß",
  "..",
  ".",
  "../..",
  "con",
  "NUL",
  "index",
  "client",
  "a".repeat(300),
  "名".repeat(120),
  "A",
  "ITEM",
  "item_",
  "_item",
  "$item",
  "Item1",
  "Item_1",
  "ITEM-1",
];

/** A name that somebody might give, or that somebody hostile would. */
export function hostileName(random: Random): string {
  const list = random.pick([plain, keywords, members, odd, canaries]);
  return random.pick(list);
}

/** A name that a sensible contract could have: now and then one that collides with a word of the language. */
export function likelyName(random: Random): string {
  return random.pick(random.chance(0.75) ? plain : random.chance(0.6) ? keywords : members.slice(0, 9));
}

/** A text for titles and descriptions. */
export function hostileText(random: Random): string {
  return random.chance(0.5)
    ? random.pick(canaries)
    : random.many(random.between(1, 8), () => hostileName(random)).join(" ");
}
