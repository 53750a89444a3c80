import type { JsonObject } from "../../load/loaded-contract.js";
import type { ServerModel } from "../api-model.js";
import { isObject, listMember, objectMember, sortedMembers, textMember } from "../document/json-members.js";
import { namesHostAlone, withScheme } from "./schemeless-url.js";

/** The servers that a document, path item or operation states itself, in its order (OpenAPI, Server Object); https where one names no scheme. */
export function buildServers(owner: JsonObject): readonly ServerModel[] {
  return listMember(owner, "servers")
    .filter(isObject)
    .map((json) => {
      const description = textMember(json, "description");
      const written = textMember(json, "url") ?? "/";
      return {
        url: withScheme(written),
        ...(namesHostAlone(written) && { written }),
        ...(description === undefined ? {} : { description }),
        variables: sortedMembers(objectMember(json, "variables")).flatMap(([name, variable]) => {
          if (!isObject(variable)) return [];
          const text = textMember(variable, "description");
          return [
            {
              name,
              default: textMember(variable, "default") ?? "",
              values: listMember(variable, "enum").filter((value) => typeof value === "string"),
              ...(text === undefined ? {} : { description: text }),
            },
          ];
        }),
      };
    });
}
