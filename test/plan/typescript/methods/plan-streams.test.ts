import { found } from "../../../diagnostics/found.js";
import { describe, expect, test } from "vitest";
import { layout } from "../../../../src/emit/layout.js";
import { typeDoc } from "../../../../src/emit/type-doc.js";
import { constantOf, planOf, resourceOf, traitsOf } from "../../plan-of.js";

/** The methods of `talks` when POST /talks answers with the given media types, as `name: callee → type`. */
function methodsOf(content: string, more = ""): readonly string[] {
  return resourceOf(planOf(contractOf(content, more)), "talks").methods.map(
    ({ name, call, returns }) => `${name}: ${call.callee} → ${layout(typeDoc(returns))}`,
  );
}

function contractOf(content: string, more = "", stream = "{ type: boolean }"): string {
  return `
paths:
  /talks:
    post:
      operationId: create
      tags: [talks]
      requestBody:
        content: { application/json: { schema: { type: object, properties: { text: { type: string }, stream: ${stream} } } } }
      responses: { '200': { content: ${content} } }
${more}`;
}

const named = (operationId: string) =>
  `  /${operationId}: { get: { operationId: ${operationId}, tags: [talks], responses: { '204': {} } } }`;
const json = "application/json: { schema: { type: object } }";
const events = "text/event-stream: { schema: { type: object } }";

describe("the methods beside an operation's own", () => {
  test.each([
    {
      given: "JSON and events",
      content: `{ ${json}, ${events} }`,
      want: ["createStream: streamEvents → StreamCall<ServerSentEvent<{ [name: string]: unknown }>>"],
    },
    {
      given: "JSON and lines of JSON",
      content: `{ ${json}, application/x-ndjson: { schema: { type: integer } } }`,
      want: ["createStream: streamItems → StreamCall<number>"],
    },
    {
      given: "bytes",
      content: "{ image/png: {} }",
      want: ["createStream: streamBytes → Call<ReadableStream<Uint8Array>>"],
    },
    {
      given: "bytes and events",
      content: "{ audio/mp3: {}, text/event-stream: {} }",
      want: [
        "createEvents: streamEvents → StreamCall<ServerSentEvent>",
        "createStream: streamBytes → Call<ReadableStream<Uint8Array>>",
      ],
    },
    {
      given: "JSON and bytes",
      content: `{ ${json}, application/zip: {} }`,
      want: [
        "createAsZip: callAs → Call<Blob>",
        "createStream: streamBytes → Call<ReadableStream<Uint8Array>>",
      ],
    },
    {
      given: "text and the same in protobuf",
      content:
        "{ text/plain: { schema: { type: string } }, application/vnd.k8s.protobuf: { schema: { type: string } } }",
      want: [
        "createAsK8SProtobuf: callAs → Call<Blob>",
        "createStream: streamAs → Call<ReadableStream<Uint8Array>>",
      ],
    },
    {
      given: "lines and sequences of the same items",
      content:
        "{ application/x-ndjson: { schema: { type: integer } }, application/json-seq: { schema: { type: integer } } }",
      want: [],
      own: "create: streamItems → StreamCall<number>",
    },
    {
      given: "lines and sequences of different items",
      content:
        "{ application/x-ndjson: { schema: { type: integer } }, application/json-seq: { itemSchema: { type: string } } }",
      want: [],
      own: "create: streamItems → StreamCall<string | number>",
    },
    {
      given: "JSON, lines and sequences of different items",
      content: `{ ${json}, application/x-ndjson: { schema: { type: integer } }, application/json-seq: { itemSchema: { type: string } } }`,
      want: ["createStream: streamItems → StreamCall<string | number>"],
    },
    { given: "JSON alone", content: `{ ${json} }`, want: [] },
    { given: "text", content: "{ text/plain: {} }", want: [] },
  ])("$given", ({ content, want, own }) => {
    const [first, ...others] = [...methodsOf(content)].sort(
      (left, right) => Number(right.startsWith("create:")) - Number(left.startsWith("create:")),
    );
    expect(others).toEqual(want);
    if (own !== undefined) expect(first).toBe(own);
  });

  test("gives way to an operation that has the name", () => {
    const names = methodsOf(`{ ${json}, ${events} }`, named("createStream")).map(
      (line) => line.split(":")[0],
    );
    expect(names).toEqual(["create", "createAsStream", "createStream"]);
  });
});

