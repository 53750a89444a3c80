import fc from "fast-check";
import { expect, test } from "vitest";
import { printModelFile } from "../../src/emit/views/declaration-view.js";
import { printType } from "../../src/emit/print-declarations.js";
import type { DeclarationPlan, DocPlan, MemberPlan, TypePlan } from "../../src/plan/typescript/type-plan.js";
import { expectPrettierStable } from "./prettier-stable.js";

const QUIET: DocPlan = { text: [], tags: [] };

/** A file of models without its header. */
function printed(...given: Parameters<typeof printModelFile>): string {
  return printModelFile(...given).replace(/^.*\n\n/, "");
}

function file(...declarations: readonly DeclarationPlan[]): string {
  return printed({ file: "given", declarations, imports: [] }, "js");
}

test("an interface with a comment, an optional member and a quoted name", () => {
  const given = file({
    kind: "interface",
    name: "Cabinet",
    doc: { text: ["A cabinet."], tags: [] },
    extends: [{ kind: "name", name: "Entity" }],
    members: [
      {
        kind: "property",
        name: "name",
        optional: true,
        type: { kind: "keyword", name: "string" },
        doc: QUIET,
      },
      {
        kind: "property",
        name: "x-rate",
        optional: false,
        type: { kind: "keyword", name: "number" },
        doc: QUIET,
      },
    ],
  });
  const want = `/** A cabinet. */\nexport interface Cabinet extends Entity {\n  name?: string;\n  "x-rate": number;\n}\n`;
  expect(given).toBe(want);
});

test.each([
  ["js", "./a.js"],
  ["ts", "./a.ts"],
  ["none", "./a"],
] as const)("imports end as asked for: %s", (extension, want) => {
  const plan = { file: "b", declarations: [], imports: [{ from: "./a", names: ["A"] }] };
  expect(printed(plan, extension)).toBe(`import type { A } from "${want}";\n\n`.trimEnd() + "\n");
});

test("a contract cannot end a comment, start a tag or a directive, or turn the reading direction", async () => {
  const hostile =
    "*/ alert(1) /*\n@ts-nocheck\n- @deprecated\r\nleft \u202E right \u2066x\u0000 \uD800 \u{E0041}";
  const text = file({
    kind: "alias",
    name: "Given",
    doc: { text: [hostile], tags: [{ tag: "deprecated", text: hostile }] },
    type: { kind: "keyword", name: "string" },
  });
  expect(text.split("*/").length).toBe(2);
  expect(text).not.toMatch(/^\s*\*\s*@ts-nocheck|^\s*\*\s*- @deprecated/m);
  expect(text).not.toMatch(/[\u202E\u2066\u0000\uD800\u{E0041}]/u);
  await expectPrettierStable(text);
});

test("a literal and a member name cannot leave their quotes", async () => {
  const hostile = "\"; } declare const x: any; '\u2028\\";
  const text = file({
    kind: "interface",
    name: "Given",
    doc: QUIET,
    extends: [],
    members: [
      {
        kind: "property",
        name: hostile,
        optional: false,
        type: { kind: "literal", value: hostile },
        doc: QUIET,
      },
      {
        kind: "property",
        name: "__proto__",
        optional: false,
        type: { kind: "keyword", name: "null" },
        doc: QUIET,
      },
    ],
  });
  expect(text).toContain("  __proto__: null;\n");
  expect(text).not.toContain("\u2028");
  await expectPrettierStable(text);
});

test("text is filled to the width, lists and code are kept", () => {
  const long = "word ".repeat(30).trim();
  const given = file({
    kind: "alias",
    name: "Given",
    doc: { text: [`${long}\n\n- one\n- two\n\n\`\`\`\nleft   alone\n\`\`\``], tags: [] },
    type: { kind: "keyword", name: "string" },
  });
  const want = [
    "/**",
    ` * ${"word ".repeat(15).trim()}`,
    ` * ${"word ".repeat(15).trim()}`,
    " *",
    " * - one",
    " * - two",
    " *",
    " * ```",
    " * left   alone",
    " * ```",
    " */",
    "export type Given = string;\n",
  ].join("\n");
  expect(given).toBe(want);
});

