import type { JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { UserError } from "../../text/user-error.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";
import { type LocatedParameter, locateParameters, parameterKey } from "./locate-parameters.js";

/** Members of a Parameter Object that tell of it and change nothing. */
const WORDS = new Set(["description", "example", "examples", "deprecated"]);

/**
 * What a person should know of parameters that one list has twice (OpenAPI, Operation Object and Path Item Object: the
 * list must not include duplicates): one note for each that is repeated.
 *
 * @throws UserError (exit 3) when the two say different things: nobody can tell which of them the server means.
 */
export function noteRepeatedParameters(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const notes = operations
    .flatMap((operation) => locateParameters(document, operation))
    .flatMap((list) => {
      const first = new Map<string, LocatedParameter>();
      return list.flatMap((one) => {
        const before = first.get(parameterKey(one));
        if (before === undefined) {
          first.set(parameterKey(one), one);
          return [];
        }
        if (meaning(before) !== meaning(one)) throw contradiction(before, one);
        const text = `${named(one)} is in the list twice; it is taken once.`;
        return [{ text, pointer: one.listed }];
      });
    });
  return [...new Map(notes.map((note) => [note.pointer, note])).values()];
}

function meaning({ located: { json } }: LocatedParameter): string {
  const members = Object.entries(json).filter(([name]) => !WORDS.has(name) && !name.startsWith("x-"));
  return canonicalJson(Object.fromEntries(members));
}

function named({ name, place }: LocatedParameter): string {
  return `The parameter ${JSON.stringify(name)} in ${place}`;
}

function contradiction(before: LocatedParameter, after: LocatedParameter): UserError {
  return new UserError(3, `${named(after)} is in one list twice, and the two differ.`, {
    where: `at ${before.listed}\nand ${after.listed}`,
    remedy: "Take the one out that the server does not mean, or tell those who publish the contract.",
  });
}
