import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import type { DiffReport } from "../../src/diff/finding.js";
import { MOST_CHARACTERS } from "../../src/report/markdown.js";
import { renderReport, type ReportFormat } from "../../src/report/render-report.js";
import { repository } from "../support/repository.js";
import { finding, hostile, hostileReport, mixed, reportOf } from "./sample-report.js";

const render = (format: ReportFormat, report: DiffReport, show: "all" | "docs" | "none" = "none") =>
  renderReport(format, report, { show });

const formats: readonly ReportFormat[] = [
  "text",
  "json",
  "markdown",
  "changelog",
  "html",
  "github",
  "sarif",
  "junit",
];

describe.each(formats)("%s", (format) => {
  test("is the same in every run, and ends with a line feed", () => {
    const text = render(format, reportOf(mixed), "all");
    expect(render(format, reportOf([...mixed].reverse()), "all")).toBe(text);
    expect(text).toMatch(/[^\n]\n$/u);
  });

  test("has no character that a terminal obeys, whatever the contract has", () => {
    const text = render(format, hostileReport, "all");
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
  });

  test("has what the comparison says of itself, beside changes", () => {
    const diagnostics = [{ id: "surface/cut-off", level: "warning", message: "It was cut off." }] as const;
    const text = render(format, reportOf([], { diagnostics }), "all");
    // An entry of a change log is about changes alone.
    expect(text.includes("It was cut off.")).toBe(format !== "changelog");
  });

  test("of two equal contracts is short", () => {
    expect(render(format, reportOf([])).length).toBeLessThan(15_000);
  });
});

describe("text", () => {
  test("groups by what changed, cuts operations after five, and shows the witness", () => {
    expect(render("text", reportOf(mixed)))
      .toBe(`Wire  breaking    Released clients can fail against the new API.
SDK   breaking    Code that is compiled against the generated client needs changes.
Next version: major for the API, major for a package with the client

Old   Pets 1.2.0  old.yaml
New   Pets 2.0.0  new.yaml

1 breaking, 1 risky, 1 compatible, 1 in documentation only.
1 change is accepted.
2 changes not shown; --show docs lists them.

schema Pet
  breaking    Property \`colour\` of \`Pet\` was removed.
              Callers that read it no longer get it.
              Code that reads the member no longer compiles.
              old      old.yaml:12:5  {"type":"string"}
              reaches  7 operations: GET /a, GET /b, GET /c, GET /d, GET /e and 2 more
              names    Pet.colour (removed)
              example  {} is valid in the new contract only
              response.property.removed (wire and SDK) 0123456789abcdef
  risky       The pattern of \`name\` changed.
              Callers that read it no longer get it.
              old      old.yaml #/components/schemas/Pet/properties/name/pattern  "^a"
              new      new.yaml #/components/schemas/Pet/properties/name/pattern  "^b"
              example  {} is valid in the new contract only
              request.enum.unknown (wire) 1123456789abcdef

Accepted:
  breaking    \`DELETE /pets\` was removed.
              Reviewed. (ops, until 2030-01-01)

Gate breaking: failed by 1 change.
`);
  });
});

describe("accepted changes", () => {
  const onlyAccepted = reportOf(mixed.slice(4));

  test("pass the gate, and the report states that callers meet them", () => {
    expect(render("text", onlyAccepted))
      .toBe(`Wire  none        Nothing changes for released clients, accepted changes aside.
SDK   none        The generated client does not change for its callers, accepted changes aside.
Next version: major for the API, major for a package with the client

Old   Pets 1.2.0  old.yaml
New   Pets 2.0.0  new.yaml

1 change is accepted.

Accepted:
  breaking    \`DELETE /pets\` was removed.
              Reviewed. (ops, until 2030-01-01)

Gate breaking: passed.
`);
  });

  test("are named in a comment, folded", () => {
    expect(render("markdown", onlyAccepted)).toBe(`## The contract has accepted changes only

| question | verdict |  |
| --- | --- | --- |
| Wire: do released clients go on working? | ⚪ **none** | Nothing changes for released clients, accepted changes aside. |
| SDK: does code against the client still compile? | ⚪ **none** | The generated client does not change for its callers, accepted changes aside. |
| Next version | **major** for the API | **major** for a package with the client |

From \`Pets 1.2.0\` (\`old.yaml\`) to \`Pets 2.0.0\` (\`new.yaml\`): accepted changes only.

<details><summary>Accepted: 1 change</summary>

- 🔴 \`DELETE /pets\` was removed. Reason: Reviewed. (ops, until 2030-01-01)

</details>

_Gate breaking: passed._
`);
  });

  test("are in the change log, whose heading has the version that they ask for", () => {
    expect(render("changelog", onlyAccepted)).toBe(
      "## 2.0.0 (major)\n\n### Breaking changes\n\n- `DELETE /pets` was removed.\n",
    );
  });
});

