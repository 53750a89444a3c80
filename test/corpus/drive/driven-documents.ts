import { existsSync } from "node:fs";
import { corpusPath } from "../corpus.js";

/** Documents of which every operation is called: of one file each, in all the dialects and body kinds that there are. */
const driven = ["box.json", "discord.json", "figma.yaml", "museum.yaml", "stripe.yaml"];

/** Those that are there. */
export function drivenDocuments(): readonly string[] {
  return driven.filter((document) => existsSync(corpusPath(document)));
}
