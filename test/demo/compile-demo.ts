import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { compileProgram, type Complaint } from "../support/compile-program.js";
import type { Workshop } from "./workshop.js";

/** Calls an import of deals through a client that did not request its scope. */
const offence = `import { ExternalApi } from "./external-api/index.js";

const api = new ExternalApi({ baseUrl: "https://platform.example", accessKey: "", scopes: ["cabinet:read"] });
await api.deals.import({ cabinetId: "1", reason: "Trade fair", contacts: [{ phone: "+12025550100" }] });
`;

/**
 * Compiles client and program; beside them a program that the compiler has to refuse.
 *
 * @throws Error with the complaints, or when there was none about the call beyond its scopes
 */
export async function compileDemo({ folder, program, offender, output }: Workshop): Promise<void> {
  await writeFile(offender, offence);
  const complaints = compileProgram({
    roots: [program, offender],
    rootDir: folder,
    outDir: output,
    platform: "node",
  });
  const expected = complaints.filter(({ file }) => file === offender);
  const others = complaints.filter(({ file }) => file !== offender);
  if (others.length > 0) throw new Error(`the compiler complains:\n${describe(folder, others)}`);
  if (expected.length !== 1 || !describe(folder, expected).includes("cabinet:deals:write")) {
    throw new Error(
      `a call beyond the client's scopes was not refused by name:\n${describe(folder, expected)}`,
    );
  }
  console.log("  no complaints; but a call whose scope was not requested is refused, as it has to be:");
  console.log(describe(folder, expected).replace(/^/gm, "  | "));
}

function describe(folder: string, complaints: readonly Complaint[]): string {
  return complaints
    .map(
      ({ file, line, code, message }) =>
        `${relative(folder, file)}:${String(line)} TS${String(code)} ${message}`,
    )
    .join("\n");
}
