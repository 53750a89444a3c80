import type { CapabilitiesOverride } from "../../../config/client-overrides.js";
import type { ContractModel, OperationModel } from "../../../model/api-model.js";
import { pointerKeys } from "../../../text/json-pointer.js";
import { needsCaller } from "../only-value.js";
import { jsonResponse, operationKey } from "../responses.js";
import { alternatives } from "../schema-reader.js";
import {
  expectedVersion,
  type ExpectedVersion,
  hasSameForm,
  shownVersions,
  otherVersion,
} from "../traits/capabilities/contract-version.js";
import { lackingParts } from "../traits/capabilities/feature-flags.js";
import { flagsAt, isOfFlags } from "../traits/capabilities/flag-names.js";
import { otherUnit, unitOfLimit } from "../traits/capabilities/limit-units.js";
import { shownMember } from "../traits/pagination/paths.js";
import { findCapabilities, LIMIT_NAMES } from "../traits/capabilities/recognise-capabilities.js";
import type { Capabilities, CapabilityFacts } from "../traits/trait.js";
import { accept, type Claim, type Decided } from "./claim.js";
import { findMember, type Kind } from "./find-member.js";

/** What a claim says of one response. */
type Given = Omit<CapabilitiesOverride, "also" | "operation">;

/**
 * What the client obeys, by a claim; what the claim does not decide stays as the contract shows it.
 *
 * @param other - the operation that `also` names
 */
export function overrideCapabilities(
  given: CapabilitiesOverride,
  claim: Claim,
  contract: ContractModel,
  other?: OperationModel,
): Decided<Capabilities> | undefined {
  const also = given.also === false ? undefined : given.also;
  const first = overrideSource(given, claim, contract, also);
  if (first === undefined) return undefined;
  const known = { ...first.facts, ...decidedParts(given, first.facts) };
  const refuse: Claim["refuse"] = (keys, message) => {
    claim.refuse(["also", ...keys], message);
  };
  const second =
    also && other && overrideSource(also, { ...claim, operation: other, refuse }, contract, {}, known);
  // Where only the contract shows the other operation, it adds what is lacking still.
  const shown = given.also === undefined ? claim.recognised.capabilities?.facts.also : undefined;
  const added = shown && lackingParts(known, shown);
  const caveat = recognisedParts(first.shown, second?.shown ?? { limits: {} });
  return {
    facts: {
      ...first.facts,
      ...(other && second && { also: { operation: other.name, ...second.facts } }),
      ...(shown && added && { also: { operation: shown.operation, ...added } }),
    },
    ...(caveat !== undefined && { caveat }),
  };
}

/** The facts of one response, and which of them the contract shows. */
interface DecidedSource {
  readonly facts: CapabilityFacts;
  readonly shown: CapabilityFacts;
}

/**
 * What the client obeys of one response.
 *
 * @param elsewhere - what the claim says of another response
 * @param known - what is known of another response
 */
function overrideSource(
  given: Given,
  claim: Claim,
  contract: ContractModel,
  elsewhere: Given = {},
  known?: CapabilityFacts,
): DecidedSource | undefined {
  const { operation, reader, refuse } = claim;
  const media = jsonResponse(operation, reader);
  const input = operation.parameters.find((one) => needsCaller(one, reader));
  if (operation.method !== "GET" || media === undefined) {
    refuse(["operation"], `${operationKey(operation)} is not a GET with a JSON response.`);
    return undefined;
  }
  if (input !== undefined) {
    refuse(
      ["operation"],
      `${operationKey(operation)} requires ${JSON.stringify(input.name)}: a client has no value for it.`,
    );
    return undefined;
  }
  const body = media.schema === undefined ? [] : [media.schema];
  const pathOf = (path: string | false | undefined, kinds: readonly Kind[], ...keys: readonly string[]) =>
    path === undefined || path === false
      ? undefined
      : accept(findMember(body, path, kinds, "The response", reader), claim, ...keys)?.path;
  const claimed = Object.entries(given.limits === false ? {} : (given.limits ?? {})).flatMap(
    ([name, path]) => {
      const found = pathOf(path, ["number"], "limits", name);
      const unit = found === undefined ? undefined : otherUnit(name, pointerKeys(`/${found}`));
      if (unit !== undefined) refuse(["limits", name], adviseUnit(name, path, unit));
      return found === undefined || unit !== undefined ? [] : [[name, found] as const];
    },
  );
  const recognised = findCapabilities(operation, reader, contract) ?? { limits: {} };
  const all = known === undefined ? recognised : (lackingParts(known, recognised) ?? { limits: {} });
  const shown = undecidedParts(all, [given, elsewhere], new Set(claimed.map(([, path]) => path)));
  const features = given.features === "" ? "" : pathOf(given.features, ["object", "list"], "features");
  const flags = features === undefined ? undefined : flagsAt(operation, features, reader);
  if (flags !== undefined && !alternatives(flags, reader).some((one) => isOfFlags(one, reader)))
    refuse(
      ["features"],
      `"${shownMember(features ?? "")}" is a list in which the client cannot read flags: its entries need "key", "code", "name" or "id", and a boolean "enabled", "active" or "on".`,
    );
  const contractVersion = pathOf(given.contractVersion, ["text"], "contractVersion");
  const expected = contractVersion === undefined ? undefined : claimVersion(contractVersion, claim, contract);
  return {
    facts: {
      ...shown,
      limits: { ...shown.limits, ...Object.fromEntries(claimed) },
      ...(features !== undefined && { features }),
      ...(contractVersion !== undefined && expected !== undefined && { contractVersion, ...expected }),
    },
    shown,
  };
}

