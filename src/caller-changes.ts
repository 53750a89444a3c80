import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmittedClient } from "./emit/emitted-client.js";
import { loadContract } from "./load/load-contract.js";
import type { ClientPlan } from "./plan/typescript/client-plan.js";
import { byText } from "./text/by-text.js";
import { snapshotName } from "./text/client-folder.js";
import { UserError } from "./text/user-error.js";
import { buildPlan } from "./build-plan.js";
import type { PreviousClient } from "./write/previous-client.js";

/** What changes for code that calls a client: one method or model. */
export interface CallerChange {
  /** `changed`: the signature of a method with its input, or the members of a model. */
  readonly change: "added" | "removed" | "renamed" | "changed";
  readonly kind: "method" | "model";
  /** `deals.export`, `Deal`; of what was removed, its previous name. */
  readonly name: string;
  /** The previous name of what was renamed. */
  readonly before?: string;
}

/**
 * What a generation changes for callers: the plan is compared with that of the contract snapshot in the folder, made
 * with the previous names. Nothing is planned again where contract and names are as they were.
 *
 * @param directory - of the client, before it is written.
 * @returns sorted by kind and name; undefined when the snapshot is missing or unreadable as a contract.
 */
export async function listCallerChanges(
  directory: string,
  previous: PreviousClient,
  plan: ClientPlan,
  client: EmittedClient,
): Promise<readonly CallerChange[] | undefined> {
  const { names, settings } = previous;
  if (names === undefined) return undefined;
  const path = join(directory, snapshotName);
  const snapshot = await readFile(path, "utf8").catch(() => undefined);
  if (snapshot === undefined) return undefined;
  const isSame = client.files.some((file) => file.path === snapshotName && file.text === snapshot);
  if (isSame && namesText(names) === namesText(plan.names)) return [];
  try {
    const contract = await loadContract(path);
    const { vendor = "vendor" } = settings;
    return comparePlans(buildPlan(contract, { locked: names, vendor }).plan, plan);
  } catch (error) {
    // A snapshot in a merge conflict, or one that an earlier Cabinetry took for a contract.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function namesText({ operations, models }: ClientPlan["names"]): string {
  return JSON.stringify([operations, models].map((names) => Object.entries(names).sort(byKey)));
}

function byKey([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return byText(left, right);
}

/** Compares what two plans give to callers: methods by operation, models by schema, and everything else by name. */
export function comparePlans(before: ClientPlan, now: ClientPlan): readonly CallerChange[] {
  return [
    ...compareSurface("method", methodsOf(before), methodsOf(now), renamedIn(before, now, "operations")),
    ...compareSurface("model", modelsOf(before), modelsOf(now), renamedIn(before, now, "models")),
  ];
}

/** Name → what its callers see, as text. */
type Surface = ReadonlyMap<string, string>;

function methodsOf({ resources }: ClientPlan): Surface {
  return new Map(
    resources.flatMap(({ member, methods, declarations }) =>
      methods.map(({ name, parameters, returns }) => {
        const signature = surfaceText([parameters, returns]);
        const inputs = declarations.filter((one) => signature.includes(`"${one.name}"`));
        return [`${member}.${name}`, surfaceText([parameters, returns, inputs])] as const;
      }),
    ),
  );
}

function modelsOf({ models }: ClientPlan): Surface {
  return new Map(
    models.flatMap(({ declarations }) => declarations.map((one) => [one.name, surfaceText(one)] as const)),
  );
}

/** Comments are for readers. */
function surfaceText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === "doc" ? undefined : inner));
}

/** Previous name → name, of the same operations or schemas. */
function renamedIn(
  before: ClientPlan,
  now: ClientPlan,
  kind: "operations" | "models",
): ReadonlyMap<string, string> {
  const names = new Map(Object.entries(now.names[kind]));
  return new Map(
    Object.entries(before.names[kind]).flatMap(([key, name]) => {
      const other = names.get(key);
      return other === undefined || other === name ? [] : [[name, other] as const];
    }),
  );
}

function compareSurface(
  kind: CallerChange["kind"],
  before: Surface,
  now: Surface,
  renamed: ReadonlyMap<string, string>,
): readonly CallerChange[] {
  const previous = new Map([...renamed].map(([old, name]) => [name, old]));
  const present = [...now].flatMap(([name, text]): readonly CallerChange[] => {
    const old = previous.get(name);
    if (old !== undefined && before.has(old)) return [{ change: "renamed", kind, name, before: old }];
    if (!before.has(name)) return [{ change: "added", kind, name }];
    return before.get(name) === text ? [] : [{ change: "changed", kind, name }];
  });
  const gone = [...before.keys()].flatMap((name): readonly CallerChange[] => {
    const other = renamed.get(name);
    const isGone = !now.has(name) && (other === undefined || !now.has(other));
    return isGone ? [{ change: "removed", kind, name }] : [];
  });
  return [...present, ...gone].sort((left, right) => byText(left.name, right.name));
}
