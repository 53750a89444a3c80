import { posix } from "node:path";
import { builders } from "prettier/doc";
import type { EnumListPlan } from "../../plan/typescript/client-plan.js";
import type {
  DeclarationPlan,
  MemberPlan,
  ModelFilePlan,
  TypePlan,
} from "../../plan/typescript/type-plan.js";
import { printComment } from "../comment-doc.js";
import { stringLiteral } from "../literal.js";
import { type ImportExtension, importViews } from "../print-declarations.js";
import { renderTemplate } from "../render-template.js";
import { type Doc, layout } from "../layout.js";
import { LaidOut } from "../statement-parts.js";
import { alternative, hugsUnion, memberDoc, memberName, typeDoc } from "../type-doc.js";

const { group, indent, join, line } = builders;

/** What `parts/declaration.hbs` prints: an enum, another union, another alias, or an interface. */
export interface DeclarationView {
  readonly comment: string;
  readonly isEnum: boolean;
  readonly isUnion: boolean;
  readonly isAlias: boolean;
  readonly name: string;
  /** Of an enum: its literals, and `Unlisted` where it is open. */
  readonly values: readonly LaidOut[];
  /** Of another union. */
  readonly types: readonly LaidOut[];
  /** Of another alias. */
  readonly type: LaidOut | "";
  /** Of an interface: whether it is generic over the scopes that callers request. */
  readonly scoped: boolean;
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

/** Prepares a declaration. */
export function declarationView(declaration: DeclarationPlan, scoped = false): DeclarationView {
  const view = { ...NOTHING, comment: printComment(declaration.doc), name: declaration.name, scoped };
  if (declaration.kind === "interface") {
    const { extends: parents, members } = declaration;
    return {
      ...view,
      parents: parents.length === 0 ? "" : new LaidOut(heritage(parents)),
      members: members.map(memberView),
    };
  }
  const { type } = declaration;
  if (type.kind !== "union" || hugsUnion(type.members))
    return { ...view, isAlias: true, type: new LaidOut(typeDoc(type, "alias")) };
  const types = type.members.map((member) => new LaidOut(alternative(member)));
  return isEnum(type.members) ? { ...view, isEnum: true, values: types } : { ...view, isUnion: true, types };
}

/** What a declaration does not have that is of another kind. */
const NOTHING = {
  isEnum: false,
  isUnion: false,
  isAlias: false,
  values: [],
  types: [],
  type: "",
  parents: "",
  members: [],
} as const;

/** Literals, and the names of what else may come: `Unlisted`. */
function isEnum(types: readonly TypePlan[]): boolean {
  return types.some(({ kind }) => kind === "literal") && types.every(({ kind }) => ENUM.has(kind));
}

const ENUM: ReadonlySet<TypePlan["kind"]> = new Set(["keyword", "literal", "name"]);

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
    comment: printComment(member.doc, 2),
    name,
    optional,
    type: whole.slice(name.length + (optional ? 2 : 1), -1),
  };
}

/** What `enums.ts.hbs` prints of an enum: the constant with its values. */
interface EnumListView {
  readonly name: string;
  readonly comment: string;
  readonly values: readonly LaidOut[];
}

/** Prepares the constant with the values of an enum. */
export function enumListView({ name, of, values }: EnumListPlan): EnumListView {
  return {
    name,
    comment: printComment({ text: [`The values of ${of} that the contract lists.`], tags: [] }),
    values: values.map((value) => new LaidOut(stringLiteral(value))),
  };
}

/** A file of models, whole. */
export function printModelFile(
  { file, imports, declarations }: ModelFilePlan,
  extension: ImportExtension,
): string {
  const own = `models/${file}`;
  const plans = imports.map(({ from, names }) => ({
    from: posix.join("models", from),
    names: names.map((name) => ({ name, type: true })),
  }));
  return renderTemplate("declarations.ts", {
    imports: importViews(plans, own, extension),
    declarations: declarations.map((declaration) => declarationView(declaration)),
  });
}
