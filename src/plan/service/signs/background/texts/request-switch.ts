import type { OperationModel } from "../../../../../model/api-model.js";
import type { SchemaNode } from "../../../../../model/schema-model.js";
import { words } from "../../../../../text/words.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { listBodyMembers } from "../../../traits/body-members.js";
import { WORK } from "./described-job.js";
import { plainText } from "./plain-text.js";

/** What callers send that makes an operation end later than its response, or that says that it does. */
export interface RequestSwitch {
  readonly name: string;
  /** It has the address that is called at the end; else it lets the operation end later. */
  readonly isCallback: boolean;
}

/** A switch for work that ends later: `Asynchronous`, `run_in_background`. */
const SWITCH = /(?:^|_)(?:async|asynchronous|asynchronously|background)$/u;

/** The whole name of one that is on or off: the background of a print is not meant. */
const FLAG =
  /^(?:(?:do|enable|exec|execute|is|make|perform|process|run|use)_)?(?:async|asynchronous|asynchronously)(?:_(?:execution|mode|processing|request))?$|^(?:(?:do|execute|perform|process|run)_)?(?:in_)?background$/u;

/** What a text says of a flag: "do the synchronization in background". */
const ENDS_LATER =
  /\ba?sync(?:hronous(?:ly)?)?\b|\bin\s(?:the\s)?background\b(?!\s(?:colou?rs?|images?|pictures?|state)\b)/iu;

/** Flags by which callers wait for the end themselves: `wait_for_completion`. */
const WAITS = /^wait_?for_?(?:completion|finish)$/u;

/** What its text says of the response: "the call will immediately return, reporting the identifier of a job". */
const GIVES_JOB =
  /\b(?:identifier|id|uuid)\s(?:for|of)\s(?:an?|the)\s(?:\w{1,20}\s)?(?:execution|job|operation|task)\b|\b(?:gives?|reports?|responds?\swith|returns?|returned)\s(?:an?|the)\s(?:\w{1,20}\s)?(?:execution|job|operation|task)[\s_-]?(?:identifier|id|uuid)\b/iu;

/** Names of what has an address that a service calls. */
const CALLBACK = /(?:^|_)(?:call_?back|hook|notif(?:y|ication)|web_?hook)(?:_|$)/u;

/** When it does: "The URL to notify when the job is completed". */
const AT_END = new RegExp(
  `\\b(?:after|as\\ssoon\\sas|once|when(?:ever)?)\\s(?:\\w{1,20}\\s){0,5}?(?:${WORK}|operation|process(?:ing)?|rendering|task)s?\\s(?:\\w{1,20}\\s){0,3}?(?:complete[sd]?|done|ended|ends|finish(?:ed|es)|ready)\\b`,
  "iu",
);

/** Names of addresses that no service calls: people read what is sent there. */
const OF_READERS = /(?:^|_)(?:e_?mails?|mail|phones?|recipients?|sms)(?:_|$)/u;

/** The same of a text. */
const TO_READERS = /\be-?mails?\b/iu;

/** What is shown on a page or a picture, or played: "Adds `async` to the script tag", "Show it in the background". */
const OF_PAGES =
  /<script\b|\bscript\s(?:element|is\sloaded|tag)s?\b|\basync\sattribute\b|\bload\w{0,3}\s(?:the\s)?(?:javascript|script)s?\b|\b(?:blur|display|draw|open|opacity|place|play|show|transparen|visible|watermark)\w{0,5}\s(?:[\w-]{1,20}\s){0,4}in\s(?:the\s)?background\b|\b(?:app|application|browser|device|page|phone)\s(?:is|was)\sin\s(?:the\s)?background\b/iu;

/** What a request has beside it where a person does the work: `workers` are processes, and their number. */
const OF_WORKERS =
  /(?:^|_)(?:assigned_\w{1,20}|worker|(?:annotators?|approvers?|assignees?|labell?ers?|responders?|reviewers?|signers?)(?:_(?:list|pool|user))?)(?:_(?:emails?|ids?|names?))?$/u;

/** What registers an address for all that happens later. */
const REGISTERS = /^(?:callback|hook|notification|subscription|webhook)s?$/u;

/** Characters of a text that are searched. */
const LONGEST = 1000;

/** A parameter, or an outward member of the body, of a request. */
interface Sent {
  readonly name: string;
  readonly key: string;
  readonly text: string;
  readonly schema: SchemaNode | undefined;
}

/** The member or the parameter of a request by which callers let an operation end later than its response, or get its end reported. */
export function requestSwitch(operation: OperationModel, reader: SchemaReader): RequestSwitch | undefined {
  const sent = listSent(operation, reader);
  const own = sent.find((one) => letsEndLater(one, reader));
  if (own !== undefined) return { name: own.name, isCallback: false };
  if (words(operation.path).some((word) => REGISTERS.test(word))) return undefined;
  if (sent.some(({ key }) => OF_WORKERS.test(key))) return undefined;
  const called = sent.find((one) => isCalledAtEnd(one, reader));
  return called && { name: called.name, isCallback: true };
}

/** Whether it has an address that a service calls at the end, and neither a flag nor what people read. */
function isCalledAtEnd({ key, text, schema }: Sent, reader: SchemaReader): boolean {
  if (!CALLBACK.test(key) || OF_READERS.test(key) || TO_READERS.test(text)) return false;
  const { kind } = schema === undefined ? { kind: "any" } : reader.resolve(schema).type;
  return kind !== "boolean" && kind !== "number" && AT_END.test(plainText(text));
}

function letsEndLater({ key, text, schema }: Sent, reader: SchemaReader): boolean {
  if (SWITCH.test(key) && GIVES_JOB.test(text)) return true;
  if (OF_PAGES.test(text)) return false;
  const { kind } = schema === undefined ? { kind: "any" } : reader.resolve(schema).type;
  if (kind === "boolean") {
    if (WAITS.test(key)) return true;
    return FLAG.test(key) && (!key.endsWith("background") || ENDS_LATER.test(text));
  }
  // A flag may be 0 or 1.
  return kind === "number" && FLAG.test(key) && ENDS_LATER.test(text);
}

function listSent({ parameters, body }: OperationModel, reader: SchemaReader): readonly Sent[] {
  const members = (body?.content ?? []).flatMap(({ schema }) => listBodyMembers(schema, reader));
  return [
    ...members
      .filter(({ path }) => path.length === 1)
      .map(({ at, key, text, schema }) => ({ name: at, key, text: text.slice(0, LONGEST), schema })),
    ...parameters
      .filter(({ in: where }) => where === "query" || where === "header")
      .map(({ name, description = "", schema }) => ({
        name,
        key: words(name).join("_"),
        text: description.slice(0, LONGEST),
        schema,
      })),
  ];
}