describe("the member of the body that chooses", () => {
  const yaml = contractOf(`{ ${json}, ${events} }`);

  test("is recognised, set by the method, and no input", () => {
    expect(traitsOf(yaml, "talks.create").streaming).toEqual({
      facts: { member: "stream" },
      reason: 'Its response can come as text/event-stream; "stream" in the body asks for it.',
    });
    const [input] = resourceOf(planOf(yaml), "talks").declarations;
    expect(input).toMatchObject({
      name: "TalksCreateInput",
      extends: [{ name: "Omit", arguments: [{ name: "TalksCreateBody" }, { value: "stream" }] }],
    });
  });

  test.each([
    {
      given: "a server that streams when told to",
      stream: "{ type: [boolean, 'null'] }",
      want: [undefined, { stream: true }],
    },
    {
      given: "a server that streams unless told not to",
      stream: "{ type: boolean, default: true }",
      want: [{ stream: false }, { stream: true }],
    },
    { given: "a member that is something else", stream: "{ type: string }", want: [undefined, undefined] },
  ])("$given", ({ stream, want }) => {
    const { responses: answers } = constantOf(
      planOf(contractOf(`{ ${json}, ${events} }`, "", stream)),
      "talks.create",
    ).value;
    const [answer] = answers as readonly {
      content: readonly { requestMembers?: unknown; negotiated?: unknown }[];
    }[];
    expect(answer?.content.map(({ requestMembers }) => requestMembers)).toEqual(want);
    expect(answer?.content.map(({ negotiated }) => negotiated)).toEqual([undefined, true]);
  });
});

