import { basename } from "node:path";
import type { Document, Source } from "@redocly/openapi-core";
import { stringify } from "yaml";
import { fragmentKeys } from "../../text/json-pointer.js";
import { referenceOf, valueAt } from "../walk-tree.js";
import { type DanglingReference, isReplaceable, placeholderOf } from "./dangling-references.js";

/** An overlay that gives every reference of a document a target, or removes it. */
export interface RepairOverlay {
  /** Name to save it under. */
  readonly file: string;
  /** OpenAPI Overlay 1.0, as YAML. */
  readonly text: string;
  /** Whether every reference has a target then. */
  readonly isComplete: boolean;
}

/**
 * The overlay that repairs references without a target: components that are missing are added, other references go. An overlay
 * changes the root document alone: references in other documents are not in it.
 *
 * @param references - how many have a problem, those that may not be followed among them.
 * @returns undefined where nothing can be repaired like that.
 */
export function repairOverlay(
  found: readonly DanglingReference[],
  { source, parsed }: Document,
  references: number,
): RepairOverlay | undefined {
  const own = found.filter((one) => one.source.absoluteRef === source.absoluteRef && isReplaceable(one));
  const unique = [...new Map(own.map((one) => [one.cause, one])).values()];
  const sections = sectionsOf(parsed);
  const removed = unique.flatMap((one) => removeReference(one, parsed, sections));
  const actions = [
    ...addComponents(unique, sections),
    ...new Map(removed.map((one) => [one.target, one])).values(),
  ];
  if (actions.length === 0) return undefined;
  const name = nameOf(source);
  const overlay = {
    overlay: "1.0.0",
    info: { title: `Targets for references of ${name}`, version: "1.0.0" },
    actions,
  };
  const stem = name.replace(/\.(?:ya?ml|json)$/iu, "");
  const text = stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false });
  return { file: `${stem}.overlay.yaml`, text, isComplete: own.length === references };
}

function nameOf({ absoluteRef }: Source): string {
  const path = /^https?:/u.test(absoluteRef) ? new URL(absoluteRef).pathname : absoluteRef;
  return basename(path).replaceAll(/[^\w.-]+/gu, "-") || "openapi.yaml";
}

/** One action for all components that are missing. */
function addComponents(found: readonly DanglingReference[], known: ReadonlySet<string>): readonly object[] {
  const sections: Record<string, Record<string, object | undefined>> = {};
  for (const one of found) {
    const component = componentOf(one, known);
    if (component === undefined) continue;
    const [section, name] = component;
    Object.assign((sections[section] ??= {}), { [name]: placeholderOf(one.kind) });
  }
  const names = Object.keys(sections);
  if (names.length === 0) return [];
  const meaning = [
    ...(names.some((name) => !WITHOUT_VALUE.has(name)) ? ["an empty object allows any value"] : []),
    ...(names.some((name) => WITHOUT_VALUE.has(name))
      ? ["an empty path item or callback has no operations"]
      : []),
  ];
  const description = `Describe each of them: ${meaning.join(", and ")}.`;
  return [{ target: "$", description, update: { components: sections } }];
}

/** Sections of components that hold operations, not values. */
const WITHOUT_VALUE = new Set(["callbacks", "pathItems"]);

/** The sections of components that every OpenAPI 3 has. */
const SECTIONS =
  "callbacks examples headers links parameters requestBodies responses schemas securitySchemes".split(" ");

/** The sections that a document can have: one of OpenAPI 3.0 has no path items. */
function sectionsOf(root: unknown): ReadonlySet<string> {
  const version = String(valueAt(root, ["openapi"]));
  return new Set(version.startsWith("3.0") ? SECTIONS : [...SECTIONS, "pathItems"]);
}

/**
 * Section and name of the component that a reference misses; undefined where it leads elsewhere, or nothing can stand for it.
 *
 * @param sections - those that the document can have
 */
function componentOf(
  { cause, kind }: DanglingReference,
  sections: ReadonlySet<string>,
): readonly [section: string, name: string] | undefined {
  const reference = referenceOf(cause) ?? "";
  const [first, section, name, ...rest] = reference.startsWith("#/") ? fragmentKeys(reference) : [];
  const isComponent = first === "components" && section !== undefined && name !== undefined;
  if (!isComponent || !sections.has(section) || rest.length > 0 || [section, name].includes("__proto__"))
    return undefined;
  return placeholderOf(kind) === undefined ? undefined : [section, name];
}

interface Action {
  readonly target: string;
  readonly remove?: true;
  readonly update?: object;
}

/** What leads to no component: the reference goes, with the object that has it where nothing can stand for the target. */
function removeReference(
  one: DanglingReference,
  root: unknown,
  sections: ReadonlySet<string>,
): readonly Action[] {
  if (componentOf(one, sections) !== undefined) return [];
  const { cause, keys, kind } = one;
  const placeholder = placeholderOf(kind);
  if (placeholder !== undefined) {
    // The action removes the reference first: an update of an object with a `$ref` would be beside it.
    const removed: Action = { target: jsonPath([...keys, "$ref"], root), remove: true };
    const isAny = Object.keys(placeholder).length === 0;
    return isAny ? [removed] : [removed, { target: jsonPath(keys, root), update: placeholder }];
  }
  const holder = keys.slice(0, -1);
  if (!Array.isArray(valueAt(root, holder))) return [{ target: jsonPath(keys, root), remove: true }];
  // Not by its index: another element has that after the first was removed.
  const filter = `[?@['$ref'] == ${quoteText(referenceOf(cause) ?? "")}]`;
  return [{ target: `${jsonPath(holder, root)}${filter}`, remove: true }];
}

/**
 * The JSONPath (RFC 9535) of a value by the keys that lead to it: `$.paths['/orders'].get.parameters[0]`.
 *
 * @param root - tells indexes of lists from names of digits.
 */
function jsonPath(keys: readonly string[], root: unknown): string {
  let node = root;
  const segments = keys.map((key) => {
    const segment = Array.isArray(node) ? `[${key}]` : member(key);
    node =
      typeof node === "object" && node !== null
        ? (node as Readonly<Record<string, unknown>>)[key]
        : undefined;
    return segment;
  });
  return `$${segments.join("")}`;
}

function member(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(key) ? `.${key}` : `[${quoteText(key)}]`;
}

/** A text as a JSONPath literal, in single quotes (RFC 9535, section 2.3.1). */
function quoteText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
