import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitContract, complaints, expectCompiles, expectFormatted } from "../emit/emit-contract.js";
import type { JsonObject } from "../determinism/json-tree.js";
import { planOf, traitsOf } from "../plan/plan-of.js";
import { json, type Reply } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* Creates and changes whose response has the ETag of what they wrote: the next change presents it without a read. */
const text = { type: "string" };
const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
const tagged = { description: "", headers: { ETag: { schema: text } }, content };
const requestBody = { required: true, content };
const header = (name: string) => ({ in: "header", name, required: true, schema: text });
const id = { in: "path", name: "id", required: true, schema: text };
const operation = (operationId: string, more: JsonObject): JsonObject => ({
  operationId,
  tags: ["pets"],
  ...more,
});
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  components: { schemas: { Pet: { type: "object", properties: { name: text } } } },
  paths: {
    "/pets": { post: operation("createPet", { requestBody, responses: { "201": tagged } }) },
    "/adoptions": {
      post: operation("adoptPet", {
        parameters: [header("Idempotency-Key")],
        requestBody,
        responses: { "201": tagged },
      }),
    },
    "/pets/{id}": {
      parameters: [id],
      get: operation("getPet", { responses: { "200": tagged } }),
      // Its own response is not said to have an ETag; that of its read is.
      put: operation("updatePet", {
        parameters: [header("If-Match")],
        requestBody,
        responses: { "200": { description: "", content } },
      }),
    },
  },
};

interface Versioned {
  readonly value: { readonly name: string };
  readonly etag: string;
}

const replies: Reply[] = [];
let wire: WireClient;
beforeAll(async () => {
  const reply: Reply = (_, response) => {
    const next = replies.shift();
    if (next === undefined || typeof next === "function") throw new Error("A reply is missing.");
    response.writeHead(next.status ?? 200, next.headers as Record<string, string>);
    response.end(next.body);
  };
  wire = await wireClient(contract, reply);
});
afterAll(() => wire.close());

const call = async (method: string, input: object, options?: object) =>
  (await wire.call(wire.create(), method, input, options)) as Versioned;

describe("a write that returns what it wrote", () => {
  test("gives the value and the validator that the next change presents", async () => {
    replies.push(
      json({ name: "Rex" }, 201, { etag: '"1"' }),
      json({ name: "Max" }, 200, { etag: '"2"' }),
      json({ name: "Moritz" }, 200, { etag: '"3"' }),
    );
    const created = await call("pets.create", { name: "Rex" });
    expect(created).toEqual({ value: { name: "Rex" }, etag: '"1"' });
    const changed = await call("pets.update", { id: "7", name: "Max" }, { ifMatch: created.etag });
    expect(changed).toEqual({ value: { name: "Max" }, etag: '"2"' });
    await call("pets.update", { id: "7", name: "Moritz" }, { ifMatch: changed.etag });
    expect(wire.received.slice(-3).map(({ method, headers }) => [method, headers["if-match"]])).toEqual([
      ["POST", undefined],
      ["PUT", '"1"'],
      ["PUT", '"2"'],
    ]);
  });

  test("under an idempotency key too, in the raw form as well", async () => {
    replies.push(json({ name: "Rex" }, 201, { etag: '"1"' }));
    const adopted = wire.call(wire.create(), "pets.adopt", { name: "Rex" }) as {
      withResponse(): Promise<object>;
    };
    expect(await adopted.withResponse()).toMatchObject({
      status: 201,
      value: { value: { name: "Rex" }, etag: '"1"' },
    });
    expect(wire.received.at(-1)?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/u);
  });

  test("is made with a weak ETag, which the next change is refused for", async () => {
    const etag = 'W/"1"';
    replies.push(json({ name: "Rex" }, 201, { etag }));
    const written = await call("pets.create", { name: "Rex" });
    expect(written).toEqual({ value: { name: "Rex" }, etag });
    const change = call("pets.update", { id: "7", name: "Max" }, { ifMatch: written.etag });
    await expect(change).rejects.toMatchObject({
      kind: "argument",
      message: expect.stringContaining("never matches a weak one") as string,
    });
    expect(replies).toEqual([]);
  });

  test("is made without an ETag", async () => {
    const headers = {};
    replies.push(json({ name: "Rex" }, 201, headers), json({ name: "Max" }, 200, headers));
    for (const written of [
      await call("pets.create", { name: "Rex" }),
      await call("pets.update", { id: "7", name: "Max" }, { ifMatch: '"1"' }),
    ]) {
      // Who copies or logs the value does not ask for its validator.
      expect(JSON.parse(JSON.stringify({ ...written }))).toEqual({ value: written.value });
      expect(() => written.etag).toThrow(
        /responded with success, but without a valid `ETag`. Read the resource/u,
      );
    }
  });
});

const yaml = JSON.stringify(contract);
/** The contract with another text in one place. */
const without = (given: string, other: string) => {
  expect(yaml).toContain(given);
  return yaml.replace(given, other);
};

describe("what a write returns is recognised", () => {
  test.each([
    ["pets.create", "the read of an item of this collection"],
    ["pets.adopt", 'the only versioned read of "Pet"'],
  ])("for %s by %s", (name, why) => {
    expect(traitsOf(yaml, name).returnedVersion).toEqual({
      facts: { read: expect.objectContaining({ resource: "pets", method: "get" }) as object },
      reason: `Its response has the header "ETag", which changes of pets.get take: ${why}.`,
    });
  });

  test.each([
    ["no change takes an ETag", without('"name":"If-Match"', '"name":"X-Other"')],
    [
      "it has no ETag",
      without('"201":{"description":"","headers":{"ETag":', '"201":{"description":"","headers":{"X-Tag":'),
    ],
  ])("not where %s", (_, changed) => {
    const plan = planOf(changed);
    const method = plan.resources[0]?.methods.find(({ name }) => name === "create");
    expect(method?.call.callee).toBe("call");
    expect(traitsOf(changed, "pets.create").returnedVersion).toBeUndefined();
  });

  test("and typed: the validator fits changes of the same read alone", async () => {
    const files = await emitContract(yaml);
    await expectFormatted(files);
    const user = (more: string) => `import type { PetsResource, StrongETag } from "./index.js";
declare const pets: PetsResource;
${more}`;
    expectCompiles(
      files,
      user(`const { etag } = await pets.create({ name: "Rex" });
const next = await pets.update({ id: "7", name: "Max" }, { ifMatch: etag });
await pets.update({ id: "7", name: next.value.name ?? "" }, { ifMatch: next.etag });
const adopted = await pets.adopt({ name: "Rex" }, { intent: "adopt" });
await pets.update({ id: "7", name: "Max" }, { ifMatch: adopted.etag });`),
    );
    const wrong = complaints(
      files,
      user(`declare const other: StrongETag<"houses.get">;
await pets.update({ id: "7", name: "Max" }, { ifMatch: other });`),
    );
    expect(wrong.join("\n")).toContain("houses.get");
  });
});
