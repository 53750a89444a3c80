import type { IdempotencyOverride } from "../../../config/client-overrides.js";
import type { Json } from "../../../load/loaded-contract.js";
import type { OperationModel, ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { compiledPattern, isTrivialPattern } from "../../../openapi/patterns.js";
import { literalPattern } from "../../../text/literal-pattern.js";
import { findHeaderParameter } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { OperationTraits } from "./trait.js";

/** What a contract asks of idempotency keys beyond what a header can carry (1 to 255 visible ASCII characters). */
export interface KeyRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Regular expressions that are safe to run; a key matches each of them somewhere. */
  readonly patterns?: readonly string[];
  readonly uuid?: true;
  /** The only keys there are. */
  readonly values?: readonly string[];
}

/** How the client makes a key: a UUID, or random characters, between two texts. */
export interface KeyForm {
  readonly prefix?: string;
  readonly suffix?: string;
  /** Absent: a UUID. */
  readonly random?: { readonly characters: string; readonly length: number };
}

/** The rules of an operation's keys, and what follows for the client. */
export interface PlannedKeys {
  readonly rules: KeyRules;
  /** As the contract has them: patterns that could take exponential time, keywords that say something else. */
  readonly unchecked: readonly string[];
  /** Absent: the client knows no form that fits, and every call needs a key of the caller's. */
  readonly form?: KeyForm;
}

/** What an operation's keys must fit; undefined where it takes none, or any that a header can carry. */
export function planKeys(
  operation: OperationModel,
  traits: OperationTraits,
  reader: SchemaReader,
): PlannedKeys | undefined {
  const parameter = keyParameter(operation, traits);
  const parts = parameter === undefined ? [] : listParts(parameter.schema, reader);
  const patterns = [...new Set(parts.flatMap((part) => part.patterns ?? []))];
  const safe = patterns.filter((pattern) => compiledPattern(pattern) !== undefined);
  const others = parts.map((part) => ({ ...part, patterns: [] }));
  const rules = joinRules([...others, ...safe.map(rulesOfPattern), givenRules(traits)]);
  const unchecked = [
    ...parts.flatMap((part) => part.unchecked ?? []),
    ...patterns.filter((pattern) => !safe.includes(pattern)).map((pattern) => `pattern: ${pattern}`),
  ];
  const form = chooseForm(rules);
  return unchecked.length === 0 && Object.keys(rules).length === 0
    ? undefined
    : { rules, unchecked, ...(form !== undefined && { form }) };
}

/** Characters of a header with a key. */
const MOST = 255;

const UUID = String.raw`^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$`;

/**
 * The rules as regular expressions, each with what it asks for in words: what the runtime checks keys by. Lengths that exclude each other are
 * no pattern: the caller gives every key, and the server checks it.
 */
export function wordRules(rules: KeyRules): readonly { readonly pattern: string; readonly must: string }[] {
  const { minLength = 0, maxLength, patterns = [], uuid, values } = rules;
  const escaped = values?.map(literalPattern);
  const most = maxLength === undefined ? "" : String(maxLength);
  const lengths = [
    ...(minLength === 0 ? [] : [`at least ${String(minLength)}`]),
    ...(most === "" ? [] : [`at most ${most}`]),
  ];
  return [
    ...(lengths.length === 0 || !hasLength(rules)
      ? []
      : [
          {
            pattern: `^.{${String(minLength)},${most}}$`,
            must: `have ${lengths.join(" and ")} characters`,
          },
        ]),
    ...(uuid === true ? [{ pattern: UUID, must: "be a UUID" }] : []),
    ...(escaped === undefined
      ? []
      : [{ pattern: `^(?:${escaped.join("|")})$`, must: `be one of ${JSON.stringify(values)}` }]),
    ...patterns.map((pattern) => ({ pattern, must: `match ${pattern}` })),
  ];
}

/** Whether a key can have a length that rules ask for. */
export function hasLength({ minLength = 1, maxLength = MOST }: KeyRules): boolean {
  return minLength <= maxLength;
}

/** What the configuration says of the length of keys. */
function givenRules({ idempotentCreate }: OperationTraits): KeyRules {
  const { rules }: IdempotencyOverride = idempotentCreate?.given ?? {};
  return rules === false || rules === undefined ? {} : rules;
}

/** The header parameter of an operation that takes the key. */
export function keyParameter(
  operation: OperationModel,
  { idempotentCreate }: OperationTraits,
): ParameterModel | undefined {
  const header = idempotentCreate?.facts.header;
  return header === undefined ? undefined : findHeaderParameter(operation, header);
}

