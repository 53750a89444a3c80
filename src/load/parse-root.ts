import type { Source } from "@redocly/openapi-core";
import { UserError } from "../text/user-error.js";
import type { Json } from "./loaded-contract.js";
import type { LoadBudget } from "./load-budget.js";
import type { Origins } from "./origins.js";
import { parseDocument, SyntaxFailure } from "./parse-document.js";
import { TreeFailure } from "./plain-tree.js";
import { displayName, frameAtLine } from "./problem-frames.js";

/**
 * Parses the document that the user named; `null` when it is empty.
 *
 * @throws UserError (3) with a code frame when it is neither YAML nor JSON, or costs more than the limits allow.
 */
export function parseRoot(source: Source, budget: LoadBudget, origins: Origins, color: boolean): Json {
  try {
    return parseDocument(source, budget, origins);
  } catch (error) {
    if (error instanceof TreeFailure) {
      throw new UserError(3, error.message, {
        where: displayName(source),
        remedy: "No published contract needs this; check where the document comes from.",
        cause: error,
      });
    }
    if (error instanceof SyntaxFailure) throw notYaml(error, source, color);
    throw error;
  }
}

function notYaml(error: SyntaxFailure, source: Source, color: boolean): UserError {
  const { line, column } = error;
  const file = displayName(source);
  const place =
    line === undefined || column === undefined
      ? file
      : `${file}:${line}:${column}\n\n${frameAtLine(source, line, column, color).frame ?? ""}`;
  return new UserError(3, `The contract is neither YAML nor JSON: ${error.message}.`, {
    where: place,
    remedy: "Mend the document at this place; an editor with a YAML mode shows the same error.",
    cause: error,
  });
}
