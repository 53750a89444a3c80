import ts from "typescript";

/** What a consumer's strictest project compiles with. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: [],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  // The platform's own declarations are not what is tested.
  skipLibCheck: true,
};

const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles files that exist in memory alone.
 *
 * @param files - path relative to one folder, text
 * @returns the compiler's complaints: `cabinet.ts(3,1): TS2322 Type …`
 */
export function compile(files: ReadonlyMap<string, string>): readonly string[] {
  const placed = new Map([...files].map(([path, text]) => [`/given/${path}`, text]));
  placed.set("/given/package.json", '{ "type": "module" }');
  const host = ts.createCompilerHost(OPTIONS);
  const readLibrary = host.getSourceFile.bind(host);
  host.fileExists = (path) => placed.has(path) || ts.sys.fileExists(path);
  host.directoryExists = (path) => path.startsWith("/given") || ts.sys.directoryExists(path);
  host.readFile = (path) => placed.get(path) ?? ts.sys.readFile(path);
  host.getSourceFile = (path, version) => {
    const text = placed.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version);
    if (!libraries.has(path)) libraries.set(path, readLibrary(path, version));
    return libraries.get(path);
  };
  host.getCurrentDirectory = () => "/given";
  const roots = [...placed.keys()].filter((path) => path.endsWith(".ts"));
  return ts.getPreEmitDiagnostics(ts.createProgram(roots, OPTIONS, host)).map(describeDiagnostic);
}

function describeDiagnostic(diagnostic: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
  const { file, start } = diagnostic;
  if (file === undefined || start === undefined) return `TS${String(diagnostic.code)} ${message}`;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const path = file.fileName.replace("/given/", "");
  return `${path}(${String(line + 1)},${String(character + 1)}): TS${String(diagnostic.code)} ${message}`;
}
