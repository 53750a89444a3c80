import { describe, expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { backgroundContract, type BackgroundContract } from "./background-contract.js";

const STATES = "properties: { status: { enum: [running, succeeded, failed] } }";
const PATH = (name: string) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`;

describe("[OPS-1] the state of what was there before", () => {
  const server = `
  /shops/{shop}/servers/{id}:
    get:
      operationId: getServer
      parameters: [${PATH("shop")}, ${PATH("id")}]
      responses: { '200': { description: Server, content: { application/json: { schema: { type: object, STATES } } } } }`;
  const bodyOf = (members: string) =>
    `application/json: { schema: { type: object, properties: { ${members} } } }`;
  const at = (path: string, states: string, given: BackgroundContract = {}) =>
    backgroundContract({ headers: "", content: "", state: "text/plain: {}", ...given })
      .replace("/exports:", () => `${path}:\n    parameters: [${PATH("shopId")}, ${PATH("serverId")}]`)
      .concat(server.replace("STATES", () => states));
  const lines = [
    "operations:",
    '  "POST /shops/{shopId}/servers/{serverId}/restart":',
    "    background:",
    '      status: "GET /shops/{shop}/servers/{id}"',
    "      id: { parameter: serverId }",
    '      state: { member: status, succeeded: ["succeeded"], failed: ["failed"] }',
  ];

  test.each<[string, string, BackgroundContract]>([
    ["no body", "restart", {}],
    ["a body without an id", "restart", { content: bodyOf("message: {}") }],
  ])("is named, with lines that lead there: %s", (_, last, given) => {
    const { operations, lost } = planOf(
      at(`/shops/{shopId}/servers/{serverId}/${last}`, STATES, given),
    ).traits;
    expect(operations.flatMap(({ traits }) => traits.background ?? [])).toEqual([]);
    expect(lost).toMatchObject([
      {
        missing:
          "its response has no id, and nothing says for certain that the state of what its path names, which `GET /shops/{shop}/servers/{id}` gives, tells its end",
        lines,
      },
    ]);
  });

  test.each<[string, string, BackgroundContract]>([
    ["no states of a job", "properties: { status: { enum: [open, succeeded, failed] } }", {}],
    ["it is deleted", STATES, { method: "delete" }],
    ["an address leads elsewhere", STATES, { headers: "Location: {}" }],
  ])("is not named: %s", (_, states, given) => {
    const { lost } = planOf(at("/shops/{shopId}/servers/{serverId}/restart", states, given)).traits;
    expect(lost).toHaveLength(1);
    expect(lost[0]?.lines.join("\n")).not.toContain("parameter:");
  });

  test("an id that the response has goes before it", () => {
    const given = { content: bodyOf("id: { type: string }, server: { type: string }") };
    const yaml = at("/shops/{shopId}/servers/{serverId}/restart", STATES, given).replace(
      "schema: { type: object, properties: { id",
      "schema: { type: object, required: [id], properties: { id",
    );
    expect(planOf(yaml).traits.lost[0]?.lines).toContain("      id: id");
  });
});
