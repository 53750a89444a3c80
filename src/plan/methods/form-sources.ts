import type { ApiModel } from "../../model/api-model.js";
import type { KeptNames } from "../../model/names/kept-names.js";
import { fullName } from "../reading/answers.js";
import { nameBackgrounds } from "./background/name-backgrounds.js";
import { createMethodNames } from "./method-names.js";
import type { FormSources } from "./method-sources.js";
import { listModifications } from "./modify/list-modifications.js";
import type { FindOperation, PlannedOperation } from "./planned-operation.js";
import type { TypeSources } from "./representations.js";

/** What the forms of methods are chosen from; names are given to what stands beside an operation's own method. */
export function formSources(
  model: ApiModel,
  emitted: readonly PlannedOperation[],
  sources: TypeSources,
  kept: KeptNames | undefined,
): FormSources {
  const byName = new Map(emitted.map((one) => [fullName(one.model), one]));
  const find: FindOperation = (name) => byName.get(fullName({ name }));
  const names = createMethodNames(emitted, new Map(Object.entries(kept?.methods ?? {})));
  return {
    ...sources,
    all: emitted,
    contractVersion: model.contract.version,
    find,
    names,
    backgrounds: nameBackgrounds(emitted, find, names),
    modifications: listModifications(emitted, find, names),
  };
}
