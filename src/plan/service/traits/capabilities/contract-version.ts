import type { Json } from "../../../../load/loaded-contract.js";
import type { ContractModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import type { SchemaReader } from "../../schema-reader.js";

/** What a contract says of its version. */
export type VersionedContract = Pick<ContractModel, "version" | "statedVersions">;

/** The version that a client compares with that of the server. */
export interface ExpectedVersion {
  /** Absent: `info.version`. */
  readonly statedVersion?: string;
}

/**
 * The version that a member of a response has by the contract: `info.version`, or another one that the contract states, whichever the
 * member shows; its constant. Several that differ decide nothing. A member that shows none has `info.version`, unless that is only a number (`v1`) and the contract states
 * another one.
 *
 * @returns undefined where the member shows another one: a comparison would be one of two different things.
 */
export function expectedVersion(
  schemas: readonly SchemaNode[],
  { version, statedVersions = [] }: VersionedContract,
  reader: SchemaReader,
): ExpectedVersion | undefined {
  const shown = shownVersions(schemas, reader);
  if (shown.some((one) => plain(one) === plain(version))) return {};
  const stated = statedVersions.filter((one) => (shown.length === 0 ? isBare(version) : shown.includes(one)));
  const isOne = new Set(stated.map(plain)).size === 1;
  if (isOne && stated[0] !== undefined) return { statedVersion: stated[0] };
  if (shown.length === 0) return {};
  const values = [...new Set(schemas.flatMap((schema) => reader.values(schema)))];
  return values.length === 1 && typeof values[0] === "string" ? { statedVersion: values[0] } : undefined;
}

/** Versions that a schema lists, or that its default or an example has. */
export function shownVersions(schemas: readonly SchemaNode[], reader: SchemaReader): readonly string[] {
  const all = schemas.flatMap((schema): readonly (Json | undefined)[] => {
    const { doc } = reader.resolve(schema);
    return [
      ...reader.values(schema),
      ...[schema.doc, doc].flatMap(({ default: usual, examples }) => [usual, ...examples]),
    ];
  });
  return all.filter((one) => typeof one === "string");
}

/** Whether two versions are counted the same way: `1.2.0` and `1.10.3`, and not `v1` and `2026-08`. */
export function hasSameForm(one: string, other: string): boolean {
  const formOf = (text: string) => plain(text).replace(/\d+/gu, "0");
  return formOf(one) === formOf(other);
}

/** A version without the letter that may begin it. */
function plain(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/u, "");
}

/** Whether a version is only a number, as that in a path. */
function isBare(version: string): boolean {
  return /^\d+$/u.test(plain(version));
}
