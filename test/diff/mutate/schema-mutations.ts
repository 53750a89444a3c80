import { isMembers } from "../../../src/openapi/visit.js";
import { toPointer } from "../../../src/text/json-pointer.js";
import { mutation, type Mutation } from "./mutation.js";
import { isVersion30, listAt, membersAt, remove, set, type Target } from "./targets.js";

type Members = Record<string, unknown>;

/** A mutation of schemas; `$ref`s are left as they are. */
const schema = (
  row: string,
  title: string,
  change: (node: Members, random: () => number, target: Target) => boolean | string | undefined,
): Mutation =>
  mutation(row, title, "schema", (target, random) =>
    target.node["$ref"] === undefined ? change(target.node, random, target) : undefined,
  );

/** A mutation of a property of an object. */
const property = (
  row: string,
  title: string,
  change: (name: string, node: Members, object: Members, random: () => number) => boolean | undefined,
): Mutation =>
  schema(row, title, (node, random) => {
    const left = Object.entries(membersAt(node, "properties") ?? {});
    while (left.length > 0) {
      const [one] = left.splice(Math.floor(random() * left.length), 1);
      const [name, value] = one ?? [];
      if (name === undefined || !isMembers(value)) continue;
      if (change(name, value, node, random) === true) return toPointer(["properties", name]).slice(1);
    }
    return undefined;
  });

function requiredOf(node: Members): string[] {
  return (listAt(node, "required") ?? []).filter((name) => typeof name === "string");
}

function setRequired(node: Members, names: readonly string[]): true {
  if (names.length === 0) remove(node, "required");
  else node["required"] = names;
  return true;
}

/** Replaces what a schema says, its own words aside. */
function replace(node: Members, members: Members): true {
  for (const name of Object.keys(node)) if (name !== "description") remove(node, name);
  Object.assign(node, members);
  return true;
}

const isDiscriminator = (node: Members, name: string) => {
  const value = membersAt(node, "discriminator");
  return value?.["propertyName"] === name;
};

/** Whether a schema is a part of an object, which others limit too. */
const isPart = (keys: readonly string[]) => keys.at(-2) === "allOf";

const isPlain = (node: Members, type: string) =>
  node["type"] === type &&
  node["enum"] === undefined &&
  node["const"] === undefined &&
  node["format"] === undefined;

/** Changes of properties: section G. */
const properties: readonly Mutation[] = [
  schema("G1", "a required property is added", (node) => {
    const known = membersAt(node, "properties");
    if (known === undefined) return undefined;
    known["addedRequired"] = { type: "string" };
    return setRequired(node, [...requiredOf(node), "addedRequired"]);
  }),
  schema("G2", "an optional property is added", (node) => {
    const known = membersAt(node, "properties");
    if (known === undefined) return undefined;
    known["addedOptional"] = { type: "integer" };
    return true;
  }),
  property("G3", "a property is removed", (name, _value, node) => {
    if (isDiscriminator(node, name)) return undefined;
    remove(membersAt(node, "properties"), name);
    return setRequired(
      node,
      requiredOf(node).filter((one) => one !== name),
    );
  }),
  property("G4", "a property becomes required", (name, _value, node) =>
    requiredOf(node).includes(name) ? undefined : setRequired(node, [...requiredOf(node), name]),
  ),
  property("G5", "a property becomes optional", (name, _value, node) =>
    requiredOf(node).includes(name) && !isDiscriminator(node, name)
      ? setRequired(
          node,
          requiredOf(node).filter((one) => one !== name),
        )
      : undefined,
  ),
  property("G6", "a property is renamed", (name, value, node) => {
    if (isDiscriminator(node, name)) return undefined;
    const known = membersAt(node, "properties");
    if (known === undefined) return undefined;
    remove(known, name);
    known[`${name}Renamed`] = value;
    return setRequired(
      node,
      requiredOf(node).map((one) => (one === name ? `${name}Renamed` : one)),
    );
  }),
  property("G9", "a property becomes readOnly", (_name, value) =>
    value["readOnly"] === undefined && value["writeOnly"] === undefined && value["$ref"] === undefined
      ? set(value, "readOnly", true)
      : undefined,
  ),
  property("G10", "a property loses readOnly", (_name, value) =>
    value["readOnly"] === true ? remove(value, "readOnly") : undefined,
  ),
  property("G11", "a property becomes writeOnly", (_name, value) =>
    value["readOnly"] === undefined && value["writeOnly"] === undefined && value["$ref"] === undefined
      ? set(value, "writeOnly", true)
      : undefined,
  ),
  property("G12", "a property loses writeOnly", (_name, value) =>
    value["writeOnly"] === true ? remove(value, "writeOnly") : undefined,
  ),
];

