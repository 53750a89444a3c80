import { format } from "prettier";
import { expect } from "vitest";
import { emitClient, type EmitOptions } from "../../src/emit/emit-client.js";
import type { PlanOptions } from "../../src/plan/plan-client.js";
import { buildPlan } from "../../src/build-plan.js";
import { contractOf } from "../model/model-of.js";
import { compile } from "../types/compile.js";

/** The client of a contract given as YAML text: path → text. */
export async function emitContract(
  yaml: string,
  options: PlanOptions & EmitOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const contract = contractOf(yaml);
  const { plan } = buildPlan(contract, options);
  const { files } = await emitClient(plan, contract, options);
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** What was generated, without the runtime's own modules. */
export function generated(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].filter(([path]) => !path.startsWith("runtime/")));
}

const PARSERS: Readonly<Record<string, string>> = { ts: "typescript", md: "markdown", json: "json" };

/** Fails unless prettier, at the options that consumers have by default, leaves every generated file as it is. */
export async function expectFormatted(files: ReadonlyMap<string, string>): Promise<void> {
  const formatted = [...generated(files)].map(async ([path, text]) => {
    const parser = PARSERS[path.slice(path.lastIndexOf(".") + 1)] ?? path;
    return [path, await format(text, { parser })] as const;
  });
  expect(Object.fromEntries(generated(files))).toEqual(Object.fromEntries(await Promise.all(formatted)));
}

/** Fails unless the client compiles, with a file of the user's beside it when one is given. */
export function expectCompiles(files: ReadonlyMap<string, string>, user = ""): void {
  expect(complaints(files, user)).toEqual([]);
}

/** What the compiler says of a client and a file beside it. */
export function complaints(files: ReadonlyMap<string, string>, user = ""): readonly string[] {
  const sources = [...files].filter(([path]) => path.endsWith(".ts"));
  return compile(new Map([...sources, ["user.ts", `${user}\nexport {};\n`]]));
}
