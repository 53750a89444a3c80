import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { jsonContent, jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../body-members.js";
import { isStateName } from "./final-states.js";
import { idParameterOf } from "./given-parameters.js";
import {
  isOfGiven,
  isOfJobs,
  isResultPath,
  isStatePath,
  pathAbove,
  shapeOf,
  withoutSlash,
} from "./status-paths.js";

/*
 * A response that shows what a read gives, too: both have one schema, or an envelope around it.
 */

/** A thing with a state that a body shows, at its top or in an envelope. */
interface Thing {
  /** Its own members, by name. */
  readonly members: readonly BodyMember[];
  /** Where the contract has its schema, for others to refer to. */
  readonly name: string | undefined;
  /** What its state lists. */
  readonly values: string;
}

/** The things that the reads of a contract give, by the names of their members. */
export type ThingIndex = ReadonlyMap<string, readonly GivenThing[]>;

interface GivenThing extends Thing {
  readonly read: OperationModel;
}

/** A read that gives what a response shows, and takes an id that this has. */
export interface ShownRead {
  readonly read: OperationModel;
  readonly parameter: string;
  /** The members of the thing in the response of the read. */
  readonly members: readonly BodyMember[];
  /** The member of the response with the id. */
  readonly id: BodyMember;
}

/** The things of reads that may give a state, listed once for a contract. */
export function indexThings(reads: readonly OperationModel[], reader: SchemaReader): ThingIndex {
  const index = new Map<string, GivenThing[]>();
  for (const read of reads) {
    const thing = thingOf(jsonResponse(read, reader)?.schema, reader);
    if (thing === undefined || isResultPath(read.path)) continue;
    const key = keyOf(thing);
    const known = index.get(key) ?? [];
    known.push({ ...thing, read });
    index.set(key, known);
  }
  return index;
}

function keyOf({ members }: Thing): string {
  return members.map(({ at, path }) => path.at(-1) ?? at).join("\n");
}

/** Plain members of an envelope: a code, a message, and whether it succeeded. */
const MOST_BESIDE = 3;

/** How many envelopes a thing may be in. */
const DEEPEST = 2;

/** The only thing with a state that a body shows. */
function thingOf(body: SchemaNode | undefined, reader: SchemaReader): Thing | undefined {
  const all = listBodyMembers(body, reader);
  const byHolder = new Map<string, BodyMember[]>();
  for (const one of all) {
    const known = byHolder.get(aboveOf(one));
    if (known === undefined) byHolder.set(aboveOf(one), [one]);
    else known.push(one);
  }
  const [only, ...others] = body === undefined ? [] : thingsIn(body, "", 0);
  return others.length > 0 ? undefined : only;

  function thingsIn(holder: SchemaNode, above: string, depth: number): readonly Thing[] {
    const members = byHolder.get(above) ?? [];
    const state = members.find(({ key }) => isStateName(key) || key === "done");
    if (state !== undefined && members.some(({ key }) => key !== state.key)) {
      const values = reader.values(state.schema).map(String).sort().join("\n");
      return [{ members, name: nameOf(holder, reader), values }];
    }
    const inner = members.filter(({ path }) => byHolder.has(path.join("/")));
    const isEnvelope =
      members.length - inner.length <= MOST_BESIDE && !members.some(({ key }) => key === "id");
    if (!isEnvelope || depth === DEEPEST) return [];
    return inner.flatMap(({ schema, path }) => thingsIn(schema, path.join("/"), depth + 1));
  }
}

/** Where a contract has schemas for others to refer to. A schema that it has elsewhere is called after that. */
const NAMED = /\/(?:components\/schemas|definitions)\/[^/]+$/u;

function nameOf(holder: SchemaNode, reader: SchemaReader): string | undefined {
  const { pointer } = reader.resolve(holder).origin;
  return NAMED.test(pointer) ? pointer : undefined;
}

/** What a response shows, and the reads that give it. */
interface SameThing {
  readonly thing: Thing;
  readonly given: readonly GivenThing[];
  /** The contract has one schema for all of them. Else they have the same members and states: things of two kinds may have. */
  readonly isOneSchema: boolean;
}

function readsOf(response: ResponseModel, things: ThingIndex, reader: SchemaReader): SameThing | undefined {
  const thing = thingOf(jsonContent(response, reader)?.schema, reader);
  if (thing === undefined) return undefined;
  const alike = things.get(keyOf(thing)) ?? [];
  const ofSchema = thing.name === undefined ? [] : alike.filter(({ name }) => name === thing.name);
  const isOneSchema = ofSchema.length > 0;
  const ofMembers = alike.filter(
    ({ name, values }) =>
      (name === undefined || thing.name === undefined) && values !== "" && values === thing.values,
  );
  return { thing, given: isOneSchema ? ofSchema : ofMembers, isOneSchema };
}

/**
 * The reads that give what a response shows, by an id that this has: none where one of them gives what the path names. Where
 * the id is the last that one of them takes, the others are about something else: `/jobs/{id}`, and not `/reports/{reportId}/job`.
 */
export function readsOfShown(
  operation: OperationModel,
  response: ResponseModel,
  things: ThingIndex,
  reader: SchemaReader,
): readonly ShownRead[] {
  const { thing, given = [], isOneSchema = false } = { ...readsOf(response, things, reader) };
  if (thing === undefined || given.some(({ read }) => isOfNamed(operation, read))) return [];
  if (!isOneSchema && given.length > 1) return [];
  // One that more than an id leads to may be the right one.
  if (given.some(({ read }) => idParameterOf(operation, read) === undefined)) return [];
  const found = given.flatMap(({ read, members }) => {
    const parameter = idParameterOf(operation, read);
    if (parameter === undefined) return [];
    const isLast = ofThing(read).endsWith(`/{${parameter}}`);
    const id = isOneSchema || isAbout(operation, read) ? idOf(thing, parameter, isLast, reader) : undefined;
    return id === undefined ? [] : [{ read, parameter, members, id, isLast }];
  });
  const last = found.filter(({ isLast }) => isLast);
  return last.length > 0 ? last : found;
}

/** The path of the thing whose state a read gives: `/jobs/{id}` of `/jobs/{id}/status`. */
function ofThing({ path }: OperationModel): string {
  return isStatePath(path) ? withoutSlash(path).replace(/\/[^/]*$/u, "") : withoutSlash(path);
}

/** Whether a read is about what runs, or about what an operation is called after. */
function isAbout({ path, operationId = "" }: OperationModel, read: OperationModel): boolean {
  const own = new Set(words(`${path} ${operationId}`).map(singularWord));
  const noun = words(
    ofThing(read)
      .split("/")
      .findLast((segment) => /^[^{]/u.test(segment)) ?? "",
  );
  return isOfJobs(read.path) || (noun.length > 0 && noun.every((word) => own.has(singularWord(word))));
}

/** Whether a read gives what the path of an operation names, below another version of the path too. */
function isOfNamed(operation: OperationModel, read: OperationModel): boolean {
  const noun =
    pathAbove({ ...read, path: ofThing(read) })
      ?.split("/")
      .at(-1) ?? "";
  return isOfGiven(operation, read) || (noun !== "" && shapeOf(operation.path).includes(`/${noun}/{}`));
}

/** First words of names of what is done to a thing that was there before. */
const DEED =
  /^(?:abort|accept|approve|archive|assign|cancel|claim|close|complete|confirm|delete|disable|enable|finish|kill|pause|reject|remove|rename|replace|resolve|restart|resume|retry|stop|suspend|terminate|unassign|update|upgrade)$/u;

/** What a deed may be done to without a noun of its own: `bulk-delete`. */
const MANY = /^(?:all|batch|bulk|many|multiple)$/u;

/**
 * Whether an operation does something to a thing that its response shows, and that was there before: it is given the id, or its name or path has the
 * thing and a deed. The states of that may be those from before.
 */
export function isDoneToShown(
  operation: OperationModel,
  { read, parameter }: ShownRead,
  reader: SchemaReader,
): boolean {
  const { body, method, operationId = "", parameters, path } = operation;
  const segments = withoutSlash(path)
    .split("/")
    .filter((one) => one !== "" && !one.startsWith("{"));
  const noun = singularWord(
    words(
      ofThing(read)
        .split("/")
        .findLast((one) => /^[^{]/u.test(one)) ?? "",
    ).at(-1) ?? "",
  );
  const keys = new Set([words(parameter).join("_"), `${noun}_id`]);
  const sent = (body?.content ?? []).flatMap(({ schema }) => listBodyMembers(schema, reader));
  const given = [
    ...parameters.map(({ name }) => words(name).join("_")),
    ...sent.filter((one) => one.path.length === 1).map(({ key }) => key),
  ];
  if (given.some((key) => keys.has(key) && key !== "id")) return true;
  const has = (all: readonly string[]) => all.map(singularWord).includes(noun);
  if (method !== "POST") return has(words(`${path} ${operationId}`));
  const [last, name] = [words(segments.at(-1) ?? ""), words(operationId.split(/[^A-Za-z0-9]/u).at(-1) ?? "")];
  const isBare = last.filter((word) => !DEED.test(word) && !MANY.test(word)).length === 0;
  return (DEED.test(name[0] ?? "") && has(name)) || (isBare && has(words(segments.at(-2) ?? "")));
}

/** Last words of what takes an id of another kind, or no id. */
const OTHER_ID = /^(?:[gsu]id|guid|uuid)$/u;
const NO_ID = /^(?:code|key|name|number|ref|slug)$/u;

/** The member of a thing that a parameter takes: of the same name; for the last one of a path, `id` too, or `uuid` for `jobUuid`. */
function idOf(
  { members }: Thing,
  parameter: string,
  isLast: boolean,
  reader: SchemaReader,
): BodyMember | undefined {
  const plain = members.filter(({ schema }) =>
    ["string", "number", "any"].includes(reader.resolve(schema).type.kind),
  );
  const key = words(parameter).join("_");
  const named = plain.find((one) => one.key === key);
  const last = words(parameter).at(-1) ?? "";
  if (named !== undefined || !isLast || NO_ID.test(last)) return named;
  return plain.find((one) => one.key === (OTHER_ID.test(last) ? last : "id"));
}
