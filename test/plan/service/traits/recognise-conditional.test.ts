import { describe, expect, test } from "vitest";
import { traitsOf } from "../../plan-of.js";

interface Given {
  readonly required?: boolean;
  readonly links?: string;
  readonly readPath?: string;
  readonly header?: string;
  readonly more?: string;
}

/** A read with an ETag and a change with If-Match. */
function contract({
  required = true,
  links = "",
  readPath = "/settings",
  header = "ETag",
  more = "",
}: Given): string {
  return `
components: { schemas: { Settings: { type: object }, Other: { type: object } } }
paths:
  ${readPath}:
    get:
      operationId: readSettings
      tags: [settings]
      responses:
        '200':
          description: Settings
          headers: { ${header}: {} }
          links: { ${links} }
          content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } }
  /settings:
    ${readPath === "/settings" ? "" : "summary: Settings"}
    put:
      operationId: updateSettings
      tags: [settings]
      parameters: [{ in: header, name: if-match, required: ${String(required)}, schema: { type: string } }]
      responses:
        '200': { description: Settings, content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } }
${more}`;
}

/** Two methods of one path are one path item. */
function settings(given: Given): string {
  const text = contract(given);
  return given.readPath === undefined ? text.replace("  /settings:\n    \n", "") : text;
}

const change = (given: Given) => traitsOf(settings(given), "settings.update").conditionalChange;

describe("[ETG-1] a versioned read", () => {
  test("is a GET whose answer has an ETag, in any case, and JSON", () => {
    expect(traitsOf(settings({ header: "etag" }), "settings.get").versionedRead).toEqual({
      facts: {},
      reason: expect.stringContaining('A GET whose 200 response has the header "ETag"') as string,
    });
  });

  test.each([
    [["patch"], "settings.update and settings.replace"],
    [["patch", "post", "delete"], "settings.delete, settings.update, settings.post and 1 more"],
  ])("names the changes that its ETag protects: beside PUT %j", (methods, want) => {
    const others = methods.map(
      (method) =>
        `    ${method}: { operationId: ${method}Settings, tags: [settings], parameters: [{ in: header, name: if-match, required: true, schema: { type: string } }], responses: { '204': { description: D } } }`,
    );
    const reason = traitsOf(`${settings({})}\n${others.join("\n")}`, "settings.get").versionedRead?.reason;
    expect(reason).toBe(`A GET whose 200 response has the header "ETag", which protects ${want}.`);
  });

  test("is not one whose ETag no change asks for: that is there for caches", () => {
    expect(traitsOf(settings({ required: false }), "settings.get").versionedRead).toBeUndefined();
  });

  test("is not one without ETag, and not one of bytes", () => {
    expect(traitsOf(settings({ header: "X-ETag" }), "settings.get").versionedRead).toBeUndefined();
    const bytes = settings({}).replace("application/json: {", "image/png: {");
    expect(traitsOf(bytes, "settings.get").versionedRead).toBeUndefined();
  });
});

