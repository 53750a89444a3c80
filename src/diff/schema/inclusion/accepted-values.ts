import type { Json } from "../../../load/loaded-contract.js";
import type { VisitBudget } from "../../../openapi/visit.js";
import { canonicalJson } from "../../../text/canonical-json.js";
import { limitsType } from "../form/formats.js";
import { slotOfItem, slotOfProperty } from "../form/merge-forms.js";
import { compiledPattern, isTrivialPattern } from "../../../openapi/patterns.js";
import { BOUND_NAMES, BOUNDS, type SchemaForm, type Slot, typeOfValue } from "../form/schema-form.js";
import type { SchemaNode, SchemaReader } from "../form/schema-reader.js";
import { all, any, not, type Verdict } from "./verdict.js";

/** Deeper values are not looked at: no contract lists any. */
const DEEPEST = 32;

/** Whether a schema allows a value: `unknown` where that depends on a format, or on an expression that is not run. */
export function acceptsValue(
  reader: SchemaReader,
  node: SchemaNode,
  value: Json,
  budget: VisitBudget,
  depth = 0,
): Verdict {
  if (depth > DEEPEST) return "unknown";
  budget.visit();
  const accepts = (slot: Slot, item: Json): Verdict =>
    slot.length === 0 ? "yes" : acceptsValue(reader, reader.node(slot), item, budget, depth + 1);
  const { form } = node;
  const branches = form.unions.map((union): Verdict => {
    if (union.hasNull && value === null) return "yes";
    const verdicts = union.branches.map((branch) => accepts([branch], value));
    return union.kind === "anyOf" ? any(verdicts) : exactlyOne(verdicts);
  });
  return all([
    acceptsType(form, value),
    ...branches,
    ...form.exclusions.map((pointer) => not(accepts([pointer], value))),
    ...form.conditionals.map(({ condition, then, else: otherwise }): Verdict => {
      const holds = accepts(condition, value);
      if (holds === "unknown") return "unknown";
      return accepts(holds === "yes" ? then : otherwise, value);
    }),
    ...acceptsParts(form, value, accepts),
  ]);
}

type Accepts = (slot: Slot, item: Json) => Verdict;

function exactlyOne(verdicts: readonly Verdict[]): Verdict {
  const count = verdicts.filter((verdict) => verdict === "yes").length;
  if (count > 1) return "no";
  if (verdicts.includes("unknown")) return "unknown";
  return count === 1 ? "yes" : "no";
}

function acceptsType(form: SchemaForm, value: Json): Verdict {
  const isListed = form.values?.value.some((item) => canonicalJson(item) === canonicalJson(value)) ?? true;
  if (!form.types.has(typeOfValue(value)) || !isListed) return "no";
  return typeof value === "number" && form.isInteger && !Number.isInteger(value) ? "no" : "yes";
}

function acceptsParts(form: SchemaForm, value: Json, accepts: Accepts): readonly Verdict[] {
  const count = acceptsCount(form, value);
  switch (typeOfValue(value)) {
    case "number":
      return [
        count,
        ...form.factors.map(({ value: factor }) => isMultiple(Number(value), factor)),
        all(form.formats.map(({ value: format }) => isOfFormat(Number(value), format))),
      ];
    case "string":
      return [count, ...acceptsText(form, value as string)];
    case "array":
      return [count, ...acceptsItems(form, value as readonly Json[], accepts)];
    case "object":
      return [count, ...acceptsMembers(form, value as Readonly<Record<string, Json>>, accepts)];
    default:
      return [];
  }
}

function acceptsCount(form: SchemaForm, value: Json): Verdict {
  const type = typeOfValue(value);
  const size = sizeOf(value);
  const isWithin = BOUND_NAMES.filter((name) => BOUNDS[name].type === type).every((name) => {
    const bound = form.bounds.get(name);
    if (bound === undefined) return true;
    if (size === bound.limit) return !bound.isExclusive;
    return BOUNDS[name].side === "lower" ? size > bound.limit : size < bound.limit;
  });
  return isWithin ? "yes" : "no";
}

/** What bounds limit: a number itself, or how many characters, items or members there are. */
export function sizeOf(value: Json): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return Array.from(value).length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

/** Whether one number is a multiple of another, as far as floating point can show it. */
export function isMultiple(value: number, factor: number): Verdict {
  const quotient = value / factor;
  return Math.abs(quotient - Math.trunc(quotient + 0.5 * Math.sign(quotient))) < 1e-9 ? "yes" : "no";
}

function formatOf({ formats }: SchemaForm): Verdict {
  return formats.length === 0 ? "yes" : "unknown";
}

const INTEGERS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** Of formats that are not known here, and of numbers that are not exact, nothing is certain. */
function isOfFormat(value: number, format: string): Verdict {
  if (limitsType(format, "number") === false) return "yes";
  const [least, most] = INTEGERS[format] ?? [];
  if (least === undefined || most === undefined) return "unknown";
  if (Number.isInteger(value) && value >= least && value <= most) return "yes";
  return format === "int64" && Number.isInteger(value) ? "unknown" : "no";
}

function acceptsText(form: SchemaForm, text: string): readonly Verdict[] {
  const patterns = form.patterns.map(({ value }): Verdict => {
    if (isTrivialPattern(value)) return "yes";
    const expression = text.length > 200 ? undefined : compiledPattern(value);
    if (expression === undefined) return "unknown";
    return expression.test(text) ? "yes" : "no";
  });
  const isEncoded = form.contentType !== undefined || form.contentEncoding !== undefined;
  return [...patterns, formatOf(form), isEncoded ? "unknown" : "yes"];
}

function acceptsItems(form: SchemaForm, items: readonly Json[], accepts: Accepts): readonly Verdict[] {
  const texts = new Set(items.map((item) => canonicalJson(item)));
  return [
    ...items.map((item, index) => accepts(slotOfItem(form, index), item)),
    form.unique === undefined || texts.size === items.length ? "yes" : "no",
    ...form.contains.map(({ slot, least, most }): Verdict => {
      const verdicts = items.map((item) => accepts(slot, item));
      if (verdicts.includes("unknown")) return "unknown";
      const count = verdicts.filter((verdict) => verdict === "yes").length;
      return count >= least && count <= (most ?? Infinity) ? "yes" : "no";
    }),
    form.unevaluatedItems.length > 0 ? "unknown" : "yes",
  ];
}

function acceptsMembers(
  form: SchemaForm,
  value: Readonly<Record<string, Json>>,
  accepts: Accepts,
): readonly Verdict[] {
  const has = (name: string) => Object.hasOwn(value, name);
  const names = Object.keys(value);
  return [
    ...[...form.required.keys()].map((name): Verdict => (has(name) ? "yes" : "no")),
    ...names.flatMap((name) => [
      accepts(slotOfProperty(form, name), value[name] ?? null),
      accepts(form.propertyNames, name),
    ]),
    ...[...form.dependentRequired].map(([name, { value: needed }]): Verdict =>
      !has(name) || needed.every(has) ? "yes" : "no",
    ),
    ...[...form.dependentSchemas].map(([name, slot]) => (has(name) ? accepts(slot, value) : "yes")),
    form.unevaluatedProperties.length > 0 || hasUnsafePattern(form) ? "unknown" : "yes",
  ];
}

function hasUnsafePattern({ patternProperties }: SchemaForm): boolean {
  return [...patternProperties.keys()].some((pattern) => compiledPattern(pattern) === undefined);
}
