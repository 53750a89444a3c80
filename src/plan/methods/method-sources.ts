import type { HeaderSets } from "../headers/header-sets.js";
import type { NamedBackground } from "./background/name-backgrounds.js";
import type { MethodNames } from "./method-names.js";
import type { Modification } from "./modify/list-modifications.js";
import type { FindOperation, PlannedOperation } from "./planned-operation.js";
import type { TypeSources } from "./representations.js";

/** What the planners of methods look things up in; read only. */
export interface MethodSources extends FormSources {
  /** What the answers describe in their headers. */
  readonly headers: HeaderSets;
}

/** What it takes to choose the form of a method. */
export interface FormSources extends TypeSources {
  readonly find: FindOperation;
  readonly all: readonly PlannedOperation[];
  readonly names: MethodNames;
  /** The ways in which background operations are followed. */
  readonly backgrounds: readonly NamedBackground[];
  /** By the full name of the change: `settings.update`. */
  readonly modifications: ReadonlyMap<string, Modification>;
  /** `info.version` of the contract. */
  readonly contractVersion: string;
}
