import type { LocatedOverrides } from "./config/client-overrides.js";
import { type Diagnostic, diagnostic } from "./diagnostics/diagnostic.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import type { ApiModel } from "./model/api-model.js";
import { isMember, type LockedNames } from "./model/names/locked-names.js";
import { buildModel } from "./model/build-model.js";
import { locateError } from "./locate.js";
import { type ChosenName, isFreeName, operationIdentity } from "./model/names/member-names.js";
import { listRawOperations, operationsById } from "./model/operations/list-raw-operations.js";
import { keyFinder } from "./openapi/operations.js";
import { createVisitBudget, deepestReferences, type VisitBudget } from "./openapi/visit.js";
import { nameClass } from "./plan/client-class.js";
import { operationFinder, refuseUnfit, type UnfitClaim } from "./plan/service/overrides/claim.js";
import { operationKey } from "./plan/service/responses.js";
import type { ClientPlan } from "./plan/typescript/client-plan.js";
import { planClient, type PlanOptions } from "./plan/plan-client.js";
import { reservedTypeNames } from "./plan/typescript/names.js";
import { UserError } from "./text/user-error.js";

/** What shapes a client beside its contract. */
export interface BuildPlanOptions {
  /** Names of an earlier generation. */
  readonly locked?: LockedNames | undefined;
  /** Class, as asked for. */
  readonly name?: string | undefined;
  readonly vendor?: string | undefined;
  /** What a configuration file says of the contract. */
  readonly overrides?: LocatedOverrides | undefined;
  /** Claims of it that do not fit are reported: see {@link PlanOptions.reportUnfit}. */
  readonly reportUnfit?: boolean | undefined;
  /** Nothing is generated from the plan: see {@link PlanOptions.isPreview}. */
  readonly isPreview?: boolean | undefined;
  /** Counts the steps of model and plan together; by default one of its own for this contract. */
  readonly budget?: VisitBudget | undefined;
}

/**
 * model → plan, for every command that needs both: one place that hands the client's own names to the model, so that no
 * schema gets one of them.
 *
 * @throws UserError (exit 2 or 3).
 */
export function buildPlan(
  contract: LoadedContract,
  options: BuildPlanOptions,
): { readonly model: ApiModel; readonly plan: ClientPlan } {
  const { budget = createBudget(contract) } = options;
  const model = modelOf(contract, { ...options, budget });
  return { model, plan: planOf(contract, model, { ...options, budget }) };
}

/** Creates the budget of model and plan of a contract. */
export function createBudget({ document }: LoadedContract): VisitBudget {
  return createVisitBudget(listRawOperations(document).length);
}

/**
 * Diagnostics for a vendor word that somebody gave and the contract has no place for.
 *
 * @param given - by the option.
 * @param configured - in the configuration file.
 */
export function unusedVendor(
  given: string | undefined,
  configured: string | undefined,
  { options }: ClientPlan,
): readonly Diagnostic[] {
  const vendor = given ?? configured;
  if (vendor === undefined || options["vendor"] !== undefined) return [];
  const setting = given === undefined ? "`vendor` in cabinetry.yaml" : "`--vendor`";
  return [diagnostic("client/unused-vendor", "", { vendor, setting })];
}

/** The model alone. */
export function modelOf(
  contract: LoadedContract,
  { name, locked, budget, overrides, reportUnfit }: Omit<BuildPlanOptions, "vendor">,
): ApiModel {
  const chosen = chooseNames(contract, overrides);
  const model = withinStack(contract, () =>
    buildModel(contract, {
      ...(chosen && { chosen: chosen.names }),
      ...(locked && { locked }),
      ...(budget && { budget }),
      reservedNames: (title, operations) =>
        reservedTypeNames(nameClass({ title, operations }, { name, locked: locked?.client }).name),
    }),
  );
  if (chosen !== undefined && reportUnfit !== true) refuseNames(chosen, model, overrides);
  return model;
}

/** The plan alone, of the model of a contract. */
export function planOf(contract: LoadedContract, model: ApiModel, options: PlanOptions): ClientPlan {
  return withinStack(contract, () => planClient(model, options));
}

/** References from schema to schema that no contract has in a row, and every walk over schemas has the stack for. */
const MANY_REFERENCES = 300;

