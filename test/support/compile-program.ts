import { join } from "node:path";
import ts from "typescript";
import { repository } from "./repository.js";

/** What a consumer's strictest project compiles with. */
const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  // The platform's own declarations are not what is tested.
  skipLibCheck: true,
};

/** A program under the strictest settings. */
export interface ProgramFiles {
  /** Absolute paths of the files to begin with; what they import is compiled too. */
  readonly roots: readonly string[];
  /** Where the JavaScript goes; without it nothing is written. */
  readonly outDir?: string;
  /** The folder that `outDir` mirrors. */
  readonly rootDir?: string;
  /** Absolute paths of the files to check; default: all of the program. */
  readonly checked?: readonly string[];
  /** Declarations of this platform beside the web's: `node` for programs, none for what runs everywhere. */
  readonly platform?: "node" | "web";
}

/** One complaint of the compiler. */
export interface Complaint {
  /** Absolute path of the file; empty for a complaint about the program as a whole. */
  readonly file: string;
  /** 1 for the first; 0 without a file. */
  readonly line: number;
  readonly code: number;
  /** The whole chain of messages, one below the other, and what editors and terminals show with them. */
  readonly message: string;
}

/** Files of the repository, those of its packages included, as they were parsed first: many programs have the same. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version) => {
    if (!path.startsWith(repository)) return read(path, version);
    if (!parsed.has(path)) parsed.set(path, read(path, version));
    return parsed.get(path);
  };
  return host;
}

/** Compiles a program as the strictest consumer would, and writes its JavaScript when told where to. */
export function compileProgram({
  roots,
  outDir,
  rootDir,
  checked,
  platform = "web",
}: ProgramFiles): Complaint[] {
  const options: ts.CompilerOptions = {
    ...strictest,
    types: platform === "node" ? ["node"] : [],
    typeRoots: [join(repository, "node_modules/@types")],
    ...(outDir === undefined ? { noEmit: true } : { outDir }),
    ...(rootDir !== undefined && { rootDir }),
  };
  const program = ts.createProgram(roots, options, hostFor(options));
  const files = checked?.map((path) => program.getSourceFile(path)) ?? [undefined];
  const found = files.flatMap((file) => ts.getPreEmitDiagnostics(program, file));
  const complaints = ts.sortAndDeduplicateDiagnostics(found).map(readComplaint);
  if (outDir !== undefined) program.emit();
  return complaints;
}

function readComplaint({
  file,
  start = 0,
  code,
  messageText,
  relatedInformation = [],
}: ts.Diagnostic): Complaint {
  const message = [messageText, ...relatedInformation.map((related) => related.messageText)]
    .map((text) => ts.flattenDiagnosticMessageText(text, "\n"))
    .join("\n");
  if (file === undefined) return { file: "", line: 0, code, message };
  const { line } = file.getLineAndCharacterOfPosition(start);
  return { file: file.fileName, line: line + 1, code, message };
}
