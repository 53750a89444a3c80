import ts from "typescript";
import type { ClientFile } from "./client-files.js";

/** How often generated source (the runtime is no part of it) says nothing of a value, and where. */
export interface LooseTypes {
  /** Places of `any`: `models/order.ts:12`. */
  readonly anys: readonly string[];
  /** What is unknown → how often. */
  readonly unknowns: ReadonlyMap<Unknown, number>;
}

/** What an `unknown` stands for in the source. */
export type Unknown =
  | "any object: a map whose values nothing is said of"
  | "further members: described ones stand beside them"
  | "items of a list that nothing is said of"
  | "a member that nothing is said of but that it is there"
  | "a value that nothing is said of";

/** Finds `any` and `unknown` where they are types; words in comments and strings are neither. */
export function countLooseTypes(files: readonly ClientFile[]): LooseTypes {
  const anys: string[] = [];
  const unknowns = new Map<Unknown, number>();
  for (const { path, text } of files) {
    if (!path.endsWith(".ts") || path.startsWith("runtime/")) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.UnknownKeyword) {
        const what = whatIsUnknown(node);
        unknowns.set(what, (unknowns.get(what) ?? 0) + 1);
      }
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

/** Sum of all. */
export function countUnknowns(unknowns: LooseTypes["unknowns"]): number {
  return [...unknowns.values()].reduce((sum, count) => sum + count, 0);
}

function whatIsUnknown(node: ts.Node): Unknown {
  const { parent } = node;
  if (ts.isIndexSignatureDeclaration(parent)) {
    const beside = ts.isTypeLiteralNode(parent.parent) ? parent.parent.members.length > 1 : true;
    return beside
      ? "further members: described ones stand beside them"
      : "any object: a map whose values nothing is said of";
  }
  if (ts.isArrayTypeNode(parent) || ts.isTupleTypeNode(parent) || ts.isRestTypeNode(parent))
    return "items of a list that nothing is said of";
  if (ts.isPropertySignature(parent) && parent.questionToken === undefined)
    return "a member that nothing is said of but that it is there";
  return "a value that nothing is said of";
}
