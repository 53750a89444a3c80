import { fileURLToPath } from "node:url";

/** The root of this repository, with a `/` at its end. */
export const repository = fileURLToPath(new URL("../../", import.meta.url));
