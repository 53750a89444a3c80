import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { createVisitBudget, type VisitBudget } from "../../openapi/visit-budget.js";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import { member } from "../document/json-members.js";
import type { SchemaModel, SchemaNode } from "../schema-model.js";
import { buildNode } from "./build-node.js";
import { heirsNode } from "./heirs-node.js";
import { componentPointer } from "./component-pointer.js";
import { noteDialect } from "./note-dialects.js";
import { absentOfHeirs, mayLack } from "./note-absent.js";
import { noteHeirs } from "./note-heirs.js";
import { noteUnsure } from "./note-unsure.js";
import { baseIdentity, indexSchemas, placeOf } from "./schema-index.js";
import type { SchemaNote } from "./schema-note.js";
import type { SchemaPlace } from "./schema-place.js";
import { settleDynamic } from "./settle-dynamic.js";
import { createWorkshop } from "./workshop.js";

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
  /** Whether an earlier generation had a name for the schema at a pointer, or for one below it. */
  wasNamed(pointer: string): boolean;
  /** Every named schema, sorted by name: components, and inline schemas named from where they stand. Call last, and once. */
  finish(): readonly SchemaModel[];
  /** What is said of the alternatives in place that have names, or hold what has, by their identities; for the manifest. */
  describeAlternatives(): ReadonlyMap<string, string>;
  /** What should be known about how the schemas were understood, in the order met. */
  readonly notes: readonly SchemaNote[];
}

/**
 * Starts with the components, in sorted order, so that no operation can take a name from them.
 *
 * @param reserved - type names that belong to the client itself.
 * @param kept - names of an earlier generation, by {@link SchemaModel.identity}.
 * @param longDigits - integers that JavaScript rounds: rounded number → digits as written.
 * @param described - what that generation said of its alternatives ({@link SchemaBuilder.describeAlternatives}).
 * @param budget - that of the contract.
 * @throws UserError (exit 3) on what is not a schema, or refers to nothing, or takes too many steps to read.
 */
export function createSchemaBuilder(
  given: JsonObject,
  dialect: "3.0" | "3.1" | "3.2",
  reserved: ReadonlySet<string> = new Set(),
  kept: ReadonlyMap<string, string> = new Map(),
  longDigits: ReadonlyMap<number, string> = new Map(),
  described: ReadonlyMap<string, string> = new Map(),
  budget: VisitBudget = createVisitBudget(),
): SchemaBuilder {
  const notes: SchemaNote[] = [...noteDialect(given, "#")];
  const document = settleDynamic(given, notes);
  const index = indexSchemas(document, reserved, kept, notes, described, budget);
  const schemas: SchemaModel[] = [];
  const workshop = createWorkshop(index, dialect, schemas, notes, longDigits, budget);
  for (const [key, name] of [...index.byKey].sort(([left], [right]) => byText(left, right))) {
    const pointer = componentPointer(key);
    const place: SchemaPlace = { pointer, name, named: true, owner: name, within: pointer };
    const node = buildNode(member(index.components, key) ?? true, place, workshop.around);
    const base = index.bases.get(pointer);
    noteHeirs(key, place, index, workshop.around);
    const absent = base !== undefined && mayLack(base, index.components, workshop.around.readingAt(place));
    if (absent) workshop.around.note(absentOfHeirs(base.property), place);
    if (base !== undefined) {
      schemas.push({ name: base.baseName, identity: baseIdentity(pointer), owner: name, node });
    }
    schemas.push({
      name,
      identity: pointer,
      key,
      node: base === undefined ? node : heirsNode({ ...base, absent }, node, index.byKey),
    });
  }
  const { identities } = index;
  const before = namedPlaces(kept.keys());
  return {
    notes,
    describeAlternatives: () => identities.describe(schemas.map(({ identity }) => placeOf(identity))),
    node: (json, pointer, name, owner) =>
      workshop.around.build(json, { pointer: toPointer(pointerKeys(pointer)), name, named: false, owner }),
    wasNamed: (pointer) => before.has(identities.of(toPointer(pointerKeys(pointer)))),
    finish: () => {
      notes.push(...noteUnsure(schemas, identities.unsure));
      return [...schemas].sort((left, right) => byText(left.name, right.name));
    },
  };
}

/** The places of identities, and those above them. */
function namedPlaces(identities: Iterable<string>): ReadonlySet<string> {
  const places = new Set<string>();
  for (const identity of identities) {
    for (
      let place = placeOf(identity);
      place.length > 1 && !places.has(place);
      place = place.slice(0, place.lastIndexOf("/"))
    ) {
      places.add(place);
    }
  }
  return places;
}
