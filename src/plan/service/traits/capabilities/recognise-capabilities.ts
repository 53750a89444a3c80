import type { Json } from "../../../../load/loaded-contract.js";
import type { OperationModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import { needsCaller } from "../../only-value.js";
import { jsonResponse } from "../../responses.js";
import { mapMember } from "../../map-members.js";
import type { SchemaReader } from "../../schema-reader.js";
import {
  type BodyMember,
  exampleElements,
  exampleNames,
  exampleValues,
  listBodyMembers,
} from "../body-members.js";
import { expectedVersion, type VersionedContract } from "./contract-version.js";
import { flagName } from "./feature-flags.js";
import { declaredFlags, isOfFlags, isOfNamedFlags } from "./flag-names.js";
import { otherUnit } from "./limit-units.js";
import { memberPath, type Path, shownMember } from "../pagination/paths.js";
import type { CapabilityFacts, Trait } from "../trait.js";

/** Limits that the runtime obeys, by the name it knows them under, and words that each needs one of; in the singular. */
const LIMITS: readonly (readonly [name: string, ...needs: (readonly string[])[]])[] = [
  ["readsPerMinute", ["read", "get", "query"], ["minute", "rpm"]],
  ["writesPerMinute", ["post", "write", "mutation", "change"], ["minute", "rpm"]],
  ["concurrentOperations", ["concurrent", "parallel", "simultaneous"], ["operation", "job", "task"]],
  ["retentionDays", ["retention", "keep", "kept", "retain"], ["day"]],
  ["maxBodyBytes", ["body", "payload", "request"], ["byte"]],
];

/** Members that hold limits. */
const CONTAINER = /(?:^|_)(?:limits?|quotas?|throttl(?:e|es|ing)|allowances?)$/;

/** Members that hold features. */
const FEATURES = /^(?:features?|feature_flags?|flags?|toggles?)$/;

/** Paths whose response holds features. */
const FEATURES_PATH = /(?:^|_)(?:features|feature_flags?|flags|toggles|feature_toggles)$/;

/** A limit that a response tells, and where. */
interface DescribedLimit {
  /** Words of its path, in the singular. */
  readonly words: ReadonlySet<string>;
  readonly path: readonly string[];
}

/**
 * The operation that returns current limits and features (CAP-1): a GET that needs no input, whose response has limits: members of an object, of a
 * map, or entries of a list, or where its path ends in limits the response itself; at least one of which the client can obey. Without
 * limits, one that declares flags which operations need.
 *
 * @param named - flags that operations of the contract need
 */
export function recogniseCapabilities(
  operation: OperationModel,
  reader: SchemaReader,
  contract: VersionedContract,
  named: ReadonlySet<string>,
): Trait<CapabilityFacts> | undefined {
  const shown = findCapabilities(operation, reader, contract);
  if (shown === undefined) return undefined;
  const paths = [...new Set(Object.values(shown.limits))];
  if (paths.length === 0 && !declaresOneOf(named, shown.features, operation, reader)) return undefined;
  return {
    facts: shown,
    reason:
      paths.length === 0
        ? `A GET that needs no input and tells which flags are on: ${shown.features === "" ? "its whole response" : `"${shownMember(shown.features ?? "")}"`}.`
        : `A GET that needs no input and tells limits: ${paths.map((path) => `"${shownMember(path)}"`).join(", ")}.`,
  };
}

/** What the response of a GET without input has of {@link CapabilityFacts}; undefined where it has no JSON. */
export function findCapabilities(
  operation: OperationModel,
  reader: SchemaReader,
  contract: VersionedContract,
): CapabilityFacts | undefined {
  const schema = jsonResponse(operation, reader)?.schema;
  const needsInput = operation.parameters.some((one) => needsCaller(one, reader));
  if (operation.method !== "GET" || needsInput || schema === undefined) return undefined;
  const members = listBodyMembers(schema, reader);
  const described = describedLimits(operation, reader);
  const limits = LIMITS.flatMap(([name, ...needs]) => {
    const found = described.filter(
      (one) =>
        needs.every((need) => need.some((word) => one.words.has(word))) &&
        otherUnit(name, one.path) === undefined,
    );
    const [only] = found;
    return only === undefined || found.length > 1 ? [] : [[name, memberPath(only.path)] as const];
  });
  const ofAll = limits.some(([name]) => name.endsWith("PerMinute")) ? undefined : limitOfAll(described);
  const body: BodyMember = { path: [], at: "", key: "", schema, text: "", isRequired: true };
  const features =
    members.find((member) => FEATURES.test(member.key) && isOfFlags(member.schema, reader)) ??
    (FEATURES_PATH.test(words(operation.path).join("_"))
      ? [body, ...members].find((member) => isOfNamedFlags(member.schema, reader))
      : undefined);
  return {
    limits: {
      ...(ofAll === undefined ? {} : { readsPerMinute: ofAll, writesPerMinute: ofAll }),
      ...Object.fromEntries(limits),
    },
    ...(features === undefined ? {} : { features: features.at }),
    ...findVersion(members, contract, reader),
  };
}

/** What the one limit of all requests is called: a number of minutes, or of some requests alone, is another one. */
const OF_ALL =
  /^(?:(?:max|limit|rate)_)*(?:(?:api|total|all)_)?(?:(?:requests?|calls?)_)(?:limit_)?per_minute(?:_limit)?$|^(?:(?:max|limit)_)?rpm(?:_limit)?$/;

/** The one limit of requests in a minute, where no other one has a part of them; for a client, it is that of reads and writes. */
function limitOfAll(described: readonly DescribedLimit[]): string | undefined {
  const [only, ...others] = described.filter((one) => ["minute", "rpm"].some((word) => one.words.has(word)));
  const key = words(only?.path.at(-1) ?? "").join("_");
  return only === undefined || others.length > 0 || !OF_ALL.test(key) ? undefined : memberPath(only.path);
}

/** Every limit that the response of an operation tells, whether the client knows it or not. */
export function describedLimits(operation: OperationModel, reader: SchemaReader): readonly DescribedLimit[] {
  const { schema, examples = [] } = jsonResponse(operation, reader) ?? {};
  if (schema === undefined) return [];
  const members = listBodyMembers(schema, reader);
  const contained = members
    .filter(({ key }) => CONTAINER.test(key))
    .flatMap((container) => listLimits(container, members, examples, reader));
  const body: BodyMember = { path: [], at: "", key: "", schema, text: "", isRequired: true };
  return contained.length === 0 && CONTAINER.test(words(operation.path).join("_"))
    ? listLimits(body, members, examples, reader)
    : contained;
}

/** The limits that the client obeys, by the name that it knows them under. */
export const LIMIT_NAMES: readonly string[] = LIMITS.map(([name]) => name);

/** Whether a member of a response can be flags under a name that is not known: booleans by name, or what the contract does not describe. */
export function mayHaveFlags(operation: OperationModel, reader: SchemaReader): boolean {
  return listBodyMembers(jsonResponse(operation, reader)?.schema, reader).some(({ schema }) => {
    const { type } = reader.resolve(schema);
    const isOpen = type.kind === "object" && type.properties.length === 0 && type.patterns.length === 0;
    return type.kind === "any" || (isOpen && type.additional === "unsaid") || isOfNamedFlags(schema, reader);
  });
}

/** Whether a response declares flags, one that an operation needs among them. */
function declaresOneOf(
  named: ReadonlySet<string>,
  features: string | undefined,
  operation: OperationModel,
  reader: SchemaReader,
): boolean {
  if (features === undefined || named.size === 0) return false;
  const { names, isOpen } = declaredFlags(operation, features, reader);
  if (isOpen && FEATURES_PATH.test(words(operation.path).join("_"))) return true;
  return [...named].some((name) => names.has(flagName(name, names)));
}

function listLimits(
  container: BodyMember,
  members: readonly BodyMember[],
  examples: readonly Json[],
  reader: SchemaReader,
): readonly DescribedLimit[] {
  const { type } = reader.resolve(container.schema);
  if (type.kind === "array") return ofList(container, type.items, examples, reader);
  const isBelow = ({ path }: BodyMember) =>
    path.length > container.path.length && container.path.every((name, index) => path[index] === name);
  const below = members.filter((member) => isBelow(member) && isNumber(member.schema, reader));
  if (below.length > 0) return below.map(({ path }) => limitAt(container, path));
  const shown = [
    ...container.schema.doc.examples,
    ...reader.resolve(container.schema).doc.examples,
    ...exampleValues(examples, container.path),
  ];
  return ofMap(container, { node: container.schema, path: container.path, shown }, reader);
}

/** Maps in maps: `requestsPerMinute` of `GET`. */
const DEEPEST_MAP = 3;

/** The numbers that examples show in a map, and in maps that it holds. */
function ofMap(
  container: BodyMember,
  { node, path, shown }: { readonly node: SchemaNode; readonly path: Path; readonly shown: readonly Json[] },
  reader: SchemaReader,
): readonly DescribedLimit[] {
  if (shown.some((value) => typeof value === "number"))
    return isNumber(node, reader) ? [limitAt(container, path)] : [];
  if (path.length - container.path.length >= DEEPEST_MAP) return [];
  return [...new Set(exampleNames(shown))].flatMap((name) => {
    const inner = reader.property(node, name)?.schema ?? mapMember(node, name, reader);
    const below = { path: [...path, name], shown: exampleValues(shown, [name]) };
    return inner === undefined ? [] : ofMap(container, { node: inner, ...below }, reader);
  });
}

/** Entries of a list: those whose names the schema lists or examples show. */
function ofList(
  container: BodyMember,
  items: SchemaNode,
  examples: readonly Json[],
  reader: SchemaReader,
): readonly DescribedLimit[] {
  const properties = reader.properties(items) ?? [];
  const name = properties.find((property) =>
    /^(?:name|key|id|code|type|limit|kind)$/.test(words(property.name).join("_")),
  );
  const value = properties.find(
    (property) =>
      property !== name &&
      isNumber(property.schema, reader) &&
      /^(?:value|limit|max(?:imum)?|amount|quota)$/.test(words(property.name).join("_")),
  );
  if (name === undefined || value === undefined) return [];
  const shown = exampleValues(exampleElements(exampleValues(examples, container.path)), [name.name]);
  const listed = [...reader.values(name.schema), ...shown].filter((one) => typeof one === "string");
  return [...new Set(listed)].map((entry) =>
    limitAt(container, [...container.path, `${name.name}=${entry}`, value.name]),
  );
}

/** The words of a path from the container on: what holds limits says nothing of which. */
function limitAt(container: BodyMember, path: readonly string[]): DescribedLimit {
  const own = path.slice(container.path.length).flatMap((segment) => words(segment));
  return { path, words: new Set(own.map((word) => word.replace(/(?<=\w{2})s$/, ""))) };
}

function isNumber(schema: SchemaNode, reader: SchemaReader): boolean {
  const { kind } = reader.resolve(schema).type;
  return kind === "number" || kind === "any";
}

/** A description of the version of a contract. */
const OF_CONTRACT = /\b(?:version|revision) of (?:the|this) (?:API )?contract\b/i;

/** Where the response has the version of the contract, and which one it must have, where that is not `info.version`. */
function findVersion(
  members: readonly BodyMember[],
  contract: VersionedContract,
  reader: SchemaReader,
): Pick<CapabilityFacts, "contractVersion" | "statedVersion"> {
  const found = findVersionMember(members, reader);
  if (found === undefined) return {};
  const expected = expectedVersion([found.schema], contract, reader);
  return expected === undefined ? {} : { contractVersion: found.at, ...expected };
}

/** The member of a response that has the version of the contract, by its name or its description. */
export function findVersionMember(
  members: readonly BodyMember[],
  reader: SchemaReader,
): BodyMember | undefined {
  return (
    members.find(({ path }) =>
      /(?:^|_)contract_version$/.test(path.flatMap((name) => words(name)).join("_")),
    ) ??
    members.find(
      ({ key, text, schema }) =>
        /(?:^|_)(?:version|revision)$/.test(key) &&
        OF_CONTRACT.test(text) &&
        reader.resolve(schema).type.kind === "string",
    )
  );
}
