import type { SchemaNode } from "../schema-model.js";
import type { SchemaIdentities } from "./schema-identities.js";
import type { SchemaNames } from "./schema-names.js";
import { nullableNode, withoutNull } from "./schema-nodes.js";
import type { SchemaPlace } from "./schema-place.js";
import { deservesName } from "./worth-a-name.js";

/** Before the identity of an object that was split off the schema there: `object or null`. */
export const SPLIT = "object:";

/** Names of an earlier generation, for schemas that have got another form since. */
export interface KeptShapes {
  /** What a schema without a name of its own may have been known by: with null beside it, and before it was an alternative. */
  knownBy(place: SchemaPlace): readonly string[];
  /** An alternative goes on under the name of what stood there alone. */
  inherit(place: SchemaPlace): SchemaPlace;
  /**
   * Declares what deserves a name, and what stands where a shape had its name: alternatives, or a component that has the
   * shape now. Undefined for anything else.
   *
   * @param declare - gives a node the name that waits, under an identity of the kind (`object:`).
   */
  declareWorthy(
    node: SchemaNode,
    place: SchemaPlace,
    declare: (wished: string, node: SchemaNode, place: SchemaPlace, kind?: string) => SchemaNode,
  ): SchemaNode | undefined;
}

/** @param names - those that were given already; what waits there is what nobody took. */
export function createKeptShapes(names: SchemaNames, identities: SchemaIdentities): KeptShapes {
  const knownBy: KeptShapes["knownBy"] = ({ pointer, shapeOf }) => {
    const places = shapeOf === undefined ? [pointer] : [pointer, shapeOf];
    return places
      .map((place) => identities.of(place))
      .flatMap((identity) => [identity, `${SPLIT}${identity}`]);
  };
  const nameBefore = (place: SchemaPlace) => (names.isKeeping ? names.kept(...knownBy(place)) : undefined);
  return {
    knownBy,
    inherit(place) {
      const name = place.shapeOf === undefined ? undefined : nameBefore(place);
      return name === undefined ? place : { ...place, name };
    },
    declareWorthy(node, place, declare) {
      if (deservesName(node.type)) return declare(place.name, node, place);
      const isOther = node.type.kind === "union" || node.type.kind === "ref";
      const name = isOther ? nameBefore(place) : undefined;
      if (name === undefined) return undefined;
      // Code that names the shape does not expect null of it.
      const rest = withoutNull(node);
      return rest === node
        ? declare(name, node, place)
        : nullableNode(declare(name, rest, place, SPLIT), place);
    },
  };
}
