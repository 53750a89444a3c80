import { describe, expect, test } from "vitest";
import { type Diagnostic, diagnostic, messageOf } from "../../src/diagnostics/diagnostic.js";
import { sortDiagnostics } from "../../src/diagnostics/group-diagnostics.js";
import { renderDiagnostics, reportDiagnostic } from "../../src/diagnostics/render-diagnostics.js";

const emptyEnum = (line: number): Diagnostic => ({
  ...diagnostic("schema/empty-enum", `#/components/schemas/S${String(line)}`),
  location: { file: "api.yaml", pointer: `#/components/schemas/S${String(line)}`, line, column: 7 },
});
const style = (used: string, pointer: string) =>
  diagnostic("parameter/style", pointer, { location: "path", style: "form", used });
const info = diagnostic("schema/list-items", "#/a");
const harmless = diagnostic("schema/read-and-write-only", "#/b");

/** What is printed of these, whatever their order. */
function linesOf(given: readonly Diagnostic[], options = {}): readonly string[] {
  const lines = renderDiagnostics(sortDiagnostics(given), options);
  expect(renderDiagnostics(sortDiagnostics([...given].reverse()), options)).toEqual(lines);
  return lines;
}

const accepting = (...ids: readonly string[]) => [
  "--strict fails on warnings. To accept them as they are, in cabinetry.yaml, below the client:",
  "  accept:",
  ...ids.map((id) => `    ${id}: true`),
];

describe("what is printed", () => {
  test("is a group for each rule: message, three places, a count, and the remedy once", () => {
    expect(linesOf([1, 2, 3, 4, 5].map(emptyEnum))).toEqual([
      "warning schema/empty-enum",
      "  `enum` is empty; no value is valid.",
      "    at api.yaml:1:7, api.yaml:2:7, api.yaml:3:7",
      "    and 2 more",
      "  Remedy: List the values, or remove `enum`.",
    ]);
  });

  test("has each message once, with its own places; a pointer where no line is known", () => {
    expect(linesOf([style("simple", "#/b"), style("label", "#/c"), style("simple", "#/a")])).toEqual([
      "warning parameter/style",
      "  A parameter in path cannot have the style `form`; the client uses `label`.",
      "    at #/c",
      "  A parameter in path cannot have the style `form`; the client uses `simple`.",
      "    at #/a, #/b",
      "  Remedy: Correct `style`.",
    ]);
  });

  test("says the same diagnostic once, and the same of another place again", () => {
    expect(linesOf([emptyEnum(1), emptyEnum(1)])).toHaveLength(4);
    expect(sortDiagnostics([emptyEnum(1), emptyEnum(1), emptyEnum(2)])).toHaveLength(2);
  });

  test("begins with what changes the client, ends with one line for infos, and has no group for nothing", () => {
    const lines = linesOf([info, harmless, emptyEnum(1)]);
    expect(lines.filter((line) => !line.startsWith(" "))).toEqual([
      "warning schema/empty-enum",
      "warning schema/read-and-write-only",
      "info schema/list-items (1); --verbose prints the locations",
    ]);
    expect(linesOf([])).toEqual([]);
  });

  test("has every place with --verbose, those of infos too", () => {
    const lines = linesOf([info, ...[1, 2, 3, 4, 5].map(emptyEnum)], { verbose: true });
    expect(lines[2]).toBe("    at api.yaml:1:7, api.yaml:2:7, api.yaml:3:7, api.yaml:4:7, api.yaml:5:7");
    expect(lines.slice(-4)).toEqual([
      "info schema/list-items",
      "  `items` is a list; the client reads it as `prefixItems`.",
      "    at #/a",
      "  Remedy: Write `prefixItems`, the keyword of JSON Schema 2020-12.",
    ]);
  });

  test("is with --quiet what changes the client alone, with its level", () => {
    expect(linesOf([info, harmless, emptyEnum(1)], { quiet: true })).toEqual(linesOf([emptyEnum(1)]));
  });

  test("is with --quiet and --strict every warning: they fail the run", () => {
    const strict = linesOf([info, harmless, emptyEnum(1)], { quiet: true, strict: true });
    expect(strict).toEqual([
      ...linesOf([harmless, emptyEnum(1)]),
      ...accepting("schema/empty-enum", "schema/read-and-write-only"),
    ]);
  });

  test("ends with --strict in the lines that accept warnings, but for those of traits", () => {
    const trait = diagnostic("trait/early-read", "#/c", { operation: "GET /a", shown: "", missing: "" });
    const lines = linesOf([info, trait, harmless], { strict: true });
    expect(lines.slice(-3)).toEqual(accepting("schema/read-and-write-only"));
    expect(linesOf([info, trait], { strict: true })).toEqual(linesOf([info, trait]));
  });

  test("begins with one location for each message", () => {
    const many = [...["#/a", "#/b", "#/c", "#/d"].map((at) => style("label", at)), style("simple", "#/z")];
    expect(linesOf(many).filter((line) => line.startsWith("    "))).toEqual([
      "    at #/a, #/b",
      "    at #/z",
      "    and 2 more",
    ]);
  });

  test("paints the level", () => {
    expect(linesOf([info], { paint: (level: string) => `<${level}>` })[0]).toMatch(
      /^<info> schema\/list-items/,
    );
  });
});

describe("a value of a contract in a message", () => {
  const named = (...names: readonly string[]) =>
    messageOf(diagnostic("path/undeclared-parameters", "#/a", { names }));

  test.each([
    ["a\u001b[2Jb\nc", "`a [2Jb c`"],
    ["a\u202eb", "`a b`"],
    ["", '`""`'],
    ["a`b", "``a`b``"],
    ["x".repeat(200), `\`${"x".repeat(120)}…\``],
    [`${"x".repeat(119)}😀`, `\`${"x".repeat(119)}…\``],
    ["{names:list}", "`{names:list}`"],
    ["$&", "`$&`"],
  ])("is shown on one line, without what a terminal obeys, and shortened: %j", (given, want) => {
    expect(named(given)).toBe(
      `The contract does not describe the path parameters ${want}; the client takes strings.`,
    );
  });

  test("is one of a list: five are named, the others counted", () => {
    expect(named(...["a", "b", "c", "d", "e", "f", "g"])).toContain("`a`, `b`, `c`, `d`, `e` and 2 more;");
  });
});

test("--json has a diagnostic as data", () => {
  expect(reportDiagnostic(style("simple", "#/a"))).toEqual({
    id: "parameter/style",
    level: "warning",
    message: "A parameter in path cannot have the style `form`; the client uses `simple`.",
    remedy: "Correct `style`.",
    pointer: "#/a",
    changesClient: true,
    arguments: { location: "path", style: "form", used: "simple" },
  });
  expect(reportDiagnostic(emptyEnum(3))).toMatchObject({
    file: "api.yaml",
    line: 3,
    column: 7,
    changesClient: true,
  });
});

test("arguments that a message lacks, or does not have, are refused by the compiler", () => {
  // @ts-expect-error the message names `used` as well
  diagnostic("parameter/style", "#/a", { location: "path", style: "form" });
  // @ts-expect-error there is no `styl`
  diagnostic("parameter/style", "#/a", { location: "path", styl: "form", used: "simple" });
  // @ts-expect-error the message has no argument
  diagnostic("schema/empty-enum", "#/a", { name: "a" });
  // @ts-expect-error `names` is a list
  diagnostic("path/undeclared-parameters", "#/a", { names: "a" });
  // @ts-expect-error there is no such rule
  expect(() => diagnostic("schema/nothing", "#/a")).toThrow();
});
