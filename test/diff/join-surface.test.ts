import { expect, test } from "vitest";
import type { Finding } from "../../src/diff/finding.js";
import { joinSurface } from "../../src/diff/join/join-surface.js";
import type { SurfaceChange } from "../../src/diff/surface/surface-change.js";

const finding = (rule: string, pointer: string, more: Partial<Finding> = {}): Finding => ({
  rule,
  effect: "narrower",
  wire: "breaking",
  sdk: "none",
  semver: "major",
  element: "x",
  title: "It changed.",
  why: "Because.",
  new: { pointer },
  reach: [],
  sdkNames: [],
  fingerprint: "0123456789abcdef",
  ...more,
});

const change = (rule: string, pointer: string, more: Partial<SurfaceChange> = {}): SurfaceChange => ({
  rule,
  level: "breaking",
  element: "member",
  arguments: { name: "x", of: "Pet", from: "a", to: "b" },
  names: { old: "Pet.x", new: "Pet.x" },
  roles: ["read"],
  anchors: { old: [pointer], new: [pointer] },
  ...more,
});

const uses = (operation: string, part: string) => ({
  reach: [{ operation, part, direction: "request" as const }],
});

const property = "#/components/schemas/Pet/properties/x";
const operation = "#/paths/~1pets/get";

test.each<[string, Finding, SurfaceChange, boolean]>([
  [
    "the same position",
    finding("response.property.removed", property),
    change("sdk.member-removed", property),
    true,
  ],
  [
    "one keyword of it",
    finding("request.type.changed", `${property}/type`),
    change("sdk.type-changed", property),
    true,
  ],
  [
    "another position",
    finding("request.type.changed", `${property}y`),
    change("sdk.type-changed", property),
    false,
  ],
  [
    "a property that has the name of a keyword",
    finding("response.property.removed", "#/components/schemas/Pet/properties/type"),
    change("sdk.type-changed", "#/components/schemas/Pet/properties"),
    false,
  ],
  [
    "documentation",
    finding("docs.changed", property, { wire: "docs" }),
    change("sdk.member-removed", property),
    false,
  ],
  [
    "the parameter of its name",
    finding(
      "request.parameter.required-added",
      `${operation}/parameters/0`,
      uses("GET /pets", "query parameter page_size"),
    ),
    change("sdk.member-required-added", operation, { names: { new: "PetsListInput.pageSize" } }),
    true,
  ],
  [
    "a parameter of another name",
    finding(
      "request.parameter.required-added",
      `${operation}/parameters/0`,
      uses("GET /pets", "query parameter size"),
    ),
    change("sdk.member-required-added", operation, { names: { new: "PetsListInput.pageSize" } }),
    false,
  ],
  [
    "the security of its operation",
    finding("request.security.scope-added", `${operation}/security`, uses("GET /pets", "security")),
    change("sdk.method-scope-required", operation),
    true,
  ],
  [
    "a parameter that an argument is there for",
    finding(
      "request.parameter.required-added",
      `${operation}/parameters/0`,
      uses("GET /pets", "query parameter size"),
    ),
    change("sdk.parameter-required", operation, { names: { old: "pets.list", new: "pets.list" } }),
    true,
  ],
  [
    "a body that an argument has from now on",
    finding("request.body.became-optional", `${operation}/requestBody`, uses("GET /pets", "request body")),
    change("sdk.type-widened", operation, { names: { old: "pets.list(input)", new: "pets.list(input)" } }),
    true,
  ],
  [
    "the schema of a parameter, for the member of its name",
    finding(
      "request.format.added",
      `${operation}/parameters/0/schema/format`,
      uses("GET /pets", "query parameter page_size"),
    ),
    change("sdk.type-widened", operation, {
      names: { old: "ListPetsInput.pageSize", new: "ListPetsInput.pageSize" },
    }),
    true,
  ],
  [
    "a parameter that has another name, for the member of the old one",
    finding("path.parameter-renamed", "#/paths/~1pets", {
      ...uses("GET /pets", "path parameter pet"),
      old: { pointer: "#/paths/~1pets", value: "pet_id" },
      new: { pointer: "#/paths/~1pets", value: "pet" },
    }),
    change("sdk.member-removed", operation, { names: { old: "ListPetsInput.petId" } }),
    true,
  ],
  [
    "the schema of a parameter, for the member of another",
    finding(
      "request.format.added",
      `${operation}/parameters/0/schema/format`,
      uses("GET /pets", "query parameter page_size"),
    ),
    change("sdk.type-widened", operation, {
      names: { old: "ListPetsInput.page", new: "ListPetsInput.page" },
    }),
    false,
  ],
  [
    "a part that came within what had the name",
    finding("response.property.required-added", "#/components/schemas/Pet/oneOf/0/allOf/1/properties/x"),
    change("sdk.model-removed", "", {
      names: { old: "PetOne" },
      anchors: { old: ["#/components/schemas/Pet/oneOf/0"], new: [] },
    }),
    true,
  ],
  [
    "a deprecation, which changes no type",
    finding("operation.deprecated", operation, { wire: "compatible" }),
    change("sdk.type-changed", operation, { names: { old: "pets.list()", new: "pets.list()" } }),
    false,
  ],
  [
    "a stability, which a policy may take out",
    finding("operation.stability-lowered", operation, { wire: "none" }),
    change("sdk.member-required-added", operation, { names: { new: "PetsListInput.size" } }),
    false,
  ],
  [
    "an operationId, for a type",
    finding("operation.id-changed", operation, { wire: "compatible" }),
    change("sdk.type-changed", operation, { names: { old: "pets.list()", new: "pets.list()" } }),
    false,
  ],
  [
    "an operationId, for the name of the method",
    finding("operation.id-changed", operation, { wire: "compatible" }),
    change("sdk.method-renamed", operation, { names: { old: "pets.list", new: "pets.find" } }),
    true,
  ],
  [
    "an error that went, for the result",
    finding("response.status.error-removed", `${operation}/responses/404`, uses("GET /pets", "response 404")),
    change("sdk.type-changed", operation, { names: { old: "pets.list()", new: "pets.list()" } }),
    false,
  ],
  [
    "a success that came, for a member of the result",
    finding("response.status.success-added", `${operation}/responses/201`, uses("GET /pets", "response 201")),
    change("sdk.type-changed", operation, { names: { old: "pets.list().a", new: "pets.list().a" } }),
    false,
  ],
  [
    "a body, for what its argument takes",
    finding("request.body.became-optional", `${operation}/requestBody`, uses("GET /pets", "request body")),
    change("sdk.type-narrowed", operation, { names: { old: "pets.list(input)", new: "pets.list(input)" } }),
    true,
  ],
  [
    "a property that is read only, for the model of requests",
    finding("request.property.became-read-only", property, uses("GET /pets", "request body")),
    change("sdk.member-removed", operation, { names: { old: "PetsListInput.body.x" } }),
    true,
  ],
  [
    "a property that is read only, of another operation",
    finding("request.property.became-read-only", property, uses("PUT /pets", "request body")),
    change("sdk.member-removed", operation, { names: { old: "PetsListInput.body.x" } }),
    false,
  ],
  [
    "a response, for an argument",
    finding("response.status.removed", `${operation}/responses/200`, uses("GET /pets", "response 200")),
    change("sdk.parameter-required", operation, { names: { old: "pets.list", new: "pets.list" } }),
    false,
  ],
  [
    "a success that the result has from now on",
    finding("response.status.success-added", `${operation}/responses/204`, uses("GET /pets", "response 204")),
    change("sdk.type-widened", operation, { names: { old: "pets.list()", new: "pets.list()" } }),
    true,
  ],
  [
    "a success, for another member of the operation",
    finding("response.status.success-added", `${operation}/responses/204`, uses("GET /pets", "response 204")),
    change("sdk.type-widened", operation, { names: { old: "ListPetsInput.x", new: "ListPetsInput.x" } }),
    false,
  ],
  [
    "a success whose content is a model",
    finding("response.status.success-added", `${operation}/responses/202`, uses("GET /pets", "response 202")),
    change("sdk.model-added", `${operation}/responses/202/content/a~1b/schema`),
    true,
  ],
  [
    "a success, for the model of another",
    finding("response.status.success-added", `${operation}/responses/202`, uses("GET /pets", "response 202")),
    change("sdk.model-added", `${operation}/responses/200/content/a~1b/schema`),
    false,
  ],
  [
    "the header that gives a value its ETag",
    finding(
      "response.header.removed",
      `${operation}/responses/200/headers/etag`,
      uses("GET /pets", "response 200 header etag"),
    ),
    change("sdk.method-result-changed", operation, {
      arguments: { from: "Call<Versioned<Pet>>", to: "Call<Pet>" },
    }),
    true,
  ],
  [
    "the ETag, where the result changed otherwise",
    finding(
      "response.header.removed",
      `${operation}/responses/200/headers/etag`,
      uses("GET /pets", "response 200 header etag"),
    ),
    change("sdk.method-result-changed", operation, { arguments: { from: "Pages<Pet>", to: "Call<Pet>" } }),
    false,
  ],
])("a change of the surface joins a finding of %s or not", (_, given, surface, want) => {
  const joined = joinSurface([given], [surface]);
  expect([joined.length, joined[0]?.sdk, joined[0]?.sdkWhy?.length ?? 0]).toEqual(
    want ? [1, "breaking", 1] : [2, "none", 0],
  );
});

