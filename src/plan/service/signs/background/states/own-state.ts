import type { OperationModel } from "../../../../../model/api-model.js";
import { singularWord } from "../../../../../text/nouns.js";
import { words } from "../../../../../text/words.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { isStateName } from "../../../traits/background/final-states.js";
import { isOfJobs, pathAbove, shapeOf } from "../../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../../traits/body-members.js";
import type { Path } from "../../../traits/pagination/paths.js";
import { hasNameOfRead, readOfText } from "../../described-read.js";
import type { SignSource } from "../../sign.js";
import { OF_PEOPLE } from "../texts/tracked-id.js";

/*
 * Whether an operation may start something, and a state of its response is that of what it starts.
 */

/** Word of a path or a name of what ends or changes what runs, or tells of it. */
const OTHER =
  /^(?:abort|accept|acknowledge|ack|approve|archive|assign|cancel|claim|close|complete|confirm|delete|describe|details?|disable|disassociate|events?|finish|get|heartbeat|info|kill|list|pause|poll|priority|query|reject|remove|rename|resolve|search|send|state|status|stop|suspend|tags?|terminate|update|validate|verify)$/u;

/**
 * Whether an operation may start something: a POST, or a PUT at the path of what runs by itself. Where a POST above creates what is there,
 * the PUT replaces it.
 */
export function mayCreate(operation: OperationModel, all: readonly SignSource[]): boolean {
  const { method } = operation;
  const isCreate = method === "POST" || (method === "PUT" && isOnlyCreate(operation, all));
  return isCreate && !hasNameOfRead(operation) && readOfText(operation) === undefined;
}

function isOnlyCreate(operation: OperationModel, all: readonly SignSource[]): boolean {
  const list = pathAbove(operation);
  if (list === undefined || !isOfJobs(list.split("/").at(-1) ?? "")) return false;
  const shape = shapeOf(list);
  return !all.some(({ operation: one }) => one.method === "POST" && shapeOf(one.path) === shape);
}

/** Whether an operation may start work by its path and its verb, and is not about what people do. */
export function isOfStart({ operationId = "", path, summary, description = "" }: OperationModel): boolean {
  // `/#X-Amz-Target=Service.CancelJob`, `/{name}:cancelJob`
  const verb = words(path.split(/[./:=]/u).at(-1) ?? "")[0] ?? "";
  const name = words(operationId.split(/[^A-Za-z0-9]/u).at(-1) ?? "")[0] ?? "";
  const leading = words((summary ?? description).slice(0, LONGEST_LEADING)).join(" ");
  return (
    ![words(path).at(-1) ?? "", verb, name].some((word) => OTHER.test(word)) &&
    !CHANGED.test(leading.split(" ")[0] ?? "") &&
    !MESSAGE.test(words(path).at(-1) ?? "") &&
    !OF_PEOPLE.test(words(path).join(" ")) &&
    !OF_PEOPLE.test(leading)
  );
}

/** Whether the name of an operation says that a worker takes what was started before: `POST /runs/next`, `claimRun`. */
export function isOfWorker({ operationId = "", path }: OperationModel): boolean {
  const takes = /^(?:acquire|checkout|claim|dequeue|lease|poll|take)$/u;
  const last = words(path).at(-1) ?? "";
  return last === "next" || takes.test(last) || takes.test(words(operationId)[0] ?? "");
}

/** What is sent, whose state is that of its delivery. */
const MESSAGE = /^(?:(?:call|e?mail|message|notification)s?|fax(?:es)?|push|sms|whatsapp)$/u;

/** First word of a text that is about what was there before. */
const CHANGED =
  /^(?:abort|cancel|delete|log|mark|modif(?:y|ie)|record|register|remove|stop|terminate|update)s?$/u;

/** Characters of a text that say what is done to what. */
const LONGEST_LEADING = 40;

/** Whether a member is of what a response shows, and not of a part of it: what holds it has little beside. */
export function isOfThing(path: Path, members: readonly BodyMember[], reader: SchemaReader): boolean {
  return path.slice(0, -1).every((holder, depth) => {
    if (isEnvelope(holder)) return true;
    const above = path.slice(0, depth).join("/");
    const beside = members.filter((one) => aboveOf(one) === above && isPlain(one, reader));
    return beside.length <= MOST_BESIDE;
  });
}

/** Whether an object of this name only holds the members of a thing. */
export function isEnvelope(name: string): boolean {
  return HOLDER.test(name);
}

const HOLDER = /^(?:attributes|body|content|data|item|payload|properties|response|result|status)$/iu;

/** Plain members of an envelope: a code, a message, and whether it succeeded. */
const MOST_BESIDE = 3;

function isPlain({ schema }: BodyMember, reader: SchemaReader): boolean {
  return !["array", "intersection", "object", "union"].includes(reader.resolve(schema).type.kind);
}

/** Whether a member is the state of what a path names, and not that of a part or of an earlier run: `session_status`, `last_status`. */
export function isAbout(path: string, key: string): boolean {
  const nouns = new Set(words(path).map(singularWord));
  return (
    isStateName(key) &&
    words(key)
      .slice(0, -1)
      .every((word) => nouns.has(word))
  );
}

/** Whether callers send such a state: it tells of what they did, and starts nothing. */
export function isSent({ body }: OperationModel, { key }: BodyMember, reader: SchemaReader): boolean {
  return (body?.content ?? []).some(({ schema }) =>
    listBodyMembers(schema, reader).some((one) => one.key === key && one.schema.access !== "readOnly"),
  );
}

/** Whether callers set the state of the thing at a path: a change of it takes the state, by its name, or an operation below completes it. */
export function isSetByCallers(path: string, name: string, all: readonly SignSource[]): boolean {
  const thing = shapeOf(path);
  return all.some(({ operation, reader }) => {
    const own = shapeOf(operation.path);
    if (COMPLETES.test(own) && own.startsWith(`${thing}/`)) return operation.method !== "GET";
    if (!isSetting(own, thing) || !/^(?:PATCH|POST|PUT)$/u.test(operation.method)) return false;
    const members = (operation.body?.content ?? []).flatMap(({ schema }) => listBodyMembers(schema, reader));
    return (
      members.some((one) => one.path.at(-1) === name) ||
      operation.parameters.some((one) => one.in === "query" && one.name === name)
    );
  });
}

/** Whether a path is that of a thing, or of its state: `/tasks/{id}/status`. */
function isSetting(path: string, thing: string): boolean {
  return path === thing || (path.startsWith(`${thing}/`) && isStateName(path.slice(thing.length + 1)));
}

const COMPLETES =
  /\/(?:chunks?|close|commit|complete|content|done|finali[sz]e|finish|parts?|resolve|submit)(?:\/[^/]*)?$/iu;

/** Members of a response that is little more than an id: an envelope, the id, and a message. */
export const MOST_OF_ID = 3;
