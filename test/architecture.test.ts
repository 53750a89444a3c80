import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/**
 * The rooms of the house and the arrows between them. An arrow is `type` when nothing of it is left at run time, `lazy`
 * when it is an `import()` at run time, and `value` otherwise.
 */
type Kind = "type" | "lazy" | "value";

interface Arrow {
  readonly file: string;
  readonly target: string;
  readonly kind: Kind;
  /** What is imported by name; empty when it is the whole module. */
  readonly names: readonly string[];
}

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src");

/** `conductor` is a file directly in src: only these call the stages in order. */
const allowed: Readonly<Record<string, Readonly<Record<string, readonly Kind[]>>>> = {
  openapi: { text: ["value", "type"] },
  diagnostics: { text: ["value", "type"] },
  config: { text: ["value", "type"] },
  load: { diagnostics: ["value", "type"], openapi: ["value", "type"], text: ["value", "type"] },
  model: {
    diagnostics: ["value", "type"],
    load: ["type"],
    openapi: ["value", "type"],
    text: ["value", "type"],
  },
  plan: {
    config: ["type"],
    diagnostics: ["value", "type"],
    model: ["type"],
    openapi: ["value", "type"],
    text: ["value", "type"],
  },
  emit: { diagnostics: ["value", "type"], plan: ["type"], text: ["value", "type"] },
  write: { diagnostics: ["value", "type"], emit: ["type"], text: ["value", "type"] },
  diff: {
    diagnostics: ["value", "type"],
    model: ["type"],
    openapi: ["value", "type"],
    plan: ["type"],
    text: ["value", "type"],
  },
  consumer: { diff: ["type"], text: ["value", "type"] },
  report: {
    diagnostics: ["value", "type"],
    diff: ["type"],
    model: ["type"],
    openapi: ["value", "type"],
    text: ["value", "type"],
  },
  runtime: {},
  sandbox: {},
  text: {},
  cli: {
    conductor: ["type", "lazy"],
    diagnostics: ["value", "type"],
    report: ["type", "lazy"],
    text: ["value", "type"],
  },
  conductor: {
    conductor: ["value", "type", "lazy"],
    config: ["value", "type"],
    consumer: ["type", "lazy"],
    diagnostics: ["value", "type"],
    diff: ["value", "type", "lazy"],
    emit: ["value", "type", "lazy"],
    load: ["value", "type", "lazy"],
    model: ["value", "type", "lazy"],
    openapi: ["value", "type"],
    plan: ["value", "type", "lazy"],
    report: ["value", "type", "lazy"],
    text: ["value", "type"],
    write: ["value", "type", "lazy"],
  },
};

/** Declared exceptions: each with its reason, and each must be in use. */
interface Exception {
  readonly from: RegExp;
  readonly to: RegExp;
  readonly kinds: readonly Kind[];
  /** Only these may be imported. */
  readonly names?: readonly string[];
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  {
    from: /^plan\/typescript\/(?:descriptor-parts|runtime-names)\.ts$/,
    to: /^runtime\//,
    kinds: ["type"],
    reason: "the table of runtime names is checked against the runtime itself",
  },
  {
    from: /^(?:plan|emit|diff|report)\//,
    to: /^load\/loaded-contract\.ts$/,
    kinds: ["type"],
    names: ["Json", "JsonObject"],
    reason:
      "what a JSON value is; with it emit writes the snapshot and opens the document for openapi-typescript, and diff compares two documents",
  },
  {
    from: /^cli\/sandbox-command\.ts$/,
    to: /^sandbox\/index\.ts$/,
    kinds: ["type", "lazy"],
    reason: "the command that starts the sandbox",
  },
];

function roomOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? "") : "conductor";
}

function verdict(arrow: Arrow): "allowed" | "forbidden" {
  const [from, to] = [roomOf(arrow.file), roomOf(arrow.target)];
  if (from === to && from !== "conductor") return "allowed";
  if (allowed[from]?.[to]?.includes(arrow.kind) === true) return "allowed";
  return exceptions.some((exception) => covers(exception, arrow)) ? "allowed" : "forbidden";
}

function covers(exception: Exception, { file, target, kind, names }: Arrow): boolean {
  const isNamed =
    exception.names === undefined ||
    (names.length > 0 && names.every((name) => exception.names?.includes(name)));
  return exception.from.test(file) && exception.to.test(target) && exception.kinds.includes(kind) && isNamed;
}

