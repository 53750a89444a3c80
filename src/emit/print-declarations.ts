import { builders } from "prettier/doc";
import type { ImportPlan } from "../plan/typescript/client-plan.js";
import type { DocPlan, TypePlan } from "../plan/typescript/type-plan.js";
import { byText } from "../text/by-text.js";
import { commentDoc } from "./comment-doc.js";
import { type Doc, enclosed, layout, type LayoutPosition } from "./layout.js";
import { stringLiteral } from "./literal.js";
import { runtimeFile } from "./runtime-file.js";
import { hugsUnion, typeDoc } from "./type-doc.js";

const { group, indent, indentIfBreak, line, lineSuffixBoundary } = builders;

/** How relative imports end: `.js`, `.ts`, or nothing. */
export type ImportExtension = "js" | "ts" | "none";

/** A type as text, for a place in a line; `layout` says how the place is given. */
export function printType(type: TypePlan, position: LayoutPosition = {}): string {
  return layout(typeDoc(type), position);
}

/** A doc comment as text, without a line break at its end; empty when there is nothing to tell. */
export function printComment(doc: DocPlan, position: LayoutPosition = {}): string {
  return layout(commentDoc(doc), position).trimEnd();
}

/** The type of an alias, with the blank or the line break between it and the `=`; what follows it is a semicolon. */
export function aliasType(name: string, type: TypePlan): string {
  const head = ["export type ", name, " ="];
  return layout([aliasDoc(head, type), ";"]).slice(head.join("").length, -1);
}

function aliasDoc(head: Doc, type: TypePlan): Doc {
  if (type.kind === "union" && !hugsUnion(type.members))
    return group([group(head), group(indent([line, typeDoc(type, "alias")]))]);
  const id = Symbol("alias");
  const printed = typeDoc(type, "alias");
  return group([
    group(head),
    group(indent(line), { id }),
    lineSuffixBoundary,
    indentIfBreak(printed, { groupId: id }),
  ]);
}

/** The import declarations of a file, one string each: one for each file that is imported from. */
export function importLines(
  imports: readonly ImportPlan[],
  from: string,
  extension: ImportExtension,
): readonly string[] {
  return byFile(imports).map((plan) =>
    layout(importPlanDoc(plan, stringLiteral(modulePath(from, plan.from, extension)))),
  );
}

/** The same imports by the files that a client has; a name that is needed as a value somewhere is no type alone. */
function byFile(imports: readonly ImportPlan[]): readonly ImportPlan[] {
  const files = new Map<string, Map<string, boolean>>();
  const whole: ImportPlan[] = [];
  for (const plan of imports) {
    if (plan.namespace !== undefined) {
      whole.push(plan);
      continue;
    }
    const from = emittedModule(plan.from);
    const names = files.get(from) ?? new Map<string, boolean>();
    for (const { name, type } of plan.names) names.set(name, type && (names.get(name) ?? true));
    files.set(from, names);
  }
  const named = [...files].map(([from, names]) => ({
    from,
    names: [...names]
      .map(([name, type]) => ({ name, type }))
      .sort((left, right) => byText(left.name, right.name)),
  }));
  return [...named, ...whole].sort((left, right) => byText(left.from, right.from));
}

/** The file of a client that has a module: of the modules of the runtime, the one that their folder is emitted in. */
export function emittedModule(module: string): string {
  const inRuntime = module.startsWith("runtime/");
  return inRuntime ? `runtime/${runtimeFile(module.slice("runtime/".length))}` : module;
}

/** A module as another sees it: `resources/cabinets` → `runtime/call/call` is `../runtime/call/call.js`. */
export function modulePath(from: string, to: string, extension: ImportExtension): string {
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared += 1;
  const up = here.slice(shared).map(() => "..");
  const path = [...(up.length === 0 ? ["."] : up), ...there.slice(shared)].join("/");
  return extension === "none" ? path : `${path}.${extension}`;
}

function importPlanDoc({ namespace, names }: ImportPlan, from: string): Doc {
  if (namespace !== undefined) return `import * as ${namespace} from ${from};`;
  const allTypes = names.every(({ type }) => type);
  const printed = names.map(({ name, type }) => (type && !allTypes ? `type ${name}` : name));
  const [only] = printed;
  // Prettier never breaks around a single name.
  const members: Doc =
    printed.length === 1 && only !== undefined
      ? `{ ${only} }`
      : builders.group(enclosed("{", printed, "}", { padded: true, trailing: "," }));
  return ["import ", allTypes ? "type " : "", members, " from ", from, ";"];
}
