import { describe, expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { backgroundContract, type BackgroundContract } from "./background-contract.js";

const STATES = "properties: { status: { enum: [running, succeeded, failed] } }";
const PATH = (name: string) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`;

const OPEN_ID = '      id: { header: "?" }';

/** The lines for an id that the only sign of a contract has. */
function idLinesOf(yaml: string): readonly string[] {
  return planOf(yaml).traits.lost.flatMap(({ lines }) => lines.filter((line) => /^ *id:/.test(line)));
}

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
    '      state: { member: status, succeeded: ["?"], failed: ["?"] }',
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
          'its response has no id, and nothing says for certain that the state of what its path names, which `GET /shops/{shop}/servers/{id}` gives, tells its end, nor whether "succeeded", "failed" end the wait',
        lines,
      },
    ]);
  });

  const restart = "/shops/{shopId}/servers/{serverId}/restart";
  test("is open where only a part of it has one", () => {
    const beside = "name: {}, size: {}, region: {}, owner: {}";
    const { lost } = planOf(at(restart, `properties: { ${beside}, disk: { ${STATES} } }`)).traits;
    expect(lost[0]?.lines.slice(3)).toEqual([
      ...lines.slice(3, 5),
      '      state: { member: "?", succeeded: ["?"], failed: ["?"] }',
    ]);
  });

  const OPEN = "properties: { status: { type: string } }";
  test.each([restart, "/shops/{shopId}/servers/{serverId}:restart", "/shops/{shopId}/servers/{serverId}"])(
    "is named with states to fill in, where they are not known: %s",
    (path) => {
      const { lost } = planOf(at(path, OPEN, { method: "put" })).traits;
      expect(lost[0]?.missing).toBe(
        "no member of the response of `GET /shops/{shop}/servers/{id}`, of what its path names, lists states of success and failure",
      );
      expect(lost[0]?.lines.slice(4)).toEqual([
        "      id: { parameter: serverId }",
        '      state: { member: status, succeeded: ["?"], failed: ["?"] }',
      ]);
    },
  );

  test.each<[string, string, string, BackgroundContract]>([
    ["a thing without a state", restart, "properties: { name: {} }", {}],
    ["what is below it has states of its own", "/shops/{shopId}/servers/{serverId}/backups", OPEN, {}],
    ["an id of another thing comes back", restart, OPEN, { content: bodyOf("run_id: { type: string }") }],
    ["it is deleted", restart, STATES, { method: "delete" }],
    ["an address leads elsewhere", restart, STATES, { headers: "Location: {}" }],
  ])("is not named: %s", (_, path, states, given) => {
    const { lost } = planOf(at(path, states, given)).traits;
    expect(lost).toHaveLength(1);
    expect(lost[0]?.missing).not.toContain("GET /shops/{shop}/servers/{id}");
  });

  test("the id of the path is a line, where no read is found", () => {
    const { lost } = planOf(at(restart, "properties: { name: {} }")).traits;
    expect(lost).toMatchObject([
      {
        missing: "nothing says for certain which operation gives the state of what it starts",
        lines: [
          "operations:",
          `  "POST ${restart}":`,
          "    background:",
          '      status: "GET ?"',
          "      id: { parameter: serverId }",
          '      state: { member: "?", succeeded: ["?"], failed: ["?"] }',
        ],
      },
    ]);
  });

  const ticket = (name: string, states: string) => `
  /tickets/{${name}}:
    get:
      operationId: getTicket
      parameters: [${PATH(name)}]
      responses: { '200': { description: Ticket, content: { application/json: { schema: { type: object, properties: { state: { enum: [${states}] } } } } } } }`;

  test.each([
    ["the state of a job elsewhere", OPEN_ID, ticket("ticketId", "queued, running, done")],
    ["another state elsewhere", "      id: { parameter: serverId }", ticket("ticketId", "open, sold")],
    ["a job by the same name", "      id: { parameter: serverId }", ticket("serverId", "open, sold")],
  ])("the id of the path beside %s: %s", (_, want, more) => {
    expect(idLinesOf(at(restart, "properties: { name: {} }") + more)).toContain(want);
  });

  test("the id of a path that no read takes is no line", () => {
    for (const more of ["", ticket("serverId", "open, sold")])
      expect(idLinesOf(at("/racks/{shopId}/{serverId}/restart", "properties: { name: {} }") + more)).toEqual([
        OPEN_ID,
      ]);
  });

  test.each([
    ["Accepted, with the id of a ticket in the header `X-Ticket-Id`.", "X-Ticket-Id"],
    ["Its identifier is in the `X-Ticket-Id` response header.", "X-Ticket-Id"],
    ["The id of the job is in a header named X-Ticket-Id.", "X-Ticket-Id"],
    ["Your ticket id is in the `X-Ticket-Id` header.", "X-Ticket-Id"],
    ["Use the ticket id in the `X-Ticket-Id` header to poll.", "X-Ticket-Id"],
    [
      "Include the id of the rack in the header `X-Rack-Id`. The id of the ticket is in the header `X-Ticket-Id`.",
      "X-Ticket-Id",
    ],
    ["The ticket id must go in the `X-Ticket-Id` header.", '"?"'],
    ["Send the id of the server in the header `X-Server-Id`.", '"?"'],
    ["The partner id is read from the `X-Partner-Id` header.", '"?"'],
    ["The organisation id in the `X-Organisation-Id` header decides.", '"?"'],
    ["The id of the job is returned in the header of the response.", undefined],
    ["Returns the id of the server, and a `Retry-After` header.", undefined],
    ["The id of your account goes in the `X-Account-Id` header.", undefined],
    ["The id of the request is in the header `X-Request-Id`.", undefined],
  ])("a header with the id: %s", (text, name) => {
    const yaml = at(restart, "properties: { name: {} }").replace(
      "description: Started",
      () => `description: "${text}"`,
    );
    expect(yaml).toContain(text);
    expect(idLinesOf(yaml)).toEqual([
      name === undefined
        ? "      id: { parameter: serverId }"
        : `      id: { header: ${name}${name === '"?"' ? "" : ", undeclared: true"} }`,
    ]);
  });

  test("a header that the request declares has the id of nothing that was started", () => {
    const text = "Restarts it with the server id of the `X-Server-Id` header";
    const sent = "parameters: [{ in: header, name: x-server-id, schema: { type: string } }, ";
    const yaml = at(restart, "properties: { name: {} }").replace(
      "description: Started",
      `description: "${text}"`,
    );
    expect(idLinesOf(yaml)).toEqual(["      id: { header: X-Server-Id, undeclared: true }"]);
    expect(idLinesOf(yaml.replaceAll("parameters: [", sent))).toEqual(["      id: { parameter: serverId }"]);
  });

  test.each([
    ["serverId", "/shops/{shopId}/servers/{serverId}/{changeType}", "changeType"],
    ["shopId", "/shops/{shopId}/{serverId}", "serverId", "type: string, enum: [restart, stop]"],
  ])(
    "a parameter that chooses what is done is the id of nothing: %s",
    (id, path, name, schema = "type: string") => {
      const choice = `parameters: [{ in: path, name: ${name}, required: true, schema: { ${schema} } }, `;
      const yaml = at(path, "properties: { name: {} }").replace("parameters: [", choice);
      const lines = planOf(yaml.replace(`, ${PATH("serverId")}]`, name === "serverId" ? "]" : "$&"))
        .traits.lost.flatMap((sign) => sign.lines)
        .filter((line) => line.includes("id:"));
      expect(lines).toEqual([`      id: { parameter: ${id} }`]);
    },
  );

  test("where a path has nothing but such a parameter, a person names the header of the id", () => {
    const yaml = at("/changes/{changeType}", "properties: { name: {} }").replace(
      `parameters: [${PATH("shopId")}, ${PATH("serverId")}]`,
      `parameters: [${PATH("changeType")}]`,
    );
    expect(idLinesOf(yaml)).toEqual([OPEN_ID]);
  });

  test("what is sensitive is never a part of an id", () => {
    const plain = at(restart, STATES);
    const yaml = plain.replaceAll("schema: { type: string }", "schema: { type: string, format: password }");
    expect(idLinesOf(yaml)).toEqual([OPEN_ID]);
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
