import { isMultiple } from "./accepted-values.js";
import { encodingOf, formatEffect, isContentFormat, limitsType, mediaTypeOf } from "../form/formats.js";
import { all, type Parts, type Verdict } from "./verdict.js";
import { isTighter } from "../form/merge-forms.js";
import { isTrivialPattern } from "../../../openapi/patterns.js";
import {
  type Bound,
  BOUND_NAMES,
  BOUNDS,
  type BoundName,
  type SchemaForm,
  type TypeName,
} from "../form/schema-form.js";

/** Whether every number of one form is allowed by the other. */
export function includedNumbers(left: SchemaForm, right: SchemaForm): Verdict {
  const isInteger = left.isInteger || left.factors.some(({ value }) => Number.isInteger(value));
  return all([
    right.isInteger && !isInteger ? "no" : "yes",
    includedBounds(left, right, "number"),
    ...right.factors.map(({ value: factor }): Verdict => {
      const own = [...left.factors.map(({ value }) => value), ...(left.isInteger ? [1] : [])];
      return own.some((value) => isMultiple(value, factor) === "yes") ? "yes" : "no";
    }),
    includedFormats(left, right, "number"),
  ]);
}

/** Whether every text of one form is allowed by the other. */
export function includedTexts(left: SchemaForm, right: SchemaForm, parts: Parts): Verdict {
  return all([
    includedBounds(left, right, "string"),
    ...right.patterns.map(({ value: pattern }): Verdict => {
      if (isTrivialPattern(pattern) || left.patterns.some(({ value }) => value === pattern)) return "yes";
      return left.patterns.length > 0 || left.formats.length > 0 ? "unknown" : "no";
    }),
    includedFormats(left, right, "string"),
    right.contentType === undefined || right.contentType.value === mediaTypeOf(left) ? "yes" : "no",
    right.contentEncoding === undefined || right.contentEncoding.value === encodingOf(left) ? "yes" : "no",
    parts.included(left.contentSchema, right.contentSchema),
  ]);
}

/** Whether the bounds of one form, for values of a type, are at least as tight as those of the other. */
export function includedBounds(
  left: SchemaForm,
  right: SchemaForm,
  type: TypeName,
  implied: ReadonlyMap<BoundName, number> = new Map(),
): Verdict {
  const isWithin = BOUND_NAMES.filter((name) => BOUNDS[name].type === type).every((name) => {
    const target = effectiveBound(right, name);
    if (target === undefined) return true;
    const limit = implied.get(name) ?? limitOfFormat(left, name);
    const own = effectiveBound(left, name);
    const isImplied =
      limit !== undefined && !isTighter(name, target, { limit, isExclusive: false, pointer: "" });
    return isImplied || (own !== undefined && !isTighter(name, target, own));
  });
  return isWithin ? "yes" : "no";
}

/** A bound; of integers, as one that is included. */
export function effectiveBound(form: SchemaForm, name: BoundName): Bound | undefined {
  const bound = form.bounds.get(name);
  if (bound === undefined || !form.isInteger || BOUNDS[name].type !== "number") return bound;
  const { limit, isExclusive } = bound;
  const isLower = BOUNDS[name].side === "lower";
  const whole = isLower ? Math.ceil(limit) : Math.floor(limit);
  const isNext = isExclusive && whole === limit;
  return { ...bound, isExclusive: false, limit: isNext ? whole + (isLower ? 1 : -1) : whole };
}

/** The limits that a format of integers stands for. */
const INT32: ReadonlyMap<BoundName, number> = new Map([
  ["minimum", -(2 ** 31)],
  ["maximum", 2 ** 31 - 1],
]);

function limitOfFormat({ formats, isInteger }: SchemaForm, name: BoundName): number | undefined {
  return isInteger && formats.some(({ value }) => value === "int32") ? INT32.get(name) : undefined;
}

/** Whether all numbers of a form are of a format by their limits. */
function isWithinFormat(form: SchemaForm, format: string): boolean {
  if (format !== "int32" || !form.isInteger) return false;
  return [...INT32].every(([name, limit]) => {
    const own = effectiveBound(form, name);
    return own !== undefined && !isTighter(name, { limit, isExclusive: false, pointer: "" }, own);
  });
}

function includedFormats(left: SchemaForm, right: SchemaForm, type: TypeName): Verdict {
  return all(
    right.formats
      .filter(({ value }) => limitsType(value, type) !== false && !isContentFormat(value, left, right))
      .map(({ value: format }): Verdict => {
        if (type === "number" && isWithinFormat(left, format)) return "yes";
        const own: readonly (string | undefined)[] =
          left.formats.length > 0 ? left.formats.map(({ value }) => value) : [undefined];
        const effects = own.map((value) => formatEffect(value, format));
        if (effects.some((effect) => effect === "equal" || effect === "wider")) return "yes";
        return effects.includes("unknown") ? "unknown" : "no";
      }),
  );
}
