import type { ConfiguredReading } from "./config/client-reading.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { ruleTable } from "./diagnostics/rule-table.js";
import { toPointer } from "./text/json-pointer.js";
import { UserError } from "./text/user-error.js";
import { nearestWord } from "./text/words.js";

/**
 * The diagnostics with those warnings as infos that a configuration file accepts: they are said on demand, and do not count.
 *
 * @throws UserError (2) where the file accepts what is not the id of a rule.
 */
export function acceptWarnings(
  diagnostics: readonly Diagnostic[],
  { accept, position }: ConfiguredReading = {},
): readonly Diagnostic[] {
  if (accept === undefined) return diagnostics;
  const unknown = Object.keys(accept).filter((id) => !Object.hasOwn(ruleTable, id));
  if (unknown.length > 0)
    throw new UserError(2, "The configuration accepts warnings that Cabinetry does not have.", {
      where: unknown.map((id) => `${position?.(["accept", id]) ?? ""} ${adviceFor(id)}`.trim()).join("\n"),
      remedy: "Correct the ids: the ids of warnings are printed before their messages.",
    });
  return diagnostics.map((one) => {
    const where = Object.hasOwn(accept, one.id) ? accept[one.id] : undefined;
    const isAccepted = where === true || where?.some((entry) => isAt(one, entry)) === true;
    return isAccepted && one.level === "warning" ? { ...one, level: "info" } : one;
  });
}

function adviceFor(id: string): string {
  const near = nearestWord(id, Object.keys(ruleTable));
  return `"${id}" is not a rule.${near === undefined ? "" : ` Did you mean "${near}"?`}`;
}

/** Whether a diagnostic is of an operation, or at or below a pointer. */
function isAt({ arguments: { operation }, pointer }: Diagnostic, entry: string): boolean {
  if (entry.startsWith("#")) return isBelow(pointer, entry);
  const [, method = "", path = ""] = /^(\S+)\s+(\/.*)$/su.exec(entry) ?? [];
  const key = `${method.toUpperCase()} ${path}`;
  return operation === key || isBelow(pointer, toPointer(["paths", path, method.toLowerCase()]));
}

function isBelow(pointer: string, holder: string): boolean {
  return pointer === holder || pointer.startsWith(`${holder}/`);
}
