import { operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { findFlags } from "../traits/feature-flags.js";
import { recogniseCapabilities } from "../traits/recognise-capabilities.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** Flags that operations need, and that no response has: one sign for all. Flags that the response has not: one for each operation. */
export function featureSigns(sources: readonly SignSource[], reader: SchemaReader): readonly LostSign[] {
  const home = findFlags(
    sources.map(({ operation: model, traits }) => ({ model, traits })),
    reader,
  );
  if (home === undefined) return unplacedFlags(sources, reader);
  const { operation: read, declared } = home;
  return sources.flatMap(({ operation, traits }): readonly LostSign[] => {
    const names = (traits.features?.facts ?? []).filter((name) => declared?.has(name) === false);
    if (names.length === 0) return [];
    const known = [...(declared ?? [])].map((name) => `"${name}"`).join(", ");
    return [
      {
        operation,
        trait: "features",
        shown: `it needs ${quoted(names)}`,
        missing: `the response of ${operationKey(read)} has only ${known}`,
        lines: operationLines(operation, ['features: ["?"]']),
      },
    ];
  });
}

function unplacedFlags(sources: readonly SignSource[], reader: SchemaReader): readonly LostSign[] {
  const needing = sources.filter(
    ({ operation, switchedOff }) => operation.features.length > 0 && !switchedOff.includes("features"),
  );
  const [first] = needing;
  if (first === undefined) return [];
  const limits = sources.find(({ traits }) => traits.capabilities !== undefined)?.operation;
  const named = new Set(needing.flatMap(({ operation }) => operation.features));
  const other = sources.find(
    ({ operation, switchedOff }) =>
      operation !== limits &&
      !switchedOff.includes("capabilities") &&
      recogniseCapabilities(operation, reader, { version: "" }, named) !== undefined,
  )?.operation;
  const more = needing.length - 1;
  const beside =
    more === 0 ? "" : `, and ${String(more)} more ${more === 1 ? "operation does" : "operations do"}`;
  return [
    {
      operation: first.operation,
      trait: "features",
      shown: `it needs ${quoted(first.operation.features)}${beside}`,
      missing:
        limits === undefined || other === undefined
          ? "no response has the flags"
          : `the client reads limits from ${operationKey(limits)} alone, and no flags from ${operationKey(other)}`,
      lines: limits === undefined ? ["capabilities:", '  operation: "GET ?"', "  features: ?"] : [],
    },
  ];
}

function quoted(names: readonly string[]): string {
  return `the ${names.length === 1 ? "flag" : "flags"} ${names.map((name) => `"${name}"`).join(", ")}`;
}
