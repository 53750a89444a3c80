import type { Json } from "../../../../load/loaded-contract.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { exampleNames, exampleValues, textOf } from "../body-members.js";
import { CODES, isHolder, piecesOf } from "./error-models.js";
import { quotedNames, type ShownProblems } from "./problem-codes.js";

/** An object in a body, and what the contract shows of it. */
export interface Holder extends ShownProblems {
  readonly name: string;
  /** Members that its description alone names. */
  readonly described: readonly string[];
}

/**
 * The objects of bodies that could have members of the problem: those that are called so, and the one that has it whatever its name is.
 *
 * @param bodies - the schemas of the bodies, each with all its parts
 */
export function listHolders(
  { pieces, examples, reader }: ShownProblems,
  bodies: readonly SchemaNode[],
): readonly Holder[] {
  const whole = new Set(
    [...new Set(bodies.map((body) => reader.resolve(body)))].flatMap(
      (body) => wholeProblem(body, reader) ?? [],
    ),
  );
  const names = [
    ...new Set([...pieces.flatMap((piece) => namesOf(piece, reader)), ...exampleNames(examples)]),
  ];
  return names
    .filter((name) => isHolder(name) || whole.has(name))
    .map((name) => {
      const schemas = pieces.flatMap((piece) => reader.property(piece, name)?.schema ?? []);
      return {
        name,
        pieces: schemas.flatMap((schema) => piecesOf(schema, reader)),
        examples: [
          ...exampleValues(examples, [name]),
          ...schemas.flatMap((schema) => ownExamples(schema, reader)),
        ],
        described: schemas.flatMap((schema) => quotedNames(textOf(schema, reader))),
        reader,
      };
    });
}

/** Names of a text about the problem for people; words joined by `_`. */
const MESSAGES = new Set(["detail", "error_message", "message", "msg", "text"]);

/**
 * The only object of an error body that has the text of a code beside a message, where the body has neither itself: what the error is,
 * whatever the object is called (`failure`). Beside a message of the body it may be a cause, or something else with a code.
 *
 * @returns the name of the member
 */
export function wholeProblem(body: SchemaNode, reader: SchemaReader): string | undefined {
  const pieces = piecesOf(body, reader);
  if (hasText(pieces, isCode, reader) || hasText(pieces, isMessage, reader)) return undefined;
  const names = new Set(pieces.flatMap((piece) => namesOf(piece, reader)));
  const [found, ...others] = [...names].filter((name) => {
    const held = pieces
      .flatMap((piece) => reader.property(piece, name)?.schema ?? [])
      .flatMap((schema) => piecesOf(schema, reader));
    return hasText(held, isCode, reader) && hasText(held, isMessage, reader);
  });
  return others.length === 0 ? found : undefined;
}

function isCode(name: string): boolean {
  return CODES.includes(words(name).join("_"));
}

function isMessage(name: string): boolean {
  return MESSAGES.has(words(name).join("_"));
}

/** Whether objects have a text with such a name. */
function hasText(
  pieces: readonly SchemaNode[],
  isNamed: (name: string) => boolean,
  reader: SchemaReader,
): boolean {
  return pieces.some((piece) =>
    (reader.properties(piece) ?? []).some(
      ({ name, schema }) => isNamed(name) && piecesOf(schema, reader).some(({ type }) => isText(type)),
    ),
  );
}

function isText(type: SchemaNode["type"]): boolean {
  if (type.kind === "enum") return type.values.every((value) => typeof value === "string");
  return type.kind === "string" || (type.kind === "literal" && typeof type.value === "string");
}

/** The names of the members that schemas and examples have. */
export function namesIn({ pieces, examples, reader }: ShownProblems): readonly string[] {
  return [...pieces.flatMap((piece) => namesOf(piece, reader)), ...exampleNames(examples)];
}

function namesOf(piece: SchemaNode, reader: SchemaReader): readonly string[] {
  return (reader.properties(piece) ?? []).map(({ name }) => name);
}

/** The examples of a schema, and of what it refers to. */
export function ownExamples(schema: SchemaNode, reader: SchemaReader): readonly Json[] {
  return [...new Set([...schema.doc.examples, ...reader.resolve(schema).doc.examples])];
}
