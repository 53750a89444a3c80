import type { LocatedOverrides, PaginationOverride } from "../../../config/client-overrides.js";
import { operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { DecidedOperation, OperationFinder, UnfitClaim } from "./claim.js";
import { overridePagination } from "./override-pagination.js";

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
  const found = overridePagination(scheme, {
    operation: model,
    recognised: traits,
    operations,
    reader,
    refuse,
  });
  return { operation: operationKey(model), misfits, ...(misfits.length === 0 && found) };
}