describe("the data of events", () => {
  const planWith = (schema: string, key: string) =>
    planOf(contractOf(`{ text/event-stream: { ${key}: ${schema} } }`));
  const dataOf = (schema: string, key = "schema") => {
    const plan = planWith(schema, key);
    const [answer] = constantOf(plan, "talks.create").value["responses"] as readonly {
      content: readonly { data?: string }[];
    }[];
    const type = resourceOf(plan, "talks").methods.find(({ name }) => name === "create")?.returns;
    return [answer?.content[0]?.data, type === undefined ? "" : layout(typeDoc(type))];
  };
  const event = (data: string) => `{ type: object, properties: { event: { type: string }, data: ${data} } }`;

  test.each([
    { given: "text", schema: "{ type: string }", want: [undefined, "StreamCall<ServerSentEvent>"] },
    { given: "a number", schema: "{ type: integer }", want: ["json", "StreamCall<ServerSentEvent<number>>"] },
    {
      given: "a number or a word",
      schema: "{ oneOf: [{ type: integer }, { const: '[DONE]' }] }",
      want: ["jsonOrText", 'StreamCall<ServerSentEvent<number | "[DONE]">>'],
    },
    {
      given: "an object or text",
      schema: "{ oneOf: [{ type: string }, { type: object, properties: { n: {} } }] }",
      want: ["objectOrText", "StreamCall<ServerSentEvent<string | TalksCreateResponseObject>>"],
    },
    {
      given: "an object, text or null",
      schema: "{ oneOf: [{ type: string }, { type: object, properties: { n: {} } }, { type: 'null' }] }",
      want: ["jsonOrText", "StreamCall<ServerSentEvent<string | TalksCreateResponseObject | null>>"],
    },
    {
      given: "text, whatever alternatives stand beside that",
      schema: "{ type: string, oneOf: [{ type: string }, { type: object, properties: { n: {} } }] }",
      want: [undefined, "StreamCall<ServerSentEvent>"],
    },
    {
      given: "text of a whole event",
      schema: event("{ type: string }"),
      want: [undefined, "StreamCall<TalksCreateResponse>"],
    },
    {
      given: "JSON of a whole event, which may have none",
      schema: event("{ type: object }"),
      want: ["jsonOrNothing", "StreamCall<TalksCreateResponse>"],
    },
    {
      given: "whole events of two kinds",
      schema: `{ oneOf: [${event("{ type: object }")}, ${event("{ enum: ['[DONE]'] }")}] }`,
      want: ["objectOrText", "StreamCall<TalksCreateResponseOption1 | TalksCreateResponseDone>"],
    },
    {
      given: "an object that has `data` among members that no event has",
      schema: "{ type: object, properties: { data: { type: string }, type: { type: string } } }",
      want: ["json", "StreamCall<ServerSentEvent<TalksCreateResponse>>"],
    },
    {
      given: "a list of whole events",
      schema: `{ type: array, items: ${event("{ type: object }")} }`,
      want: ["jsonOrNothing", "StreamCall<TalksCreateResponseItem>"],
    },
    {
      given: "a list of what is no event",
      schema: "{ type: array, items: { type: object, properties: { n: { type: integer } } } }",
      want: ["json", "StreamCall<ServerSentEvent<TalksCreateResponseItem[]>>"],
    },
  ])("$given", ({ schema, want }) => {
    expect(dataOf(schema)).toEqual(want);
  });

  const named = (name: string, data: string) =>
    `{ type: object, required: [event, data], properties: { event: { const: ${name} }, data: ${data} } }`;
  test.each([
    [
      "by name",
      `{ oneOf: [${named("a", "{ type: string }")}, ${named("b", "{ type: object }")}] }`,
      "json",
      ["a"],
      ["b"],
    ],
    [
      "in alternatives beside what all events have",
      `{ type: object, required: [event, data], properties: { event: { type: string }, data: {} }, oneOf: [${named("a", "{ type: string }")}, ${named("b", "{ type: integer }")}] }`,
      "json",
      ["a"],
      ["b"],
    ],
    [
      "by name, beside an event without data",
      `{ oneOf: [${named("a", "{ type: string }")}, ${named("b", "{ type: object }")}, { type: object, required: [event], properties: { event: { const: c } } }] }`,
      "jsonOrNothing",
      ["a"],
      ["b"],
    ],
    [
      "not by a name that an event need not have",
      `{ oneOf: [${named("a", "{ type: string }")}, ${event("{ type: object }")}] }`,
      "objectOrText",
      undefined,
      undefined,
    ],
    [
      "not by a name that both have",
      `{ oneOf: [${named("a", "{ type: string }")}, ${named("a", "{ type: integer }")}] }`,
      "jsonOrText",
      undefined,
      undefined,
    ],
    [
      "text alone",
      `{ oneOf: [${named("a", "{ type: string }")}, ${named("b", "{ enum: [x] }")}] }`,
      undefined,
      undefined,
      undefined,
    ],
  ])("text in one event and JSON in another: %s", (_, schema, data, textEvents, jsonEvents) => {
    expect(constantOf(planWith(schema, "itemSchema"), "talks.create").value).toMatchObject({
      responses: [{ content: [{ data, textEvents, jsonEvents }] }],
    });
  });

  test.each([
    {
      given: "one event with JSON",
      schema: named("a", "{ type: object }"),
      want: "StreamCall<OpenEvent<TalksCreateResponse>>",
    },
    {
      given: "one event with text",
      schema: named("a", "{ type: string }"),
      want: "StreamCall<OpenEvent<TalksCreateResponse, string>>",
    },
    {
      given: "two events, whether or not a discriminator says that the name tells them apart",
      schema: `{ oneOf: [${named("a", "{ type: object }")}, ${named("b", "{ type: string }")}] }`,
      want: "StreamCall<OpenEvent<TalksCreateResponseA | TalksCreateResponseB>>",
    },
    {
      given: "two names of one event",
      schema:
        "{ type: object, required: [event, data], properties: { event: { enum: [a, b] }, data: { type: object } } }",
      want: "StreamCall<OpenEvent<TalksCreateResponse>>",
    },
    {
      given: "an event of any name beside one of a name",
      schema: `{ oneOf: [${named("a", "{ type: object }")}, ${event("{ type: object }")}] }`,
      want: "StreamCall<TalksCreateResponseA | TalksCreateResponseOption2>",
    },
    {
      given: "an event of any name, some of which are known",
      schema:
        "{ type: object, required: [event, data], properties: { event: { anyOf: [{ enum: [a, b] }, { type: string }] }, data: { type: object } } }",
      want: "StreamCall<TalksCreateResponse>",
    },
    {
      given: "an event of a name that never comes, because it has no data",
      schema: "{ type: object, required: [event], properties: { event: { const: a } } }",
      want: "StreamCall<TalksCreateResponse>",
    },
  ])("an event that the contract does not list comes beside $given", ({ schema, want }) => {
    expect(dataOf(schema, "itemSchema")[1]).toBe(want);
  });

  test("alternatives that lead to each other are gone through once", () => {
    const names = Array.from({ length: 14 }, (_, index) => `S${String(index)}`);
    const refs = names.map((name) => `{ $ref: '#/components/schemas/${name}' }`);
    const schemas = names.map(
      (name, index) =>
        `${name}: { oneOf: [{ type: string }, ${refs.filter((_, at) => at !== index).join(", ")}] }`,
    );
    const plan = planOf(`${contractOf(`{ text/event-stream: { schema: ${refs[0] ?? ""} } }`)}
components: { schemas: { ${schemas.join(", ")} } }`);
    expect(constantOf(plan, "talks.create").value).toMatchObject({
      responses: [{ content: [{ codec: "events", data: undefined }] }],
    });
  });

  const done = "{ type: object, properties: { event: { const: done } } }";
  const events = "StreamCall<TalksCreateResponseOption1 | TalksCreateResponseDone>";
  test.each([
    {
      given: "whole events, one of them without data",
      schema: `{ oneOf: [${event("{ type: object }")}, ${done}] }`,
      want: ["jsonOrNothing", events],
    },
    {
      given: "text in one event and no data in another",
      schema: `{ oneOf: [${event("{ type: string }")}, ${done}] }`,
      want: [undefined, events],
    },
    {
      given: "an event that has no data",
      schema: done,
      want: [undefined, "StreamCall<TalksCreateResponse>"],
    },
    {
      given: "data that an event always has",
      schema:
        "{ type: object, required: [data], properties: { event: { type: string }, data: { type: object } } }",
      want: ["json", "StreamCall<TalksCreateResponse>"],
    },
    {
      given: "members that no event has",
      schema: "{ type: object, properties: { n: { type: integer } } }",
      want: ["json", "StreamCall<ServerSentEvent<TalksCreateResponse>>"],
    },
  ])("of \`itemSchema\`: $given", ({ schema, want }) => {
    expect(dataOf(schema, "itemSchema")).toEqual(want);
  });

  test("a schema of the data is not taken for an event because its members could be those of one", () => {
    expect(dataOf("{ type: object, properties: { id: { type: string } } }")).toEqual([
      "json",
      "StreamCall<ServerSentEvent<TalksCreateResponse>>",
    ]);
  });

  const place = "#/paths/~1talks/post/responses/200/content/text~1event-stream/itemSchema";
  test.each([
    {
      given: "events without data",
      schema: `{ oneOf: [${event("{ type: object }")}, ${done}] }`,
      want: ["stream/event-without-data", `${place}/oneOf/1`],
    },
    {
      given: "items that are no events",
      schema: "{ type: object, properties: { n: { type: integer } } }",
      want: ["stream/item-as-data", place],
    },
  ])("generating tells of $given", ({ schema, want }) => {
    expect(found(planWith(schema, "itemSchema").diagnostics)).toEqual([
      [...want, { operation: "POST /talks" }],
    ]);
  });
});

