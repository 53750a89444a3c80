import type { Json } from "../../../../load/loaded-contract.js";
import type { ContractModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import type { SchemaReader } from "../../schema-reader.js";

/** What a contract says of its version. */
export type VersionedContract = Pick<
  ContractModel,
  "version" | "statedVersions" | "contractVersion" | "describedVersions"
>;

/** The version that a client compares with that of the server. */
export interface ExpectedVersion {
  /** Absent: `info.version`. */
  readonly statedVersion?: string;
}

/**
 * The version that a member of a response has by the contract: `info.version`, or another one that the contract states, whichever the
 * member shows; its constant. Several that differ decide nothing. A member that shows none has the one that an extension calls that of the
 * contract; else `info.version`, unless that is only a number (`v1`) and the contract states another one.
 *
 * @returns undefined where the member shows another one, or a text names one: a comparison would be one of two different things.
 */
export function expectedVersion(
  schemas: readonly SchemaNode[],
  contract: VersionedContract,
  reader: SchemaReader,
): ExpectedVersion | undefined {
  const { version, statedVersions = [], contractVersion } = contract;
  const shown = shownVersions(schemas, reader);
  if (shown.some((one) => plain(one) === plain(version))) return {};
  if (shown.length === 0 && contractVersion !== undefined)
    return plain(contractVersion) === plain(version) ? {} : { statedVersion: contractVersion };
  const stated = statedVersions.filter((one) => (shown.length === 0 ? isBare(version) : shown.includes(one)));
  const isOne = new Set(stated.map(plain)).size === 1;
  const [first] = stated;
  if (isOne && first !== undefined) return plain(first) === plain(version) ? {} : { statedVersion: first };
  if (shown.length === 0) return otherVersion(schemas, contract, reader) === undefined ? {} : undefined;
  const values = [...new Set(schemas.flatMap((schema) => reader.values(schema)))];
  return values.length === 1 && typeof values[0] === "string" ? { statedVersion: values[0] } : undefined;
}

/** "For example `2026-08-09.5`": a whole version, and not a number of something. */
const EXAMPLE =
  /\b(?:currently|e\.\s?g\.|example|like|such as)[\s:,(]{0,3}["'`*]{0,3}(v?\d+[.-]\d[\w.+-]{0,40})(?=["'`*,;)]|\.(?!\w)|\s*$|\s(?:and|or)\b)/giu;

/** A version that a text has, of the contract or of the member, and that is counted in another way than `info.version`. */
export function otherVersion(
  schemas: readonly SchemaNode[],
  { version, describedVersions = [] }: VersionedContract,
  reader: SchemaReader,
): string | undefined {
  const texts = schemas.flatMap((schema) => [schema.doc.description, reader.resolve(schema).doc.description]);
  const examples = texts.flatMap((text = "") =>
    [...text.slice(0, LONGEST).matchAll(EXAMPLE)].map(([, found = ""]) => found.replace(/[.+-]{1,40}$/u, "")),
  );
  const all = [...describedVersions, ...examples];
  return all.some((one) => plain(one) === plain(version))
    ? undefined
    : all.find((one) => !hasSameForm(one, version));
}

/** Characters of a text that are searched. */
const LONGEST = 1000;

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
