import type { Json } from "../../../load/loaded-contract.js";
import { isMembers, type Members } from "../../../openapi/visit.js";
import { appendPointer } from "../../../text/json-pointer.js";
import { joinSlots, mergeForms, withNull } from "./merge-forms.js";
import { readForm } from "./read-form.js";
import { allItems, ANY, type SchemaForm, type TypeName, typeOfValue, type Union } from "./schema-form.js";
import { isSilent, type SchemaReferences } from "./schema-references.js";

/** What the building of a form needs to know of its document. */
export interface FormContext extends SchemaReferences {
  /** The form of another schema. */
  readonly formOf: (pointer: string) => SchemaForm;
}

/** The form of the schema at a pointer, with its references, parts and plain unions merged. */
export function buildForm(json: Json | undefined, pointer: string, context: FormContext): SchemaForm {
  if (json === false) return { ...ANY, origins: new Set([pointer]), types: new Set() };
  if (!isMembers(json)) return { ...ANY, origins: new Set([pointer]) };
  const own = readForm(json, pointer, context);
  const merged = context
    .partsOf(pointer)
    .reduce<SchemaForm>((form, part) => mergeForms(form, context.formOf(part)), {
      ...own,
      unevaluatedItems: [],
      unevaluatedProperties: [],
    });
  const whole = { ...merged, discriminator: own.discriminator ?? merged.discriminator };
  const withUnions = (["oneOf", "anyOf"] as const).reduce<SchemaForm>(
    (form, kind) => mergeUnion(form, readUnion(json, kind, pointer, context), context),
    whole,
  );
  const closed = closeForm(withUnions, own, json);
  const nullPart = nullablePart(json, pointer);
  return nullPart === undefined ? closed : withNull(closed, nullPart);
}

function readUnion(
  json: Members,
  kind: Union["kind"],
  pointer: string,
  context: FormContext,
): Union | undefined {
  const list = json[kind];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const all = list.map((_, index) => context.target(appendPointer(pointer, kind, index)));
  const branches = all.filter((branch) => !isNull(context.raw(branch)) && context.raw(branch) !== false);
  const { discriminator } = readForm(json, pointer, context);
  const listsNull = all.some((branch) => isNull(context.raw(branch)));
  return {
    kind,
    pointer: `${pointer}/${kind}`,
    branches: [...new Set(branches)],
    hasNull: listsNull,
    listsNull,
    discriminator,
  };
}

/** Merges a union; one that is a plain list of types or values, or has one branch, becomes a part. */
function mergeUnion(form: SchemaForm, union: Union | undefined, context: FormContext): SchemaForm {
  if (union === undefined) return form;
  const { branches, hasNull } = union;
  const [first, ...others] = branches;
  if (first === undefined)
    return mergeForms(form, { ...ANY, types: new Set(hasNull ? (["null"] as const) : []) });
  const part = others.length === 0 ? context.formOf(first) : listForm(union, context);
  if (part === undefined || (hasNull && !canTakeNull(part)))
    return { ...form, unions: [...form.unions, union], discriminator: undefined };
  const whole = mergeForms(
    form,
    hasNull ? withNull(part, union.pointer.slice(0, union.pointer.lastIndexOf("/"))) : part,
  );
  return { ...whole, merged: [...form.merged, union] };
}

/** The form of a union whose branches are types, or values, and nothing else. */
function listForm({ branches, pointer }: Union, context: FormContext): SchemaForm | undefined {
  const schemas = branches.map((branch): Members => {
    const json = context.raw(branch);
    return isMembers(json) ? json : {};
  });
  const keywords = schemas.map((json) =>
    Object.keys(json).filter((key) => !isSilent(json, key) && !isMark(key)),
  );
  const forms = schemas.map((json) => readForm(json, pointer, context));
  if (keywords.every((keys) => keys.length === 1 && keys[0] === "type")) return typeListForm(forms, pointer);
  const isValues = keywords.every(
    (keys) =>
      keys.some((key) => key !== "type") && keys.every((key) => ["const", "enum", "type"].includes(key)),
  );
  return isValues ? valueListForm(forms, pointer) : undefined;
}

