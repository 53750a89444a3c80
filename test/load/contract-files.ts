import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A small contract with one operation and one schema, as YAML. */
export const smallContract = `openapi: 3.1.0
info: { title: Small, version: "1" }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: Orders
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Order" }
components:
  schemas:
    Order: { type: object, properties: { id: { type: string } } }
`;

/** A folder for one test, removed after it, with the given files in it (path → text or bytes). */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cabinetry-test-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A file with one text, in a folder of its own. */
export function fileWith(text: string | Uint8Array, name = "openapi.yaml"): string {
  return join(folderWith({ [name]: text }), name);
}
