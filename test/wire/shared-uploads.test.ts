import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { complaints, emitContract } from "../emit/emit-contract.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* One schema with a file for each media type of a body and for the answer, as Django's documents have it: what each media
 * type can carry is what its input takes. */
const upload = { schema: { $ref: "#/components/schemas/Upload" } };
const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/uploads": {
      post: {
        operationId: "add",
        tags: ["uploads"],
        requestBody: {
          required: true,
          content: {
            "application/json": upload,
            "multipart/form-data": upload,
            "application/x-www-form-urlencoded": upload,
          },
        },
        responses: { 201: { description: "", content: { "application/json": upload } } },
      },
    },
  },
  components: {
    schemas: {
      Upload: {
        type: "object",
        required: ["file"],
        properties: {
          id: { type: "integer", readOnly: true },
          title: { type: "string" },
          file: { type: "string", format: "binary" },
          pages: { type: "array", items: { type: "string", format: "binary" } },
        },
      },
    },
  },
};

let wire: WireClient;
beforeAll(async () => {
  const body = JSON.stringify({ id: 1, file: "https://files.example/1" });
  wire = await wireClient(contract, { status: 201, headers: { "content-type": "application/json" }, body });
});
afterAll(() => wire.close());

test("the types of each media type are those that it can carry", async () => {
  const files = await emitContract(JSON.stringify(contract));
  const user = `
import { Wire, type Upload, type UploadUpload } from "./index.js";
const api = new Wire({ baseUrl: "https://files.example" });
const blob = new Blob(["png"]);
const pages: UploadUpload = { file: blob, pages: [blob, new Uint8Array(1)] };
export const read: Upload = await api.uploads.create({ ...pages, contentType: "multipart/form-data" });
export const where: string = read.file;
await api.uploads.create({ file: "" });
await api.uploads.create({ file: "", contentType: "application/x-www-form-urlencoded" });
// @ts-expect-error JSON has no bytes.
await api.uploads.create({ file: blob });
// @ts-expect-error A form has none either.
await api.uploads.create({ file: blob, contentType: "application/x-www-form-urlencoded" });`;
  expect(complaints(files, user)).toEqual([]);
  expect(wire.diagnostics).toEqual([]);
});

test("a multipart body has the bytes, one part a file", async () => {
  const file = new File([new Uint8Array([0, 255, 10])], "a.png", { type: "image/png" });
  const pages = [new Uint8Array([1]), new Blob(["2"])];
  const input = { title: "A", file, pages, contentType: "multipart/form-data" };
  const { headers, body } = await wire.send(wire.create(), "uploads.create", input);
  const [, boundary = ""] = /boundary=(.+)$/.exec(headers["content-type"] ?? "") ?? [];
  const picture = 'form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';
  const page = 'form-data; name="pages"; filename="pages"\r\nContent-Type: application/octet-stream';
  const want = [
    ['form-data; name="title"', "A"],
    [picture, "\0\xFF\n"],
    [page, "\x01"],
    [page, "2"],
  ].map(([head = "", text = ""]) => `--${boundary}\r\nContent-Disposition: ${head}\r\n\r\n${text}\r\n`);
  expect(body.toString("latin1")).toBe(`${want.join("")}--${boundary}--\r\n`);
});

const bytes = new Uint8Array([1, 2]);
test.each<[what: string, file: unknown, name: string, type: string]>([
  ["a File", new File([bytes], "Beleg ä.pdf", { type: "application/pdf" }), "Beleg ä.pdf", "application/pdf"],
  [
    "a File with quotes in its name",
    new File([bytes], 'a"b".png', { type: "image/png" }),
    "a%22b%22.png",
    "image/png",
  ],
  ["a File without a type", new File([bytes], "a.bin"), "a.bin", "application/octet-stream"],
  ["a Blob with a type", new Blob([bytes], { type: "image/webp" }), "file", "image/webp"],
  ["a Blob without a type", new Blob([bytes]), "file", "application/octet-stream"],
  ["bytes", bytes, "file", "application/octet-stream"],
])("%s is a file with a name and a type on the wire", async (_, file, name, type) => {
  const input = { file, contentType: "multipart/form-data" };
  const { headers, body } = await wire.send(wire.create(), "uploads.create", input);
  const [, boundary = ""] = /boundary=(.+)$/.exec(headers["content-type"] ?? "") ?? [];
  expect(body.toString()).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
      `Content-Type: ${type}\r\n\r\n\x01\x02\r\n--${boundary}--\r\n`,
  );
});

test.each([
  { contentType: undefined, want: '{"file":"ä +&"}' },
  { contentType: "application/x-www-form-urlencoded", want: "file=%C3%A4%20%2B%26" },
])("the text of $contentType is $want", async ({ contentType, want }) => {
  const input = { file: "ä +&", ...(contentType !== undefined && { contentType }) };
  const { headers, body } = await wire.send(wire.create(), "uploads.create", input);
  expect([headers["content-type"], body.toString()]).toEqual([contentType ?? "application/json", want]);
});
