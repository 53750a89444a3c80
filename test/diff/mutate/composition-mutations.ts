import { isMembers, valueAt } from "../../../src/openapi/visit.js";
import { fragmentKeys } from "../../../src/text/json-pointer.js";
import { mutation, type Mutation } from "./mutation.js";
import { listAt, membersAt, pick, remove, set, type Target } from "./targets.js";

type Members = Record<string, unknown>;

const schema = (
  row: string,
  title: string,
  change: (node: Members, random: () => number, target: Target) => boolean | undefined,
): Mutation => mutation(row, title, "schema", (target, random) => change(target.node, random, target));

const alternatives = (node: Members) => listAt(node, "oneOf") ?? listAt(node, "anyOf");

function addAlternative(node: Members, keyword: string, alternative: unknown): boolean | undefined {
  const list = listAt(node, keyword);
  if (list === undefined) return undefined;
  list.push(alternative);
  return true;
}

/** Takes an alternative away, and what its discriminator says of it. */
function dropAlternative(node: Members, keyword: string, random: () => number): boolean | undefined {
  const list = listAt(node, keyword);
  if (list === undefined || list.length < 2) return undefined;
  const [gone] = list.splice(Math.floor(random() * list.length), 1);
  const mapping = membersAt(membersAt(node, "discriminator") ?? {}, "mapping");
  const reference = isMembers(gone) ? gone["$ref"] : undefined;
  for (const [key, value] of Object.entries(mapping ?? {})) if (value === reference) remove(mapping, key);
  return true;
}

/** A component beside those of a union with discriminator, with its own value. */
function withSibling(document: Members, node: Members): string | undefined {
  const property = membersAt(node, "discriminator")?.["propertyName"];
  const schemas = membersAt(membersAt(document, "components") ?? {}, "schemas");
  if (typeof property !== "string" || schemas === undefined) return undefined;
  schemas["AddedAlternative"] = {
    type: "object",
    properties: { [property]: { const: "added" }, addedMember: { type: "string" } },
    required: [property],
  };
  return "#/components/schemas/AddedAlternative";
}

/** Whether a part of `allOf` is an object. */
function isObjectPart(root: Members, part: unknown): boolean {
  const reference = isMembers(part) ? part["$ref"] : undefined;
  const found = typeof reference === "string" ? valueAt(root, fragmentKeys(reference)) : part;
  return isMembers(found) && (found["type"] === "object" || found["properties"] !== undefined);
}

/** Whether other parts of an object are beside a schema: closed, it would forbid what they have. */
function isPart(root: Members, keys: readonly string[], pointer: string): boolean {
  return keys.at(-2) === "allOf" || hasPart(root, pointer);
}

function hasPart(node: unknown, reference: string): boolean {
  if (Array.isArray(node)) return node.some((one) => hasPart(one, reference));
  if (!isMembers(node)) return false;
  const parts = listAt(node, "allOf") ?? [];
  return (
    parts.some((part) => isMembers(part) && part["$ref"] === reference) ||
    Object.values(node).some((value) => hasPart(value, reference))
  );
}

