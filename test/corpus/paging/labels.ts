import { readFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder } from "../corpus.js";

/** How a person who read the contract says that an operation is paged. */
export interface PagingLabel {
  /** `unclear`: nobody can tell. */
  readonly paged: boolean | "unclear";
  readonly style?: string;
  /** Styles that are right as well. */
  readonly also?: readonly string[];
  readonly request?: { readonly position?: string; readonly size?: string; readonly first?: number };
  readonly response?: { readonly items: string; readonly next?: string };
}

/** Labels by document and operation (`GET /pets`). An operation that is not listed is not paged. */
export function readLabels(): ReadonlyMap<string, Readonly<Record<string, PagingLabel>>> {
  const { contracts } = JSON.parse(readFileSync(join(corpusFolder, "paging.json"), "utf8")) as {
    readonly contracts: Readonly<Record<string, { readonly ops: Readonly<Record<string, PagingLabel>> }>>;
  };
  return new Map(Object.entries(contracts).map(([document, { ops }]) => [document, ops]));
}
