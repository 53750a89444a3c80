import { join, resolve } from "node:path";
import type { EmittedClient } from "../emit/emitted-client.js";
import { UserError } from "../text/user-error.js";
import { compareFolder, type ComparedFile, type Standing } from "./compare-folder.js";
import { makeFolder } from "./make-folder.js";
import { findFolder, outputFailure, requireOutputFolder } from "./output-folder.js";
import { errorCode } from "./read-folder.js";
import { replaceFiles } from "./replace-files.js";
import type { WriteOutcome } from "./write-outcome.js";

/** How a client is written. */
export interface WriteOptions {
  /** Overwrite and delete also what was changed by hand, and what stands in the way. Default false. */
  readonly force?: boolean | undefined;
  /** Only compare: nothing is written, and hand-edited files are reported instead of refused. Default false. */
  readonly check?: boolean | undefined;
}

/**
 * Writes a client into a folder, or compares it with one: the only writer of output. Writes only what differs, deletes
 * only what the last manifest lists and nobody edited, leaves every other file alone, and does all of it or nothing.
 *
 * @throws UserError (2) naming all hand-edited files when there are any (without `force`), or saying why the folder
 *   cannot be written to: see {@link requireOutputFolder}. Nothing was written then.
 */
export async function writeClient(
  directory: string,
  client: EmittedClient,
  options: WriteOptions = {},
): Promise<WriteOutcome> {
  if (options.check !== true) await requireOutputFolder(directory, options.force === true);
  const folder = await findFolder(directory);
  const compared = await compareFolder(folder, client);
  const outcome = summarise(compared);
  if (options.check === true || outcome.upToDate) return outcome;
  if (outcome.edited.length > 0 && options.force !== true) throw refuseEdited(directory, outcome.edited);
  const differing = compared.filter(({ standing }) => standing !== "unchanged");
  await replace(directory, folder, differing);
  return outcome;
}

function summarise(compared: readonly ComparedFile[]): WriteOutcome {
  const paths = (wanted: Standing) =>
    compared.filter(({ standing }) => standing === wanted).map(({ path }) => path);
  return {
    created: paths("created"),
    changed: paths("changed"),
    unchanged: paths("unchanged"),
    stale: paths("stale"),
    edited: paths("edited"),
    upToDate: compared.every(({ standing }) => standing === "unchanged"),
  };
}

function refuseEdited(directory: string, edited: readonly string[]): UserError {
  const what =
    edited.length === 1
      ? "A file is not as Cabinetry left it"
      : `${edited.length} files are not as Cabinetry left them`;
  return new UserError(2, `${what}, and would be overwritten.`, {
    where: edited.map((path) => join(directory, path)).join("\n"),
    remedy:
      "Nothing was written. Move your changes elsewhere (the next generation would lose them), choose another folder, or overwrite with --force.",
  });
}

async function replace(
  directory: string,
  folder: string | undefined,
  files: readonly ComparedFile[],
): Promise<void> {
  const place = folder ?? resolve(directory);
  let removeMade = () => Promise.resolve();
  try {
    removeMade = await makeFolder(place);
    await replaceFiles(place, files);
  } catch (error) {
    await removeMade();
    if (errorCode(error) === undefined) throw error;
    throw outputFailure(directory, error);
  }
}