/** Every arrow of a file: import and export declarations, `import()` at run time and in types, `require`. */
function arrowsOf(file: string, text: string): Arrow[] {
  const arrows: Arrow[] = [];
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  visit(tree);
  return arrows;

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, isTypeImport(node) ? "type" : "value", namesOf(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeExport(node) ? "type" : "value");
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, "type");
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node.moduleReference.expression, node.isTypeOnly ? "type" : "value");
    } else if (ts.isCallExpression(node)) visitCall(node);
    ts.forEachChild(node, visit);
  }

  function visitCall(node: ts.CallExpression): void {
    const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
    if (isImport || isRequire) add(node.arguments[0], isImport ? "lazy" : "value");
  }

  function add(specifier: ts.Node | undefined, kind: Kind, names: readonly string[] = []): void {
    if (specifier === undefined) return;
    // A computed specifier could lead anywhere: it counts as an arrow to nowhere that is allowed.
    const name = ts.isStringLiteralLike(specifier) ? specifier.text : "?computed/?";
    if (!name.startsWith(".") && !name.startsWith("?")) return;
    const target = name.startsWith("?")
      ? name
      : posix.join(posix.dirname(file), name).replace(/\.js$/, ".ts");
    arrows.push({ file, target, kind, names });
  }
}

/** With `verbatimModuleSyntax` only a whole `import type` vanishes; `import { type A }` still loads the module. */
function isTypeImport(node: ts.ImportDeclaration): boolean {
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function namesOf(node: ts.ImportDeclaration): string[] {
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

function isTypeExport(node: ts.ExportDeclaration): boolean {
  return node.isTypeOnly;
}

function readArrows(): Arrow[] {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => arrowsOf(relative(source, path).replaceAll("\\", "/"), readFileSync(path, "utf8")));
}

describe("the arrows between the rooms", () => {
  const arrows = readArrows();

  test("are those of the house and no other", () => {
    const forbidden = arrows
      .filter((arrow) => verdict(arrow) === "forbidden")
      .map(({ file, target, kind }) => `${file} → ${target} (${kind})`);
    expect(forbidden).toEqual([]);
  });

  test("have no exception that nothing uses", () => {
    const unused = exceptions.filter((exception) => !arrows.some((arrow) => covers(exception, arrow)));
    expect(unused).toEqual([]);
  });

  test("lead to files that exist", () => {
    expect(arrows.length).toBeGreaterThan(500);
    const files = new Set(arrows.map(({ file }) => file));
    const leaves = new Set(
      readdirSync(source, { recursive: true }).map((path) => String(path).replaceAll("\\", "/")),
    );
    expect(arrows.filter(({ target }) => !files.has(target) && !leaves.has(target))).toEqual([]);
  });
});

/** The groups of files that lead back to each other, types included; each sorted, and the largest first. */
function findCycles(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { file, target } of arrows) targets.set(file, [...(targets.get(file) ?? []), target]);
  const reached = new Map(
    [...targets.keys()].map((file) => {
      const found = new Set<string>();
      const open = [...(targets.get(file) ?? [])];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(...(targets.get(next) ?? []));
      }
      return [file, found];
    }),
  );
  const inCycle = [...reached].filter(([file, found]) => found.has(file)).map(([file]) => file);
  const groups = inCycle.map((file) =>
    inCycle
      .filter((other) => reached.get(file)?.has(other) === true && reached.get(other)?.has(file) === true)
      .sort(),
  );
  const each = new Map(groups.map((group) => [group.join(), group]));
  return [...each.values()].sort((one, other) => other.length - one.length);
}

describe("import cycles, types included", () => {
  test("do not exist", () => {
    expect(findCycles(readArrows())).toEqual([]);
  });

  test("are found as groups", () => {
    const arrow = (file: string, target: string): Arrow => ({ file, target, kind: "type", names: [] });
    const given = [arrow("b", "a"), arrow("a", "b"), arrow("a", "c"), arrow("c", "d"), arrow("e", "e")];
    expect(findCycles(given)).toEqual([["a", "b"], ["e"]]);
  });
});

