import { mapReferences, objectAt, type Json, type JsonObject } from "./json-tree.js";

/** A contract in several files: path relative to its folder → document. `openapi.yaml` is the root. */
export type ContractFiles = ReadonlyMap<string, Json>;

const sections = ["schemas", "parameters", "headers", "responses", "requestBodies"] as const;

/** Every path item in a file of its own, referring back to the components of the root. */
export function splitPathItems(contract: JsonObject): ContractFiles {
  const files = new Map<string, Json>();
  const paths = Object.entries(objectAt(contract, "paths")).map(([path, item], index): [string, Json] => {
    const file = `paths/path-${String(index)}.yaml`;
    files.set(
      file,
      mapReferences(item, (reference) => reference.replace(/^#/, "../openapi.yaml#")),
    );
    return [path, { $ref: `./${file}` }];
  });
  files.set("openapi.yaml", { ...contract, paths: Object.fromEntries(paths) });
  return files;
}

/** Every component in a file of its own, which the root's components name; files refer to each other directly. */
export function splitComponents(contract: JsonObject): ContractFiles {
  const files = new Map<string, Json>();
  const components = objectAt(contract, "components");
  const split = sections.flatMap((section): [string, Json][] => {
    const members = components[section];
    if (members === undefined) return [];
    const entries = Object.entries(objectAt(components, section)).map(([name, value]): [string, Json] => {
      files.set(`${section}/${name}.yaml`, mapReferences(value, toSibling));
      return [name, { $ref: `./${section}/${name}.yaml` }];
    });
    return [[section, Object.fromEntries(entries)]];
  });
  files.set("openapi.yaml", { ...contract, components: { ...components, ...Object.fromEntries(split) } });
  return files;
}

/** Like {@link splitComponents}, but the root refers to the files wherever it needs them and has no list of them. */
export function splitWithoutList(contract: JsonObject): ContractFiles {
  const files = new Map(splitComponents(contract));
  const locked = Object.entries(objectAt(contract, "components")).filter(
    ([section]) => !sections.some((moved) => moved === section),
  );
  const root = { ...contract, components: Object.fromEntries(locked) };
  files.set(
    "openapi.yaml",
    mapReferences(root, (reference) => reference.replace(componentPointer, toFile("./"))),
  );
  return files;
}

const componentPointer = new RegExp(`^#/components/(${sections.join("|")})/([^/]+)(/.*)?$`);

function toSibling(reference: string): string {
  const moved = reference.replace(componentPointer, toFile("../"));
  return moved.replace(/^#/, "../openapi.yaml#");
}

/** What stands behind the name of a component stays a pointer into its file. */
function toFile(folder: string): (whole: string, section: string, name: string, inside?: string) => string {
  return (_, section, name, inside) =>
    `${folder}${section}/${name}.yaml${inside === undefined ? "" : `#${inside}`}`;
}
