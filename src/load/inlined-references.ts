import { createConfig, mapTypeToComponent, type Config } from "@redocly/openapi-core";
import { structuralRules } from "./structural-rules.js";

/** What a run of the structural rules is configured with, and what it finds beside problems. */
export interface StructuralRun {
  readonly config: Config;
  /**
   * Reference → what the bundler puts in its place: it makes components of what OpenAPI has components for, and writes
   * everything else, as maps of properties and path items, where it is referred to. Filled by the run.
   */
  readonly inlined: ReadonlyMap<object, object>;
  /**
   * Value → the kinds of object that it is read as: one, unless a reference leads from the place of another kind to it. Filled by
   * the run.
   */
  readonly kinds: ReadonlyMap<object, ReadonlySet<string>>;
}

/** Creates the configuration of one run. */
export async function createStructuralRun(): Promise<StructuralRun> {
  const inlined = new Map<object, object>();
  const kinds = new Map<object, ReadonlySet<string>>();
  /** One set for each kind: most values have no other. */
  const alone = new Map<string, ReadonlySet<string>>();
  const collect = () => ({
    any: {
      enter(node: unknown, { type }: Context) {
        if (typeof node !== "object" || node === null) return;
        const before = kinds.get(node);
        if (before?.has(type.name) === true) return;
        const own = alone.get(type.name) ?? new Set([type.name]);
        alone.set(type.name, own);
        kinds.set(node, before === undefined ? own : new Set([...before, type.name]));
      },
    },
    ref: {
      leave(node: object, { type }: Context, { chain, node: last }: Resolved) {
        const target = chain?.[0]?.node ?? last;
        if (typeof target !== "object" || target === null) return;
        if (mapTypeToComponent(type.name, "oas3") === null) inlined.set(node, target);
      },
    },
  });
  const plugin = { id: "cabinetry", rules: { oas3: { inlined: collect } } };
  const rules = { ...structuralRules, "cabinetry/inlined": "error" } as const;
  return { config: await createConfig({ rules, plugins: [plugin] }), inlined, kinds };
}

interface Context {
  readonly type: { readonly name: string };
}

interface Resolved {
  readonly node?: unknown;
  /** References on the way that say something beside themselves. */
  readonly chain?: readonly { readonly node: unknown }[];
}