describe("this test", () => {
  test.each<[given: string, text: string, want: string[]]>([
    ["plan/a.ts", 'import { x } from "../model/m.js";', ["model/m.ts value forbidden"]],
    ["plan/a.ts", 'import type { X } from "../model/m.js";', ["model/m.ts type allowed"]],
    ["plan/a.ts", 'import { type X } from "../model/m.js";', ["model/m.ts value forbidden"]],
    ["plan/a.ts", 'export * from "../model/m.js";', ["model/m.ts value forbidden"]],
    ["plan/a.ts", 'export type { X } from "../model/m.js";', ["model/m.ts type allowed"]],
    ["plan/a.ts", 'let x: import("../load/l.js").L;', ["load/l.ts type forbidden"]],
    [
      "emit/a.ts",
      'import type { Json } from "../load/loaded-contract.js";',
      ["load/loaded-contract.ts type allowed"],
    ],
    [
      "emit/a.ts",
      'import { Json } from "../load/loaded-contract.js";',
      ["load/loaded-contract.ts value forbidden"],
    ],
    [
      "emit/a.ts",
      'import type { Json, LoadedContract } from "../load/loaded-contract.js";',
      ["load/loaded-contract.ts type forbidden"],
    ],
    [
      "emit/a.ts",
      'import type * as load from "../load/loaded-contract.js";',
      ["load/loaded-contract.ts type forbidden"],
    ],
    ["plan/a.ts", 'await import("../model/m.js");', ["model/m.ts lazy forbidden"]],
    ["plan/a.ts", 'import { x } from "../openapi/o.js";', ["openapi/o.ts value allowed"]],
    ["write/a.ts", 'import { x } from "../openapi/o.js";', ["openapi/o.ts value forbidden"]],
    ["runtime/a.ts", 'import type { X } from "../openapi/o.js";', ["openapi/o.ts type forbidden"]],
    ["openapi/a.ts", 'import type { X } from "../load/l.js";', ["load/l.ts type forbidden"]],
    ["openapi/a.ts", 'import { x } from "../text/t.js";', ["text/t.ts value allowed"]],
    ["plan/a.ts", 'import { x } from "../diagnostics/d.js";', ["diagnostics/d.ts value allowed"]],
    ["diagnostics/a.ts", 'import type { X } from "../model/m.js";', ["model/m.ts type forbidden"]],
    ["runtime/a.ts", 'import type { X } from "../diagnostics/d.js";', ["diagnostics/d.ts type forbidden"]],
    ["sandbox/a.ts", 'import { x } from "../diagnostics/d.js";', ["diagnostics/d.ts value forbidden"]],
    ["plan/a.ts", "await import(name);", ["?computed/? lazy forbidden"]],
    ["plan/a.ts", 'import "../emit/e.js";', ["emit/e.ts value forbidden"]],
    ["plan/a.ts", 'import { x } from "../generate.js";', ["generate.ts value forbidden"]],
    ["runtime/a.ts", 'import { x } from "../text/t.js";', ["text/t.ts value forbidden"]],
    ["runtime/call/a.ts", 'import { x } from "../http/t.js";', ["runtime/http/t.ts value allowed"]],
    ["sandbox/a.ts", 'import type { X } from "../model/m.js";', ["model/m.ts type forbidden"]],
    ["cli/a.ts", 'import { load } from "../load/l.js";', ["load/l.ts value forbidden"]],
    ["cli/a.ts", 'import { generate } from "../generate.js";', ["generate.ts value forbidden"]],
    ["cli/a.ts", 'const { generate } = await import("../generate.js");', ["generate.ts lazy allowed"]],
    ["cli/a.ts", 'import { startSandbox } from "../sandbox/index.js";', ["sandbox/index.ts value forbidden"]],
    ["generate.ts", 'import { x } from "./load/l.js";', ["load/l.ts value allowed"]],
    ["generate.ts", 'import { x } from "./cli/main.js";', ["cli/main.ts value forbidden"]],
    ["text/a.ts", 'import { x } from "../load/l.js";', ["load/l.ts value forbidden"]],
    ["write/a.ts", 'import fs from "node:fs";', []],
  ])("judges in %s: %s", (file, text, want) => {
    const judged = arrowsOf(file, text).map((arrow) => `${arrow.target} ${arrow.kind} ${verdict(arrow)}`);
    expect(judged).toEqual(want);
  });
});
