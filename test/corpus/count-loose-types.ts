import ts from "typescript";
import type { ClientFile } from "./client-files.js";

/** How often generated source (the runtime is no part of it) says nothing of a value. */
export interface LooseTypes {
  /** Places of `any`: `models/order.ts:12`. */
  readonly anys: readonly string[];
  readonly unknowns: number;
}

/** Finds `any` and counts `unknown` where they are types; words in comments and strings are neither. */
export function countLooseTypes(files: readonly ClientFile[]): LooseTypes {
  const anys: string[] = [];
  let unknowns = 0;
  for (const { path, text } of files) {
    if (!path.endsWith(".ts") || path.startsWith("runtime/")) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.UnknownKeyword) unknowns += 1;
      if (node.kind === ts.SyntaxKind.AnyKeyword) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        anys.push(`${path}:${String(line + 1)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { anys, unknowns };
}
