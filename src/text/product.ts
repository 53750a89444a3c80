import { readFileSync } from "node:fs";

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