describe("[ETG-2] a conditional change is paired with its read", () => {
  test("of the same path", () => {
    expect(change({})).toEqual({
      facts: { header: "if-match", read: { resource: "settings", method: "get", type: "SettingsGet" } },
      reason:
        'It has the required header parameter "if-match"; its ETag comes from settings.get, ' +
        "the read of the same path (GET /settings).",
    });
  });

  test("whose link passes its ETag on", () => {
    const links =
      "change: { operationId: updateSettings, parameters: { header.If-Match: $response.header.ETag } }";
    expect(change({ readPath: "/elsewhere", links })?.reason).toContain(
      "from settings.get, whose link passes it on.",
    );
  });

  test("that alone answers with the same schema", () => {
    expect(change({ readPath: "/elsewhere" })?.reason).toContain(
      'from settings.get, the only versioned read of "Settings".',
    );
  });

  test("of the same path rather than one that answers alike, and by its link before all", () => {
    const more = (links: string) => `
  /more:
    get:
      operationId: readMore
      tags: [more]
      responses:
        '200':
          description: Settings
          headers: { ETag: {} }
          links: { ${links} }
          content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } }`;
    expect(change({ more: more("") })?.facts.read?.resource).toBe("settings");
    const link = "c: { operationId: updateSettings, parameters: { If-Match: $response.header.etag } }";
    expect(change({ more: more(link) })?.facts.read?.resource).toBe("more");
    const other =
      "c: { operationId: updateSettings, parameters: { header.If-Match: $response.header.date } }";
    expect(change({ more: more(other) })?.facts.read?.resource).toBe("settings");
  });

  test.each([
    [
      "returns it in an envelope",
      "responses: { '200': { description: S, content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Settings' } } } } } } }",
    ],
    [
      "takes it",
      "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } }, responses: { '204': { description: S } }",
    ],
  ])("that alone returns the schema, where the change %s", (_, responses) => {
    const more = `
  /changes:
    post:
      operationId: applyAll
      tags: [changes]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      ${responses.replace(/, responses:/u, "\n      responses:")}`;
    expect(traitsOf(settings({ more }), "changes.applyAll").conditionalChange?.reason).toContain(
      'from settings.get, the only versioned read of "Settings".',
    );
  });

  test.each([
    ["/updates", "202", undefined],
    ["/updates", "200", "settings"],
    ["/settings/resize", "202", "settings"],
  ])(
    "that alone returns the schema, where that is not what is started: POST %s with %s",
    (path, status, want) => {
      const more = `
  ${path}:
    post:
      operationId: change
      tags: [updates]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      responses: { '${status}': { description: S, content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } } }`;
      const { conditionalChange } = traitsOf(settings({ more }), "updates.change");
      expect(conditionalChange?.facts).toMatchObject({ header: "If-Match" });
      expect(conditionalChange?.facts.read?.resource).toBe(want);
    },
  );

  test("whose path alone ends in what the change is named after, where the change is sent what the read takes", () => {
    const given = (name: string) => `
paths:
  /cabinets/{cabinetId}/settings:
    get:
      operationId: readSettings
      tags: [cabinets]
      parameters: [{ in: path, name: cabinetId, required: true, schema: { type: string } }]
      responses: { '200': { description: S, headers: { ETag: {} }, content: { application/json: { schema: { type: object } } } } }
  /settings/updates:
    post:
      operationId: updateSettings
      tags: [settings]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { ${name}: { type: string } } } } } }
      responses: { '204': { description: S } }`;
    expect(traitsOf(given("cabinet_id"), "settings.update").conditionalChange?.reason).toContain(
      'from cabinets.readSettings, the only versioned read whose path ends in "setting".',
    );
    expect(traitsOf(given("other"), "settings.update").conditionalChange?.facts.read).toBeUndefined();
  });

  test.each<readonly [string, string, boolean]>([
    ["{ type: array, items: { type: object } }", "/settings/{id}", false],
    ["{ properties: { data: { type: array, items: { type: object } } } }", "/settings/{id}", false],
    ["{ properties: { settings: { type: array, items: {} } } }", "/settings/{id}/update", false],
    ["{ properties: { flags: { type: array, items: {} } } }", "/settings/{id}", true],
    ["{ type: object }", "/settings/{id}", true],
    ["{ type: array, items: { type: object } }", "/settings/update", true],
  ])("and with none whose ETag is that of a list of %s, for %s", (body, path, want) => {
    const given = `
paths:
  /settings:
    get:
      operationId: readSettings
      tags: [settings]
      responses: { '200': { description: S, headers: { ETag: {} }, content: { application/json: { schema: ${body} } } } }
  ${path}:
    put:
      operationId: applyAll
      tags: [changes]
      parameters: [{ in: header, name: If-Match, required: true, schema: { type: string } }${path.includes("{id}") ? ", { in: path, name: id, required: true, schema: {} }" : ""}]
      responses: { '204': { description: S } }`;
    const { facts } = traitsOf(given, "changes.applyAll").conditionalChange ?? {};
    expect(facts?.read !== undefined).toBe(want);
  });

  test("and with none when two could be it", () => {
    const more = `
  /more:
    get:
      operationId: readMore
      tags: [more]
      responses:
        '200':
          description: Settings
          headers: { ETag: {} }
          content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } }`;
    expect(change({ readPath: "/elsewhere", more })).toEqual({
      facts: { header: "if-match" },
      reason:
        'It has the required header parameter "if-match"; no read with an ETag could be paired with it.',
    });
  });

  test("and with none that has no ETag", () => {
    expect(change({ header: "Date" })?.facts).toEqual({ header: "if-match" });
  });
});