test("what joins no finding is one of its own, with its names and a fingerprint of its own", () => {
  const renamed = change("sdk.method-renamed", operation, { names: { old: "pets.list", new: "pets.all" } });
  const [own, other] = joinSurface(
    [],
    [renamed, { ...renamed, names: { old: "pets.list", new: "pets.find" } }],
  );
  expect(own).toMatchObject({
    rule: "sdk.method-renamed",
    wire: "none",
    sdk: "breaking",
    semver: "major",
    sdkNames: [{ old: "pets.list", new: "pets.all" }],
    old: { pointer: operation, value: "pets.list" },
  });
  expect(own?.fingerprint).not.toBe(other?.fingerprint);
});

test("what the result of a call changes is not repeated for its raw response", () => {
  const at = (name: string, more: Partial<SurfaceChange> = {}) =>
    change("sdk.type-widened", operation, { names: { old: name, new: name }, ...more });
  const namesOf = (changes: readonly SurfaceChange[]) =>
    joinSurface([], changes).map(({ old }) => old?.value);
  expect(namesOf([at("pets.list()"), at("pets.list().withResponse().value")])).toEqual(["pets.list()"]);
  expect(namesOf([at("pets.list().withResponse().status")])).toEqual(["pets.list().withResponse().status"]);
  // What breaks is told, although the result only grows.
  expect(
    namesOf([at("pets.list()", { level: "compatible" }), at("pets.list().withResponse().status")]),
  ).toEqual(["pets.list()", "pets.list().withResponse().status"]);
});

