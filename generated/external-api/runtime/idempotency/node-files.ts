import { ArgumentError } from "../errors/argument-error.js";

/** An open file, as far as a store needs it. */
export interface OpenFile {
  writeFile(text: string): Promise<void>;
  /** Flushes to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The functions of `node:fs/promises` that a store needs. */
export interface NodeFiles {
  link(from: string, to: string): Promise<void>;
  mkdir(
    path: string,
    options: { readonly recursive: true; readonly mode: number },
  ): Promise<string | undefined>;
  open(path: string, flags: "r" | "wx", mode?: number): Promise<OpenFile>;
  readdir(path: string): Promise<string[]>;
  readFile(path: string, encoding: "utf8"): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  rm(
    path: string,
    options: { readonly recursive: true; readonly force: true },
  ): Promise<void>;
  stat(path: string): Promise<{ readonly mode: number; readonly uid: number }>;
  unlink(path: string): Promise<void>;
}

/** The user that the process runs as; undefined where files have no owner by number (Windows). */
export function currentUser(): number | undefined {
  const { process } = globalThis as { readonly process?: unknown };
  const platform = process as Platform | undefined;
  return platform?.platform === "win32" ? undefined : platform?.getuid?.();
}

/**
 * The platform's files, found at run time and described by structure: a client compiles without Node's types, and
 * bundles for the web, whether it uses the file store or not.
 *
 * @throws ArgumentError where there are none: workers, browsers, Node before 20.16
 */
export function nodeFiles(): NodeFiles {
  const { process } = globalThis as { readonly process?: unknown };
  const files = (process as Platform | undefined)?.getBuiltinModule?.(
    "node:fs/promises",
  );
  if (files !== undefined) return files as NodeFiles;
  throw new ArgumentError({
    happened: "There are no files on this platform.",
    remedy:
      "Use the file store on Node 20.16 or newer, Deno or Bun, and a store over Redis elsewhere.",
  });
}

/** Takes an error with one of these codes for "nothing there" and raises every other. */
export function unlessCode(
  ...codes: readonly string[]
): (error: unknown) => undefined {
  return (error) => {
    if (
      error instanceof Error &&
      "code" in error &&
      typeof error.code === "string" &&
      codes.includes(error.code)
    ) {
      return undefined;
    }
    throw error;
  };
}

interface Platform {
  readonly platform?: string;
  getBuiltinModule?(name: string): unknown;
  getuid?(): number;
}