describe("the methods for other media types", () => {
  const xml = "application/xml: { schema: { type: object } }";
  test.each([
    { given: "JSON and XML", content: `{ ${json}, ${xml} }`, want: ["createAsXml: callAs → Call<string>"] },
    {
      given: "vendor types, a plain text and a range",
      content: `{ ${json}, application/vnd.a.diff: {}, application/vnd.a.patch: {}, text/plain: {}, image/*: {} }`,
      want: [
        "createAsADiff: callAs → Call<Blob>",
        "createAsAPatch: callAs → Call<Blob>",
        "createAsImage: callAs → Call<Blob>",
        "createAsText: callAs → Call<string>",
      ],
    },
    {
      given: "two that would be called the same",
      content: `{ ${json}, application/xml: {}, text/xml: {} }`,
      want: ["createAsTextXml: callAs → Call<string>", "createAsXml: callAs → Call<string>"],
    },
    { given: "two that give the same", content: "{ image/png: {}, image/jpeg: {} }", want: [] },
  ])("$given", ({ content, want }) => {
    expect(methodsOf(content).filter((method) => method.startsWith("createAs"))).toEqual(want);
  });

  test("are left out where a media type could be taken for code", () => {
    const names = methodsOf(`{ ${json}, 'text/"+x+"': {} }`).map((line) => line.split(":")[0]);
    expect(names).toEqual(["create"]);
  });
});

test("the doc tells where an answer leads, by the names of the client", () => {
  const yaml = `
paths:
  /talks:
    post:
      operationId: create
      tags: [talks]
      responses:
        '201':
          links:
            again: { operationId: read, parameters: { id: $response.body#/id } }
            elsewhere:
              operationId: read
              description: The talk, told elsewhere
              requestBody: $request.body
              server: { url: 'https://other.example' }
  /talks/{id}:
    get: { operationId: read, tags: [talks], responses: { '204': {} } }`;
  const [create] = resourceOf(planOf(yaml), "talks").methods;
  expect(create?.doc.text.slice(0, 2)).toEqual([
    "The response links to `talks.get`, with `id` from `$response.body#/id`.",
    "The response links to `talks.get`, with its body from `$request.body`, at `https://other.example`: " +
      "The talk, told elsewhere.",
  ]);
});
