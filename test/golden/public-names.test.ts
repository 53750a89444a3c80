import { relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { goldenFixtures } from "./fixtures.js";

/**
 * The facts of the contract, which a caller never looks into, and the map of events, whose members are reached by their
 * names in it: `ClientEvents["retry"]`. Every name that is exported is one that no schema of a contract can have.
 */
const OPAQUE = new Set(["ClientEvents", "contract"]);

/** Names that a client's public declarations use, from its own files, and that its index does not export. */
function unexportedNames(folder: string): readonly string[] {
  const index = `${folder}/index.ts`;
  const program = ts.createProgram([index], {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${index} exports nothing.`);
  const exported = new Set(checker.getExportsOfModule(module).map(target));
  const missing = new Set<string>();
  for (const symbol of exported) {
    if (OPAQUE.has(symbol.name)) continue;
    for (const declaration of symbol.declarations ?? []) visit(declaration, symbol.name);
  }
  return [...missing].sort();

  /** Types alone: what bodies, initialisers and private members name stays inside; the runtime makes its own objects. */
  function visit(node: ts.Node, from: string): void {
    if (ts.isBlock(node) || isHidden(node)) return;
    if (ts.isTypeReferenceNode(node)) note(node.typeName, from);
    if (ts.isExpressionWithTypeArguments(node)) note(node.expression, from);
    ts.forEachChild(node, (child) => {
      visit(child, from);
    });
  }

  function isHidden(node: ts.Node): boolean {
    if (ts.isConstructorDeclaration(node))
      return node.getSourceFile().fileName.startsWith(`${folder}/runtime/`);
    return ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name);
  }

  function note(name: ts.Node, from: string): void {
    const symbol = checker.getSymbolAtLocation(name);
    const named = symbol === undefined ? undefined : target(symbol);
    const file = named?.declarations?.[0]?.getSourceFile().fileName ?? "";
    if (named === undefined || !file.startsWith(folder) || exported.has(named)) return;
    if (named.flags & ts.SymbolFlags.TypeParameter) return;
    const isModuleLevel = named.declarations?.some(({ parent }) => ts.isSourceFile(parent)) === true;
    if (isModuleLevel) missing.add(`${named.name} (${relative(folder, file)}), of ${from}`);
  }

  function target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }
}

test.each(goldenFixtures())("the index of $name exports what its signatures name", ({ options }) => {
  expect(unexportedNames(options.out)).toEqual([]);
});
