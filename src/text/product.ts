import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Name and version of this package, as its package.json says; read once, when first asked for. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

let known: Product | undefined;

/** What made a client, for its manifest and for `--version`. */
export function product(): Product {
  known ??= readProduct();
  return known;
}

function readProduct(): Product {
  // Two folders up from here, in src/text as well as in dist/text.
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { name, version } = JSON.parse(text) as Partial<Product>;
  if (typeof name !== "string" || typeof version !== "string") {
    throw new Error("Cabinetry's own package.json has no name or no version: the installation is damaged.");
  }
  return { name, version };
}

/**
 * Time in milliseconds of the newest file that decides what is generated, in a checkout of Cabinetry's repository; undefined for
 * an installed package, of which the version says it all.
 */
export function newestFileOfCheckout(): number | undefined {
  const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  // An installed package has the sources of the runtime alone.
  if (!existsSync(folderOf("../../src/text"))) return undefined;
  const times = ["..", "../../src/runtime", "../../templates"].flatMap((path) =>
    readdirSync(folderOf(path), { recursive: true, withFileTypes: true }).map(
      (entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs,
    ),
  );
  return Math.max(...times);
}
