import { expect, test } from "vitest";
import { parse } from "yaml";
import { compareContracts } from "../../../src/compare-contracts.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { planDocument } from "../oracle/plan-pair.js";

/* Types that no method names: what they are a part of can be what it was. */

/** A contract with schemas, of which calls read `Visit` and send `Ask`. */
function documentOf(schemas: string): JsonObject {
  const content = (name: string) => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const responses = { 200: { description: "OK", ...content("Visit") } };
  return {
    openapi: "3.1.0",
    info: { title: "Clinic", version: "1" },
    servers: [{ url: "https://clinic.example" }],
    paths: {
      "/visits": {
        get: { operationId: "getVisit", responses },
        post: {
          operationId: "addVisit",
          requestBody: { required: true, ...content("Ask") },
          responses: { 204: { description: "Done" } },
        },
      },
    },
    components: { schemas: parse(schemas) as JsonObject },
  };
}

/** `wire/callers rule element`: each finding on a line. */
async function findingsOf([old, now]: readonly [string, string]): Promise<readonly string[]> {
  const before = await planDocument(documentOf(old));
  const after = await planDocument(documentOf(now), before.plan.names);
  const findings = compareContracts({
    old: before.contract,
    now: after.contract,
    oldPlan: before.plan,
    newPlan: after.plan,
    today: "2026-11-30",
  });
  return findings.map(({ wire, sdk, rule, element }) => `${wire}/${sdk} ${rule} ${element}`).sort();
}

const object = (properties: string, required = "") =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;

const extending = (own: string) => `{ allOf: [{ $ref: "#/components/schemas/Base" }, ${own}] }`;

const read = (base: string, own: string) =>
  `{ Base: ${base}, Visit: ${extending(own)}, Ask: { type: object } }`;

const sent = (base: string, own: string) =>
  `{ Base: ${base}, Ask: ${extending(own)}, Visit: { type: object } }`;

const unused = (type: string) => `{ Base: ${type}, Visit: { type: object }, Ask: { type: object } }`;

const [id, created, note] = ["id: { type: string }", "created: { type: string }", "note: { type: string }"];

const cases: readonly {
  readonly title: string;
  readonly given: readonly [old: string, now: string];
  readonly want: readonly string[];
}[] = [
  {
    title: "a property moves from a base to what is read",
    given: [read(object(`${id}, ${created}`), object(note)), read(object(id), object(`${note}, ${created}`))],
    want: ["none/breaking sdk.member-removed member `created` of `Base`"],
  },
  {
    title: "a property of a base is of any type, and of the old one in what is read",
    given: [
      read(object(`${id}, ${created}`), object(created)),
      read(object(`${id}, created: {}`), object(created)),
    ],
    want: ["none/breaking sdk.type-widened member `created` of `Base`"],
  },
  {
    title: "a property is required in what is read, and no longer in its base",
    given: [read(object(id, "id"), object(note)), read(object(id), object(note, "id"))],
    want: ["none/breaking sdk.member-became-optional member `id` of `Base`"],
  },
  {
    title: "a property moves from a base to what is sent",
    given: [sent(object(`${id}, ${created}`), object(note)), sent(object(id), object(`${note}, ${created}`))],
    want: ["none/breaking sdk.member-removed member `created` of `Base`"],
  },
  {
    title: "a property is required in the base of what is sent, and was required there",
    given: [sent(object(id), object(note, "id")), sent(object(id, "id"), object(note))],
    want: ["none/breaking sdk.member-became-required member `id` of `Base`"],
  },
  {
    title: "a property of a base goes, which the wire has too",
    given: [read(object(`${id}, ${created}`), object(note)), read(object(id), object(note))],
    want: ["breaking/breaking response.property.removed property `created` of `Base`"],
  },
  {
    title: "nothing leads to a type that gets a required property",
    given: [unused(object(id)), unused(object(`${id}, ${created}`, "created"))],
    want: ["none/breaking sdk.member-required-added member `created` of `Base`"],
  },
];

test.each(cases)("$title", async ({ given, want }) => {
  expect(await findingsOf(given)).toEqual(want);
});
