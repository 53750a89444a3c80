import { parse } from "yaml";
import type { Fact } from "../../../src/diff/fact.js";
import type { Finding } from "../../../src/diff/finding.js";
import { judgeFacts } from "../../../src/diff/judge-facts.js";
import { listWireFacts } from "../../../src/diff/wire/list-wire-facts.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";

/** A document from YAML; what a whole document needs besides may be missing. */
export function documentOf(yaml: string): JsonObject {
  return { openapi: "3.1.0", ...(parse(yaml) as JsonObject) };
}

/** A pair of schemas that was handed on: `#/… #/… request GET /pets query parameter limit`. */
export type SchemaPairText = string;

/** Redirects whose address the client of each document gives. */
export type Addresses = NonNullable<Parameters<typeof listWireFacts>[2]["addresses"]>;

/** The facts between two documents on 2026-11-30, and the pairs of schemas that were handed on. */
export function compare(
  old: JsonObject,
  now: JsonObject,
  addresses?: Addresses,
): { readonly facts: readonly Fact[]; readonly schemas: readonly SchemaPairText[] } {
  const schemas: SchemaPairText[] = [];
  const facts = listWireFacts(
    { document: old, dialect: "3.1" },
    { document: now, dialect: "3.1" },
    {
      schemas: {
        compare: (left, right, { direction, operation, part }) => {
          schemas.push(`${left} ${right} ${direction} ${operation} ${part}`);
        },
      },
      today: "2026-11-30",
      sunsetDays: 180,
      ...(addresses && { addresses }),
    },
  );
  return { facts, schemas };
}

/** The findings between two documents. */
export function findingsOf(old: string, now: string, addresses?: Addresses): readonly Finding[] {
  return judgeFacts(compare(documentOf(old), documentOf(now), addresses).facts);
}

/** `rule level` of each finding, sorted; ` announced` behind it where it was. */
export function verdictsOf(old: string, now: string, addresses?: Addresses): readonly string[] {
  return findingsOf(old, now, addresses)
    .map(({ rule, wire, announced }) => `${rule} ${wire}${announced === true ? " announced" : ""}`)
    .sort();
}