describe("[ETG-2] an optional If-Match", () => {
  const optional = (text: string) =>
    traitsOf(
      settings({ required: false }).replace("name: if-match,", `name: if-match, ${text}`),
      "settings.update",
    ).conditionalChange;

  test.each([
    "",
    "description: Not required.,",
    "description: 'Not required to create them, but required to replace them.',",
    "description: 'Mandatory if revisions are checked.',",
    "description: 'The ETag, to change nothing unseen.',",
    ...[
      "The header is required, but is not needed for the drafts that you own.",
      "Required, but drafts and archived rows do not need a value.",
      "Required, and guests need not send anything.",
      "Required, although internal calls are never checked.",
      "Required, drafts are ignored.",
      "Required except for drafts.",
      "Required. It is not needed for drafts.",
      "Required, and does not accept a value of drafts.",
      "Required for admins.",
      "Required in strict mode.",
      "Required from partners.",
      "Required of admins.",
      "Required once published.",
      "Required after publication.",
      "Required via the public gateway.",
      "Required per tenant setting.",
      "Required to publish drafts.",
      "Required for updates of drafts.",
      "Required for updates from partners.",
      "Required for changes after publication.",
      "Once published, the header is required.",
      "Required on the second call.",
      "Required. Leave it empty to overwrite.",
    ].map((text) => `description: '${text}',`),
  ])("makes no conditional change where it may be left out: %s", (text) => {
    expect(optional(text)).toBeUndefined();
  });

  test.each([
    "Required: the ETag of the last read.",
    "Required, and does not accept a list.",
    "Required, so that changes of others are not lost.",
    "Required. Must not be empty.",
    "Required in every request, with the ETag of the last read.",
    "Required by the server.",
    "Required for updates.",
    "Required for optimistic concurrency control.",
    "Required on update.",
    "It is required for the update to succeed.",
    "Required to prevent lost updates.",
  ])("makes one where its description requires it: %s", (text) => {
    expect(optional(`description: '${text}',`)?.reason).toContain(
      'It has the header parameter "if-match", optional, but its description requires it;',
    );
  });

  test("makes one where a 428 refuses a request without it", () => {
    const given = settings({ required: false }).replace(
      "      responses:\n        '200': { description: Settings, content",
      "      responses:\n        '428': { description: Missing }\n        '200': { description: Settings, content",
    );
    expect(traitsOf(given, "settings.update").conditionalChange?.reason).toContain(
      "optional, but a 428 refuses a request without it (RFC 6585 section 3); its ETag comes from settings.get",
    );
  });
});

describe("[ETG-2] an optional If-Match that the description of the change names", () => {
  const described = (text: string) =>
    traitsOf(
      settings({ required: false }).replace(
        "operationId: updateSettings",
        `operationId: updateSettings\n      description: "${text}"`,
      ),
      "settings.update",
    ).conditionalChange;

  test.each([
    "Take the ETag of the read and send it in `If-Match`. A missing `If-Match` is answered with 428, a stale one with 412.",
    "Requests without the If-Match header are rejected.",
    "Requests without the If-Match header are rejected, and no change is made.",
    "The If-Match header is required.",
    "The ETag must be sent in If-Match.",
    "If-Match is required, and the body is not checked.",
    "The If-Match header is required. Requests that do not send the header are rejected.",
    "The If-Match header is required. If you do not send it, the request is rejected.",
    "The If-Match header is required. Clients that do not send it get 428.",
    "The If-Match header is required. Do not send the header twice.",
    "If-Match is required and must not be omitted.",
    "Requests that do not send If-Match are rejected.",
    "If-Match is required since version 2. Optional fields are omitted from one response.",
    "The If-Match header is required. Requests that omit the header fail.",
  ])("makes one where that says that every request needs it: %s", (text) => {
    expect(described(text)?.reason).toContain(
      'It has the header parameter "if-match", optional, but the description of the operation requires it;',
    );
  });

  test.each([
    "If-Match carries the ETag of the settings.",
    "The If-Match header is not required.",
    "No If-Match header is required.",
    "If-Match is required when the settings exist.",
    "Without If-Match, the last change wins.",
    "A stale If-Match is rejected.",
    "The body is required. If-Match is checked.",
    "If-Match is checked, and a body is required.",
    "If-Match is required, but admins do not need it.",
    "If-Match is required, but the header is not needed for admins.",
    "If-Match is required, but ignored.",
    "An update of an existing setting without If-Match is rejected.",
    "If the settings are there and have been read, If-Match is required.",
    "If-Match is required. For drafts it is optional.",
    "If-Match is required. Admins may omit the header.",
    "If-Match is required. It can be left out for drafts.",
    "If-Match is required. Admins are exempt.",
    "If-Match is required. Admins do not send it.",
    "If-Match will be required in version 3.",
    "From 2027 on, If-Match is required.",
    "If-Match is required on all changes but those of drafts.",
    "Requests without If-Match are rejected unless they are forced.",
    "Requests that do not send If-Match are not rejected.",
    "Requests without If-Match are rejected in strict mode.",
    "Changes of drafts need none. For others, a missing If-Match is answered with 428.",
  ])("makes none otherwise: %s", (text) => {
    expect(described(text)).toBeUndefined();
  });
});

