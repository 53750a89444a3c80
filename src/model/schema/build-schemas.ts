import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import { member } from "../document/json-members.js";
import type { SchemaModel, SchemaNode } from "../schema-model.js";
import { buildNode, type NodeSurroundings } from "./build-node.js";
import { componentPointer } from "./inheritance.js";
import { heirsNode } from "./heirs-node.js";
import { noteDialect } from "./note-dialects.js";
import { nameFromPointer } from "./pointer-name.js";
import { baseAt, baseIdentity, indexSchemas, readDiscriminator, type SchemaIndex } from "./schema-index.js";
import { bareNode } from "./schema-nodes.js";
import type { SchemaNote } from "./schema-note.js";
import type { SchemaPlace } from "./schema-place.js";
import { deservesName, isScalarJson } from "./worth-a-name.js";

/** Turns the schemas of one document into the model's normal form. */
export interface SchemaBuilder {
  /**
   * Builds an inline schema of a parameter, a body or an answer. Call in a canonical order: names are given out as
   * schemas are met. A schema that was met before (a shared answer) comes back as the same reference.
   *
   * @param json - the schema, as it stands in the document.
   * @param pointer - where it stands, with or without the leading `#`.
   * @param suggestedName - Pascal case; its name if it deserves one, and what the names below it start with.
   * @param owner - name of the operation (or component) in whose file its named parts go.
   * @throws UserError (exit 3) on what is not a schema, or refers to nothing.
   */
  node(json: Json, pointer: string, suggestedName: string, owner: string): SchemaNode;
  /** Every named schema, sorted by name: components, and inline schemas named from where they stand. */
  finish(): readonly SchemaModel[];
  /** What should be known about how the schemas were understood, in the order met. */
  readonly notes: readonly SchemaNote[];
}

/**
 * Starts with the components, in sorted order, so that no operation can take a name from them.
 *
 * @param reserved - type names that belong to the client itself.
 * @param kept - names of an earlier generation, by {@link SchemaModel.identity}.
 * @param longDigits - integers that JavaScript rounds: rounded number → digits as written.
 * @throws UserError (exit 3) on what is not a schema, or refers to nothing.
 */
export function createSchemaBuilder(
  document: JsonObject,
  dialect: "3.0" | "3.1" | "3.2",
  reserved: ReadonlySet<string> = new Set(),
  kept: ReadonlyMap<string, string> = new Map(),
  longDigits: ReadonlyMap<number, string> = new Map(),
): SchemaBuilder {
  const notes: SchemaNote[] = [...noteDialect(document, "#")];
  const index = indexSchemas(document, reserved, kept, notes);
  const schemas: SchemaModel[] = [];
  const workshop = createWorkshop(index, dialect, schemas, notes, longDigits);
  for (const [key, name] of [...index.byKey].sort(([left], [right]) => byText(left, right))) {
    const pointer = componentPointer(key);
    const place: SchemaPlace = { pointer, name, named: true, owner: name, within: pointer };
    const node = buildNode(member(index.components, key) ?? true, place, workshop.around);
    const base = index.bases.get(pointer);
    if (base !== undefined) {
      schemas.push({ name: base.baseName, identity: baseIdentity(pointer), owner: name, node });
    }
    schemas.push({
      name,
      identity: pointer,
      key,
      node: base === undefined ? node : heirsNode(base, node, index.byKey),
    });
  }
  return {
    notes,
    node: (json, pointer, name, owner) =>
      workshop.around.build(json, { pointer: toPointer(pointerKeys(pointer)), name, named: false, owner }),
    finish: () => [...schemas].sort((left, right) => byText(left.name, right.name)),
  };
}

