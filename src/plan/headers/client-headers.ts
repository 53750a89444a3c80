import { byText } from "../../text/by-text.js";
import type { ClientPlan } from "../client-plan.js";
import { type NameModules, planImports } from "../imports/plan-imports.js";
import type { CallForm } from "../methods/call-form.js";
import type { FormSources } from "../methods/method-sources.js";
import { chooseForm } from "../methods/plan-methods.js";
import { namesIn } from "../types/names-in.js";
import { type HeaderSets, type HeaderView, planHeaderSets } from "./header-sets.js";

/**
 * The headers that the methods of a client hand out.
 *
 * @param taken - names that other declarations have.
 * @param kept - names of an earlier generation, as {@link HeaderSets.identities} has them.
 */
export function clientHeaders(
  sources: FormSources,
  taken: ReadonlySet<string>,
  kept: ReadonlyMap<string, string> = new Map(),
): HeaderSets {
  return planHeaderSets(
    sources.all,
    (operation) => headerView(chooseForm(operation, sources)),
    sources,
    taken,
    kept,
  );
}

/** Pages have no form with headers; a value with its strong validator has that one already. */
function headerView({ callee }: CallForm): HeaderView {
  if (callee === "pages") return "none";
  return /^(?:read|change)Versioned/.test(callee) ? "without-etag" : "all";
}

/** `headers.ts`: every interface, sorted by name. */
export function planHeaderFile({ all }: HeaderSets, modules: NameModules): ClientPlan["headers"] {
  const declarations = all
    .map(({ declaration }) => declaration)
    .sort((left, right) => byText(left.name, right.name));
  return { declarations, imports: planImports(declarations.flatMap(namesIn), modules, { self: "headers" }) };
}
