import type { Json } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { DocPlan } from "../type-plan.js";

/** Longest text that is one line of a comment wherever it stands, in characters. */
const LINE = 68;

/** Longest default or example that a doc comment repeats, in characters. */
const SHORT = 60;

/**
 * What a reader is told about a schema: its description (its title when that is all there is), then in one paragraph
 * what a type cannot say: format, constraints, default, an example.
 */
export function schemaDoc(node: SchemaNode): DocPlan {
  const { description, title, deprecated } = node.doc;
  const words = [description, title].map((text) => text?.trim() ?? "").find((text) => text !== "");
  const facts = [format(node), access(node), ...constraints(node), ...initial(node), ...example(node)];
  const told = facts.filter((fact) => fact !== "");
  return {
    text: paragraphs(words, told.length === 0 ? undefined : `${told.join(". ")}.`),
    tags: deprecated ? [{ tag: "deprecated", text: "" }] : [],
  };
}

/** Words and facts in one line where they fit; otherwise the facts are a paragraph of their own. */
function paragraphs(words: string | undefined, facts: string | undefined): readonly string[] {
  if (words === undefined || facts === undefined)
    return [words ?? facts].filter((text) => text !== undefined);
  const sentence = /[.!?:]$/.test(words) ? words : `${words}.`;
  const together = `${sentence} ${facts}`;
  return together.length <= LINE && !words.includes("\n") ? [together] : [words, facts];
}

function format(node: SchemaNode): string {
  const type = typeBesideNull(node);
  if (type.kind === "string") {
    const facts = [
      type.format === undefined ? "" : `Format: ${type.format}`,
      type.contentEncoding === undefined ? "" : `Encoding: ${type.contentEncoding}`,
      type.contentMediaType === undefined ? "" : `Media type: ${type.contentMediaType}`,
    ];
    return facts.filter((fact) => fact !== "").join(". ");
  }
  if (type.kind !== "number") return "";
  if (type.format === undefined) return type.integer ? "Integer" : "";
  return `Format: ${type.format}`;
}

/** The type of a schema, `null` left aside when one other remains. */
function typeBesideNull({ type }: SchemaNode): SchemaNode["type"] {
  if (type.kind !== "union") return type;
  const [only, ...others] = type.members.filter((member) => member.type.kind !== "null");
  return only === undefined || others.length > 0 ? type : only.type;
}

function access(node: SchemaNode): string {
  if (node.access === undefined) return "";
  return node.access === "readOnly" ? "Read-only" : "Write-only";
}

/** How a constraint is told; what is not here (conditions, `not`) has no short words. */
const TOLD: Readonly<Record<string, string>> = {
  minimum: "Minimum",
  exclusiveMinimum: "Greater than",
  maximum: "Maximum",
  exclusiveMaximum: "Less than",
  multipleOf: "Multiple of",
  minLength: "Minimum length",
  maxLength: "Maximum length",
  pattern: "Pattern",
  minItems: "Minimum items",
  maxItems: "Maximum items",
  minProperties: "Minimum members",
  maxProperties: "Maximum members",
};

function constraints(node: SchemaNode): readonly string[] {
  const told = Object.entries(TOLD).flatMap(([keyword, words]) => {
    const value = node.constraints[keyword];
    if (typeof value === "number") return [`${words}: ${String(value)}`];
    return typeof value === "string" ? [`${words}: ${code(value)}`] : [];
  });
  const unique = node.constraints["uniqueItems"] === true ? ["Unique items"] : [];
  return [
    ...told,
    ...unique,
    ...requirement(node, "anyOf", "At least one of"),
    ...requirement(node, "oneOf", "Exactly one of"),
  ];
}

/** Alternatives that only require members: `At least one of: a, b`. */
function requirement(node: SchemaNode, form: "anyOf" | "oneOf", words: string): readonly string[] {
  const value = node.constraints[form];
  if (!isList(value)) return [];
  const sets = value.map((part) => requiredNames(part));
  if (sets.length === 0 || sets.some((names) => names.length === 0)) return [];
  return [`${words}: ${sets.map((names) => names.map(code).join(" with ")).join(", ")}`];
}

function requiredNames(part: Json): readonly string[] {
  if (typeof part !== "object" || part === null || isList(part)) return [];
  const { required } = part;
  return isList(required) ? required.filter((name) => typeof name === "string") : [];
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function initial(node: SchemaNode): readonly string[] {
  const value = node.doc.default;
  return value === undefined || node.sensitive ? [] : short("Default", value);
}

/** The first example that is short; none for what must not be shown. */
function example(node: SchemaNode): readonly string[] {
  if (node.sensitive) return [];
  return node.doc.examples.flatMap((value) => short("Example", value)).slice(0, 1);
}

function short(words: string, value: Json): readonly string[] {
  const text = canonicalJson(value);
  return text.length > SHORT ? [] : [`${words}: ${code(text)}`];
}

/** Inline code: as many backticks as it takes (CommonMark, code spans). */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}
