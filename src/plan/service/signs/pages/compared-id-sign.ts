import type { PropertyModel } from "../../../../model/schema-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { keyOf } from "../../traits/pagination/find-list.js";
import { isOneThing } from "../../traits/pagination/one-thing.js";
import { type Field, positionKind } from "../../traits/pagination/request-fields.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import { operationLines } from "../sign.js";
import { configuredPath, fieldName, itemsOf } from "./paging-lines.js";
import { type FoundSign, shownField } from "./shown-position.js";

/*
 * Filters that compare a member of the items: those above the identifier of the last item are the next page.
 */

/** `id[gt]`, `id_gte`, `created_at.after`: a member, and how it is compared. */
const COMPARED =
  /^(?<member>[a-z]\w*?)_(?<how>gte?|greater_than(?:_or_equal)?|lte?|less_than(?:_or_equal)?|after|before)$/;
const LEAST = /^min_(?<member>id)$/;

/** A comparison in a text: "(i.e. `id[gt]=123`)". */
const WRITTEN = /\b(?<member>[A-Za-z_]\w{0,40})\[(?<how>gte?)\]/u;

/** That a comparison leads to the next page: "Pass the last id seen in order to get the next batch of records". */
const OF_PAGES =
  /\bpaginat\w*|\bpaging\b|\bcursor\b|\b(?:following|next|subsequent) (?:\w+ ){0,1}(?:batch|items|page|records|results|set)\b|\blast (?:\w+ )?(?:id|identifier|item|record)\b|\bsubsequent records\b/iu;

/** That the last item itself is compared as well. */
const INCLUSIVE = /\bor (?:is )?equal\b|\bat least\b|>=|\binclusive/iu;

/** An identifier that is compared. */
interface Comparison {
  readonly field: Field;
  /** The member of an item, in one spelling. */
  readonly member: string;
  readonly isDown: boolean;
  readonly isInclusive: boolean;
}

/** A filter that compares identifiers beside a size or as a text describes it, where the request has no position. */
export function comparedIdSign(shown: ShownPages): FoundSign {
  const { operation, list, size, positions, reader } = shown;
  const [item] = list?.items ?? [];
  if (item === undefined || operation.method !== "GET" || positions.length > 0 || isOneThing(shown))
    return undefined;
  const members = reader.properties(item) ?? [];
  const all = shown.fields.flatMap((field) => comparisonOf(field) ?? []);
  const found = all
    .filter(({ field, member }) => isDescribed(field, shown) || (size !== undefined && member === "id"))
    .toSorted((left, right) => Number(left.isDown) - Number(right.isDown));
  for (const one of found) {
    const compared = members.find(({ name }) => keyOf(name) === one.member);
    if (compared !== undefined) return signOf(one, compared, shown);
  }
  return writtenSign(shown, members);
}

function signOf(one: Comparison, compared: PropertyModel, shown: ShownPages): FoundSign {
  const { field, isDown, isInclusive } = one;
  const name = shownField(field);
  const takes = `it takes ${JSON.stringify(nameOf(field, name))}, and its items have "${compared.name}"`;
  if (isInclusive)
    return {
      shown: takes,
      missing: "it takes the last item itself as well, which the next page would begin with",
      lines: [],
    };
  const isMismatch = field.kind === "number" && positionKind(compared.schema, shown.reader) !== "number";
  return {
    shown: takes,
    missing: isMismatch
      ? `"${compared.name}" of an item is a text, which "${name}" does not take`
      : `nothing says that the items come in the order of "${compared.name}", ${isDown ? "highest" : "lowest"} first`,
    lines: isMismatch
      ? []
      : operationLines(shown.operation, [
          `pagination: { style: last-item${itemsOf(shown)}, after: ${fieldName(shown, field)}, id: ${configuredPath([compared.name])} }`,
        ]),
  };
}

/** A field as people have it: the member of an object that is spread over the query with the object. */
function nameOf({ at }: Field, name: string): string {
  return at.in === "query" && at.member !== undefined ? `${at.name}[${at.member}]` : name;
}

function comparisonOf(field: Field): Comparison | undefined {
  const { at, kind, schema, description } = field;
  const isTime = schema.type.kind === "string" && /^date/.test(schema.type.format ?? "");
  const key = keyOf(nameOf(field, at.name));
  const groups = (COMPARED.exec(key) ?? LEAST.exec(key))?.groups;
  if (groups === undefined || kind === "other" || isTime) return undefined;
  const { member = "", how = "min" } = groups;
  const isDown = /^(?:l|before)/.test(how);
  // Of a least value, only a text says whether it is one of them.
  const isInclusive = /e$|equal$/.test(how.replace(/^before$/, "")) || INCLUSIVE.test(description);
  return { field, member, isDown, isInclusive };
}

/** Whether a text about a field, or about the operation where it names the field, says that it leads to the next page. */
function isDescribed({ at, description }: Field, { operation }: ShownPages): boolean {
  const names = [
    at.name,
    ...(at.in === "query" && at.member !== undefined ? [`${at.name}[${at.member}]`] : []),
  ];
  const texts = [operation.summary, operation.description].flatMap((text = "") =>
    clausesOf(text.slice(0, 4000)).flat(),
  );
  const named = texts.filter((clause) => names.some((name) => clause.includes(name)));
  return [...clausesOf(description).flat(), ...named].some(
    (clause) => OF_PAGES.test(clause) && !negates(clause),
  );
}

/** A comparison that only a text names, beside a size or with what it is for. */
function writtenSign(shown: ShownPages, members: readonly PropertyModel[]): FoundSign {
  const { operation, size } = shown;
  const ofFields = operation.parameters
    .filter(({ in: where }) => where === "query")
    .map(({ description = "" }) => description);
  const texts = [operation.summary, operation.description, ...ofFields];
  const clauses = texts.flatMap((text = "") => clausesOf(text.slice(0, 4000)).flat());
  const written = clauses.find((clause) => WRITTEN.test(clause) && !negates(clause));
  const groups = written === undefined ? undefined : WRITTEN.exec(written)?.groups;
  if (groups === undefined) return undefined;
  const { member = "", how = "" } = groups;
  const isPaged = clauses.some((clause) => OF_PAGES.test(clause) && !negates(clause));
  if (!isPaged && !(size !== undefined && member === "id")) return undefined;
  if (!members.some(({ name }) => name === member)) return undefined;
  const name = `${member}[${how}]`;
  return {
    shown: `a text names the filter "${name}", and its items have "${member}"`,
    missing: `its request does not declare "${name}": the contract, or an overlay, has to declare it first`,
    lines: [],
  };
}