/** What says something about one value of a list, and nothing about which values there are. */
function isMark(keyword: string): boolean {
  return keyword === "deprecated" || keyword === "xml" || keyword.startsWith("x-");
}

function typeListForm(forms: readonly SchemaForm[], pointer: string): SchemaForm | undefined {
  const types = forms.flatMap((form) => [...form.types]);
  // `oneOf` of integer and number allows no integer.
  if (new Set(types).size < types.length) return undefined;
  const isInteger = forms.some((form) => form.isInteger);
  return { ...ANY, types: new Set(types), isInteger, typePointer: pointer };
}

function valueListForm(forms: readonly SchemaForm[], pointer: string): SchemaForm | undefined {
  const value = forms.flatMap(({ isInteger, types, values }) =>
    (values?.value ?? []).filter((item) => types.has(typeOfValue(item)) && !(isInteger && isFraction(item))),
  );
  const texts = new Set(value.map((item) => JSON.stringify(item)));
  if (texts.size < value.length) return undefined;
  const types = forms.reduce<ReadonlySet<TypeName>>((all, form) => allItems(all, form.types), new Set());
  return { ...ANY, types, values: { value, pointer, isConst: false } };
}

function isFraction(value: Json): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}

/** Reads `unevaluatedProperties` and `unevaluatedItems` as what they are without branches: `additionalProperties`, `items`. */
function closeForm(form: SchemaForm, own: SchemaForm, json: Members): SchemaForm {
  const hasBranches =
    form.unions.length > 0 || form.conditionals.length > 0 || form.dependentSchemas.size > 0;
  const { unevaluatedItems, unevaluatedProperties } = own;
  if (hasBranches || form.contains.length > 0)
    return {
      ...form,
      unevaluatedItems: joinSlots(form.unevaluatedItems, unevaluatedItems),
      unevaluatedProperties: joinSlots(form.unevaluatedProperties, unevaluatedProperties),
    };
  const isEvaluated = json["additionalProperties"] !== undefined || form.additional.length > 0;
  const hasItems = json["items"] !== undefined || form.items.length > 0;
  return {
    ...form,
    additional: isEvaluated ? form.additional : unevaluatedProperties,
    items: hasItems ? form.items : unevaluatedItems,
  };
}

/** Whether null can be added to the values of a form by adding it to its types and lists. */
function canTakeNull({ exclusions, conditionals }: SchemaForm): boolean {
  return exclusions.length === 0 && conditionals.length === 0;
}

function isNull(json: unknown): boolean {
  if (!isMembers(json) || COMBINING.some((keyword) => json[keyword] !== undefined)) return false;
  const { type, enum: values } = json;
  if (Object.hasOwn(json, "const")) return json["const"] === null && isTypeOfNull(type);
  if (Array.isArray(values))
    return values.length > 0 && values.every((value) => value === null) && isTypeOfNull(type);
  return type !== undefined && isTypeOfNull(type, 1);
}

/** Keywords beside which null may not be allowed. */
const COMBINING = ["$ref", "allOf", "anyOf", "oneOf", "not", "if"];

/** Whether a type, of so many at most, is or has that of null; none says nothing. */
function isTypeOfNull(type: unknown, most = Infinity): boolean {
  if (!Array.isArray(type)) return type === undefined || type === "null";
  return type.includes("null") && type.length <= most;
}

/** The schema with `nullable: true`: this one, or a part of it that says nothing else. */
function nullablePart(json: Members, pointer: string): string | undefined {
  if (json["nullable"] === true) return pointer;
  const parts = json["allOf"];
  if (!Array.isArray(parts)) return undefined;
  const index = parts.findIndex(
    (part) =>
      isMembers(part) &&
      part["nullable"] === true &&
      Object.keys(part).every((key) => key === "nullable" || key === "type" || isSilent(part, key)),
  );
  return index < 0 ? undefined : appendPointer(pointer, "allOf", index);
}
