import type { Json } from "../../../load/loaded-contract.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import type { SchemaReader } from "../schema-reader.js";

/** What schemas and examples say of a text that has the name of an identifier. */
interface LongExamples {
  /** Whether an example or the default is an integer that a program could round, and all of them are integers. */
  readonly areLong: (schema: SchemaNode, examples?: readonly Json[]) => boolean;
  /** Whether nothing says that the text is anything but an integer: the contract says of all identifiers that they are. */
  readonly mayBeLong: (schema: SchemaNode, examples?: readonly Json[]) => boolean;
  /**
   * Whether its pattern has digits alone, many of them, and no anchors: `[0-9]+`. JSON Schema finds that in any text with a digit, Bean Validation and others
   * match it with the whole text. No example or default has anything else.
   */
  readonly areDigits: (schema: SchemaNode, examples?: readonly Json[]) => boolean;
}

/** Reads the examples of a text, or of the elements of a list. */
export function createLongExamples(reader: SchemaReader): LongExamples {
  const nodesOf = (schema: SchemaNode, depth = MOST_LISTS): readonly SchemaNode[] => {
    const target = reader.resolve(schema);
    const nodes = schema === target ? [target] : [schema, target];
    return target.type.kind === "array" && depth > 0
      ? [...nodes, ...nodesOf(target.type.items, depth - 1)]
      : nodes;
  };
  const read = (schema: SchemaNode, beside: readonly Json[] = []) => {
    const nodes = nodesOf(schema);
    const values = nodes.flatMap(({ doc }) => [
      ...doc.examples,
      ...(doc.default === undefined ? [] : [doc.default]),
    ]);
    return {
      nodes,
      values: [...beside, ...values].flatMap(elementsOf).filter((value) => value !== null && value !== ""),
    };
  };
  return {
    areLong: (schema, examples) => {
      const { values } = read(schema, examples);
      return values.some(isLong) && values.every(isInteger);
    },
    mayBeLong: (schema, examples) => {
      const { nodes, values } = read(schema, examples);
      return (
        values.every(isInteger) &&
        nodes.every(
          ({ type, constraints, doc: { description = "" } }) =>
            (type.kind !== "string" || type.format === undefined) &&
            constraints["pattern"] === undefined &&
            !OTHER.test(description.slice(0, LONGEST)),
        )
      );
    },
    areDigits: (schema, examples) => {
      const { nodes, values } = read(schema, examples);
      return (
        nodes.some(
          ({ type, constraints }) =>
            type.kind === "string" && type.format === undefined && hasManyDigits(constraints),
        ) && values.every((value) => typeof value === "string" && /^\d+$/.test(value))
      );
    },
  };
}

/** One or two parts of a pattern that digits alone match, where it is matched with the whole text: `[0-9]+`, `\d{1,19}`, `[1-9]\d*`. */
const UNANCHORED_DIGITS =
  /^(?:\[[01]-9\]|\\d)(\+|\{[1-9]\d?(?:,\d{0,3})?\})?(?:(?:\[0-9\]|\\d)(\*|\{\d{1,3}(?:,\d{0,3})?\}))?$/;

/** Digits that a 64-bit integer needs at most, and those from which on an identifier of digits may be one: not a year, a PIN or a postcode. */
const MOST_DIGITS = 20;
const LEAST_DIGITS = 10;

/** Whether a pattern without anchors allows as many digits as a 64-bit identifier has, and no limit of the length denies it. */
function hasManyDigits({ pattern, minLength, maxLength }: SchemaNode["constraints"]): boolean {
  const found = typeof pattern === "string" ? UNANCHORED_DIGITS.exec(pattern) : null;
  if (found === null) return false;
  const [first, second] = [countsOf(found[1] ?? "{1}"), countsOf(found[2] ?? "{0}")];
  const least = Math.max(first.least + second.least, typeof minLength === "number" ? minLength : 0);
  const most = Math.min(first.most + second.most, typeof maxLength === "number" ? maxLength : Infinity);
  return most >= LEAST_DIGITS && least <= Math.min(most, MOST_DIGITS);
}

/** How often a part of a pattern may come: `+`, `*`, `{4}`, `{1,}`, `{1,19}`. */
function countsOf(quantifier: string): { readonly least: number; readonly most: number } {
  if (quantifier === "+" || quantifier === "*") return { least: quantifier === "+" ? 1 : 0, most: Infinity };
  const [least = "", most = least] = quantifier.slice(1, -1).split(",");
  return { least: Number(least), most: most === "" ? Infinity : Number(most) };
}

/** Values of examples that are looked at, for a whole contract. */
const MOST_VALUES = 50_000;

/**
 * The names that have an integer in text, which a program could round, in examples of whole bodies and objects; not those that have something
 * else in another example: `id` can be that of anything.
 *
 * @param keyOf - one spelling of a name
 */
export function longMembers(examples: readonly Json[], keyOf: (name: string) => string): ReadonlySet<string> {
  const found = new Set<string>();
  const others = new Set<string>();
  const open = [...examples];
  for (let looked = 0; open.length > 0 && looked < MOST_VALUES; looked += 1) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries<Json>(value)) {
      const values = elementsOf(inner).filter((one) => one !== null && one !== "");
      if (values.some(isLong)) found.add(keyOf(name));
      if (!values.every(isInteger)) others.add(keyOf(name));
      if (typeof inner === "object") open.push(inner);
    }
  }
  return new Set([...found].filter((key) => !others.has(key)));
}

/** Lists in lists whose elements are looked at: a list may contain itself. */
const MOST_LISTS = 3;

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** What a text is that holds no number. */
const OTHER = /\b(?:uuid|guid|ulid|hash|hex\w*|base-?\d\d|slug|opaque|e-?mail)\b/iu;

function elementsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** An integer as a text has it. */
function isInteger(value: Json): boolean {
  return typeof value === "string" && /^(?:0|[1-9]\d{0,19})$/.test(value);
}

/** An integer of 64 bits beyond those that a number holds exactly. */
function isLong(value: Json): boolean {
  if (typeof value !== "string" || !/^[1-9]\d{15,19}$/.test(value)) return false;
  const number = BigInt(value);
  return number > BigInt(Number.MAX_SAFE_INTEGER) && number < 2n ** 64n;
}