/**
 * Runs a walk over the schemas of a contract, which may lead from one to the next thousands of times. An error of the walk
 * that has a pointer into the contract gets its location in the source.
 *
 * @throws UserError (3) when the stack ended and such a row is the reason. Otherwise it is an error of the walk itself.
 */
function withinStack<T>(contract: LoadedContract, walk: () => T): T {
  try {
    return walk();
  } catch (error) {
    if (error instanceof UserError) throw locateError(error, contract);
    if (!(error instanceof RangeError && error.message.includes("call stack"))) throw error;
    const { references, pointer } = deepestReferences(contract.document);
    if (references < MANY_REFERENCES) throw error;
    const tooDeep = new UserError(
      3,
      `Schemas refer to each other through ${String(references)} levels, which is more than can be read.`,
      {
        pointers: [pointer],
        remedy: "Describe the value with fewer schemas that refer to each other in a row.",
        cause: error,
      },
    );
    throw locateError(tooDeep, contract);
  }
}

/** The names that a configuration file chooses. */
export interface ChosenNames {
  /** By method and path. */
  readonly names: ReadonlyMap<string, ChosenName>;
  /** Names that cannot be names. */
  readonly unfit: readonly UnfitClaim[];
}

/**
 * The names of operations that a configuration file chooses (`operations.X.name` and `.resource`). An entry for an
 * operation that the contract does not have is reported with its other claims.
 *
 * @returns undefined where it chooses none
 */
function chooseNames(
  { document, unselected = [] }: LoadedContract,
  overrides: LocatedOverrides | undefined,
): ChosenNames | undefined {
  const entries = Object.entries(overrides?.values.operations ?? {}).filter(
    ([, { name, resource }]) => name !== undefined || resource !== undefined,
  );
  if (entries.length === 0) return undefined;
  const raw = listRawOperations(document);
  const byId = operationsById(raw);
  const byKey = new Map(raw.map((one) => [operationIdentity(one), one]));
  const keyOf = keyFinder(new Set([...byKey.keys(), ...unselected.map(operationIdentity)]));
  const names = new Map<string, ChosenName>();
  const unfit: UnfitClaim[] = [];
  for (const [key, { name, resource }] of entries) {
    const [only, ...others] = byId.get(key) ?? [];
    const found = only !== undefined && others.length === 0 ? only : byKey.get(keyOf(key) ?? "");
    for (const [part, given] of [
      ["name", name],
      ["resource", resource],
    ] as const) {
      const kind = part === "name" ? "method" : part;
      if (given !== undefined && !(isMember(given) && isFreeName(given, kind)))
        unfit.push({ path: ["operations", key, part], message: `${JSON.stringify(given)} ${MUST_BE[kind]}` });
    }
    if (found === undefined || unfit.length > 0) continue;
    names.set(operationIdentity(found), {
      ...(resource !== undefined && { resource }),
      ...(name !== undefined && { method: name }),
    });
  }
  return { names: unfit.length > 0 ? new Map() : names, unfit };
}

const IDENTIFIER = "must be an identifier that starts with a lower-case letter";

/** What must hold for a name that somebody chose. */
const MUST_BE = {
  method: `${IDENTIFIER}, and must not be a member that every resource has, like \`then\` or \`modify\`.`,
  resource: `${IDENTIFIER}, and must not be a member that every client has, like \`then\` or \`connect\`.`,
};

/**
 * Checks that every chosen name was given.
 *
 * @throws UserError (2) for names that cannot be names, and for those that two operations would have.
 */
function refuseNames(
  { names, unfit }: ChosenNames,
  { operations }: ApiModel,
  overrides: LocatedOverrides | undefined,
): void {
  if (overrides === undefined) return;
  const finder = operationFinder(operations);
  const keys = Object.keys(overrides.values.operations ?? {});
  const lost = Object.entries(overrides.values.operations ?? {}).flatMap(([key, { name }]): UnfitClaim[] => {
    const found = finder.find(key);
    if (name === undefined || found === undefined || !names.has(operationKey(found))) return [];
    if (found.name.method === name) return [];
    // Two entries of one operation: what applies the others says so.
    if (keys.some((other) => other !== key && finder.find(other) === found)) return [];
    const wanted = `${names.get(operationKey(found))?.resource ?? found.name.resource}.${name}`;
    return [{ path: ["operations", key, "name"], message: `Another operation is named ${wanted} too.` }];
  });
  refuseUnfit([...unfit, ...lost], overrides);
}
