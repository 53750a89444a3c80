import { describe, expect, test } from "vitest";
import { ConstantReference } from "../../../../src/text/constant-reference.js";
import { emitContract, expectCompiles, expectFormatted } from "../../../emit/emit-contract.js";
import { planUnder } from "../../service/overrides/configured.js";
import { argumentsOf, constantOf, methodOf, planOf, resourceOf } from "../../plan-of.js";

const header = (name: string) => `{ in: header, name: ${name}, required: true, schema: { type: string } }`;
const IF_MATCH = header("If-Match");
const json = (name: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const etag = "headers: { ETag: {} }";
const PET = `{ description: Pet, ${etag}, ${json("Pet")} }`;

/** The changes of one pet, beside the read that hands its ETag out. */
const contract = (changes: string, read = `responses: { '200': ${PET} }`) => `
servers: [{ url: https://pets.example }]
paths:
  /pets/{id}:
    parameters: [{ in: path, name: id, required: true, description: "The pet's number.", schema: { type: string } }]
    get: { operationId: getPet, tags: [pets], ${read} }
${changes}
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string } } }
    Receipt: { type: object, properties: { number: { type: string } } }`;

const change = (method: string, id: string, responses: string, parameters = IF_MATCH) =>
  `    ${method}: { operationId: ${id}, tags: [pets], parameters: [${parameters}], ` +
  `requestBody: { required: true, ${json("Pet")} }, responses: { ${responses} } }`;

const methodsOf = (yaml: string) => resourceOf(planOf(yaml), "pets").methods.map(({ name }) => name);

/** The function that says when `modify` reads again after the change. */
function rereadOf(plan: ReturnType<typeof planOf>): string | undefined {
  const { reread } = constantOf(plan, "pets.updateRounds").value;
  return reread instanceof ConstantReference ? reread.constant : undefined;
}

/** The state of what a change starts. */
const JOBS = `  /jobs/{jobId}:
    get:
      operationId: getJob
      tags: [jobs]
      parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }]
      responses: { '200': { description: Job, content: { application/json: { schema: { properties: { status: { enum: [done, failed] } } } } } } }`;

describe("[ETG-3] `modify`", () => {
  test.each([
    ["a DELETE, which has nothing to build", change("delete", "deletePet", "'204': { description: Gone }")],
    [
      "a change without a body",
      `    put: { operationId: touchPet, tags: [pets], parameters: [${IF_MATCH}], responses: { '200': ${PET} } }`,
    ],
    [
      "a change that is not done when it is answered",
      `${change("put", "replacePet", "'202': { description: Taken, headers: { Location: {} } }")}
${JOBS}`,
    ],
  ])("is not there for %s", (_, changes) => {
    expect(methodsOf(contract(changes)).filter((name) => name.startsWith("modify"))).toEqual([]);
    expect(resourceOf(planOf(contract(changes)), "pets").descriptors.map(({ type }) => type)).not.toContain(
      "ModifyDescriptor",
    );
  });

  test.each([
    { answer: PET, type: "Pet", reread: undefined },
    { answer: `{ description: No ETag, ${json("Pet")} }`, type: "Pet", reread: "rereadWithoutETag" },
    {
      answer: `{ description: Another type, ${etag}, ${json("Receipt")} }`,
      type: "Pet",
      reread: "rereadAlways",
    },
    { answer: `{ description: Nothing, ${etag} }`, type: "Pet", reread: "rereadAlways" },
  ])("gives what its read gives, of an answer that is $answer", ({ answer, reread }) => {
    const plan = planOf(contract(change("put", "updatePet", `'200': ${answer}`)));
    expect(methodOf(plan, "pets.modify").returns).toMatchObject({
      arguments: [{ name: "Versioned", arguments: [{ name: "Pet" }, { value: "pets.get" }] }],
    });
    expect(rereadOf(plan)).toBe(reread);
  });

  test.each([
    ["the same", "{ title: Other, required: [data], properties: { data: REF } }", undefined],
    ["another component", "{ required: [data], properties: { data: RECEIPT } }", "rereadAlways"],
    ["another member", "{ required: [data], properties: { data: REF, more: {} } }", "rereadAlways"],
    ["an optional member", "{ properties: { data: REF } }", "rereadAlways"],
    ["a component of its own", "RECEIPT", "rereadAlways"],
    ["anything", "{}", "rereadAlways"],
  ])("reads again unless both write the same envelope: the change gives %s", (_, written, reread) => {
    const answer = (schema: string) =>
      `{ description: Pet, ${etag}, content: { application/json: { schema: ${schema
        .replaceAll("REF", "{ $ref: '#/components/schemas/Pet' }")
        .replaceAll("RECEIPT", "{ $ref: '#/components/schemas/Receipt' }")} } } }`;
    const read = `responses: { '200': ${answer("{ required: [data], properties: { data: REF } }")} }`;
    const plan = planOf(contract(change("post", "updatePet", `'201': ${answer(written)}`), read));
    expect(rereadOf(plan)).toBe(reread);
  });

  test("reads again when one of two successes has no ETag", () => {
    const answers = `'200': ${PET}, '204': { description: Done }`;
    const plan = planOf(contract(change("put", "updatePet", answers)));
    expect(rereadOf(plan)).toBe("rereadAlways");
    expect(methodOf(plan, "pets.update").call.callee).toBe("call");
  });

  test.each([
    { done: PET, reread: undefined },
    { done: `{ description: No ETag, ${json("Pet")} }`, reread: "rereadWithoutETag" },
  ])("of a change that can also be accepted (202) goes by its $done", ({ done, reread }) => {
    const accepted = "{ description: Accepted, headers: { Location: {} } }";
    const plan = planOf(
      contract(`${change("put", "updatePet", `'200': ${done}, '202': ${accepted}`)}
  /jobs/{jobId}:
    get:
      operationId: getJob
      tags: [jobs]
      parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }]
      responses: { '200': { description: Job, content: { application/json: { schema: { properties: { status: { enum: [done, failed] } } } } } } }`),
    );
    expect(methodOf(plan, "pets.modify").call.callee).toBe("modifyInBackground");
    expect(rereadOf(plan)).toBe(reread);
  });

  test.each([
    ["412", true],
    ["428", true],
    ["4XX", true],
    ["default", true],
    ["409", false],
  ])(
    "of a change that is only accepted (202) needs a response that a stale validator can have: %s",
    (status, want) => {
      const yaml = contract(
        change(
          "put",
          "updatePet",
          `'202': { description: Taken, headers: { Location: {} } }, '${status}': { description: E }`,
        ),
      );
      const names = methodsOf(yaml.replace("\ncomponents:", `\n${JOBS}\ncomponents:`));
      expect(names.includes("modify")).toBe(want);
    },
  );

  test("is not there for a change that nothing follows, which is named", async () => {
    const given = contract(
      change("put", "updatePet", "'202': { description: Taken }, '412': { description: E }"),
    );
    expect(methodsOf(given)).not.toContain("modify");
    const [sign] = planOf(given).traits.lost.filter(({ trait }) => trait === "conditional");
    expect([sign?.missing, sign?.lines, sign?.meant?.at(-1)?.trim()]).toEqual([
      "the change is accepted for later (202), and nothing follows it: it has no `modify`",
      [],
      'conditional: { read: "GET /pets/{id}" }',
    ]);
    const configured = await planUnder(given, sign?.meant?.join("\n") ?? "");
    expect(configured.traits.lost.filter(({ trait }) => trait === "conditional")).toEqual([]);
  });

  test("of a change that is only accepted (202) gives its handle, where a stale validator is refused at once", () => {
    const accepted =
      "'202': { description: Taken, headers: { Location: {} } }, '412': { description: Stale }";
    const plan = planOf(
      contract(`${change("put", "updatePet", accepted)}
${JOBS}`),
    );
    const { call, doc, returns } = methodOf(plan, "pets.modify");
    expect([call.callee, JSON.stringify(returns).includes("StartedOrDone")]).toEqual([
      "modifyInBackground",
      true,
    ]);
    expect(JSON.stringify(doc)).not.toContain("UnreadChangeError");
  });

  test("reads again when nothing is known of either answer", () => {
    const unknown = `responses: { '200': { description: Any, ${etag}, content: { application/json: {} } } }`;
    const plan = planOf(
      contract(
        change("put", "updatePet", `'200': { description: Any, ${etag}, content: { application/json: {} } }`),
        unknown,
      ),
    );
    expect(rereadOf(plan)).toBe("rereadAlways");
  });

  describe("of a read that can give nothing (304)", () => {
    const condition = (name: string) => `{ in: header, name: ${name}, schema: { type: string } }`;
    const read = (parameters: string) =>
      `parameters: [${parameters}], responses: { '200': ${PET}, '304': { description: Not modified } }`;
    const written = change("put", "updatePet", `'200': ${PET}`);
    const unpromised = change("put", "updatePet", `'200': { description: No ETag, ${json("Pet")} }`);

    test.each([
      ["If-None-Match", written, undefined],
      ["If-Modified-Since", unpromised, "rereadWithoutETag"],
      ["If-None-Match", written, undefined, ""],
    ])(
      "takes no %s, and builds from the resource",
      (name, changes, reread, unchanged = ", '304': { description: Not modified }") => {
        const plan = planOf(
          contract(
            changes,
            read(condition(name)).replace(", '304': { description: Not modified }", unchanged),
          ),
        );
        const { parameters, returns } = methodOf(plan, "pets.modify");
        expect(parameters.slice(0, 2).map(({ type }) => type)).toEqual([
          {
            kind: "union",
            members: [
              { kind: "keyword", name: "string" },
              {
                kind: "name",
                name: "Omit",
                arguments: [
                  { kind: "name", name: "PetsGetInput" },
                  { kind: "literal", value: name },
                ],
              },
            ],
          },
          { kind: "name", name: "Rebuild", arguments: [{ kind: "name", name: "Pet" }, expect.anything()] },
        ]);
        expect(returns).toMatchObject({
          arguments: [{ arguments: [{ name: "Pet" }, { value: "pets.get" }] }],
        });
        expect(rereadOf(plan)).toBe(reread);
      },
    );

    test("leaves the change its validator", () => {
      const plan = planOf(contract(unpromised, read(condition("If-None-Match"))));
      expect(methodOf(plan, "pets.update").returns).toMatchObject({
        arguments: [{ name: "Versioned", arguments: [{ name: "Pet" }, { value: "pets.get" }] }],
      });
      expect(methodOf(plan, "pets.get").returns).toMatchObject({
        arguments: [{ name: "Versioned", arguments: [{ kind: "union" }, { value: "pets.get" }] }, {}],
      });
    });

    test("is not there where the read is always conditional", () => {
      expect(methodsOf(contract(written, read(header("If-None-Match"))))).toEqual(["get", "update"]);
    });

    test("does not give the change the condition of the read", () => {
      const both = change("put", "updatePet", `'200': ${PET}`, `${IF_MATCH}, ${condition("If-None-Match")}`);
      const plan = planOf(contract(both, read(condition("If-None-Match"))));
      expect(constantOf(plan, "pets.updateRounds").value["contextFields"]).toEqual(["id"]);
    });
  });

  test("of a second change of the same read says which, wherever the two stand", () => {
    const put = change("put", "replacePet", `'200': ${PET}`);
    const patch = change("patch", "updatePet", `'200': ${PET}`);
    const want = ["get", "modify", "modifyByReplace", "replace", "update"];
    expect(methodsOf(contract(`${put}\n${patch}`))).toEqual(want);
    expect(methodsOf(contract(`${patch}\n${put}`))).toEqual(want);
    expect(argumentsOf(planOf(contract(`${put}\n${patch}`)), "pets.modifyByReplace")).toContain(
      "operations.replaceRounds",
    );
  });

  test("leaves an operation its name", () => {
    const taken = `${change("put", "replaceColour", `'200': ${PET}`)}
  /colours: { get: { operationId: modifyColour, tags: [pets], responses: { '204': { description: C } } } }
  /colour: { get: { operationId: modifyByReplaceColour, tags: [pets], responses: { '204': { description: C } } } }`;
    expect(methodsOf(contract(taken))).toEqual([
      "get",
      "modifyByReplaceColour",
      "modifyByReplaceColour2",
      "modifyColour",
      "replaceColour",
    ]);
  });

  test("tells on hover what is read and what is sent, and no error that it cannot raise", () => {
    const answers = `'200': ${PET}, '412': { description: Stale }, '428': { description: Missing }`;
    const read = `responses: { '200': ${PET}, '404': { content: { application/problem+json: {} } } }`;
    const { doc } = methodOf(planOf(contract(change("put", "updatePet", answers), read)), "pets.modify");
    expect(doc.text.slice(-1)).toEqual(["`GET /pets/{id}` and `PUT /pets/{id}`."]);
    expect(doc.tags).toEqual([
      { tag: "param", text: "id - The pet's number." },
      {
        tag: "param",
        text: "rebuild - gives the change for what was just read; undefined when nothing is left to change",
      },
      { tag: "param", text: "options - options of this call, {@link ModifyOptions}" },
      {
        tag: "throws",
        text: "`ResourceProblemError`, `StaleETagError`, `OutcomeUnknownError`.",
      },
    ]);
  });

  test("tells of the read after the change where there is one", () => {
    const plan = planOf(contract(change("put", "updatePet", "'204': { description: Done }")));
    expect(methodOf(plan, "pets.modify").doc.tags.slice(-1)).toEqual([
      { tag: "throws", text: "`StaleETagError`, `OutcomeUnknownError`, `UnreadChangeError`." },
    ]);
  });

  test("[IDM-3] of a keyed change takes its key or intent, and compiles beside every other form", async () => {
    const keyed = `${IF_MATCH}, ${header("Idempotency-Key")}`;
    const yaml = contract(
      [
        change("put", "replacePet", `'200': ${PET}`, keyed),
        change("patch", "updatePet", `'200': { description: Receipt, ${etag}, ${json("Receipt")} }`),
        "  /house:",
        `    get: { operationId: getHouse, tags: [house], responses: { '200': ${PET} } }`,
        `    put: { operationId: updateHouse, tags: [house], parameters: [${IF_MATCH}], requestBody: { ${json("Pet")} }, responses: { '200': ${PET} } }`,
        `    delete: { operationId: clearHouse, tags: [house], parameters: [${IF_MATCH}], responses: { '204': { description: Gone } } }`,
      ].join("\n"),
    );
    const plan = planOf(yaml);
    expect(methodOf(plan, "pets.replace").call.callee).toBe("versionedKeyed");
    expect(methodOf(plan, "pets.modifyByReplace").call.callee).toBe("modifyKeyed");
    // Options or a rebuild are required, and what stands before them is then required too.
    for (const [name, parameter] of [
      ["house.modify", "rebuild"],
      ["house.clear", "precondition"],
      ["house.update", "precondition"],
    ] as const) {
      expect(
        methodOf(plan, name)
          .parameters.slice(0, 2)
          .map((one) => [one.name, one.optional]),
      ).toEqual([
        ["input", false],
        [parameter, false],
      ]);
    }
    const files = await emitContract(yaml, { name: "Pets" });
    const user = `
import { isUnreadChangeError, Pets } from "./index.js";
const api = new Pets();
const { etag } = await api.pets.get("1");
export const replaced = await api.pets.replace({ id: "1", name: "n" }, { ifMatch: etag, intent: "i" });
export const name: string = (await api.pets.modify("1", ({ name }) => ({ name }))).value.name;
export const again = api.pets.modifyByReplace("1", ({ name }) => ({ name }), { intent: "i", modifyAttempts: 2 });
export const house = api.house.modify({}, () => undefined);
export const made = (error: unknown) => isUnreadChangeError(error);
// @ts-expect-error a change without a key takes no intent
void api.pets.modify("1", ({ name }) => ({ name }), { intent: "i" });`;
    expectCompiles(files, user);
    await expectFormatted(files);
  });
});
