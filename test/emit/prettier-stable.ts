import { format } from "prettier";
import { expect } from "vitest";

/** Fails unless prettier, with the options that consumers have by default, leaves the text as it is. */
export async function expectPrettierStable(text: string): Promise<void> {
  expect(text).toBe(await format(text, { parser: "typescript" }));
}
