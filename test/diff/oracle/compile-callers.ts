import { createHash } from "node:crypto";
import { posix } from "node:path";
import ts from "typescript";

/** A client, and code that calls it. */
export interface Called {
  /** Path → text of the client's TypeScript files. */
  readonly client: ReadonlyMap<string, string>;
  readonly caller: string;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: [],
  module: ts.ModuleKind.ES2022,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Parsed files by path, each with the last text of it: the platform's and the runtime's are the same in all programs. */
const parsed = new Map<string, ts.SourceFile>();

function parse(path: string, text: string): ts.SourceFile {
  const before = parsed.get(path);
  if (before?.text === text) return before;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  if (!path.startsWith("/pairs/")) parsed.set(path, source);
  return source;
}

/**
 * Compiles callers with their clients, all in one program: the runtime, which most clients have alike, is there once.
 *
 * @returns for each the complaints about the caller: `TS2339 Property …`.
 */
export function compileCallers(
  all: readonly Called[],
  options: { readonly exactOptionalPropertyTypes?: boolean } = {},
): readonly (readonly string[])[] {
  const files = new Map<string, string>();
  const roots = all.map((one, index) => place(one, `/pairs/${String(index)}`, files));
  const settings = { ...OPTIONS, ...options };
  const host = ts.createCompilerHost(settings);
  const libraries = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version) => {
    const text = files.get(path);
    if (text !== undefined) return parse(path, text);
    const library = parsed.get(path) ?? libraries(path, version);
    if (library !== undefined) parsed.set(path, library);
    return library;
  };
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  host.getCurrentDirectory = () => "/pairs";
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      const resolvedFileName = resolve(text, from, files);
      return {
        resolvedModule:
          resolvedFileName === undefined ? undefined : { resolvedFileName, extension: ts.Extension.Ts },
      };
    });
  const program = ts.createProgram(roots, settings, host);
  return roots.map((root) => {
    const source = program.getSourceFile(root);
    const found =
      source === undefined
        ? []
        : [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map((one) => describe(one));
  });
}

/** The folder of a client's runtime stands once for all clients that have the same. */
function place({ client, caller }: Called, folder: string, files: Map<string, string>): string {
  const sources = [...client].filter(([path]) => path.endsWith(".ts"));
  const runtime = sources.filter(([path]) => path.startsWith("runtime/"));
  const hash = createHash("sha256").update(JSON.stringify(runtime)).digest("hex").slice(0, 12);
  for (const [path, text] of sources)
    files.set(path.startsWith("runtime/") ? `/runtime-${hash}/${path}` : `${folder}/client/${path}`, text);
  files.set(`${folder}/runtime`, `/runtime-${hash}`);
  files.set(`${folder}/caller.ts`, caller);
  return `${folder}/caller.ts`;
}

function resolve(name: string, from: string, files: ReadonlyMap<string, string>): string | undefined {
  const path = posix.join(posix.dirname(from), name).replace(/\.js$/u, ".ts");
  const [, folder, module] = /^(\/pairs\/\d+)\/client\/(runtime\/.*)$/u.exec(path) ?? [];
  const found = module === undefined ? path : `${files.get(`${folder ?? ""}/runtime`) ?? ""}/${module}`;
  return files.has(found) ? found : undefined;
}

function describe({ code, messageText, file, start }: ts.Diagnostic): string {
  const line = file === undefined || start === undefined ? "" : lineAt(file, start);
  return `TS${String(code)} ${ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 200)} | ${line}`;
}

function lineAt(file: ts.SourceFile, start: number): string {
  const { line } = file.getLineAndCharacterOfPosition(start);
  return (file.text.split("\n")[line] ?? "").trim().slice(0, 160);
}
