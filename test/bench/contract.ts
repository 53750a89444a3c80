/** A plain contract: what a call costs in it, it costs in every other. */
export const contract = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  servers: [{ url: "https://pets.example/v1" }],
  paths: {
    "/pets/{petId}": {
      get: {
        operationId: "getPet",
        tags: ["pets"],
        parameters: [
          { name: "petId", in: "path", required: true, schema: { type: "string" } },
          { name: "visits", in: "query", schema: { type: "integer" } },
        ],
        responses: answered("200"),
      },
    },
    "/pets": {
      post: {
        operationId: "addPet",
        tags: ["pets"],
        security: [{ token: [] }],
        requestBody: { required: true, content: json("Pet") },
        responses: answered("201"),
      },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "name"],
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          age: { type: "integer" },
          tags: { type: "array", items: { type: "string" } },
          visits: { type: "array", items: { $ref: "#/components/schemas/Visit" } },
        },
      },
      Visit: {
        type: "object",
        properties: { day: { type: "string", format: "date" }, reason: { type: "string" } },
      },
      Refusal: { type: "object", properties: { message: { type: "string" } } },
    },
  },
};

/** The contract with the address of a server that runs. */
export function contractAt(url: string): object {
  return { ...contract, servers: [{ url }] };
}

/** What the server has; a response of about 600 bytes. */
export const pet = {
  id: "7",
  name: "Rex",
  age: 4,
  tags: ["dog", "brown", "friendly"],
  visits: Array.from({ length: 8 }, (_, at) => ({
    day: `2026-11-0${String(at + 1)}`,
    reason: "Routine check",
  })),
};

function answered(status: string) {
  return {
    [status]: { description: "Done", content: json("Pet") },
    default: { description: "Refused", content: json("Refusal") },
  };
}

function json(schema: string) {
  return { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } };
}