test("a type knows how much of its line is taken", () => {
  const type: TypePlan = {
    kind: "union",
    members: ["first", "second"].map((value) => ({ kind: "literal", value })),
  };
  expect(printType(type, { column: 40 })).toBe('"first" | "second"');
  expect(printType(type, { column: 70, indent: 2 })).toBe('\n    "first" | "second"');
});

test("labels the elements of a list where an optional one or the rest is a list as well", () => {
  const text: TypePlan = { kind: "keyword", name: "string" };
  const list: TypePlan = { kind: "array", items: text };
  const tuple = (optional: boolean, first: TypePlan, rest: TypePlan): TypePlan => ({
    kind: "tuple",
    items: [{ type: first, optional }],
    rest,
  });
  expect(printType(tuple(true, list, text))).toBe("[item0?: string[], ...rest: string[]]");
  expect(printType(tuple(false, text, list))).toBe("[item0: string, ...rest: string[][]]");
  expect(printType(tuple(true, text, text))).toBe("[string?, ...string[]]");
});

const keyword = fc
  .constantFrom("string", "number", "boolean", "null", "unknown", "never", "undefined")
  .map((name): TypePlan => ({ kind: "keyword", name }));
const name = fc.stringMatching(/^A_[a-zA-Z]{1,40}$/);
const literal = fc
  .oneof(fc.string({ maxLength: 30 }), fc.integer(), fc.boolean())
  .map((value): TypePlan => ({ kind: "literal", value }));
const doc: fc.Arbitrary<DocPlan> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(QUIET) },
  { weight: 1, arbitrary: fc.lorem({ maxCount: 30 }).map((text) => ({ text: [text], tags: [] })) },
);

const { member, type } = fc.letrec<{ type: TypePlan; member: MemberPlan }>((tie) => ({
  member: fc.oneof(
    fc.record({
      kind: fc.constant("property" as const),
      name: fc.oneof(fc.stringMatching(/^[a-z]{1,30}$/), fc.string({ minLength: 1, maxLength: 12 })),
      optional: fc.boolean(),
      type: tie("type"),
      doc,
    }),
    fc.record({ kind: fc.constant("index" as const), type: tie("type"), doc: fc.constant(QUIET) }),
  ),
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    keyword,
    literal,
    name.map((given): TypePlan => ({ kind: "name", name: given })),
    fc.record({
      kind: fc.constant("name" as const),
      name,
      arguments: fc.array(tie("type"), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant("array" as const), items: tie("type") }),
    fc.record({
      kind: fc.constant("tuple" as const),
      items: fc.array(fc.record({ type: tie("type"), optional: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({
      kind: fc.constant("tuple" as const),
      items: fc.array(fc.record({ type: tie("type"), optional: fc.constant(false) }), {
        minLength: 1,
        maxLength: 2,
      }),
      rest: tie("type"),
    }),
    fc.array(tie("member"), { maxLength: 3 }).map((members): TypePlan => ({ kind: "object", members })),
    fc
      .array(tie("type").filter(isNoUnion), { minLength: 2, maxLength: 4 })
      .map((members): TypePlan => ({ kind: "union", members })),
    fc
      .array(tie("type").filter(isNoIntersection), { minLength: 2, maxLength: 3 })
      .map((members): TypePlan => ({ kind: "intersection", members })),
  ),
}));

/** The planner draws nested unions up. */
function isNoUnion(given: TypePlan): boolean {
  return given.kind !== "union";
}

function isNoIntersection(given: TypePlan): boolean {
  return given.kind !== "intersection";
}

test("whatever the plan: prettier leaves it as it is", async () => {
  const declarations = fc.tuple(
    fc.record({ kind: fc.constant("alias" as const), name, doc, type }),
    fc.record({
      kind: fc.constant("interface" as const),
      name,
      doc,
      extends: fc.array(
        name.map((given): TypePlan => ({ kind: "name", name: given })),
        { maxLength: 4 },
      ),
      members: fc.array(member, { maxLength: 4 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(declarations, async ([alias, described]) => {
      await expectPrettierStable(file(alias, described));
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 300) },
  );
});
