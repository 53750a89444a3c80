import type { OperationModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import { jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { SignSource } from "../sign.js";

/** A read, and the nouns that say what its path is about. */
export interface NamedRead {
  readonly read: OperationModel;
  readonly nouns: readonly string[];
}

/** The reads of a contract by the name of the model that they respond with, listed once for all changes. */
export function listReadsByModel(
  sources: readonly SignSource[],
  reader: SchemaReader,
): ReadonlyMap<string, readonly NamedRead[]> {
  const found = new Map<string, NamedRead[]>();
  for (const { operation: read } of sources) {
    const model = read.method === "GET" ? modelOf(read, reader) : undefined;
    if (model === undefined) continue;
    const last = read.path.split("/").findLast((one) => /^[^{]/u.test(one)) ?? "";
    const known = found.get(model) ?? [];
    known.push({ read, nouns: singularWords(last) });
    found.set(model, known);
  }
  return found;
}

function modelOf(operation: OperationModel, reader: SchemaReader): string | undefined {
  const type = jsonResponse(operation, reader)?.schema?.type;
  return type?.kind === "ref" ? type.name : undefined;
}

/** The reads that give what a change responds with that is accepted for later, and are not at what its path names: the job of the change. */
export function givingWhatStarts(
  change: OperationModel,
  reads: ReadonlyMap<string, readonly NamedRead[]>,
  reader: SchemaReader,
): readonly OperationModel[] {
  const named = new Set(singularWords(change.path));
  return (reads.get(modelOf(change, reader) ?? "") ?? []).flatMap(({ read, nouns }) =>
    nouns.some((noun) => named.has(noun)) ? [] : [read],
  );
}

function singularWords(path: string): readonly string[] {
  return words(path).map((word) => word.replace(/s$/u, ""));
}
