import type { ImportPlan } from "../../plan/client-plan.js";
import { type Doc, enclosed, layout } from "../layout/layout.js";
import { stringLiteral } from "../layout/string-literal.js";
import type { ImportExtension } from "../types/print-declarations.js";
import { builders } from "prettier/doc";

/** The import declarations of a file, one string each. */
export function importLines(
  imports: readonly ImportPlan[],
  from: string,
  extension: ImportExtension,
): readonly string[] {
  return imports.map((plan) =>
    layout(importDoc(plan, stringLiteral(modulePath(from, plan.from, extension)))),
  );
}

/** A module as another sees it: `resources/cabinets` → `runtime/call/call` is `../runtime/call/call.js`. */
export function modulePath(from: string, to: string, extension: ImportExtension): string {
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared += 1;
  const up = here.slice(shared).map(() => "..");
  const path = [...(up.length === 0 ? ["."] : up), ...there.slice(shared)].join("/");
  return extension === "none" ? path : `${path}.${extension}`;
}

function importDoc({ namespace, names }: ImportPlan, from: string): Doc {
  if (namespace !== undefined) return `import * as ${namespace} from ${from};`;
  const allTypes = names.every(({ type }) => type);
  const printed = names.map(({ name, type }) => (type && !allTypes ? `type ${name}` : name));
  const [only] = printed;
  // Prettier never breaks around a single name.
  const members: Doc =
    printed.length === 1 && only !== undefined
      ? `{ ${only} }`
      : builders.group(enclosed("{", printed, "}", { padded: true, trailing: "," }));
  return ["import ", allTypes ? "type " : "", members, " from ", from, ";"];
}
