import { byText } from "../../text/by-text.js";
import type { ImportPlan } from "../client-plan.js";
import { runtimeNames } from "../runtime-names.js";

/** Where names that are not the runtime's come from: name → module relative to the client's root, without extension. */
export type NameModules = ReadonlyMap<string, string>;

/**
 * The imports of a file, from the names that it uses: those of the runtime, of the client's own modules, and whole
 * operation modules. Names that neither knows are TypeScript's own (`Blob`, `Omit`) or the file's. Sorted by module.
 */
export function planImports(
  names: readonly string[],
  modules: NameModules,
  options: { readonly self: string; readonly namespaces?: readonly ImportPlan[] },
): readonly ImportPlan[] {
  const byModule = new Map<string, Map<string, boolean>>();
  for (const name of names) {
    const own = modules.get(name);
    const runtime = runtimeNames.get(name);
    const from = own ?? (runtime === undefined ? undefined : `runtime/${runtime.module}`);
    if (from === undefined || from === options.self) continue;
    const list = byModule.get(from) ?? new Map<string, boolean>();
    // Of the client itself, only the constants of `operations/` are values.
    list.set(name, own === undefined ? runtime?.type === true : !own.startsWith("operations/"));
    byModule.set(from, list);
  }
  const named = [...byModule].map(([from, list]) => ({
    from,
    names: [...list]
      .map(([name, type]) => ({ name, type }))
      .sort((left, right) => byText(left.name, right.name)),
  }));
  return [...named, ...(options.namespaces ?? [])].sort((left, right) => byText(left.from, right.from));
}
