import type { ImportPlan } from "../plan/typescript/client-plan.js";
import type { TypePlan } from "../plan/typescript/type-plan.js";
import { byText } from "../text/by-text.js";
import { layout, type LayoutPosition } from "./layout.js";
import { typeDoc } from "./type-doc.js";

/** How relative imports end: `.js`, `.ts`, or nothing. */
export type ImportExtension = "js" | "ts" | "none";

/** A type as text, for a place in a line; `layout` says how the place is given. */
export function printType(type: TypePlan, position: LayoutPosition = {}): string {
  return layout(typeDoc(type), position);
}

/** One import declaration, as `parts/imports.hbs` prints it: of a module as a whole, or of names. */
export interface ImportView {
  /** Empty: names are imported. */
  readonly namespace: string;
  /** Whether every name is a type. */
  readonly type: boolean;
  /** Each with the word `type` in front where others are values. */
  readonly names: readonly string[];
  /** As the file sees it. */
  readonly module: string;
}

/** The import declarations of a file: one for each file that is imported from. */
export function importViews(
  imports: readonly ImportPlan[],
  from: string,
  extension: ImportExtension,
): readonly ImportView[] {
  return byFile(imports).map(({ namespace = "", names, from: to }) => {
    const type = names.every((one) => one.type);
    const printed = names.map((one) => (one.type && !type ? `type ${one.name}` : one.name));
    return { namespace, type, names: printed, module: modulePath(from, to, extension) };
  });
}

/** The same imports by the files that a client has; a name that is needed as a value somewhere is not a type alone. */
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

/**
 * Folders of the runtime's source that share the emitted file of another, so that a plain client has few files. A file holds
 * folders that follow each other in the direction in which folders import values.
 */
const HOSTS: Readonly<Record<string, string>> = {
  descriptors: "call",
  parameters: "request",
  retry: "call",
  secrets: "errors",
  servers: "request",
  tracing: "call",
  values: "http",
  waiting: "call",
};

/** The emitted file that has a module of the runtime, without folder and extension: `waiting/clock` → `call`. */
export function runtimeFile(module: string): string {
  const [folder = ""] = module.split("/");
  return HOSTS[folder] ?? folder;
}