/** The version that a claimed member must have; undefined where it shows one that is counted in another way than `info.version`. */
function claimVersion(
  path: string,
  { operation, reader, refuse }: Claim,
  contract: ContractModel,
): ExpectedVersion | undefined {
  const body = jsonResponse(operation, reader)?.schema;
  const found = findMember(body === undefined ? [] : [body], `/${path}`, ["text"], "", reader);
  const schemas = "misfit" in found ? [] : found.schemas;
  const expected = expectedVersion(schemas, contract, reader);
  if (expected !== undefined) return expected;
  const shown = shownVersions(schemas, reader);
  const other = shown[0] ?? otherVersion(schemas, contract, reader);
  // An example may be older than the contract.
  if (shown.some((one) => hasSameForm(one, contract.version))) return {};
  refuse(
    ["contractVersion"],
    `"${shownMember(path)}" has ${JSON.stringify(other)} by the contract, and \`info.version\` is ${JSON.stringify(contract.version)}: the client cannot compare them. State the version in \`info\`, as \`x-contract-version\`, with an overlay, or write \`contractVersion: false\`.`,
  );
  return undefined;
}

function adviseUnit(name: string, path: string | false, unit: string): string {
  const instead =
    name === "retentionDays" ? ", and give the client `intentRetention` where it sends idempotency keys" : "";
  return `"${String(path)}" is in ${unit}, and \`${name}\` in ${unitOfLimit(name) ?? ""}: the client does not convert units. Write \`${name}: false\`${instead}.`;
}

/** What a response shows, without what claims decide, or take for another limit. */
function undecidedParts(
  { limits, features, contractVersion, statedVersion }: CapabilityFacts,
  claims: readonly Given[],
  used: ReadonlySet<string>,
): CapabilityFacts {
  const isOpen = (name: string) => claims.every((one) => one.limits !== false && !hasName(one.limits, name));
  const hasVersion = claims.every((one) => one.contractVersion === undefined);
  return {
    limits: Object.fromEntries(
      Object.entries(limits).filter(([name, path]) => isOpen(name) && !used.has(path)),
    ),
    ...(features !== undefined && claims.every((one) => one.features === undefined) && { features }),
    ...(hasVersion && contractVersion !== undefined && { contractVersion }),
    ...(hasVersion && statedVersion !== undefined && { statedVersion }),
  };
}

function hasName(limits: object = {}, name: string): boolean {
  return Object.hasOwn(limits, name);
}

/** What a claim switches off, as parts that are known: no other response adds them. */
function decidedParts(
  { limits, features, contractVersion }: Given,
  known: CapabilityFacts,
): Partial<CapabilityFacts> {
  const off = limits === false ? LIMIT_NAMES : Object.keys(limits ?? {});
  return {
    limits: { ...Object.fromEntries(off.map((name) => [name, ""])), ...known.limits },
    ...(features === false && { features: "" }),
    ...(contractVersion === false && { contractVersion: "" }),
  };
}

/** A sentence about the parts that the contract shows. */
function recognisedParts(...sources: readonly CapabilityFacts[]): string | undefined {
  const paths = sources.flatMap(({ limits, features = "", contractVersion = "" }) => [
    ...Object.values(limits),
    ...[features, contractVersion].filter((path) => path !== ""),
  ]);
  if (paths.length === 0) return undefined;
  return `The contract shows ${paths.map((path) => `"${shownMember(path)}"`).join(", ")}.`;
}
