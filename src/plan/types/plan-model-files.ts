import { byText } from "../../text/by-text.js";
import { isDeviceName } from "../../text/device-name.js";
import { fileName } from "../../text/file-name.js";
import { kebab, words } from "../../text/words.js";
import { runtimeNames } from "../runtime-names.js";
import type { DeclarationPlan, ModelFilePlan } from "../type-plan.js";
import { namesIn } from "./names-in.js";
import type { Variant } from "./schema-catalog.js";

/** A declaration and the schema that it is of. */
export interface Declared {
  readonly variant: Variant;
  readonly declaration: DeclarationPlan;
}

/**
 * Puts declarations into files: one for each component with the inline schemas that stand in it, one for the inline
 * schemas of each operation.
 */
export function planModelFiles(declared: readonly Declared[]): {
  readonly files: readonly ModelFilePlan[];
  /** Name of a declaration → its file. */
  readonly fileOf: ReadonlyMap<string, string>;
} {
  const owners = groupByOwner(declared);
  const files = nameFiles([...owners.keys()]);
  const fileOf = new Map(
    [...owners].flatMap(([owner, group]) =>
      group.map(({ declaration }) => [declaration.name, files.get(owner) ?? owner] as const),
    ),
  );
  const plans = [...owners].map(([owner, group]): ModelFilePlan => {
    const file = files.get(owner) ?? owner;
    const declarations = group.map(({ declaration }) => declaration);
    return { file, declarations, imports: planImports(file, declarations, fileOf) };
  });
  return { files: plans.sort((left, right) => byText(left.file, right.file)), fileOf };
}

/** The owner's own declaration first, the others as sorted. */
function groupByOwner(declared: readonly Declared[]): ReadonlyMap<string, readonly Declared[]> {
  const groups = new Map<string, Declared[]>();
  for (const each of declared) {
    const { schema } = each.variant;
    const owner = schema.owner ?? schema.name;
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [each]);
    else group.push(each);
  }
  for (const [owner, group] of groups) {
    group.sort(
      (left, right) =>
        Number(right.variant.schema.name === owner) - Number(left.variant.schema.name === owner) ||
        byText(left.declaration.name, right.declaration.name),
    );
  }
  return groups;
}

/** File names, unique even where case does not count. The first in sorted order keeps its own. */
function nameFiles(owners: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    [...owners].sort(byText).map((owner) => {
      const plain = fileName(kebab(words(owner)));
      const wished =
        plain === "" || plain === "index" || isDeviceName(plain) ? `${plain}-model`.replace(/^-/, "") : plain;
      let file = wished;
      for (let count = 2; taken.has(file); count++) file = `${wished}-${String(count)}`;
      taken.add(file);
      return [owner, file];
    }),
  );
}

function planImports(
  file: string,
  declarations: readonly DeclarationPlan[],
  fileOf: ReadonlyMap<string, string>,
): ModelFilePlan["imports"] {
  const byFile = new Map<string, Set<string>>();
  for (const name of declarations.flatMap(namesIn)) {
    const from = importedFrom(name, fileOf);
    if (from === undefined || from === `./${file}`) continue;
    byFile.set(from, (byFile.get(from) ?? new Set()).add(name));
  }
  return [...byFile]
    .sort(([left], [right]) => byText(left, right))
    .map(([from, names]) => ({ from, names: [...names].sort(byText) }));
}

function importedFrom(name: string, fileOf: ReadonlyMap<string, string>): string | undefined {
  const file = fileOf.get(name);
  if (file !== undefined) return `./${file}`;
  const runtime = runtimeNames.get(name);
  return runtime === undefined ? undefined : `../runtime/${runtime.module}`;
}