/** Changes of types, null and formats: section H. */
const types: readonly Mutation[] = [
  schema("H1", "a text becomes a number", (node) =>
    isPlain(node, "string") ? replace(node, { type: "number" }) : undefined,
  ),
  schema("H1", "a number becomes an integer", (node) =>
    node["type"] === "number" ? set(node, "type", "integer") : undefined,
  ),
  schema("H1", "a boolean becomes a text", (node) =>
    node["type"] === "boolean" ? replace(node, { type: "string" }) : undefined,
  ),
  schema("H1", "a value becomes a list of it", (node) =>
    isPlain(node, "string") ? replace(node, { type: "array", items: { type: "string" } }) : undefined,
  ),
  schema("H2", "a text may be a number", (node) =>
    isPlain(node, "string") ? replace(node, { anyOf: [{ type: "string" }, { type: "number" }] }) : undefined,
  ),
  schema("H2", "an integer becomes a number", (node) =>
    node["type"] === "integer" && node["format"] === undefined ? set(node, "type", "number") : undefined,
  ),
  schema("H2", "a type goes", (node) =>
    isPlain(node, "string") || isPlain(node, "integer") ? remove(node, "type") : undefined,
  ),
  schema("H1", "anything becomes a text", (node) =>
    Object.keys(node).length === 0 ? replace(node, { type: "string" }) : undefined,
  ),
  mutation("H4", "null comes", "schema", ({ node, keys }, _random, { root }) => {
    const { type } = node;
    if (typeof type !== "string" || node["enum"] !== undefined || isPart(keys)) return undefined;
    if (isVersion30(root)) return node["nullable"] === true ? undefined : set(node, "nullable", true);
    return set(node, "type", [type, "null"]);
  }),
  schema("H5", "null goes", (node) => {
    const { type } = node;
    if (!Array.isArray(type) || !type.includes("null")) return undefined;
    const left: unknown[] = type.filter((one) => one !== "null");
    node["type"] = left.length === 1 ? left[0] : left;
    return true;
  }),
  schema("H7", "an integer becomes a long one", (node) =>
    node["type"] === "integer" && node["format"] === undefined ? set(node, "format", "int64") : undefined,
  ),
  schema("H7", "a long integer becomes a short one", (node) =>
    node["format"] === "int64" ? set(node, "format", "int32") : undefined,
  ),
  schema("H7", "a text becomes a date", (node) =>
    isPlain(node, "string") ? set(node, "format", "date-time") : undefined,
  ),
  schema("H7", "a text becomes bytes", (node) =>
    isPlain(node, "string") ? set(node, "format", "binary") : undefined,
  ),
  schema("H7", "bytes become a text", (node) =>
    node["format"] === "binary" ? remove(node, "format") : undefined,
  ),
];

/** Changes of values: section I. */
const values: readonly Mutation[] = [
  schema("I1", "an enum gets a value", (node) => {
    const list = listAt(node, "enum");
    if (list === undefined || typeof list[0] === "object") return undefined;
    list.push(typeof list[0] === "number" ? 4711 : "added-value");
    return true;
  }),
  schema("I2", "an enum loses a value", (node, random) => {
    const list = listAt(node, "enum");
    if (list === undefined || list.length < 2) return undefined;
    list.splice(Math.floor(random() * list.length), 1);
    return true;
  }),
  schema("I3", "a text becomes an enum", (node) =>
    isPlain(node, "string") ? set(node, "enum", ["first", "second"]) : undefined,
  ),
  schema("I4", "an enum becomes any text", (node) => {
    if (listAt(node, "enum")?.every((value) => typeof value === "string") !== true) return undefined;
    remove(node, "enum");
    return set(node, "type", "string");
  }),
  schema("I7", "a text becomes a constant", (node) =>
    isPlain(node, "string") ? replace(node, { const: "only" }) : undefined,
  ),
  schema("I8", "a constant becomes any text", (node) =>
    typeof node["const"] === "string" ? replace(node, { type: "string" }) : undefined,
  ),
  schema("I9", "a constant changes", (node) =>
    typeof node["const"] === "string" ? set(node, "const", "other") : undefined,
  ),
  schema("I10", "a default comes or goes", (node) => {
    if (node["default"] !== undefined) return remove(node, "default");
    return isPlain(node, "integer") ? set(node, "default", 7) : undefined;
  }),
];

/** Changes of bounds: section J, and those of composition that no type has. None of them is visible to the compiler. */
const bounds: readonly Mutation[] = [
  schema("J1", "an upper bound comes", (node) =>
    isPlain(node, "string") ? set(node, "maxLength", 5) : undefined,
  ),
  schema("J3", "a lower bound comes", (node) =>
    isPlain(node, "string") && node["minLength"] === undefined ? set(node, "minLength", 3) : undefined,
  ),
  schema("J8", "a pattern comes", (node) =>
    isPlain(node, "string") && node["pattern"] === undefined ? set(node, "pattern", "^[a-z]+$") : undefined,
  ),
  schema("J11", "elements must differ", (node) =>
    node["type"] === "array" ? set(node, "uniqueItems", true) : undefined,
  ),
  schema("J12", "a step comes", (node) =>
    isPlain(node, "integer") ? set(node, "multipleOf", 5) : undefined,
  ),
  schema("K16", "an element is required", (node) =>
    node["type"] === "array" ? set(node, "contains", { type: "string" }) : undefined,
  ),
];

export const schemaMutations: readonly Mutation[] = [...properties, ...types, ...values, ...bounds];
