import { expect, test } from "vitest";
import { messageOf } from "../../../src/diagnostics/diagnostic.js";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

/** A create and a change that both take a key, of a contract with this description. */
const contract = (description: string) => `
info: { title: T, version: "1", description: ${JSON.stringify(description)} }
paths:
  /pets:
    post: { operationId: addPet, parameters: [{ $ref: '#/components/parameters/Key' }], responses: {} }
    patch: { operationId: movePets, parameters: [{ $ref: '#/components/parameters/Key' }], responses: {} }
components: { parameters: { Key: { in: header, name: Idempotency-Key, schema: { type: string } } } }`;

const ONLY = "Idempotency is only supported for POST requests.";

test.each<readonly [string, boolean]>([
  [ONLY, true],
  ["Only `POST` requests accept an idempotency key.", true],
  ["All POST requests accept an idempotency key.", false],
  ["Idempotency is only supported for POST and PATCH requests.", false],
  ["Idempotency is not only supported for POST requests.", false],
  ["Keys are kept for one day.", false],
])("keys of other methods are named where a text says that POST alone has them: %s", (text, isNamed) => {
  const found = planOf(contract(text)).diagnostics.filter(({ id }) => id === "trait/key-method");
  expect(found.map(messageOf)).toEqual(
    isNamed
      ? [
          "`PATCH /pets` takes an idempotency key, but the description of the contract says that keys are for POST requests only. The client sends the request again after a lost response.",
        ]
      : [],
  );
});

test("lines of the configuration mend it, or accept it", async () => {
  const [sign] = planOf(contract(ONLY)).traits.lost;
  const key = ["operations:", '  "PATCH /pets":'];
  expect([sign?.lines, sign?.meant]).toEqual([
    [...key, "    idempotency: false"],
    [...key, "    idempotency:", "      rules: false"],
  ]);
  for (const lines of [sign?.lines ?? [], sign?.meant ?? []])
    expect((await planUnder(contract(ONLY), lines.join("\n"))).traits.lost).toEqual([]);
});
