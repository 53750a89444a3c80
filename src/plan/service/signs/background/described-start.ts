import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { jsonContent } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../../traits/body-members.js";

/** "The work flow is asynchronous", "Exports are generated asynchronously", "Starts a background task", "Creates the export asynchronously", "poll the solution until …" */
const ENDS_LATER =
  /\b(?:calculation|call|endpoint|export|generation|import|it|job|operation|process(?:ing)?|request|task|work\s?flow)s?\s(?:is|are|runs?|works?)\s(?:\w{1,20}\s)?asynchronous(?:ly)?\b|\b(?:calculated|built|carried\sout|computed|created|executed|exported|generated|handled|imported|performed|prepared|processed|runs?|started|works?)\s(?:asynchronously|in\s(?:the\s)?background)\b|^\W{0,8}(?:builds?|calculates?|computes?|creates?|executes?|exports?|generates?|imports?|performs?|prepares?|process(?:es)?|runs?)\s(?:(?!\bwith\b)[^.;,]){1,60}\sasynchronously\W*$|^\W{0,8}(?:launch(?:es)?|runs?|starts|triggers?)\s(?:(?!\bwith\b)[^.;,]){1,60}\s(?:asynchronously|in\s(?:the\s)?background)\W*$|\bstarts?\s(?:an?|the)\s(?:asynchronous|background|long-running)\s(?:calculation|export|generation|import|job|operation|process|task)\b|\bthis\sis\san\sasynchronous\s(?:call|operation|request)\b|\bpoll(?:ing)?\b[^.;]{0,80}\b(?:progress|solution|until)\b/iu;

/** About another operation, or a part of what it does. */
const OF_OTHERS =
  /\b(?:cancels?|long[\s-]?poll\w{0,3}|e-?mails?|for\s(?:big|large|long)|instead|its|no|notifications?|other|thumbnails?|unlike|webhooks?|whether|whose)\b/iu;

/** Characters of a description that are searched. */
const LONGEST = 4000;

/**
 * Whether a text of an operation says that what it starts ends later than its response, and the response has something that can lead to it:
 * an id, or an address.
 */
export function endsLater(
  { summary = "", description = "" }: OperationModel,
  response: ResponseModel,
  reader: SchemaReader,
): boolean {
  const clauses = [summary, description, response.description ?? ""].flatMap((text) =>
    clausesOf(text.slice(0, LONGEST)).flat(),
  );
  return (
    clauses.some((clause) => ENDS_LATER.test(clause) && !OF_OTHERS.test(clause) && !negates(clause)) &&
    hasHandle(response, reader)
  );
}

/** What a response can call something that was started by: an id, or an address. */
const HANDLE = /(?:^|_)(?:href|id|job|key|link|location|ref|reference|task|ticket|token|ur[il]|uuid)$/;

function hasHandle(response: ResponseModel, reader: SchemaReader): boolean {
  const { schema } = jsonContent(response, reader) ?? {};
  if (schema === undefined) return false;
  return (
    reader.resolve(schema).type.kind === "string" ||
    listBodyMembers(schema, reader).some(({ key }) => HANDLE.test(key))
  );
}
