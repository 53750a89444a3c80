import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { planPublicRuntime } from "../../../src/plan/typescript/public-runtime.js";
import { runtimeNames } from "../../../src/plan/typescript/runtime-names.js";

const ROOT = new URL("../../../src/runtime/", import.meta.url);

/** What a module of the runtime declares and exports: name → whether it is only a type. */
function exportsOf(module: string): ReadonlyMap<string, boolean> {
  const url = new URL(`${module}.ts`, ROOT);
  if (!existsSync(url)) return new Map();
  const source = ts.createSourceFile(module, readFileSync(url, "utf8"), ts.ScriptTarget.Latest);
  return new Map(source.statements.filter(isExported).flatMap(namesOf));
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function namesOf(statement: ts.Statement): readonly (readonly [string, boolean])[] {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
    return [[statement.name.text, true]];
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return statement.name === undefined ? [] : [[statement.name.text, false]];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name) ? [[name.text, false] as const] : [],
  );
}

describe("the names of the runtime that generated code imports", () => {
  test.each([...runtimeNames])(
    "%s is exported by the module it names, as what it says",
    (name, { module, type }) => {
      expect(exportsOf(module).get(name)).toBe(type);
    },
  );
});

describe("the names of the runtime that a client hands on", () => {
  // A module that tells of a feature is asked for by `has` alone.
  const everything: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });
  const exports = planPublicRuntime(everything);

  test("are there, and are sorted by module", () => {
    const modules = exports.map(({ module }) => module);
    expect(modules).toContain("errors/etag-errors");
    expect(modules).toEqual([...new Set(modules)].sort());
  });

  const listed = exports.flatMap(({ module, values, types }) => [
    ...values.map((name) => [name, module, false] as const),
    ...types.map((name) => [name, module, true] as const),
  ]);
  test.each(listed)("%s is exported by %s", (name, module, type) => {
    expect(exportsOf(module).get(name)).toBe(type);
  });

  test("and no name twice", () => {
    const names = listed.map(([name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test("fewer without a feature", () => {
    const modules = planPublicRuntime(new Set()).map(({ module }) => module);
    expect(modules).toContain("errors/api-error");
    expect(
      modules.filter((module) => /^(?:pages|etag|operations|idempotency|token|limits)\//.test(module)),
    ).toEqual([]);
  });
});