describe("[ETG-2] a 428 of a change without a header parameter", () => {
  const refusing = (text: string, description = "Precondition Required", parameters = "") =>
    text
      .replace(/parameters: .*if-match.*/u, parameters)
      .replace(/(update[^]*responses:\n)/u, `$1        '428': { description: "${description}" }\n`);

  test("makes a conditional change of it beside a read with a declared ETag, which the read gives", () => {
    const given = refusing(settings({}));
    expect(traitsOf(given, "settings.update").conditionalChange).toEqual({
      facts: { header: "If-Match", read: { resource: "settings", method: "get", type: "SettingsGet" } },
      reason:
        "A 428 refuses a change without a condition (RFC 6585 section 3), and no parameter declares one: " +
        '"If-Match" is that of an ETag (RFC 9110 section 13.1.1); ' +
        "its ETag comes from settings.get, the read of the same path (GET /settings).",
    });
    expect(traitsOf(given, "settings.get").versionedRead).toBeDefined();
  });

  const weak = settings({}).replace("ETag: {}", "ETag: { schema: { type: string, example: 'W/\"1\"' } }");
  const page = settings({}).replace(
    "schema: { $ref: '#/components/schemas/Settings' } } }\n    put",
    "schema: { type: object, properties: { items: { type: array, items: {} }, nextUrl: { type: string, format: uri } } } } }\n    put",
  );

  test.each<readonly [string, string]>([
    ["has no ETag", refusing(settings({ header: "Date" }))],
    [
      "names its ETag in a text alone",
      refusing(
        settings({ header: "Date" }).replace("description: Settings", "description: Settings with an ETag"),
      ),
    ],
    ["has a weak ETag", refusing(weak)],
    ["gives pages", refusing(page)],
  ])("makes none where the read %s", (_, given) => {
    expect(traitsOf(given, "settings.update").conditionalChange).toBeUndefined();
  });

  test.each([
    ["Precondition Required", undefined],
    ["A request without `If-Match` is refused", "If-Match"],
  ])("makes one of a POST on the path of the read where a text names the header: %s", (description, want) => {
    const given = refusing(settings({}), description).replace("    put:", "    post:");
    expect(traitsOf(given, "settings.update").conditionalChange?.facts.header).toBe(want);
  });

  test.each<readonly [string, string, string]>([
    ["the 428 is for something else", "Consent to the terms is required", ""],
    [
      "another header is its condition",
      "Precondition Required",
      "parameters: [{ in: header, name: If-Unmodified-Since, schema: { type: string } }]",
    ],
  ])("makes none where %s", (_, description, parameters) => {
    expect(
      traitsOf(refusing(settings({}), description, parameters), "settings.update").conditionalChange,
    ).toBeUndefined();
  });
});

test("[ETG-1] an ETag that only the description of the response names is one", () => {
  const given = settings({ header: "X-Other" }).replace(
    "description: Settings",
    "description: Settings with a strong ETag",
  );
  expect(traitsOf(given, "settings.update").conditionalChange?.facts.read?.resource).toBe("settings");
});

test("an If-Match of a GET makes no conditional change", () => {
  const given = settings({}).replace("    put:", "    x-put: {}\n    head:");
  expect(traitsOf(given, "settings.update").conditionalChange).toBeUndefined();
});
