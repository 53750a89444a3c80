import type { ClientOverrides } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import type { Origin, SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { yamlList } from "../../../text/yaml-scalar.js";
import type { SchemaReader } from "../schema-reader.js";
import { listed } from "./limit-signs.js";
import type { LostSign } from "./sign.js";

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Sentences that say that a value is sensitive, or that no log may have it. */
const SENTENCES: readonly RegExp[] = [
  // Sensitive. | **Sensitive**: the number of the card. | Sensitive information of the holder.
  /(?:^|[.!;:]\s+|\n\s*)[*_`[("]{0,3}(?:highly\s)?(?:sensitive|confidential|PII)\b[*_`\])"]{0,3}(?:\s*(?:[.,:;!–—]|-\s|$|\n)|\s(?:\w+\s){0,2}(?:data|details?|information|values?|fields?|contents?)\b)/iu,
  // It contains personally identifiable information.
  /\b(?:is|are|contains|includes|may\s(?:contain|include))\s(?:highly\s)?(?:sensitive|confidential|PII|personally\sidentifiable|personal\sdata)\b(?!\s(?:to|for)\b)/iu,
  // It must not be written to logs. | It should never be stored, logged or shown. | Never log it.
  /\b(?:(?:must|should|shall|may|ought|is|are)\s?not|never)\s(?:to\s)?be\s(?:\w+,\s){0,3}(?:(?:\w+\s)?or\s)?(?:logged\b(?!\s(?:in|into|on|onto|out)\b)|(?:written|printed|recorded|stored|shown|included)\s(?:to|in|into)\s(?:\w+\s)?logs?\b)/iu,
  /\b(?:do\snot|don['’]t|never)\slog\s(?:it|them|this|the)\b/iu,
];

type Claim = ClientOverrides["sensitive"];

/**
 * Members and parameters of which only descriptions say that they are sensitive: one sign for the contract. The client masks by name: a
 * name counts only where most of its descriptions say so.
 */
export function sensitiveSign(
  operations: readonly OperationModel[],
  masked: readonly string[],
  claimed: Claim,
  reader: SchemaReader,
): LostSign | undefined {
  const { add = [], remove = [] } = readClaim(claimed);
  const decided = new Set([...masked, ...remove]);
  const found = [...describedNames(operations, reader)]
    .filter(([name, { sensitive, others }]) => !decided.has(name) && sensitive.length > others)
    .sort(([left], [right]) => byText(left, right));
  const origin = found[0]?.[1].sensitive[0];
  if (origin === undefined) return undefined;
  const names = found.map(([name]) => name);
  const masks = yamlList([...add, ...names]);
  const [are, mark] = names.length === 1 ? ["it is", "marks it"] : ["they are", "marks them"];
  return {
    origin,
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

/** What descriptions say of a name. */
interface DescribedName {
  /** Where they say that it is sensitive. */
  readonly sensitive: Origin[];
  /** How many say something else. */
  others: number;
}

/** The names of what operations take and return, by what descriptions say of each member and parameter. */
function describedNames(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): ReadonlyMap<string, DescribedName> {
  const found = new Map<string, DescribedName>();
  const add = (name: string, schema: SchemaNode, origin: Origin, text = "") => {
    const isNamed = isDescribed(text) || isSensitive(schema, reader);
    if (!isNamed && `${text}${schema.doc.description ?? ""}` === "") return;
    const known = found.get(name) ?? { sensitive: [], others: 0 };
    found.set(name, known);
    if (isNamed) known.sensitive.push(origin);
    else known.others += 1;
  };
  const seen = new Set<SchemaNode>();
  for (const { parameters, body, responses } of operations) {
    for (const { name, schema, description, origin } of parameters) add(name, schema, origin, description);
    const bodies = [body?.content ?? [], ...responses.map(({ content }) => content)];
    const roots = [
      ...parameters.map(({ schema }) => schema),
      ...bodies.flat().flatMap(({ schema }) => schema ?? []),
    ];
    for (const { type } of newNodes(roots, seen, reader))
      if (type.kind === "object")
        for (const { name, schema } of type.properties) add(name, schema, schema.origin);
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
    // What the contract lists is known to everyone.
    if (/^(?:boolean|enum|literal)$/.test(target.type.kind) || hasMarks(target, reader)) return false;
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