/** Changes of combinators and of the shape of objects: section K. */
export const compositionMutations: readonly Mutation[] = [
  mutation("K1", "a discriminated union gets an alternative", "schema", ({ node }, _random, { root }) => {
    if (listAt(node, "oneOf") === undefined) return undefined;
    const reference = withSibling(root, node);
    if (reference === undefined) return undefined;
    const mapping = membersAt(membersAt(node, "discriminator") ?? {}, "mapping");
    if (mapping !== undefined) mapping["added"] = reference;
    return addAlternative(node, "oneOf", { $ref: reference });
  }),
  schema("K1", "a union gets an alternative", (node) =>
    node["discriminator"] === undefined
      ? addAlternative(node, "oneOf", {
          type: "object",
          properties: { addedShape: { type: "string" } },
          required: ["addedShape"],
        })
      : undefined,
  ),
  schema("K2", "a union loses an alternative", (node, random) => dropAlternative(node, "oneOf", random)),
  schema("K3", "an object becomes one of two", (node) => {
    if (node["type"] !== "object" || node["properties"] === undefined) return undefined;
    const before = { ...node };
    for (const name of Object.keys(node)) remove(node, name);
    node["oneOf"] = [
      before,
      { type: "object", properties: { wrapped: { type: "string" } }, required: ["wrapped"] },
    ];
    return true;
  }),
  schema("K4", "anyOf gets an alternative", (node) => addAlternative(node, "anyOf", { type: "boolean" })),
  schema("K5", "anyOf loses an alternative", (node, random) => dropAlternative(node, "anyOf", random)),
  mutation("K6", "a part with a required member is added", "schema", ({ node }, _random, { root }) => {
    if (listAt(node, "allOf")?.every((part) => isObjectPart(root, part)) !== true) return undefined;
    return addAlternative(node, "allOf", {
      type: "object",
      properties: { partMember: { type: "string" } },
      required: ["partMember"],
    });
  }),
  schema("K7", "a part is removed", (node, random) => {
    const list = listAt(node, "allOf");
    if (list === undefined || list.length < 2) return undefined;
    list.splice(Math.floor(random() * list.length), 1);
    return true;
  }),
  schema("K8", "a part with words alone is added", (node) =>
    addAlternative(node, "allOf", { description: "Words." }),
  ),
  schema("K9", "a discriminator goes", (node) =>
    node["discriminator"] === undefined || alternatives(node) === undefined
      ? undefined
      : remove(node, "discriminator"),
  ),
  schema("K11", "a mapping gets a key", (node) => {
    const mapping = membersAt(membersAt(node, "discriminator") ?? {}, "mapping");
    const [first] = Object.values(mapping ?? {});
    return mapping === undefined || first === undefined ? undefined : set(mapping, "addedKey", first);
  }),
  schema("K12", "a mapping leads elsewhere", (node) => {
    const mapping = membersAt(membersAt(node, "discriminator") ?? {}, "mapping");
    const [first, second] = Object.entries(mapping ?? {});
    if (mapping === undefined || first === undefined || second === undefined) return undefined;
    [mapping[first[0]], mapping[second[0]]] = [second[1], first[1]];
    return true;
  }),
  schema("K19", "a list becomes a tuple", (node) => {
    const { items } = node;
    if (node["type"] !== "array" || !isMembers(items) || node["prefixItems"] !== undefined) return undefined;
    node["prefixItems"] = [items, items];
    node["minItems"] = 2;
    node["items"] = false;
    return true;
  }),
  schema("K19", "a tuple gets longer", (node) => {
    const list = listAt(node, "prefixItems");
    if (list === undefined) return undefined;
    list.push({ type: "boolean" });
    node["minItems"] = list.length;
    node["maxItems"] = list.length;
    return true;
  }),
  schema("K20", "elements are replaced", (node) => {
    if (node["type"] !== "array" || !isMembers(node["items"])) return undefined;
    node["items"] = { type: "object", properties: { replaced: { type: "string" } }, required: ["replaced"] };
    return true;
  }),
  schema("K24", "names with a beginning are described", (node) => {
    if (node["type"] !== "object" || node["patternProperties"] !== undefined) return undefined;
    node["patternProperties"] = { "^x-": { type: "string" } };
    return true;
  }),
  schema("K24", "names with a beginning lose their schema", (node) =>
    node["patternProperties"] === undefined ? undefined : remove(node, "patternProperties"),
  ),
  schema("K26", "other members are refused", (node) =>
    listAt(node, "allOf") === undefined ? undefined : set(node, "unevaluatedProperties", false),
  ),
  mutation("K27", "an object is closed", "schema", ({ node, keys, pointer }, _random, { root }) => {
    if (
      isPart(root, keys, pointer) ||
      node["type"] !== "object" ||
      node["additionalProperties"] === false ||
      node["properties"] === undefined
    )
      return undefined;
    return set(node, "additionalProperties", false);
  }),
  schema("K27", "values of a map are narrower", (node) => {
    const values = node["additionalProperties"];
    if (!isMembers(values) || values["type"] !== "string") return undefined;
    node["additionalProperties"] = { type: "string", enum: ["a", "b"] };
    return true;
  }),
  schema("K28", "an object is opened", (node) =>
    node["additionalProperties"] === false ? remove(node, "additionalProperties") : undefined,
  ),
  schema("K28", "values of a map are wider", (node) => {
    const values = node["additionalProperties"];
    if (!isMembers(values) || values["type"] === undefined) return undefined;
    node["additionalProperties"] = {
      anyOf: [values, { type: values["type"] === "boolean" ? "string" : "boolean" }],
    };
    return true;
  }),
  mutation("G13", "a component is renamed", "openapi", ({ node }, random, { root }) => {
    const schemas = membersAt(membersAt(node, "components") ?? {}, "schemas");
    const name = pick(Object.keys(schemas ?? {}), random);
    if (schemas === undefined || name === undefined) return undefined;
    schemas[`${name}Renamed`] = schemas[name];
    remove(schemas, name);
    renameReferences(root, `#/components/schemas/${name}`, `#/components/schemas/${name}Renamed`);
    return true;
  }),
  mutation("G14", "a reference is written in place", "schema", ({ node }, _random, { root }) => {
    const reference = node["$ref"];
    const name =
      typeof reference === "string" ? /^#\/components\/schemas\/(\w+)$/u.exec(reference)?.[1] : undefined;
    const schemas = membersAt(membersAt(root, "components") ?? {}, "schemas");
    const target = name === undefined ? undefined : schemas?.[name];
    if (!isMembers(target) || JSON.stringify(target).includes("$ref")) return undefined;
    remove(node, "$ref");
    Object.assign(node, structuredClone(target));
    return true;
  }),
];

function renameReferences(node: unknown, from: string, to: string): void {
  if (Array.isArray(node)) for (const one of node) renameReferences(one, from, to);
  if (!isMembers(node)) return;
  for (const [name, value] of Object.entries(node))
    if (value === from) node[name] = to;
    else if (typeof value === "string" && value.startsWith(`${from}/`))
      node[name] = `${to}${value.slice(from.length)}`;
    else renameReferences(value, from, to);
}
