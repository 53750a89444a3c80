import { readFile } from "node:fs/promises";
import { UserError } from "../text/user-error.js";
import { parseChecked } from "./parse-checked.js";

/**
 * Reads an overlay and checks its shape.
 *
 * @param path - relative to the current folder, or absolute.
 * @throws UserError (2) with file, line and column of every problem.
 */
export async function readOverlay(path: string): Promise<{ readonly path: string; readonly text: string }> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(2, isMissing ? `The overlay ${path} does not exist.` : `${path} cannot be read.`, {
      ...(!isMissing && { where: reason }),
      remedy: "Name a file in `overlays` of cabinetry.yaml; it counts from there.",
      cause: error,
    });
  }
  parseChecked(text, path, overlayKind);
  return { path, text };
}

const overlayKind = {
  schema: "overlay.schema.json",
  what: "an OpenAPI Overlay",
  remedy: "Correct the file. The OpenAPI Overlay Specification 1.0, 1.1 or 1.2 describes it.",
  aliases: true,
};
