import type { ClientOverrides } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { yamlList } from "../../../text/yaml-scalar.js";
import type { SchemaReader } from "../schema-reader.js";
import { listed } from "./limit-signs.js";
import type { LostSign } from "./sign.js";

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Sentences that say that a value is sensitive, or that no log may have it. */
const SENTENCES: readonly RegExp[] = [
  // Sensitive. | **Sensitive**: the number of the card.
  /(?:^|[.!;:]\s+|\n\s*)[*_`[("]{0,3}(?:highly\s)?(?:sensitive|confidential|PII)\b(?!\s(?:to|for)\b)/iu,
  // It contains personally identifiable information.
  /\b(?:is|are|contains|includes|may\s(?:contain|include))\s(?:highly\s)?(?:sensitive|confidential|PII|personally\sidentifiable|personal\sdata)\b(?!\s(?:to|for)\b)/iu,
  // It must not be written to logs. | Never log it.
  /\b(?:not|never)\s(?:to\s)?be\s(?:logged\b|(?:written|printed|recorded|stored|shown|included)\s(?:to|in|into)\s(?:\w+\s)?logs?\b)/iu,
  /\b(?:do\snot|don['’]t|never)\slog\s(?:it|them|this|the)\b/iu,
];

type Claim = ClientOverrides["sensitive"];

/** Members and parameters of which only descriptions say that they are sensitive: one sign for the contract. */
export function sensitiveSign(
  operations: readonly OperationModel[],
  masked: readonly string[],
  claimed: Claim,
  reader: SchemaReader,
): LostSign | undefined {
  const { add = [], remove = [] } = readClaim(claimed);
  const decided = new Set([...masked, ...remove]);
  const seen = new Set<SchemaNode>();
  const found = new Set<string>();
  let first: OperationModel | undefined;
  for (const operation of operations) {
    for (const name of describedNames(operation, seen, reader)) {
      if (decided.has(name)) continue;
      first ??= operation;
      found.add(name);
    }
  }
  if (first === undefined) return undefined;
  const names = [...found].sort(byText);
  const masks = yamlList([...add, ...names]);
  const [are, mark] = names.length === 1 ? ["it is", "marks it"] : ["they are", "marks them"];
  return {
    operation: first,
    trait: "sensitive",
    shown: `the ${names.length === 1 ? "description" : "descriptions"} of ${listed(names)} ${names.length === 1 ? "says" : "say"} that ${are} sensitive`,
    missing: `nothing in the contract ${mark}`,
    lines: [
      remove.length === 0
        ? `sensitive: ${masks}`
        : `sensitive: { add: ${masks}, remove: ${yamlList(remove)} }`,
    ],
  };
}

function readClaim(claimed: Claim): Partial<Record<"add" | "remove", readonly string[]>> {
  if (claimed === undefined) return {};
  return "add" in claimed || "remove" in claimed ? claimed : { add: claimed as readonly string[] };
}

/** What an operation takes and returns, where no operation before it had it. */
function describedNames(
  operation: OperationModel,
  seen: Set<SchemaNode>,
  reader: SchemaReader,
): readonly string[] {
  const bodies = [operation.body?.content ?? [], ...operation.responses.map(({ content }) => content)];
  const roots = [
    ...operation.parameters.map(({ schema }) => schema),
    ...bodies.flat().flatMap(({ schema }) => schema ?? []),
  ];
  const found = operation.parameters
    .filter(({ description = "", schema }) => isDescribed(description) || isSensitive(schema, reader))
    .map(({ name }) => name);
  for (const node of newNodes(roots, seen, reader)) {
    if (node.type.kind !== "object") continue;
    for (const { name, schema } of node.type.properties) if (isSensitive(schema, reader)) found.push(name);
  }
  return found;
}

/** Schemas that others lead to, each once. */
function newNodes(
  roots: readonly SchemaNode[],
  seen: Set<SchemaNode>,
  reader: SchemaReader,
): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    found.push(node);
    reader.budget.visit(1, node.origin.pointer);
    open.push(...partsOf(node, reader));
  }
  return found;
}

function partsOf({ type }: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  switch (type.kind) {
    case "ref": {
      const target = reader.named(type.name);
      return target === undefined ? [] : [target];
    }
    case "array":
      return [type.items];
    case "tuple":
      return type.items;
    case "object":
      return [
        ...type.properties.map(({ schema }) => schema),
        ...(typeof type.additional === "object" ? [type.additional] : []),
      ];
    case "union":
    case "intersection":
      return type.members;
    default:
      return [];
  }
}

/** Described so itself, or where it points to, or what it lists. */
function isSensitive(node: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(node);
  const described = type.kind === "array" ? [node, type.items] : [node];
  return described.some((one) => {
    const target = reader.resolve(one);
    if (target.type.kind === "boolean" || hasMarks(target, reader)) return false;
    return [one, target].some(({ doc: { description = "" } }) => isDescribed(description));
  });
}

/** The description of such an object is about its members, and some of these are marked. */
function hasMarks(target: SchemaNode, reader: SchemaReader): boolean {
  const members = reader.properties(target) ?? [];
  return members.some(({ schema }) => schema.sensitive || reader.resolve(schema).sensitive);
}

function isDescribed(description: string): boolean {
  const text = description.slice(0, LONGEST);
  return SENTENCES.some((sentence) => sentence.test(text));
}
