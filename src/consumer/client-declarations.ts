import { relative } from "node:path";
import type { ts as Ts } from "ts-morph";
import type { Compiler } from "./consumer-project.js";

/** Something that a generated client declares, or a member of it. */
export interface ClientName {
  readonly declaration: string;
  readonly member?: string;
}

/** Finds what symbols are in the folders of generated clients. */
export class ClientDeclarations {
  readonly #compiler: Compiler;
  readonly #folders: readonly string[];
  readonly #names = new Map<Ts.Symbol, readonly ClientName[]>();

  /** @param folders - absolute paths with `/`. */
  constructor(compiler: Compiler, folders: readonly string[]) {
    this.#compiler = compiler;
    this.#folders = folders.map((folder) => `${folder.replace(/\/$/u, "")}/`);
  }

  /** Whether a file belongs to a client. */
  isOfClient(file: Ts.SourceFile): boolean {
    return this.#folderOf(file) !== undefined;
  }

  #folderOf({ fileName }: Ts.SourceFile): string | undefined {
    return this.#folders.find((folder) => fileName.startsWith(folder));
  }

  /** What a symbol is in the clients; empty: nothing of them. */
  namesOf(symbol: Ts.Symbol | undefined): readonly ClientName[] {
    if (symbol === undefined) return [];
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    const names = (symbol.declarations ?? []).flatMap((one) => this.#nameOf(one));
    this.#names.set(symbol, names);
    return names;
  }

  /** Whether a type is declared by a client, but not by its runtime: its members are those of the contract. */
  isModel(symbol: Ts.Symbol | undefined): boolean {
    return (symbol?.declarations ?? []).some((one) => {
      const file = one.getSourceFile();
      return this.isOfClient(file) && !this.#pathOf(file).includes("runtime/");
    });
  }

  #pathOf(file: Ts.SourceFile): string {
    return relative(this.#folderOf(file) ?? "", file.fileName).replaceAll("\\", "/");
  }

  #nameOf(node: Ts.Declaration): readonly ClientName[] {
    const ts = this.#compiler;
    const file = node.getSourceFile();
    if (!this.isOfClient(file)) return [];
    const members: string[] = [];
    let top: string | undefined;
    for (let next: Ts.Node = node; !ts.isSourceFile(next); next = next.parent) {
      const name = nameText(ts, next);
      const isTop = isTopLevel(ts, next);
      if (isTop) top = name;
      else if (name !== undefined) members.unshift(name);
    }
    if (top === undefined) return [];
    const path = /(?:^|\/)(operations\/.*?)(?:\.d)?\.[cm]?ts$/u.exec(this.#pathOf(file))?.[1];
    const declaration = path === undefined ? top : `${path}.${top}`;
    const [member] = members;
    return [member === undefined ? { declaration } : { declaration, member: members.join(".") }];
  }
}

/** Whether a node is a statement of a module that declares something, or a variable of one. */
function isTopLevel(ts: Compiler, node: Ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) return ts.isSourceFile(node.parent.parent.parent);
  return (
    ts.isSourceFile(node.parent) &&
    (ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isEnumDeclaration(node))
  );
}

/** The name of a declaration or member; undefined for a node without one. */
function nameText(ts: Compiler, node: Ts.Node): string | undefined {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) return node.name.text;
  const isNamed =
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isEnumMember(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isEnumDeclaration(node);
  const name = isNamed ? node.name : undefined;
  return name !== undefined &&
    (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name))
    ? name.text
    : undefined;
}
