import type { LocatedOverrides, PaginationOverride } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { jsonResponse, operationKey } from "../responses.js";
import { alternatives, type SchemaReader } from "../schema-reader.js";
import { readSign } from "../traits/pagination/only-reads.js";
import type { Path } from "../traits/pagination/paths.js";
import { collectShownPages } from "../traits/pagination/shown-pages.js";
import type { Claim, DecidedOperation, OperationFinder, UnfitClaim } from "./claim.js";
import { memberKeys } from "./find-member.js";
import { declaresLink, overridePagination } from "./override-pagination.js";

/**
 * Pages by the first scheme all of whose parts an operation has. A scheme that fits no operation is reported, with what the nearest
 * one lacks.
 *
 * @param isOpen - whether nothing else decides how an operation is paged, or that it is not
 */
export function applySchemes(
  operations: readonly DecidedOperation[],
  isOpen: (operation: DecidedOperation) => boolean,
  finder: OperationFinder,
  reader: SchemaReader,
  { values: { pagination: schemes = [] }, file, locate }: LocatedOverrides,
): { readonly operations: readonly DecidedOperation[]; readonly unfit: readonly UnfitClaim[] } {
  if (schemes.length === 0) return { operations, unfit: [] };
  const tried = operations.map((one) =>
    isOpen(one) ? schemes.map((scheme) => tryScheme(scheme, one, finder, reader)) : [],
  );
  const decided = operations.map((one, at): DecidedOperation => {
    const index = tried[at]?.findIndex(({ facts }) => facts !== undefined) ?? -1;
    const found = tried[at]?.[index];
    if (found?.facts === undefined) return one;
    const { line } = locate(["pagination", String(index)]);
    const reason = `${file}:${String(line)} says so, for every operation with these parts.`;
    const caveat = found.caveat === undefined ? "" : ` ${found.caveat}`;
    const pagination = {
      facts: found.facts,
      reason: `${reason}${caveat}`,
      decidedBy: "configuration",
    } as const;
    return { ...one, traits: { ...one.traits, pagination } };
  });
  const unfit = schemes.flatMap((_, index): UnfitClaim[] => {
    const results = tried.flatMap((one) => one[index] ?? []);
    if (results.some(({ facts }) => facts !== undefined)) return [];
    const nearest = results.toSorted((left, right) => left.misfits.length - right.misfits.length)[0];
    const [lacks] = nearest?.misfits ?? [];
    const message = "No operation has all parts of this scheme.";
    return [
      {
        path: ["pagination", String(index)],
        mayFitOthers: true,
        message:
          nearest === undefined || lacks === undefined
            ? message
            : `${message} ${nearest.operation} comes nearest: ${lacks}`,
      },
    ];
  });
  return { operations: decided, unfit };
}

/** What comes of a scheme for one operation. */
interface Tried extends Partial<NonNullable<ReturnType<typeof overridePagination>>> {
  readonly operation: string;
  /** Whole sentences. */
  readonly misfits: readonly string[];
}

function tryScheme(
  scheme: PaginationOverride,
  { model, traits }: DecidedOperation,
  operations: OperationFinder,
  reader: SchemaReader,
): Tried {
  const misfits: string[] = [];
  const refuse = (_: readonly string[], message: string) => {
    misfits.push(message);
  };
  const claim: Claim = { operation: model, recognised: traits, operations, reader, refuse };
  const found = overridePagination(scheme, claim);
  // An open object may have any list: a scheme is for those that the contract declares.
  const { items } = scheme;
  const body = jsonResponse(model, reader)?.schema;
  if (misfits.length === 0 && items !== undefined && !declaresMember(body, memberKeys(items), reader))
    refuse([], `The response declares no list ${JSON.stringify(items)}.`);
  if (found?.facts.items.length !== 0 && mayBeOneThing(scheme, model))
    refuse(
      [],
      "Its list is a member of the response, which declares no `Link` header: say with `items` where the items are.",
    );
  const post = model.method === "POST" ? collectShownPages(model, reader) : undefined;
  if (post !== undefined && traits.safe === undefined && readSign(post) === undefined)
    refuse([], "Nothing shows for certain that this POST only reads.");
  return { operation: operationKey(model), misfits, ...(misfits.length === 0 && found) };
}

/**
 * Whether nothing but a list shows that an operation gives pages: a header that the contract does not declare may come with each response,
 * and one thing can have a list too (the `rules` of an instance).
 */
function mayBeOneThing(scheme: PaginationOverride, operation: OperationModel): boolean {
  const isHeaderAlone = scheme.style === "link" && scheme.next === undefined && scheme.size === undefined;
  return isHeaderAlone && scheme.items === undefined && !declaresLink(operation);
}

/** Whether a schema has a member at a path, and not only leaves open that there is one. */
function declaresMember(schema: SchemaNode | undefined, keys: Path, reader: SchemaReader): boolean {
  const last = keys.reduce<readonly SchemaNode[]>(
    (nodes, key) =>
      nodes.flatMap((node) =>
        alternatives(node, reader).flatMap((one) => reader.property(one, key)?.schema ?? []),
      ),
    schema === undefined ? [] : [schema],
  );
  return last.length > 0;
}
