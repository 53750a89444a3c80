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
}

/** Creates the configuration of one run. */
export async function createStructuralRun(): Promise<StructuralRun> {
  const inlined = new Map<object, object>();
  const collect = () => ({
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
  return { config: await createConfig({ rules, plugins: [plugin] }), inlined };
}

interface Context {
  readonly type: { readonly name: string };
}

interface Resolved {
  readonly node?: unknown;
  /** References on the way that say something beside themselves. */
  readonly chain?: readonly { readonly node: unknown }[];
}