test("names of the client that are not listed are counted", () => {
  const names = Array.from({ length: 8 }, (_, index) => ({ old: `A${String(index)}` }));
  const report = reportOf([finding({ sdkNames: names })]);
  const want = "A0 (removed), A1 (removed), A2 (removed), A3 (removed), A4 (removed) and 3 more";
  expect(render("text", report)).toContain(want);
  expect(render("markdown", report).replaceAll("`", "")).toContain(want);
});

describe("markdown", () => {
  test("fits a comment, cuts the lightest changes and states it", () => {
    const many = Array.from({ length: 2000 }, (_, index) =>
      finding({
        wire: index < 10 ? "breaking" : "risky",
        sdk: "none",
        fingerprint: String(index).padStart(16, "0"),
        old: { pointer: `#/components/schemas/S${String(index)}` },
      }),
    );
    const text = render("markdown", reportOf(many));
    expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(text.match(/\*\*breaking\*\* \(wire\)/gu)).toHaveLength(10);
    expect(text).toMatch(
      /\*\*\d+ changes cut\*\*, because a comment has at most 65,536 characters: \d+ risky\./u,
    );
  });

  test("fits with a contract of long texts", () => {
    const long = hostile.repeat(3000);
    const given = reportOf([finding({ title: long, why: long, element: long })], {
      diagnostics: Array.from({ length: 200 }, (_, index) => ({
        id: "accept/unmatched",
        level: "warning",
        message: `${String(index)} ${long}`,
      })),
    });
    expect(render("markdown", given).length).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  test("has no markup of the contract outside of code", () => {
    const text = render("markdown", hostileReport, "all").replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/gu, "code");
    const outside = text.split("\n").filter((line) => !line.startsWith("|"));
    expect(outside.filter((line) => /(?<!\\)<|(?<!\\)\[|https:|@team/u.test(line))).toEqual([]);
    expect(outside.filter((line) => line.startsWith("::"))).toEqual([]);
  });
});

test("changelog lists what breaks, then what is new", () => {
  expect(render("changelog", reportOf(mixed))).toBe(`## 2.0.0 (major)

### Breaking changes

- Property \`colour\` of \`Pet\` was removed.
- \`DELETE /pets\` was removed.

### Changes that can disturb clients

- The pattern of \`name\` changed.

### Added

- \`GET /pets\` was added.
`);
});

describe("html", () => {
  const page = render("html", hostileReport, "all");

  test("runs its own script and style alone", () => {
    const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/u.exec(page) ?? [];
    const inner = (tag: string) =>
      [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "gu"))].map(([, text = ""]) => text);
    for (const [tag, name] of [
      ["script", "script-src"],
      ["style", "style-src"],
    ] as const) {
      const hashes = inner(tag).map((text) => createHash("sha256").update(text).digest("base64"));
      expect(hashes).toHaveLength(1);
      expect(policy).toContain(`${name} 'sha256-${hashes.join()}'`);
    }
    expect(policy).toMatch(/^default-src 'none';/u);
  });

  test("has no element, attribute or address of the contract", () => {
    expect(page).not.toContain("<img");
    expect(page.match(/<\/?script/gu)).toHaveLength(2);
    const tags = page.match(/<[a-z][^>]*>/gu) ?? [];
    expect(
      tags.filter((tag) => /\s(?:href|src|style|on\w+)=/u.test(tag.replaceAll(/"[^"]*"/gu, ""))),
    ).toEqual([]);
  });

  test("has every finding, accepted ones too", () => {
    expect(render("html", reportOf(mixed)).match(/<details class="finding/gu)).toHaveLength(mixed.length);
  });
});

describe("github", () => {
  test("annotates what was removed above it in the new contract", () => {
    expect(render("github", reportOf(mixed)).split("\n").slice(0, 2)).toEqual([
      '::error file=new.yaml,line=11,col=3,title=breaking (wire and SDK)%3A response.property.removed::Property "colour" of "Pet" was removed. Callers that read it no longer get it. Reaches 7 operations.',
      '::warning file=new.yaml,title=risky (wire)%3A request.enum.unknown::The pattern of "name" changed. Callers that read it no longer get it.',
    ]);
  });

  test("is one command a line, whatever the contract has", () => {
    const lines = render("github", hostileReport, "all").trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => !/^::(?:error|warning|notice) [^:]*::/u.test(line))).toEqual([]);
  });

  test("names no file that is not of the repository", () => {
    const elsewhere = { pointer: "#/a", file: "https://a.example/openapi.yaml", line: 1, column: 1 };
    const given = finding({ old: elsewhere, nearest: elsewhere });
    expect(render("github", reportOf([given]))).not.toContain("file=");
  });
});

describe("sarif", () => {
  const schema = JSON.parse(
    readFileSync(join(repository, "test/report/sarif-subset.schema.json"), "utf8"),
  ) as object;
  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);

  test.each([
    ["mixed", reportOf(mixed)],
    ["hostile", hostileReport],
    ["empty", reportOf([])],
  ])("is valid: %s", (_, report) => {
    const log: unknown = JSON.parse(render("sarif", report, "all"));
    expect(validate(log) ? [] : validate.errors).toEqual([]);
  });

  test("has promises that do not hold, and neither link nor placeholder of a name", () => {
    const report = reportOf(
      [finding({ title: "Property `[here](https://evil.example) a[0]` of `GET /{0}` was removed." })],
      {
        diagnostics: [
          {
            id: "policy/version-path",
            level: "error",
            message: "1 change breaks the promise of `/v1`.",
            fails: true,
          },
          { id: "policy/stability", level: "info", message: "All is well." },
        ],
      },
    );
    const { runs } = JSON.parse(render("sarif", report)) as {
      runs: { results: { ruleId: string; level: string; message: { text: string } }[] }[];
    };
    expect(runs[0]?.results.map(({ ruleId, level, message }) => [ruleId, level, message.text])).toEqual([
      ["policy/version-path", "error", '1 change breaks the promise of "/v1".'],
      [
        "response.property.removed",
        "error",
        'Property "\\[here\\](https://evil.example) a[0]" of "GET /{{0}}" was removed. Callers that read it no longer get it.',
      ],
    ]);
  });

  test("suppresses accepted findings", () => {
    const { runs } = JSON.parse(render("sarif", reportOf(mixed))) as {
      runs: { results: { ruleId: string; level: string; suppressions?: object[] }[] }[];
    };
    expect(
      runs[0]?.results.map(({ ruleId, level, suppressions }) => [ruleId, level, suppressions?.length]),
    ).toEqual([
      ["response.property.removed", "error", undefined],
      ["operation.removed", "error", 1],
      ["request.enum.unknown", "warning", undefined],
    ]);
  });
});

test.each<readonly [given: number, want: number]>([
  [7, 7],
  [8, 6],
])("of %i sentences about callers, a text has %i and counts the others", (given, want) => {
  const sdkWhy = Array.from({ length: given }, (_, index) => `Member ${String(index)} is gone.`);
  const text = render("text", reportOf([finding({ sdkWhy })]));
  expect(text.match(/Member \d is gone\./gu)).toHaveLength(want);
  expect(text.includes("2 more changes for callers")).toBe(want < given);
});

test("sentences about callers that differ in names alone do not hide others", () => {
  const gone = Array.from({ length: 8 }, (_, index) => `Member \`a${String(index)}\` is gone.`);
  const text = render("text", reportOf([finding({ sdkWhy: [...gone, "Method `b` takes more."] })]));
  expect(text.match(/(?:Member|Method) `\w+`/gu)).toEqual([
    "Member `a0`",
    "Member `a1`",
    "Member `a2`",
    "Method `b`",
  ]);
  expect(text).toContain("5 more changes for callers");
});

describe("junit", () => {
  test("has failures at the gate alone", () => {
    const text = render("junit", reportOf(mixed, { failOn: "sdk" }), "docs");
    expect(text).toContain('tests="5" failures="1" errors="0" skipped="1"');
    expect(render("junit", reportOf(mixed, { failOn: "none" }), "docs")).not.toContain("<failure");
  });

  test("is XML, whatever the contract has", () => {
    const text = render("junit", hostileReport, "all");
    const open: string[] = [];
    for (const [, close, name = "", self] of text.matchAll(/<(\/?)([a-z]+)(?:\s[a-z]+="[^"<]*")*(\/?)>/gu)) {
      if (close === "/") expect(open.pop()).toBe(name);
      else if (self === "") open.push(name);
    }
    expect(open).toEqual([]);
    expect(text.replaceAll(/<\/?[a-z]+(?:\s[a-z]+="[^"<]*")*\/?>|<\?xml[^>]*\?>/gu, "")).not.toMatch(/[<>]/u);
    expect(text).not.toMatch(/\p{Cs}/u);
  });
});
