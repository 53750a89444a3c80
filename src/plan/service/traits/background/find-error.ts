import type { OperationModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import type { Json } from "../../../../load/loaded-contract.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { jsonResponse } from "../../responses.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { type BodyMember, exampleNames, exampleValues, listBodyMembers } from "../body-members.js";
import { memberPath, type Path } from "../pagination/paths.js";
import { RETRYABLE } from "../problems/error-models.js";
import { quotedNames } from "../problems/problem-codes.js";
import type { BackgroundOperation } from "../trait.js";
import { isStateName } from "./final-states.js";

type ErrorPaths = NonNullable<BackgroundOperation["error"]>;

/** What a member of a failure begins with, where it repeats what it is of: `error_code`, `failed_message`. */
const PREFIX = /^(?:error|failed|failure|problem)_/;

/** The same of members beside the state: a `problem_type` there may be what the operation is about. */
const FLAT = /^(?:error|failure)_|^failed_(?:code|message|reason)$/;

/** Names of an object that says what went wrong. */
const OBJECT =
  /^(?:error|f(?:ailure|ault)|problem|last_error|error_details?|(?:error|failed|failure)_(?:info|reason)|failure_details?)$/;

/** Names of an object that does so where a member of it says that it is of an error: a `reason` can be why the operation was started. */
const REASON = /^(?:(?:state|status)_)?(?:details?|reason)$/;

/** Members that say what a failure was, by what the client knows them as; without what they begin with. */
const MEMBERS: Readonly<Record<keyof ErrorPaths, (key: string) => boolean>> = {
  code: (key) => key === "code" || key === "type",
  title: (key) => key === "title",
  message: (key) => /^(?:message|detail|description|reason|text)$/.test(key),
  retryable: (key) => RETRYABLE.includes(key),
};

/**
 * The object beside the state that says what went wrong, or members beside it that do; else those beside an object that has the state, up to
 * the root: `{ metadata: { state }, error }`.
 */
export function findError(
  status: OperationModel,
  state: string,
  reader: SchemaReader,
): BackgroundOperation["error"] {
  const media = jsonResponse(status, reader);
  const members = listBodyMembers(media?.schema, reader);
  const { own, higher } = holdersOf(state);
  for (const above of own) {
    const beside = membersOf(above, members);
    const found = errorAmong(beside, members, reader) ?? namedIn(beside, media?.examples ?? [], reader);
    if (found !== undefined) return found;
  }
  for (const above of higher) {
    // `error_code` of an envelope is of the request.
    const objects = membersOf(above, members).filter((one) => OBJECT.test(one.key) && isObject(one, reader));
    const found = errorAmong(objects, members, reader);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The paths of objects that may say what went wrong, the nearest first: the one that has the state, and the one above where that is the state;
 * and all that hold these.
 */
function holdersOf(state: string): { readonly own: readonly Path[]; readonly higher: readonly Path[] } {
  const above = state.split("/").slice(0, -1);
  const all = Array.from({ length: above.length + 1 }, (_, index) => above.slice(0, above.length - index));
  const count = isStateName(words(above.at(-1) ?? "").join("_")) ? 2 : 1;
  return { own: all.slice(0, count), higher: all.slice(count) };
}

/** The members right below a path. */
export function membersOf(above: Path, members: readonly BodyMember[]): readonly BodyMember[] {
  const path = above.join("/");
  return members.filter(({ at }) => at.split("/").slice(0, -1).join("/") === path);
}

/** What says what went wrong, among members beside each other. */
function errorAmong(
  beside: readonly BodyMember[],
  members: readonly BodyMember[],
  reader: SchemaReader,
): ErrorPaths | undefined {
  const objects = beside.filter((one) => isObject(one, reader));
  const object =
    objects.find(({ key }) => OBJECT.test(key)) ??
    objects.find((one) => REASON.test(one.key) && pathsAmong(innerOf(one).filter(isFlat)) !== undefined);
  const inner =
    object === undefined ? beside.filter((one) => isFlat(one) && !isObject(one, reader)) : innerOf(object);
  const known = pathsAmong(inner);
  const text = object === undefined ? beside.find((one) => isText(one, reader)) : undefined;
  const found = text === undefined ? known : { [roleOf(text, reader)]: text.at, ...known };
  if (found === undefined) return undefined;
  // Beside its code or message, a flag of the operation is about the failure, unless its description is of something else.
  const flag = RETRYABLE.map((name) => beside.find((one) => one.key === name && isOfFailure(one))).find(
    (one) => one !== undefined,
  );
  return found.retryable !== undefined || flag === undefined ? found : { ...found, retryable: flag.at };

  function innerOf({ at }: BodyMember): readonly BodyMember[] {
    return membersOf(at.split("/"), members);
  }
}

function isFlat({ key }: BodyMember): boolean {
  return FLAT.test(key);
}

function isObject({ schema }: BodyMember, reader: SchemaReader): boolean {
  return reader.properties(schema) !== undefined;
}

/** Whether a flag is about the whole operation, as far as its description says what it is about. */
function isOfFailure({ text }: BodyMember): boolean {
  return (
    text.trim() === "" ||
    /\b(?:fail\w*|errors?|operations?|jobs?|tasks?|runs?)\b/i.test(text.slice(0, LONGEST))
  );
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Whether the failure itself is a text: `error: Out of disk space`; not when it was, nor one of a few words as `yes` and `no`. */
function isText({ key, schema }: BodyMember, reader: SchemaReader): boolean {
  const isOne = ({ type }: SchemaNode) =>
    type.kind === "enum" || (type.kind === "string" && type.format === undefined);
  if (reader.values(schema).some((value) => OF_FLAG.test(String(value)))) return false;
  return (
    (key === "error" || key === "failure") &&
    alternatives(schema, reader).every((one) => isOne(reader.resolve(one)))
  );
}

/** Values that say whether something failed, and not why. */
const OF_FLAG = /^(?:false|no|none|true|yes)$/i;

/** A text whose values the contract lists is for programs. */
function roleOf({ schema }: BodyMember, reader: SchemaReader): "code" | "message" {
  return reader.values(schema).some((value) => typeof value === "string") ? "code" : "message";
}

/** What members of one failure are for the client; undefined: nothing. */
function pathsAmong(inner: readonly { readonly key: string; readonly at: string }[]): ErrorPaths | undefined {
  const found = Object.entries(MEMBERS).flatMap(([name, isMeant]) => {
    const member =
      inner.find(({ key }) => key === name) ?? inner.find(({ key }) => isMeant(key.replace(PREFIX, "")));
    return member === undefined ? [] : [[name, member.at] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** An object whose members no schema has, and its description or its examples do: the client reads them where a response has them. */
function namedIn(
  beside: readonly BodyMember[],
  examples: readonly Json[],
  reader: SchemaReader,
): ErrorPaths | undefined {
  const object = beside.find(({ key, schema }) => OBJECT.test(key) && isUndescribed(schema, reader));
  if (object === undefined) return undefined;
  const { path, schema, text } = object;
  const shown = [
    ...exampleValues(examples, path),
    ...schema.doc.examples,
    ...reader.resolve(schema).doc.examples,
  ];
  const names = [...new Set([...quotedNames(text), ...exampleNames(shown)])];
  return pathsAmong(names.map((name) => ({ key: words(name).join("_"), at: memberPath([...path, name]) })));
}

/** Whether a contract leaves open what members an object has. */
function isUndescribed(schema: SchemaNode, reader: SchemaReader): boolean {
  const all = alternatives(schema, reader).map((one) => reader.resolve(one).type);
  return (
    all.length > 0 &&
    all.every(
      (type) =>
        type.kind === "any" ||
        (type.kind === "object" && type.properties.length === 0 && typeof type.additional !== "object"),
    )
  );
}