test.each<[rule: string, level: SurfaceChange["level"], roles: SurfaceChange["roles"], want: string]>([
  ["sdk.alternative-added", "breaking", ["read"], "expects no other, no longer compiles."],
  ["sdk.alternative-added", "compatible", ["read"], "had to expect what it does not know."],
  ["sdk.value-removed", "compatible", ["read"], "compiles as before."],
  ["sdk.value-removed", "breaking", ["constructed"], "gives this value no longer compiles."],
])("%s that is %s for what callers do (%j) says why", (rule, level, roles, want) => {
  const [own] = joinSurface(
    [],
    [change(rule, property, { level, roles, arguments: { value: "a", alternative: "A" } })],
  );
  expect(own?.why).toContain(want);
});

test("a line of the names lock keeps an old name", () => {
  const renamed = change("sdk.model-renamed", "#/components/schemas/Animal", {
    arguments: { from: "Pet", to: "Animal" },
    names: { old: "Pet", new: "Animal" },
    lockLine: { key: "#/components/schemas/Animal", name: "Pet" },
  });
  expect(joinSurface([], [renamed])[0]?.fixes).toEqual([
    'To keep the name `Pet`, write `"#/components/schemas/Animal": "Pet"` into `names.lock.json` of the client before it is generated.',
  ]);
});

