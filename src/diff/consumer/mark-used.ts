import type { JsonObject } from "../../load/loaded-contract.js";
import { withoutParameterNames } from "../../openapi/operations.js";
import type { OperationTraits, Pagination } from "../../plan/service/traits/trait.js";
import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { Use } from "../fact.js";
import type { Finding } from "../finding.js";
import { listRespondedSchemas } from "../wire/read-operations.js";
import type { ConsumerUse, Location } from "./consumer-use.js";
import {
  ContractPositions,
  operationAt,
  positionKey,
  type SchemaPosition,
  schemaPosition,
  type ValuePositions,
} from "./schema-positions.js";
import { type Access, sortLocations, UseIndex } from "./use-index.js";

/** What decides whether a finding reaches a consumer. */
interface Consumer {
  readonly uses: UseIndex;
  readonly contract: ContractPositions;
  readonly runtime: RuntimeMembers;
  /** Pointers of the schemas that its server responds with to what the API sends. */
  readonly responded: Iterable<string>;
}

/**
 * Adds to each finding where it hits the consumer; an empty list: it does not reach the consumer.
 *
 * @param uses - what the consumer uses of the client of the old contract.
 * @param plan - that client.
 * @param old - the old contract.
 */
export function markUsed(
  findings: readonly Finding[],
  uses: readonly ConsumerUse[],
  { plan, old }: { readonly plan: ClientPlan; readonly old: JsonObject },
): readonly Finding[] {
  const consumer: Consumer = {
    uses: new UseIndex(uses, plan),
    contract: new ContractPositions(old),
    runtime: listRuntimeMembers(plan),
    responded: listRespondedSchemas(old),
  };
  return findings.map((finding) => ({
    ...finding,
    usedBy: sortLocations(locationsOf(inOldContract(finding), consumer)),
  }));
}

/** The client of the consumer has the paths of the old contract. */
function inOldContract(finding: Finding): Finding {
  const reach = finding.reach.map((use) => ({ ...use, operation: use.oldOperation ?? use.operation }));
  return { ...finding, reach };
}

function locationsOf(finding: Finding, consumer: Consumer): readonly Location[] {
  const named = finding.sdkNames.flatMap(({ old }) =>
    old === undefined ? [] : namedLocations(old, finding, consumer),
  );
  return isAboutNames(finding) ? named : [...named, ...locationsByPointer(finding, consumer)];
}

/**
 * Where a name of the client is used. What a call gives (`pets.get().etag`) and what is in lists (`Pet.tags[].label`) has no name in
 * the code of the consumer: the call, or the list, counts.
 */
