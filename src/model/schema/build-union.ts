import type { JsonObject } from "../../load/loaded-contract.js";
import type { DiscriminatorModel, SchemaNode } from "../schema-model.js";
import { joinSaid, type SaidOfSome } from "./join-said.js";
import { placeAlternatives } from "./place-alternatives.js";
import type { SchemaReading } from "./possible-values.js";
import { bareNode, tellOf } from "./schema-nodes.js";
import type { BuildSchema, SchemaPlace } from "./schema-place.js";

/** Literal → name of the member schema, for a union whose members are references. */
export type ReadDiscriminator = (json: JsonObject, place: SchemaPlace) => DiscriminatorModel | undefined;

/** What alternatives ask of the document as a whole. */
export interface UnionSurroundings {
  readonly build: BuildSchema;
  readonly readDiscriminator: ReadDiscriminator;
  /** How what a schema allows is read, for questions that stand at a place. */
  readonly readingAt: (place: SchemaPlace) => SchemaReading;
}

/**
 * The alternatives of `oneOf` or `anyOf` as one schema: alternatives of the same form inside an inline alternative are
 * drawn up, a single one stands for itself.
 *
 * @param said - absent: what stands beside them is joined to the whole by the caller.
 */
export function buildUnion(
  form: "oneOf" | "anyOf",
  json: JsonObject,
  place: SchemaPlace,
  { build, readDiscriminator, readingAt }: UnionSurroundings,
  said?: SaidOfSome,
): SchemaNode {
  const alternatives = placeAlternatives(form, json, place, readingAt(place));
  const members = alternatives.map((each) =>
    each.isForNull ? bareNode({ kind: "null" }, each.at) : build(each.json, each.at),
  );
  const [first, ...others] = joinSaid(form, members, alternatives, place, said);
  if (first === undefined) return bareNode({ kind: "any" }, place);
  const discriminator = readDiscriminator(json, place);
  if (others.length === 0) return first;
  const type = { kind: "union", form, members: [first, ...others] } as const;
  const node = bareNode(discriminator === undefined ? type : { ...type, discriminator }, place);
  const [only, ...more] = members.filter((member) => member.type.kind !== "null");
  return only === undefined || more.length > 0 ? node : tellOf(only, node);
}
