import { builders } from "prettier/doc";
import type { DeclarationPlan, DocPlan, MemberPlan, ModelFilePlan, TypePlan } from "../../plan/type-plan.js";
import { type Doc, enclosed, layout, type LayoutPlace } from "../layout/layout.js";
import { stringLiteral } from "../layout/string-literal.js";
import { commentDoc } from "./comment-doc.js";
import { memberDoc } from "./member-doc.js";
import { hugsUnion, typeDoc } from "./type-doc.js";

const { group, hardline, indent, indentIfBreak, join, line, lineSuffixBoundary } = builders;

/** How relative imports end: `.js`, `.ts`, or nothing. */
export type ImportExtension = "js" | "ts" | "none";

/** A whole file of model declarations, as prettier leaves it. */
export function printModelFile(plan: ModelFilePlan, importExtension: ImportExtension): string {
  const ending = importExtension === "none" ? "" : `.${importExtension}`;
  const imports = plan.imports.map(({ from, names }) => importDoc(names, `${from}${ending}`));
  const declarations = plan.declarations.map((declaration) => declarationDoc(declaration));
  const blocks = [...(imports.length === 0 ? [] : [join(hardline, imports)]), ...declarations];
  return layout([join([hardline, hardline], blocks), hardline]);
}

/**
 * One exported declaration with its comment, without a line break at its end.
 *
 * @param parameters - type parameters, with their angle brackets.
 */
export function printDeclaration(declaration: DeclarationPlan, parameters: Doc = ""): string {
  return layout(declarationDoc(declaration, parameters));
}

/** A type as text, for a place in a line; `layout` says how the place is given. */
export function printType(type: TypePlan, place: LayoutPlace = {}): string {
  return layout(typeDoc(type), place);
}

/** A doc comment as text, without a line break at its end; empty when there is nothing to tell. */
export function printComment(doc: DocPlan, place: LayoutPlace = {}): string {
  return layout(commentDoc(doc), place).trimEnd();
}

/** `import type { A, B } from "./file.js";`. */
export function importDoc(names: readonly string[], from: string): Doc {
  const list = group(enclosed("{", names, "}", { padded: true, trailing: "," }));
  // Prettier never breaks around a single name.
  const [only] = names;
  const members = names.length === 1 && only !== undefined ? `{ ${only} }` : list;
  return ["import type ", members, " from ", stringLiteral(from), ";"];
}

/** One exported declaration with its comment. */
export function declarationDoc(declaration: DeclarationPlan, parameters: Doc = ""): Doc {
  const comment = commentDoc(declaration.doc);
  if (declaration.kind === "alias")
    return [comment, aliasDoc([declaration.name, parameters], declaration.type)];
  const head = heritageDoc([declaration.name, parameters], declaration.extends);
  return [comment, "export interface ", head, " ", bodyDoc(declaration.members)];
}

function aliasDoc(name: Doc, type: TypePlan): Doc {
  const head = ["export type ", name, " ="];
  if (type.kind === "union" && !hugsUnion(type.members)) {
    return [group([group(head), group(indent([line, typeDoc(type, "alias")]))]), ";"];
  }
  const id = Symbol("alias");
  const printed = typeDoc(type, "alias");
  return [
    group([
      group(head),
      group(indent(line), { id }),
      lineSuffixBoundary,
      indentIfBreak(printed, { groupId: id }),
    ]),
    ";",
  ];
}

/** `Name extends A`; several parents go on lines of their own when they do not fit. */
function heritageDoc(name: Doc, parents: readonly TypePlan[]): Doc {
  const printed = parents.map((parent) => typeDoc(parent));
  const [only] = printed;
  if (only === undefined) return name;
  if (printed.length === 1) return [name, " extends ", only];
  return group([name, indent([line, "extends", group(indent([line, join([",", line], printed)]))])]);
}

function bodyDoc(members: readonly MemberPlan[]): Doc {
  if (members.length === 0) return "{}";
  const printed = members.map((member): Doc => [memberDoc(member), ";"]);
  return ["{", indent([hardline, join(hardline, printed)]), hardline, "}"];
}