test("a change that needed the ETag of a read is told with the header that is gone", () => {
  const update = "#/paths/~1pets~1updates/post";
  const header = finding("response.header.removed", `${operation}/responses/200/headers/ETag`, {
    reach: [{ operation: "GET /pets", part: "response 200 header ETag", direction: "response" }],
  });
  const result = (name: string, pointer: string) =>
    change("sdk.method-result-changed", pointer, {
      names: { old: name, new: name },
      arguments: { name, from: 'Call<Versioned<Pet, "pets.get">>', to: "Call<Pet>" },
    });
  const modify = change("sdk.method-removed", update, {
    arguments: { name: "pets.modify" },
    names: { old: "pets.modify" },
    anchors: { old: [update], new: [] },
  });
  const other = change("sdk.method-removed", "#/paths/~1dogs/get", {
    arguments: { name: "dogs.get" },
    names: { old: "dogs.get" },
    anchors: { old: ["#/paths/~1dogs/get"], new: [] },
  });
  const joined = joinSurface(
    [header],
    [result("pets.get", operation), result("pets.update", update), modify, other],
  );
  expect(joined.map(({ rule, sdkWhy }) => [rule, sdkWhy?.length])).toEqual([
    ["response.header.removed", 3],
    ["sdk.method-removed", undefined],
  ]);
});

test("what breaks is told first, and names that came are listed as names alone", () => {
  const [joined] = joinSurface(
    [finding("request.body.added", `${operation}/requestBody`, uses("GET /pets", "request body"))],
    [
      change("sdk.model-added", `${operation}/requestBody`, {
        names: { new: "PetsListInput" },
        arguments: { name: "PetsListInput" },
      }),
      change("sdk.parameter-optional", operation, {
        level: "compatible",
        arguments: { name: "a", position: 1 },
      }),
      change("sdk.parameter-required", operation, { arguments: { name: "b", position: 2 } }),
    ],
  );
  expect(joined?.sdkWhy?.map((text) => /`[ab]`/u.exec(text)?.[0])).toEqual(["`b`", "`a`"]);
  expect(joined?.sdkNames).toContainEqual({ new: "PetsListInput" });
});

test("the fingerprint of a finding covers what it does away from its own position", () => {
  const body = (more: Partial<Finding> = {}) =>
    finding("request.type.changed", property, { ...uses("GET /pets", "request body"), ...more });
  const member = change("sdk.type-changed", property);
  const argument = change("sdk.parameter-required", operation, {
    names: { old: "pets.list", new: "pets.list" },
  });
  const result = change("sdk.method-result-changed", operation, {
    arguments: { from: "Call<Pet>", to: "Pages<Pet>" },
    names: { old: "pets.list", new: "pets.list" },
  });
  const fingerprint = (...changes: readonly SurfaceChange[]) => {
    const [one, ...others] = joinSurface([body()], changes);
    expect(others).toEqual([]);
    return one?.fingerprint;
  };
  const own = body().fingerprint;
  expect([fingerprint(), fingerprint(member)]).toEqual([own, own]);
  const withArgument = fingerprint(argument);
  expect(withArgument).not.toBe(own);
  expect(fingerprint(member, argument)).toBe(withArgument);
  const withBoth = fingerprint(argument, result);
  expect([own, withArgument]).not.toContain(withBoth);
  expect(fingerprint(result, argument)).toBe(withBoth);
});

test("the fingerprint of a method covers what is told with it", () => {
  const modify = change("sdk.method-removed", operation, {
    names: { old: "pets.modify" },
    types: ["Rebuild"],
  });
  const gone = change("sdk.export-removed", operation, {
    arguments: { names: ["Rebuild"] },
    names: { old: "Rebuild" },
    anchors: { old: [], new: [] },
  });
  const [alone] = joinSurface([], [modify]);
  const [together, ...others] = joinSurface([], [modify, gone]);
  expect([others, together?.sdkWhy?.length]).toEqual([[], 1]);
  expect(together?.fingerprint).not.toBe(alone?.fingerprint);
});

test("what gives a value its ETag joins no finding of another part of the operation", () => {
  const type = finding("response.type.changed", `${property}/type`, uses("GET /pets", "response 200"));
  const result = (to: string) =>
    change("sdk.method-result-changed", operation, {
      names: { old: "pets.get", new: "pets.get" },
      arguments: { name: "pets.get", from: 'Call<Versioned<Pet, "pets.get">>', to },
    });
  expect(joinSurface([type], [result("Call<Pet>")]).map(({ rule, sdk }) => `${rule} ${sdk}`)).toEqual([
    "response.type.changed none",
    "sdk.method-result-changed breaking",
  ]);
  expect(joinSurface([type], [result("PageSequence<Pet>")])).toHaveLength(1);
});
