import { dirname, join } from "node:path/posix";
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
  noUnusedLocals: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  // The platform's own declarations are not what is tested.
  skipLibCheck: true,
};

const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles files that exist in memory alone. A file that was correct before, with the same imports, is not checked again:
 * most of a client is its runtime, which many tests compile.
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
    if (text !== undefined) return parse(path, text, version);
    if (!libraries.has(path)) libraries.set(path, readLibrary(path, version));
    return libraries.get(path);
  };
  host.getCurrentDirectory = () => "/given";
  const roots = [...placed.keys()].filter((path) => path.endsWith(".ts"));
  const program = ts.createProgram(roots, OPTIONS, host);
  return ts.sortAndDeduplicateDiagnostics(check(program, placed)).map(describeDiagnostic);
}

/** Parsed files by path, each with the last text of it: the runtime's are the same in most clients. */
const parsed = new Map<string, ts.SourceFile>();

function parse(
  path: string,
  text: string,
  version: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const before = parsed.get(path);
  if (before?.text === text) return before;
  const source = ts.createSourceFile(path, text, version);
  if (path.includes("/runtime/")) parsed.set(path, source);
  return source;
}

/** Files that had no complaint, by their text and those of all that they import. */
const correct = new Set<string>();

function check(program: ts.Program, files: ReadonlyMap<string, string>): readonly ts.Diagnostic[] {
  // What is declared for all modules may make a complaint of what was correct.
  if ([...files.values()].some((text) => /\bdeclare (?:global|module)\b/u.test(text)))
    return ts.getPreEmitDiagnostics(program);
  return program.getSourceFiles().flatMap((source) => {
    if (!files.has(source.fileName)) return [];
    const key = keyOf(source.fileName, files);
    if (key !== undefined && correct.has(key)) return [];
    const all = ts.getPreEmitDiagnostics(program, source);
    // A test's own file may name what it does not use.
    const found = source.fileName === "/given/user.ts" ? all.filter((one) => !one.reportsUnnecessary) : all;
    if (key !== undefined && found.length === 0) correct.add(key);
    return found;
  });
}

/** The path of a file, and the text of it and of all that it imports; undefined where an import is none of the files. */
function keyOf(path: string, files: ReadonlyMap<string, string>): string | undefined {
  const found = new Set([path]);
  for (const one of found) {
    for (const name of importsOf(files.get(one) ?? "")) {
      const imported = join(dirname(one), name).replace(/\.js$/u, ".ts");
      if (!name.startsWith(".") || !files.has(imported)) return undefined;
      found.add(imported);
    }
  }
  return [...found].map((one) => `${one} ${String(numberOf(files.get(one)))}`).join("\n");
}

const imports = new Map<string, readonly string[]>();

function importsOf(text: string): readonly string[] {
  const known = imports.get(text);
  if (known !== undefined) return known;
  const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
  imports.set(text, names);
  return names;
}

const numbers = new Map<string | undefined, number>();

/** The same number for the same text. */
function numberOf(text: string | undefined): number {
  const known = numbers.get(text) ?? numbers.size;
  numbers.set(text, known);
  return known;
}

function describeDiagnostic(diagnostic: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
  const { file, start } = diagnostic;
  if (file === undefined || start === undefined) return `TS${String(diagnostic.code)} ${message}`;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const path = file.fileName.replace("/given/", "");
  return `${path}(${String(line + 1)},${String(character + 1)}): TS${String(diagnostic.code)} ${message}`;
}
