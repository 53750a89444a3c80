import { builders } from "prettier/doc";
import type {
  DeclarationPlan,
  MemberPlan,
  ModelFilePlan,
  TypePlan,
} from "../../plan/typescript/type-plan.js";
import { aliasType, type ImportExtension, importLines, printComment } from "../print-declarations.js";
import { renderTemplate } from "../render-template.js";
import { type Doc, layout } from "../layout.js";
import { LaidOut } from "../statement-layout.js";
import { memberDoc, memberName, typeDoc } from "../type-doc.js";

const { group, indent, join, line } = builders;

/** What `parts/declaration.hbs` prints: an alias, or an interface. */
export interface DeclarationView {
  readonly comment: string;
  readonly isAlias: boolean;
  readonly name: string;
  /** Type parameters, with their brackets; empty when there are none. */
  readonly parameters: LaidOut | "";
  /** Of an alias: its type, with the line break or the blank before it. */
  readonly type: string;
  /** Of an interface: what it extends; empty when it extends nothing. */
  readonly parents: LaidOut | "";
  /** Of an interface. */
  readonly members: readonly MemberView[];
}

/** One member of an interface. */
interface MemberView {
  readonly comment: string;
  /** Quoted where TypeScript needs it; of an index signature with its brackets. */
  readonly name: string;
  readonly optional: boolean;
  /** With the blank or the line break before it. */
  readonly type: string;
}

/**
 * Prepares a declaration.
 *
 * @param parameters - type parameters, with their angle brackets.
 */
export function declarationView(declaration: DeclarationPlan, parameters?: Doc): DeclarationView {
  const isAlias = declaration.kind === "alias";
  return {
    comment: printComment(declaration.doc),
    isAlias,
    name: declaration.name,
    parameters: parameters === undefined ? "" : new LaidOut(parameters),
    type: isAlias ? aliasType(declaration.name, declaration.type) : "",
    parents: isAlias || declaration.extends.length === 0 ? "" : new LaidOut(heritage(declaration.extends)),
    members: isAlias ? [] : declaration.members.map(memberView),
  };
}

/** ` extends A`; several parents go on lines of their own when they do not fit. */
function heritage(parents: readonly TypePlan[]): Doc {
  const printed = parents.map((parent) => typeDoc(parent));
  const [only] = printed;
  if (only !== undefined && printed.length === 1) return [" extends ", only];
  return indent([line, "extends", group(indent([line, join([",", line], printed)]))]);
}

function memberView(member: MemberPlan): MemberView {
  const optional = member.kind === "property" && member.optional;
  const whole = layout([memberDoc({ ...member, doc: { text: [], tags: [] } }), ";"], { indent: 2 });
  const name = memberName(member, whole);
  return {
    comment: printComment(member.doc, { indent: 2 }),
    name,
    optional,
    type: whole.slice(name.length + (optional ? 2 : 1), -1),
  };
}

/** A file of models, whole. */
export function printModelFile(
  { file, imports, declarations }: ModelFilePlan,
  extension: ImportExtension,
): string {
  const own = `models/${file}`;
  const plans = imports.map(({ from, names }) => ({
    from: new URL(from, `file:///${own}`).pathname.slice(1),
    names: names.map((name) => ({ name, type: true })),
  }));
  return renderTemplate("declarations.ts", {
    imports: importLines(plans, own, extension),
    declarations: declarations.map((declaration) => declarationView(declaration)),
  });
}
