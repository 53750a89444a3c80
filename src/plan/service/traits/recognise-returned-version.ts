import type { OperationModel } from "../../../model/api-model.js";
import { fullName, jsonResponse, respondsWithETag } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { OperationTraits, ReturnedVersion, Trait } from "./trait.js";

/** An operation and what was decided of it. */
interface TraitedOperation {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
}

/** Methods that write a resource and can return it. */
const WRITES = new Set(["POST", "PUT", "PATCH"]);

/**
 * Adds what creates and unconditional changes return beside a value: the ETag of what they wrote, where every success has one and a
 * versioned read gives the same resource. The next change can then present it without a read.
 */
export function addReturnedVersions<Operation extends TraitedOperation>(
  operations: readonly Operation[],
  reader: SchemaReader,
): readonly Operation[] {
  const reads = operations.filter(({ traits }) => traits.versionedRead !== undefined);
  if (reads.length === 0) return operations;
  const index = indexReads(
    reads.map(({ model }) => model),
    reader,
  );
  return operations.map((one) => {
    const returnedVersion = recogniseReturnedVersion(one, index, reader);
    return returnedVersion === undefined ? one : { ...one, traits: { ...one.traits, returnedVersion } };
  });
}

/** Versioned reads by what leads to them; undefined: several have it. */
interface Reads {
  readonly byPath: ReadonlyMap<string, OperationModel>;
  /** Path without its last parameter: `/pets` of `/pets/{id}`. */
  readonly byCollection: ReadonlyMap<string, OperationModel | undefined>;
  readonly bySchema: ReadonlyMap<string, OperationModel | undefined>;
}

function indexReads(reads: readonly OperationModel[], reader: SchemaReader): Reads {
  const byCollection = new Map<string, OperationModel | undefined>();
  const bySchema = new Map<string, OperationModel | undefined>();
  for (const read of reads) {
    const collection = /^(.+)\/\{[^{}/]+\}\/?$/.exec(read.path)?.[1];
    if (collection !== undefined)
      byCollection.set(collection, byCollection.has(collection) ? undefined : read);
    const schema = schemaOf(read, reader);
    if (schema !== undefined) bySchema.set(schema, bySchema.has(schema) ? undefined : read);
  }
  return { byPath: new Map(reads.map((read) => [read.path, read])), byCollection, bySchema };
}

function recogniseReturnedVersion(
  { model, traits }: TraitedOperation,
  { byPath, byCollection, bySchema }: Reads,
  reader: SchemaReader,
): Trait<ReturnedVersion> | undefined {
  const { background, conditionalChange, pagination, safe, streaming, tokenExchange } = traits;
  const others = [background, conditionalChange, pagination, safe, streaming, tokenExchange];
  if (!WRITES.has(model.method) || others.some((trait) => trait !== undefined)) return undefined;
  const schema = schemaOf(model, reader);
  if (schema === undefined || !respondsWithETag({ model })) return undefined;
  const path = model.path.replace(/\/$/, "");
  const found = [
    [byPath.get(model.path), "the read of the same path"],
    [byCollection.get(path), "the read of an item of this collection"],
    [bySchema.get(schema), `the only versioned read of "${schema}"`],
  ] as const;
  const [read, why] = found.find(([one]) => one !== undefined && schemaOf(one, reader) === schema) ?? [];
  if (read === undefined) return undefined;
  return {
    facts: { read: read.name },
    reason: `Its response has the header "ETag", which changes of ${fullName(read)} take: ${why ?? ""}.`,
  };
}

/** Name of the schema of the JSON that a success has. */
function schemaOf(operation: OperationModel, reader: SchemaReader): string | undefined {
  const type = jsonResponse(operation, reader)?.schema?.type;
  return type?.kind === "ref" ? type.name : undefined;
}
