import { essenceOf } from "../../service/media.js";
import { place } from "../../service/responses.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";

/** Names of the methods that operations give beside their own: `modify`, `resume`, `getAsXml`, `createStream`. */
export interface MethodNames {
  /**
   * Gives the name that the method had before, else the first candidate that no other method of the resource has, else
   * the last one, numbered. It is taken from here on; asked for the same method again, it is the same name.
   *
   * @param role - what the method is to its operation: `modify`, `as text/csv`.
   */
  claim(operation: NamedOperation, role: string, candidates: readonly [string, ...string[]]): string;
  /** Names given so far: `modify of PATCH /pets/{id}` → `modify`. */
  readonly given: ReadonlyMap<string, string>;
}

type NamedOperation = Pick<PlannedOperation["model"], "name" | "method" | "path">;

/**
 * @param all - the operations of the client: their own names are taken.
 * @param kept - names of an earlier generation, as {@link MethodNames.given} has them.
 */
export function createMethodNames(
  all: readonly PlannedOperation[],
  kept: ReadonlyMap<string, string> = new Map(),
): MethodNames {
  const given = new Map<string, string>();
  const taken = new Set(all.map(({ model }) => fullName(model, model.name.method)));
  const places = new Map(all.map(({ model }) => [place(model), model]));
  const waiting = new Map<string, string>();
  for (const [identity, name] of kept) {
    const operation = places.get(identity.slice(identity.indexOf(" of ") + " of ".length));
    if (operation === undefined || taken.has(fullName(operation, name))) continue;
    taken.add(fullName(operation, name));
    waiting.set(renamedType(identity, operation, kept) ?? identity, name);
  }
  const free = (operation: NamedOperation, candidates: readonly [string, ...string[]]): string => {
    const isFree = (name: string) => !taken.has(fullName(operation, name));
    const found = candidates.find(isFree);
    if (found !== undefined) return found;
    const last = candidates[candidates.length - 1] ?? candidates[0];
    let number = 2;
    while (!isFree(`${last}${String(number)}`)) number += 1;
    return `${last}${String(number)}`;
  };
  return {
    given,
    claim(operation, role, candidates) {
      const identity = `${role} of ${place(operation)}`;
      const name = given.get(identity) ?? waiting.get(identity) ?? free(operation, candidates);
      given.set(identity, name);
      taken.add(fullName(operation, name));
      return name;
    },
  };
}

/**
 * What a method for a media type is known by now that the type has other parameters (`version=2.5.0`), where no other of the
 * operation has its name without them. Undefined where the type is there still.
 */
function renamedType(
  identity: string,
  operation: PlannedOperation["model"],
  kept: ReadonlyMap<string, string>,
): string | undefined {
  const [, before] = /^as (\S+(?:\s*;.*)?) of /u.exec(identity) ?? [];
  if (before === undefined) return undefined;
  const now = new Set(operation.answers.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)));
  const alike = [...now].filter((type) => essenceOf(type) === essenceOf(before));
  const [only] = alike;
  if (now.has(before) || only === undefined || alike.length > 1) return undefined;
  const renamed = `as ${only} of ${place(operation)}`;
  return kept.has(renamed) ? undefined : renamed;
}

function fullName({ name: { resource } }: NamedOperation, method: string): string {
  return `${resource}.${method}`;
}

/** The first of the candidates that is free; the last of them numbered when none is. It is taken from here on. */
export function claimName(candidates: readonly [string, ...string[]], taken: Set<string>): string {
  const last = candidates[candidates.length - 1] ?? candidates[0];
  let name = candidates.find((candidate) => !taken.has(candidate)) ?? last;
  for (let number = 2; taken.has(name); number += 1) name = `${last}${String(number)}`;
  taken.add(name);
  return name;
}
