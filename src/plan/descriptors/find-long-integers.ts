import type { SchemaNode } from "../../model/schema-model.js";
import { byText } from "../../text/by-text.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import { isLongInteger } from "../types/long-integer.js";

/**
 * Names of the members that hold 64-bit integers somewhere in a value, sorted; `""` when the value itself does, alone or
 * in a list or a map. Names, and not ways to them, because recursive schemas have endless ways.
 */
export function findLongIntegers(node: SchemaNode, reader: SchemaReader): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (part: SchemaNode, name: string): void => {
    const { type } = part;
    if (isLongInteger(part)) names.add(name);
    switch (type.kind) {
      case "ref": {
        // The same schema below another name is another place for what it holds itself.
        const place = JSON.stringify([type.name, name]);
        const target = seen.has(place) ? undefined : reader.named(type.name);
        seen.add(place);
        if (target !== undefined) visit(target, name);
        return;
      }
      case "array":
        visit(type.items, name);
        return;
      case "tuple":
        for (const item of [...type.items, ...(type.rest === undefined ? [] : [type.rest])])
          visit(item, name);
        return;
      case "object":
        for (const property of type.properties) visit(property.schema, property.name);
        for (const { schema } of type.patterns) visit(schema, name);
        if (typeof type.additional !== "string") visit(type.additional, name);
        return;
      case "union":
      case "intersection":
        for (const member of type.members) visit(member, name);
        return;
      default:
        return;
    }
  };
  visit(node, "");
  return [...names].sort(byText);
}
