import fc from "fast-check";
import { expect, test } from "vitest";
import type { LockedNames } from "../../../src/model/names/locked-names.js";
import { modelOf } from "../model-of.js";

/** Names as people write them, and those that no identifier can begin with. */
const name = fc.oneof(
  fc.constantFrom("pets", "1-click", "_1Click", "__proto__", "2FA", "ªx", "ǆ", "_", "$ref", "class", "日本"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
);

test("whatever a contract calls its parts, the names of its client are accepted from the lock, and stay", () => {
  fc.assert(
    fc.property(fc.record({ tag: name, operationId: name, schema: name }), (given) => {
      const contract = JSON.stringify(contractWith(given));
      const names = namesOf(contract);
      expect(namesOf(contract, names)).toEqual(names);
    }),
    { numRuns: 300 },
  );
});

function contractWith({ tag, operationId, schema }: Record<"tag" | "operationId" | "schema", string>) {
  const inline = { type: "object", properties: { a: { type: "string" } } };
  const content = { "application/json": { schema: inline } };
  return {
    paths: { "/x": { get: { tags: [tag], operationId, responses: { 200: { description: "", content } } } } },
    components: { schemas: Object.fromEntries([[schema, inline]]) },
  };
}

function namesOf(contract: string, locked?: LockedNames): LockedNames {
  const { operations, schemas } = modelOf(contract, locked && { locked });
  return {
    operations: Object.fromEntries(
      operations.map((one) => [`${one.method} ${one.path}`, `${one.name.resource}.${one.name.method}`]),
    ),
    models: Object.fromEntries(schemas.map((one) => [one.identity, one.name])),
  };
}

test.each([
  ["shopServices", "shopServices.restartService", "shopServices.create"],
  ["shopService", "shopService.restartService", "shopService.create"],
  ["shop", "shop.restartService", "shop.createService"],
])("operations beside those of %s have that resource too", (resource, restart, create) => {
  const operation = (operationId: string) => ({ tags: ["ShopService"], operationId, responses: {} });
  const services = { get: operation("listServices") };
  const locked = { operations: { "GET /services": `${resource}.all` }, models: {} };
  const acted = { "/services": services, "/services/{id}/restart": { post: operation("restartService") } };
  expect(namesOf(JSON.stringify({ paths: acted }), locked).operations).toEqual({
    "GET /services": `${resource}.all`,
    "POST /services/{id}/restart": restart,
  });
  const created = { "/services": { ...services, post: operation("createService") } };
  expect(namesOf(JSON.stringify({ paths: created }), locked).operations).toEqual({
    "GET /services": `${resource}.all`,
    "POST /services": create,
  });
});