function namedLocations(name: string, finding: Finding, { uses }: Consumer): readonly Location[] {
  const [nearest = name] = name.split(/[([]/u);
  return uses.namesOf(nearest, accessOf(finding) === "read" ? "read" : "any");
}

/** A name alone is gone or changed: who does not name it notices nothing. */
function isAboutNames({ rule, wire, sdk, sdkNames }: Finding): boolean {
  if (/^sdk\.(?:client|export|method|model|resource)-(?:removed|renamed)$/u.test(rule)) return true;
  return (
    wire !== "breaking" &&
    wire !== "risky" &&
    sdk === "breaking" &&
    sdkNames.some(({ old }) => old !== undefined)
  );
}

function locationsByPointer(finding: Finding, consumer: Consumer): readonly Location[] {
  const pointer = (finding.old ?? finding.new)?.pointer;
  // What is new on the surface alone is not used yet.
  if (pointer === undefined) return finding.rule.startsWith("sdk.") ? [] : consumer.uses.everywhere();
  const position = schemaPosition(pointer);
  if (position.root === undefined) return partLocations(finding, pointer, consumer);
  return schemaLocations(finding, { ...position, root: position.root }, consumer);
}

/** Of a change outside of schemas: it hits who calls the operation; that of an optional parameter, who gives it. */
function partLocations(finding: Finding, pointer: string, consumer: Consumer): readonly Location[] {
  const { uses } = consumer;
  if (finding.reach.length > 0) return finding.reach.flatMap((use) => useLocations(finding, use, consumer));
  const operation = operationAt(pointer);
  return operation === undefined ? uses.everywhere() : uses.callsOf(operation);
}

function useLocations(
  { old, rule }: Finding,
  { operation, part }: Use,
  consumer: Consumer,
): readonly Location[] {
  const { uses, runtime } = consumer;
  const calls = callsOf(operation, consumer);
  // Every call gives the parameters of the path, some of them as its only argument.
  const [, parameter] = /^(?:cookie|header|query) parameter (.*)$/su.exec(part) ?? [];
  if (parameter === undefined || old === undefined || calls.length === 0 || isDemand(rule)) return calls;
  const shape = withoutParameterNames(operation);
  if (runtime.has(shape, part, parameter)) return calls;
  const given = uses.inputsOf(shape, parameter);
  const option = runtime.optionOf(shape, parameter);
  return given === undefined ? calls : [...given, ...(option === undefined ? [] : uses.namesOf(option))];
}

/** Where an operation is called, or what the API sends is received and responded to. */
function callsOf(operation: string, { uses, responded }: Consumer): readonly Location[] {
  return /^(?:callback|webhook) /u.test(operation)
    ? [
        ...RECEIVED.flatMap((name) => uses.namesOf(name)),
        ...[...responded].flatMap((pointer) => uses.madeOf(pointer)),
      ]
    : uses.callsOf(withoutParameterNames(operation));
}

const RECEIVED = ["WebhookPayloads", "WebhookHeaders", "WebhookQueries"];

/** Who does not give the value is hit: it must be given now, or the server takes another one for it. */
function isDemand(rule: string): boolean {
  return /(?:^|[.-])(?:became-required|required|required-added)$|\.default\.[a-z]+$/u.test(rule);
}

type InSchema = SchemaPosition & { readonly root: string };

function schemaLocations(finding: Finding, position: InSchema, consumer: Consumer): readonly Location[] {
  const { root, path, property = "" } = position;
  const { contract } = consumer;
  const name = path.at(-1);
  const access = accessOf(finding);
  const isKnown = finding.old !== undefined || contract.has(property);
  const owner = { root, path: path.slice(0, -1) };
  const inside = { members: [{ owner: positionKey(root, owner.path), name: name ?? "" }], roots: [] };
  const values = name === undefined ? contract.valuesAt(position) : inside;
  const isDemanded = isDemand(finding.rule) && access !== "read";
  if (!isDemanded) {
    const given = name === undefined || isKnown ? values : contract.valuesAt(owner);
    return valueLocations(finding, given, access, consumer);
  }
  const objects = values.members.map((one) => contract.valuesAt(schemaPosition(one.owner)));
  const given = [{ members: [], roots: values.roots }, ...objects].flatMap((one) =>
    valueLocations(finding, one, access, consumer),
  );
  // An object that is made and not sent here no longer compiles either.
  const owners =
    finding.sdk === "breaking" ? values.members.flatMap((one) => contract.ownersOf(one.owner)) : [];
  return [...given, ...owners.flatMap((one) => consumer.uses.madeOf(one))];
}

/** What the consumer does with a member for the finding to matter. */
function accessOf({ direction, sdk, effect, rule }: Finding): Access {
  // Callers who give a value of a type that got wider notice nothing.
  if (direction !== "request" && rule.startsWith("response.") && effect === "wider") return "read";
  if (sdk === "breaking" || direction === undefined || direction === "both") return "any";
  return direction === "request" ? "write" : "read";
}

/** Where the consumer uses a value that is the member of objects, or the whole of a parameter or body. */
function valueLocations(
  finding: Finding,
  { members, roots }: ValuePositions,
  access: Access,
  consumer: Consumer,
): readonly Location[] {
  const { uses, contract } = consumer;
  const inMembers = members.flatMap(({ owner, name }) => {
    const owners = contract.ownersOf(owner);
    const used = owners.flatMap((one) => uses.membersOf({ owner: one, name }, access));
    const bodies = owners.flatMap((one) => inputLocations(one, name, finding, consumer));
    // The client has no type for such objects: nothing shows which members are used.
    const isUntyped = !owners.some((one) => uses.isDeclared(one));
    const untold = isUntyped ? finding.reach.flatMap((use) => callsOf(use.operation, consumer)) : [];
    return [...used, ...bodies, ...untold, ...runtimeLocations(name, finding, consumer)];
  });
  return [...inMembers, ...roots.flatMap((root) => rootLocations(root, finding, consumer))];
}

/** Members of a request body that the input of a method has as its own. */
function inputLocations(owner: string, name: string, { reach }: Finding, { uses }: Consumer) {
  if (!owner.includes("/requestBod")) return [];
  const operation = operationAt(owner);
  const operations =
    operation === undefined ? reach.map((use) => withoutParameterNames(use.operation)) : [operation];
  return operations.flatMap((one) => uses.inputsOf(one, name) ?? []);
}

/** Members that the client itself reads or writes, or hands out within a text: those who call the operation use them. */
function runtimeLocations(
  name: string,
  { reach }: Finding,
  { uses, runtime }: Consumer,
): readonly Location[] {
  return reach.flatMap(({ operation, part }) => {
    const shape = withoutParameterNames(operation);
    if (uses.isAlways(shape) || runtime.has(shape, part, name)) return uses.callsOf(shape);
    return part.startsWith("response ") ? uses.textCallsOf(shape) : [];
  });
}

/** The whole value of a parameter, body or header: it hits who calls the operations that have it. */
function rootLocations(root: string, finding: Finding, consumer: Consumer): readonly Location[] {
  const operation = operationAt(root);
  const kind = partKind(root);
  return finding.reach
    .filter(
      (use) => operation === undefined || withoutParameterNames(use.operation) === operation || isSent(use),
    )
    .filter(({ part }) => kind === undefined || kind.test(part))
    .flatMap((use) => useLocations(finding, use, consumer));
}

function isSent({ operation }: Use): boolean {
  return /^(?:callback|webhook) /u.test(operation);
}

/** The parts of operations that a schema can be: by the component or member that has it. */
function partKind(root: string): RegExp | undefined {
  if (/\/headers\//u.test(root)) return / header /u;
  if (/\/responses\//u.test(root)) return /^response (?!.* header )/u;
  if (/\/requestBod(?:y|ies)\//u.test(root)) return /^request body/u;
  return /\/parameters\//u.test(root) ? / parameter /u : undefined;
}

/** Members of bodies that the runtime of a client reads or writes by itself, whatever its caller does. */
interface RuntimeMembers {
  /** @param part - as in `Use`: `response 200`, `request body`. */
  has(operation: string, part: string, member: string): boolean;
  /** The option of the runtime that gives a parameter: `ResultOptions.pageSize`; undefined: there is none. */
  optionOf(operation: string, parameter: string): string | undefined;
}

/** What the runtime reads in the body of any error: RFC 9457, and what decides whether a request is sent again. */
const ERROR_MEMBERS: ReadonlySet<string> = new Set([
  "code",
  "detail",
  "error",
  "instance",
  "message",
  "retryable",
  "status",
  "title",
  "traceId",
  "type",
]);

/** Lists what was recognised in the operations of a client: pages, background operations. */
function listRuntimeMembers({ traits }: ClientPlan): RuntimeMembers {
  const members = new Map<string, Set<string>>();
  const pageSizes = new Map<string | undefined, string | undefined>();
  const byName = new Map<string, string>();
  const addTo = (operation: string | undefined, paths: readonly (string | undefined)[]) => {
    if (operation === undefined) return;
    const names = members.get(operation) ?? new Set();
    members.set(operation, names);
    for (const path of paths) for (const name of path?.split("/") ?? []) names.add(name);
  };
  for (const { name, method, path } of traits.operations)
    byName.set(name, withoutParameterNames(`${method.toUpperCase()} ${path}`));
  for (const one of traits.operations) {
    addTo(byName.get(one.name), pageMembers(one.traits));
    const { background } = one.traits;
    if (background === undefined) continue;
    const { status, id, state, error = {}, result } = background.facts;
    addTo(byName.get(one.name), [id]);
    addTo(byName.get(`${status.resource}.${status.method}`), [
      state.member,
      state.failure,
      ...Object.values(error),
      id,
    ]);
    if (result === undefined) continue;
    pageSizes.set(byName.get(`${result.operation.resource}.${result.operation.method}`), result.pageSize);
  }
  return {
    has: (operation, part, member) =>
      isError(part) ? ERROR_MEMBERS.has(member) : members.get(operation)?.has(member) === true,
    optionOf: (operation, parameter) =>
      pageSizes.get(operation) === parameter ? "ResultOptions.pageSize" : undefined,
  };
}

function pageMembers({ pagination }: OperationTraits): readonly (string | undefined)[] {
  if (pagination === undefined) return [];
  const { facts } = pagination;
  const { items, more, last } = facts;
  return [items, more, last, ...positionMembers(facts)];
}

/** Members from which the next position comes, and into which it goes. */
function positionMembers(facts: Pagination): readonly (string | undefined)[] {
  switch (facts.style) {
    case "link":
      return [facts.next];
    case "number":
      return [facts.number.name, facts.total];
    case "offset":
      return [facts.offset.name, facts.total];
    case "last-item":
      return [facts.after.name];
    default:
      return ["next" in facts ? facts.next : undefined, facts.cursor.name];
  }
}

function isError(part: string): boolean {
  return /^response (?:[45]|default)/u.test(part);
}