/** What one part of a schema says. */
type Part = KeyRules & { readonly unchecked?: readonly string[] };

/** What a schema and all that it is put together of say of a key. */
function listParts(schema: SchemaNode, reader: SchemaReader): readonly Part[] {
  const parts: Part[] = [];
  const seen = new Set<SchemaNode>();
  const read = (node: SchemaNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    parts.push(...readAssertions(node.constraints));
    const { type } = node;
    if (type.kind === "ref") {
      const target = reader.named(type.name);
      if (target !== undefined) read(target);
    } else if (type.kind === "intersection") type.members.forEach(read);
    else if (type.kind === "union") {
      const members = type.members.filter((member) => member.type.kind !== "null");
      if (members.length === 1) members.forEach(read);
      else parts.push({ unchecked: [type.form === "types" ? "type" : type.form] });
    } else parts.push(readType(type));
  };
  read(schema);
  return parts;
}

/** Digits of a 64-bit integer. */
const NUMBER = String.raw`^-?\d{1,19}$`;

function readType(type: SchemaNode["type"]): Part {
  switch (type.kind) {
    case "any":
      return {};
    case "string":
      return type.format === "uuid" ? { uuid: true } : {};
    case "number":
      return { patterns: [NUMBER] };
    case "literal":
      return typeof type.value === "object" ? { unchecked: ["const"] } : { values: [String(type.value)] };
    case "enum":
      return { values: type.values.map(String) };
    default:
      return { unchecked: ["type"] };
  }
}

/** Keywords that say nothing of a header's text. */
const SILENT = new Set(["contentEncoding", "contentMediaType", "contentSchema"]);

function readAssertions(constraints: Readonly<Record<string, Json>>): readonly Part[] {
  return Object.entries(constraints).flatMap(([keyword, value]): readonly Part[] => {
    if (keyword === "minLength" && isLength(value)) return [{ minLength: value }];
    if (keyword === "maxLength" && isLength(value)) return [{ maxLength: value }];
    if (keyword === "pattern" && typeof value === "string") return [{ patterns: [value] }];
    if (keyword === "format") return value === "uuid" ? [{ uuid: true }] : [];
    if (keyword === "allOf" && Array.isArray(value))
      return (value as readonly Json[]).flatMap((part) =>
        typeof part === "object" && part !== null
          ? readAssertions(part as Readonly<Record<string, Json>>)
          : [{ unchecked: ["allOf"] }],
      );
    return SILENT.has(keyword) ? [] : [{ unchecked: [keyword] }];
  });
}

/** Whether a value counts characters, and can be written in a pattern. */
function isLength(value: Json): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const VISIBLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index));
/** One class of characters, repeated. */
const ONE_CLASS = /^\^(\.|\\S|\[(?:\\.|[^\]\\])+\])(?:([+*])|\{(\d+)(,?)(\d*)\})\$$/su;

/** A pattern that allows every character that a key can have says how long it is, and no more. */
function rulesOfPattern(pattern: string): KeyRules {
  if (isTrivialPattern(pattern)) return {};
  const [, characters = "", repeated, least = "1", comma, most = ""] = ONE_CLASS.exec(pattern) ?? [];
  const one = characters === "" ? undefined : compiledPattern(`^${characters}$`);
  if (one === undefined || !VISIBLE.every((character) => one.test(character))) return { patterns: [pattern] };
  if (repeated !== undefined) return {};
  if (![least, most].every((length) => isLength(Number(length)))) return { patterns: [pattern] };
  const maxLength = comma === "" ? Number(least) : most === "" ? undefined : Number(most);
  return { minLength: Number(least), ...(maxLength !== undefined && { maxLength }) };
}

/** All of them at once; what every header fits is omitted. */
function joinRules(parts: readonly KeyRules[]): KeyRules {
  const minLength = Math.max(1, ...parts.map((part) => part.minLength ?? 1));
  const maxLength = Math.min(MOST, ...parts.map((part) => part.maxLength ?? MOST));
  const patterns = [...new Set(parts.flatMap((part) => part.patterns ?? []))];
  const lists = parts.flatMap(({ values }) => (values === undefined ? [] : [values]));
  const values = lists[0]?.filter((value) => lists.every((list) => list.includes(value)));
  return {
    ...(minLength > 1 && { minLength }),
    ...(maxLength < MOST && { maxLength }),
    ...(patterns.length > 0 && { patterns }),
    ...(parts.some(({ uuid }) => uuid) && { uuid: true }),
    ...(values !== undefined && { values }),
  };
}

