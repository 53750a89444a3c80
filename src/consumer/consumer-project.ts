import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { ts as Ts } from "ts-morph";

/** The compiler that reads consumers: that of ts-morph, which is loaded for them alone. */
export type Compiler = typeof Ts;

/** A consumer's project, as its compiler reads it. */
export interface ConsumerProject {
  readonly compiler: Compiler;
  readonly checker: Ts.TypeChecker;
  /** The files of the consumer: no declaration files, nothing of node_modules. */
  readonly files: readonly Ts.SourceFile[];
  /** Folders of all files that the compiler reads, those of packages included. */
  readonly folders: readonly string[];
  /** Packages that the files import, and that are not installed. */
  readonly unresolved: readonly UnresolvedImport[];
  /** The tsconfig.json or jsconfig.json that was read; absent: there is none, and every file of the folder was read. */
  readonly config?: string;
}

/** An import of a package that the compiler does not find: it sees nothing of what comes from there. */
export interface UnresolvedImport {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly line: number;
}

/** Why a project cannot be read. */
export class ProjectFailure extends Error {
  override readonly name = "ProjectFailure";
}

/** Files that a folder without a tsconfig.json is read by: no packages, and no JavaScript that a build has written. */
const TYPESCRIPT = ["**/*.{ts,tsx,mts,cts}", "!**/node_modules/**", "!**/.git/**"];
const JAVASCRIPT = [
  "**/*.{js,jsx,mjs,cjs}",
  "!**/{.git,build,coverage,dist,node_modules,out}/**",
  "!**/.*/**",
  "!**/*.min.js",
];

/**
 * Reads the TypeScript project in a folder: what its tsconfig.json includes, with the projects that it refers to, or all of its
 * files.
 *
 * @throws ProjectFailure when the folder has no file, or its tsconfig.json cannot be read.
 */
export async function openProject(folder: string): Promise<ConsumerProject> {
  const { Project, ts } = await import("ts-morph");
  const config = ["tsconfig.json", "jsconfig.json"].map((name) => join(folder, name)).find(existsSync);
  const configs = config === undefined ? [] : listConfigs(ts, config);
  const options = {
    skipAddingFilesFromTsConfig: true,
    // Only what is read matters: nothing is written, and declarations of packages are believed.
    compilerOptions: { noEmit: true, skipLibCheck: true, ...(config === undefined && defaults(ts)) },
  };
  const [first] = configs;
  const project = new Project(first === undefined ? options : { ...options, tsConfigFilePath: first.path });
  if (config === undefined)
    for (const patterns of [TYPESCRIPT, JAVASCRIPT])
      project.addSourceFilesAtPaths(patterns.map((one) => within(folder, one)));
  else for (const { files } of configs) for (const file of files) project.addSourceFileAtPathIfExists(file);
  project.resolveSourceFileDependencies();
  const program = project.getProgram().compilerObject;
  const all = program.getSourceFiles();
  const files = all.filter(
    (file) => !file.isDeclarationFile && !file.fileName.includes("/node_modules/") && !isLibrary(file),
  );
  if (files.length === 0)
    throw new ProjectFailure(`${config ?? folder} has no TypeScript or JavaScript file.`);
  return {
    compiler: ts,
    checker: program.getTypeChecker(),
    files,
    folders: [...new Set(all.filter((file) => !isLibrary(file)).map((file) => dirname(file.fileName)))],
    unresolved: listUnresolved(ts, program, files),
    ...(config !== undefined && { config }),
  };

  function isLibrary(file: Ts.SourceFile): boolean {
    return program.isSourceFileDefaultLibrary(file);
  }
}

/** The first import of each package that is not there. Modules of Node.js need no types to be known. */
function listUnresolved(
  ts: Compiler,
  program: Ts.Program,
  files: readonly Ts.SourceFile[],
): readonly UnresolvedImport[] {
  const options = program.getCompilerOptions();
  const found = new Map<string, UnresolvedImport>();
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(file.text, true, true);
    for (const { fileName: name, pos } of importedFiles) {
      if (!isPackage(name) || found.has(name)) continue;
      if (ts.resolveModuleName(name, file.fileName, options, ts.sys).resolvedModule !== undefined) continue;
      const { line } = file.getLineAndCharacterOfPosition(pos);
      found.set(name, { name, file: file.fileName, line: line + 1 });
    }
  }
  return [...found.values()];
}

/** Whether an import names a package by code: not a file, a module of Node.js, a style sheet or an image. */
function isPackage(name: string): boolean {
  return (
    !/^(?:[./]|[a-z]+:)|\.(?:css|gif|html|jpe?g|json|less|md|png|s[ac]ss|svelte|svg|vue|wasm|webp)$/u.test(
      name,
    ) && !isBuiltin(name)
  );
}

function within(folder: string, pattern: string): string {
  const isNegated = pattern.startsWith("!");
  const path = `${folder.replaceAll("\\", "/")}/${pattern.replace(/^!/u, "")}`;
  return isNegated ? `!${path}` : path;
}

function defaults(ts: Compiler): Ts.CompilerOptions {
  return {
    strict: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    allowJs: true,
    allowImportingTsExtensions: true,
  };
}

/** One tsconfig.json with the files that it includes. */
interface ReadConfig {
  readonly path: string;
  readonly files: readonly string[];
}

/** A tsconfig.json and those that it refers to, those without files of their own last: the first one gives the options. */
function listConfigs(ts: Compiler, path: string): readonly ReadConfig[] {
  const found = new Map<string, ReadConfig>();
  const open = [path];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (found.has(next)) continue;
    const { fileNames, projectReferences = [] } = readConfig(ts, next, next === path);
    found.set(next, { path: next, files: fileNames });
    open.push(
      ...projectReferences.map((one) => resolve(ts.resolveProjectReferencePath(one))).filter(existsSync),
    );
  }
  const configs = [...found.values()];
  return [
    ...configs.filter(({ files }) => files.length > 0),
    ...configs.filter(({ files }) => files.length === 0),
  ];
}

function readConfig(ts: Compiler, path: string, isRoot: boolean): Ts.ParsedCommandLine {
  const read = ts.readConfigFile(path, (name) => ts.sys.readFile(name));
  if (read.error !== undefined) throw new ProjectFailure(messageOf(ts, path, read.error));
  const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(path), undefined, path);
  // A project may consist of the projects that it refers to.
  const failure = parsed.errors.find(({ code }) => code !== NO_FILES && code !== EMPTY_FILES);
  if (failure !== undefined && isRoot) throw new ProjectFailure(messageOf(ts, path, failure));
  return parsed;
}

/** "No inputs were found in config file", "The 'files' list in config file is empty". */
const NO_FILES = 18_003;
const EMPTY_FILES = 18_002;

function messageOf(ts: Compiler, path: string, { messageText }: Ts.Diagnostic): string {
  return `${path}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
}