/** The functions that build schemas and each other's parts; they add to `schemas` what they name. */
function createWorkshop(
  index: SchemaIndex,
  dialect: "3.0" | "3.1" | "3.2",
  schemas: SchemaModel[],
  notes: SchemaNote[],
  longDigits: ReadonlyMap<number, string>,
): { readonly around: NodeSurroundings } {
  const nameAt = new Map([...index.byKey].map(([key, name]) => [componentPointer(key), name]));
  /** References to what was built already, by pointer. */
  const built = new Map<string, SchemaNode>();

  const declare = (wished: string, node: SchemaNode, place: SchemaPlace, kind = "") => {
    const identity = `${kind}${index.identities.of(place.pointer)}`;
    const name = index.names.claim(wished, identity);
    return push(name, node, place, identity);
  };
  const push = (name: string, node: SchemaNode, place: SchemaPlace, identity: string): SchemaNode => {
    schemas.push({ name, identity, owner: place.owner, node });
    return { ...node, type: { kind: "ref", name } };
  };
  const remember = (node: SchemaNode, pointer: string): SchemaNode => {
    built.set(pointer, node);
    return node;
  };
  /** Gives the name first: what stands below may refer back to it. */
  const buildNamed = (json: Json, place: SchemaPlace): SchemaNode => {
    const identity = index.identities.of(place.pointer);
    const name = index.names.claim(place.name, identity);
    nameAt.set(place.pointer, name);
    const node = buildNode(json, { ...place, name, named: true, within: place.pointer }, around);
    return remember(push(name, node, place, identity), place.pointer);
  };
  const build = (json: Json, place: SchemaPlace): SchemaNode => {
    const known = built.get(place.pointer);
    if (known !== undefined) return known;
    if (index.references.targets.has(place.pointer) && !isScalarJson(json)) return buildNamed(json, place);
    const node = buildNode(json, place, around);
    if (!deservesName(node.type)) return node;
    return remember(declare(place.name, node, place), place.pointer);
  };
  const refer = (reference: string, place: SchemaPlace): SchemaNode => {
    const target = index.references.resolve(reference, place.pointer);
    if (index.endless.has(place.within, target.pointer)) {
      const text = `The reference ${JSON.stringify(reference)} makes a schema consist of itself; it is left out.`;
      notes.push({ text, pointer: place.pointer });
      // An alternative that is the whole itself adds no value to the others.
      const whole = place.within === target.pointer && /\/(?:oneOf|anyOf)\/\d+$/u.test(place.pointer);
      return bareNode({ kind: whole ? "never" : "any" }, place);
    }
    const name = baseAt(index, target.pointer, place)?.baseName ?? nameAt.get(target.pointer);
    if (name !== undefined) return bareNode({ kind: "ref", name }, place);
    if (isScalarJson(target.json))
      return buildNode(target.json, { ...place, pointer: target.pointer }, around);
    const wish = nameFromPointer(target.pointer, index.byKey);
    const { type } = buildNamed(target.json, { pointer: target.pointer, ...wish, named: false });
    return bareNode(type, place);
  };
  const split = (node: SchemaNode, place: SchemaPlace): SchemaNode => {
    if (!deservesName(node.type)) return node;
    return declare(place.named ? `${place.name}Object` : place.name, node, place, "object:");
  };
  const note: NodeSurroundings["note"] = (text, { pointer }) => {
    // A schema that is built where it is used, and where it stands, says the same twice.
    if (!notes.some((known) => known.text === text && known.pointer === pointer))
      notes.push({ text, pointer });
  };
  const around: NodeSurroundings = {
    build,
    note,
    longDigits,
    follow: (json, place) => index.references.follow(json, place.pointer),
    locate: (reference, from) => index.references.resolve(reference, from),
    nameAt: (pointer) => nameFromPointer(pointer, index.byKey),
    refer,
    split,
    readDiscriminator: (json, place) => readDiscriminator(index, json, place, note),
    referDynamic: (reference, place) => {
      if (!index.references.isDynamic(reference)) return refer(reference, place);
      // Only the way by which a value was reached tells which (JSON Schema 2020-12 section 8.2.3.2); a type has no such way.
      const text = `The reference ${JSON.stringify(reference)} is dynamic and means several schemas, depending on where it is reached from; it is read as any value.`;
      note(text, place);
      return bareNode({ kind: "any" }, place);
    },
    siblings: dialect === "3.0" ? "ignored" : "meant",
  };
  return { around };
}