/** Characters of random keys, in the order in which they are tried: lower case first, for servers that ignore case. */
const CHARACTERS = [
  "0123456789abcdef",
  "0123456789abcdefghijklmnopqrstuvwxyz",
  "0123456789ABCDEF",
  // Without letters that look like digits: the alphabet of ULIDs.
  "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  "abcdefghijklmnopqrstuvwxyz",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "0123456789",
];

/** With fewer, two of a million keys could be equal. */
const LEAST_BITS = 64;
/** As many as a UUID has. */
const WANTED_BITS = 122;

/** The first form whose keys all fit. */
function chooseForm(rules: KeyRules): KeyForm | undefined {
  if (rules.values !== undefined) return undefined;
  for (const ends of listEnds(rules)) {
    if (fits({ ...ends }, rules)) return ends;
    for (const characters of CHARACTERS) {
      for (const length of listLengths(rules, ends, Math.log2(characters.length))) {
        const form = { ...ends, random: { characters, length } };
        if (fits(form, rules)) return form;
      }
    }
  }
  return undefined;
}

/** A character that stands for itself. */
const PLAIN = String.raw`(?:[A-Za-z\d_\-:~"=@]|\\[^A-Za-z\d])`;
const FIRST = new RegExp(String.raw`^\^(${PLAIN}+)`, "u");
const LAST = new RegExp(String.raw`(${PLAIN}+)\$$`, "u");

/** What a key may begin and end with: nothing, or the characters that a pattern names there. */
function listEnds({ patterns = [] }: KeyRules): readonly Pick<KeyForm, "prefix" | "suffix">[] {
  const literal = (text: string): string => text.replace(/\\(.)/gsu, "$1");
  const named = patterns.flatMap((pattern) => {
    const prefix = literal(FIRST.exec(pattern)?.[1] ?? "");
    const suffix = literal(LAST.exec(pattern)?.[1] ?? "");
    return prefix === "" ? [] : [{ prefix }, ...(suffix === "" ? [] : [{ prefix, suffix }])];
  });
  return [{}, ...named];
}

/** How many random characters are tried: as many as make a UUID, then as few or many as a rule counts. */
function listLengths(
  { minLength = 1, maxLength = MOST, patterns = [] }: KeyRules,
  { prefix = "", suffix = "" }: Pick<KeyForm, "prefix" | "suffix">,
  bits: number,
): readonly number[] {
  const ends = prefix.length + suffix.length;
  const wanted = Math.min(Math.max(Math.ceil(WANTED_BITS / bits), minLength - ends), maxLength - ends);
  const counted = patterns
    .flatMap((pattern) => [...pattern.matchAll(/\{(\d+),?(\d*)\}/gu)])
    .flatMap(([, least = "", most = ""]) => (most === "" ? [least] : [least, most]))
    .map(Number);
  return [...new Set([wanted, ...counted])].filter(
    (length) => length * bits >= LEAST_BITS && length + ends <= maxLength,
  );
}

function fits(form: KeyForm, rules: KeyRules): boolean {
  const { minLength = 1, maxLength = MOST, patterns = [], uuid } = rules;
  if (uuid === true && Object.keys(form).length > 0) return false;
  const expressions = patterns.map((pattern) => compiledPattern(pattern));
  return sampleKeys(form).every(
    (key) =>
      key.length >= minLength &&
      key.length <= maxLength &&
      expressions.every((expression) => expression?.test(key) === true),
  );
}

/** Keys of a form in which every character is at every position where it can be, and next to itself. */
function sampleKeys({ prefix = "", suffix = "", random }: KeyForm): readonly string[] {
  const { characters, length } = random ?? { characters: "0123456789abcdef", length: 36 };
  return Array.from(characters).flatMap((one, first) => {
    const texts = [
      "".padEnd(length, one),
      Array.from({ length }, (_, index) => characters[(first + index) % characters.length]).join(""),
    ];
    return texts.map((text) => `${prefix}${random === undefined ? asUuid(text) : text}${suffix}`);
  });
}

/** A UUID of version 4 (RFC 9562 section 5.4). */
function asUuid(text: string): string {
  const variant = "89ab"[text.charCodeAt(19) % 4] ?? "8";
  return text.replace(/^(.{8}).(.{4})..(.{3}).{2}(.{3}).(.{12})$/u, `$1-$2-4$3-${variant}$4-$5`);
}
