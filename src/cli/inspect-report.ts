import type { InspectedOperation, InspectedTrait, Inspection } from "../inspect.js";
import { contractLabel } from "../text/contract-label.js";
import { colorsFor } from "./colors.js";
import { onOneLine } from "./on-one-line.js";
import type { Terminal } from "./terminal.js";
import { textTable } from "./text-table.js";

/**
 * What was understood, for a person: one line an operation, then why each trait was recognised; with `verbose` also what
 * goes without saying (a GET is safe) and the place of each operation in the contract.
 */
export function describeInspection(inspection: Inspection, terminal: Terminal, verbose: boolean): string {
  const paint = colorsFor(terminal.out, terminal.environment);
  const blocks = [
    summary(inspection),
    section(`Operations (${inspection.operations.length})`, operationLines(inspection.operations, verbose)),
    ...(verbose ? [] : [section("Why", whyLines(inspection.operations))]),
    section("Recognised in the contract", textTable(inspection.traits.map(traitRow))),
    section("Scopes", textTable(inspection.scopes.map(scopeRow))),
    section(
      "Credentials",
      textTable(inspection.credentials.map(({ scheme, suppliedBy }) => [scheme, suppliedBy])),
    ),
    section("Problem codes", wrappedLines(inspection.problemCodes)),
    section("Masked wherever shown", wrappedLines(inspection.sensitive)),
    section("Missing", listLines(inspection.missing)),
  ];
  return `${blocks.filter((block) => block !== undefined).join("\n\n")}\n`;

  function section(title: string, lines: readonly string[]): string | undefined {
    return lines.length === 0 ? undefined : [paint.bold(title), ...lines].join("\n");
  }
}

function summary({ contract, client, server, models }: Inspection): string {
  const { title, version, openapi, digest } = contract;
  return textTable(
    [
      ["Contract", contractLabel({ title, version })],
      ["Written in", `OpenAPI ${openapi}`],
      ["Digest", digest],
      ["Client", `${client}, ${models.length} models`],
      ["Server", server.absolute ? server.url : `${server.url} (relative: the client takes baseUrl)`],
    ],
    0,
  ).join("\n");
}

function operationLines(operations: readonly InspectedOperation[], verbose: boolean): string[] {
  const lines = textTable(operations.map(operationRow));
  if (!verbose) return lines;
  return operations.flatMap(({ traits, pointer }, index) => [
    lines[index] ?? "",
    ...textTable([["at", pointer], ...traits.map(traitRow)], 6),
  ]);
}

/** One line for each reason, with the operations that it holds for. */
function whyLines(operations: readonly InspectedOperation[]): string[] {
  const rows = operations.flatMap(({ name, method, traits }) =>
    traits
      .filter(({ trait }) => trait !== "safe" || method === "POST")
      .map(({ trait, reason }) => [name, trait, reason]),
  );
  return textTable(rows);
}

function operationRow({ name, method, path, scopes, traits, omitted }: InspectedOperation): string[] {
  // Several sets: any one of them is enough.
  const needed = scopes.map((set) => set.join(" + ")).join(" | ");
  const what = omitted === undefined ? traits.map(({ trait }) => trait).join(", ") : `no method: ${omitted}`;
  return [name, method.toUpperCase(), path, needed === "" ? "-" : needed, what];
}

function traitRow({ trait, reason }: InspectedTrait): string[] {
  return [trait, reason];
}

function scopeRow({ name, description, operations }: Inspection["scopes"][number]): string[] {
  return [name, `${operations} operation${operations === 1 ? "" : "s"}`, description];
}

/** Names one after the other, on as many lines as it takes. */
function wrappedLines(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names.map(onOneLine)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length + 2 > LINE) lines.push(`  ${name}`);
    else lines[lines.length - 1] = `${last}, ${name}`;
  }
  return lines;
}

/** Columns that a list of names may take. */
const LINE = 100;

function listLines(items: readonly string[]): string[] {
  return items.map((item) => `  ${onOneLine(item)}`);
}
