import type { LocatedOverrides } from "../../../config/client-overrides.js";
import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { byText } from "../../../text/by-text.js";
import { fullName, operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { changesEachTime } from "../traits/pagination/only-reads.js";
import { recognisePagination } from "../traits/pagination/recognise-pagination.js";
import { listChanges } from "../traits/recognise-conditional.js";
import type { OperationTraits, SwitchedOff, Trait } from "../traits/trait.js";
import {
  type Claim,
  type Decided,
  type DecidedOperation,
  type OperationFinder,
  operationFinder,
  type UnfitClaim,
} from "./claim.js";
import { type ClaimsOn, findConflicts, type Values } from "./claim-conflicts.js";
import { overridePagination } from "./override-pagination.js";
import { applySchemes } from "./pagination-schemes.js";
import { shareIntervals } from "./claim-interval.js";
import { overrideBackground } from "./override-background.js";
import { overrideCapabilities } from "./override-capabilities.js";
import { overrideConditional, overrideIdempotency } from "./override-changes.js";

/** A row of the table: the trait that a key of the configuration claims, and the facts that it comes to. */
interface Row<Given> {
  readonly trait: keyof OperationTraits;
  readonly decide: (given: Given, claim: Claim) => Decided<unknown> | undefined;
}

type Claimed<Key extends keyof Values> = Exclude<Values[Key], false | undefined>;

/** Key of the configuration → trait → facts. */
const TABLE: { readonly [Key in keyof Values]-?: Row<Claimed<Key>> } = {
  scopes: { trait: "scopes", decide: overrideScopes },
  pagination: { trait: "pagination", decide: overridePagination },
  idempotency: { trait: "idempotentCreate", decide: overrideIdempotency },
  conditional: { trait: "conditionalChange", decide: overrideConditional },
  background: { trait: "background", decide: overrideBackground },
  safe: { trait: "safe", decide: overrideSafe },
  features: { trait: "features", decide: (given) => ({ facts: [...new Set(given)].sort(byText) }) },
};

const KEYS = Object.keys(TABLE) as (keyof Values)[];

/** What comes of the claims: operations with their traits, and the claims that do not fit. */
export interface Overridden {
  readonly operations: readonly DecidedOperation[];
  readonly unfit: readonly UnfitClaim[];
}

/** Traits as the contract shows them, and a configuration file decides otherwise. */
export function applyOverrides(
  recognised: readonly Omit<DecidedOperation, "switchedOff">[],
  { unselected, contract }: Pick<ApiModel, "unselected" | "contract">,
  reader: SchemaReader,
  overrides: LocatedOverrides,
): Overridden {
  const unfit: UnfitClaim[] = [];
  const operations = operationFinder(
    recognised.map(({ model }) => model),
    unselected,
  );
  const claims = findClaims(overrides, operations, unfit);
  const decided = recognised.map(({ model, traits }) => {
    const given = claims.get(model);
    return given === undefined
      ? { model, traits, switchedOff: [] }
      : decide({ model, traits, given, operations, reader, overrides, unfit });
  });
  const isOpen = ({ model, traits }: DecidedOperation) =>
    claims.get(model)?.values.pagination === undefined &&
    !(traits.safe === undefined && changesEachTime(model)) &&
    [traits.background, traits.conditionalChange, traits.idempotentCreate].every(
      (trait) => trait === undefined,
    );
  const paged = applySchemes(decided, isOpen, operations, reader, overrides);
  const limited = decideCapabilities(paged.operations, { operations, reader, contract }, overrides, unfit);
  unfit.push(...paged.unfit, ...findConflicts(limited, claims));
  const shared = shareIntervals(pairReads(limited), (model, message) => {
    const { key = "" } = claims.get(model) ?? {};
    unfit.push({ path: ["operations", key, "background", "interval"], message });
  });
  return { operations: shared, unfit };
}

function findClaims(
  { values: { operations = {} } }: LocatedOverrides,
  finder: OperationFinder,
  unfit: UnfitClaim[],
): ReadonlyMap<OperationModel, ClaimsOn> {
  const claims = new Map<OperationModel, ClaimsOn>();
  for (const [key, values] of Object.entries(operations)) {
    const found = finder.find(key);
    const path = ["operations", key];
    if (found === undefined)
      unfit.push({ path, message: finder.explain(key), mayFitOthers: finder.isOmitted(key) });
    else if (claims.has(found))
      unfit.push({
        path,
        message: `${JSON.stringify(key)} and ${JSON.stringify(claims.get(found)?.key)} are one operation: write one entry.`,
      });
    else claims.set(found, { key, values });
  }
  return claims;
}

/** The traits of one operation under its claims. */
function decide({
  model,
  traits,
  given: { key, values },
  operations,
  reader,
  overrides: { file, locate },
  unfit,
}: {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
  readonly given: ClaimsOn;
  readonly operations: OperationFinder;
  readonly reader: SchemaReader;
  readonly overrides: LocatedOverrides;
  readonly unfit: UnfitClaim[];
}): DecidedOperation {
  const all: Partial<Record<keyof OperationTraits, Trait<unknown>>> = { ...traits };
  const switchedOff: SwitchedOff[] = [];
  for (const name of KEYS) {
    const value = values[name];
    if (value === undefined) continue;
    const path = ["operations", key, name];
    const { trait, decide: row } = TABLE[name] as Row<unknown>;
    const reason = `${file}:${String(locate(path).line)} says so.`;
    if (value === false) {
      // Even where nothing was recognised: `false` silences what the contract only suggests.
      switchedOff.push({ trait, reason });
      Reflect.deleteProperty(all, trait);
      continue;
    }
    const before = unfit.length;
    const refuse: Claim["refuse"] = (keys, message) => {
      unfit.push({ path: [...path, ...keys], message });
      return undefined;
    };
    const found = row(value, { operation: model, recognised: traits, operations, reader, refuse });
    if (found === undefined || unfit.length > before) continue;
    all[trait] = {
      facts: found.facts,
      reason: reasonOf(found, reason),
      ...(found.shown === undefined && { decidedBy: "configuration" as const }),
      ...(found.given !== undefined && { given: found.given }),
    };
  }
  // The contract only suggests that a POST reads.
  const changes = [all.idempotentCreate, all.conditionalChange, all.background];
  if (all.safe?.decidedBy !== "configuration" && changes.some((one) => one?.decidedBy === "configuration"))
    Reflect.deleteProperty(all, "safe");
  const paged = values.safe === true && values.pagination === undefined;
  const pagination = paged ? recognisePagination(model, reader, true) : undefined;
  if (pagination !== undefined) all.pagination ??= pagination;
  return { model, traits: all as OperationTraits, switchedOff };
}

/** Why a trait is decided so: where a claim adds to what the contract shows, that first. */
function reasonOf({ shown, caveat }: Decided<unknown>, reason: string): string {
  if (shown === undefined) return caveat === undefined ? reason : `${reason} ${caveat}`;
  return caveat === undefined ? shown : `${shown} ${caveat.replace(/\.$/u, "")}: ${reason}`;
}

/** The one operation that says what the server allows. */
function decideCapabilities(
  decided: readonly DecidedOperation[],
  { operations, reader, contract }: Pick<Claim, "operations" | "reader"> & Pick<ApiModel, "contract">,
  { values: { capabilities }, file, locate }: LocatedOverrides,
  unfit: UnfitClaim[],
): readonly DecidedOperation[] {
  if (capabilities === undefined) return decided;
  const path = ["capabilities"];
  const reason = `${file}:${String(locate(path).line)} says so.`;
  const refuse: Claim["refuse"] = (keys, message) => {
    unfit.push({ path: [...path, ...keys], message });
  };
  const find = (key: string, ...keys: readonly string[]) => {
    const found = operations.find(key);
    if (found === undefined) refuse([...keys, "operation"], operations.explain(key));
    return found;
  };
  const chosen = capabilities === false ? undefined : find(capabilities.operation);
  const also = capabilities === false ? undefined : capabilities.also;
  const other = also ? find(also.operation, "also") : undefined;
  return decided.map((one) => {
    const { capabilities: shown, ...traits } = one.traits;
    if (one.model === chosen && capabilities !== false) {
      const claim = { operation: chosen, recognised: one.traits, operations, reader, refuse };
      const found = overrideCapabilities(capabilities, claim, contract, other);
      if (found === undefined) return one;
      const { facts, caveat } = found;
      const why = caveat === undefined ? reason : `${reason} ${caveat}`;
      return {
        ...one,
        traits: { ...traits, capabilities: { facts, reason: why, decidedBy: "configuration" } },
      };
    }
    if (shown === undefined) return one;
    // What it adds is of the chosen one.
    if (one.model === other) return { ...one, traits };
    return { ...one, traits, switchedOff: [...one.switchedOff, { trait: "capabilities", reason }] };
  });
}

/** The operation has them already: what it requires is decided before any trait, and what does not fit is reported there. */
function overrideScopes(given: Claimed<"scopes">, { operation: { security } }: Claim) {
  return security.flat().some(({ scopes }) => scopes.length > 0) ? { facts: given } : undefined;
}

function overrideSafe(_: true, { operation, refuse }: Claim): Decided<object> | undefined {
  if (isSafeMethod(operation.method) || operation.method === "POST") return { facts: {} };
  refuse([], `${operationKey(operation)} is not safe: only a POST can be said to read and no more.`);
  return undefined;
}

/** Reads whose ETag protects a change give it: those that changes name now, and no others. */
function pairReads(decided: readonly DecidedOperation[]): readonly DecidedOperation[] {
  const byRead = new Map<string, DecidedOperation[]>();
  for (const one of decided) {
    const read = one.traits.conditionalChange?.facts.read;
    if (read === undefined) continue;
    const known = byRead.get(fullName({ name: read }));
    if (known === undefined) byRead.set(fullName({ name: read }), [one]);
    else known.push(one);
  }
  return decided.map((one) => {
    const { versionedRead, ...others } = one.traits;
    const changes = byRead.get(fullName(one.model)) ?? [];
    const [change] = changes;
    if (change === undefined) return versionedRead === undefined ? one : { ...one, traits: others };
    if (versionedRead !== undefined) return one;
    const trait: Trait<object> = {
      facts: {},
      reason: `Its ETag protects ${listChanges(changes.map(({ model }) => model))}: ${change.traits.conditionalChange?.reason ?? ""}`,
      decidedBy: "configuration",
    };
    return { ...one, traits: { ...others, versionedRead: trait } };
  });
}
